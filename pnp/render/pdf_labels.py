"""What viewers call the pages of a file (ISO 32000-1, 12.4.2)."""

from __future__ import annotations

from pnp.render.pdf_objects import Name, Value


class Labels:
    """The labels of pages as they are met; a page without one is called by its number."""

    def __init__(self) -> None:
        self._count = 0
        self._numbers: list[Value] = []
        self._counted = False

    def add(self, label: str) -> None:
        """Notes the label of the next page; the numbers of pages that follow each other are said once."""
        if label:
            self._numbers += (self._count, {"P": label})
        elif not self._counted:
            self._numbers += (self._count, {"S": Name("D"), "St": self._count + 1})
        self._counted = not label
        self._count += 1

    def tree(self) -> dict[str, Value]:
        """What the catalogue of the file says of them."""
        return {"Nums": self._numbers}
