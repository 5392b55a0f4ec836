"""The outline of a file: titles of what is in it, each of which leads there (ISO 32000-1, 12.3.3)."""

from __future__ import annotations

import msgspec

from pnp.render.pdf_objects import PdfFile, Reference, Value


class _Entry(msgspec.Struct, eq=False):
    title: str
    target: Reference | None
    inner: list[_Entry]

    def count(self) -> int:
        """All that is shown beneath it, as it stands open."""
        return sum(1 + entry.count() for entry in self.inner)


class Outline:
    """Titles as they are met; `level` 0 is the outermost."""

    def __init__(self) -> None:
        self._open = [_Entry("", None, [])]

    def __bool__(self) -> bool:
        return bool(self._open[0].inner)

    def add(self, title: str, target: Reference, level: int) -> None:
        """Adds a title, beneath the last one of a level further out: none can be left out."""
        del self._open[level + 1 :]
        entry = _Entry(title, target, [])
        self._open[-1].inner.append(entry)
        self._open.append(entry)

    def write(self, file: PdfFile) -> Reference:
        """Writes it, whole."""
        return self._write(file, self._open[0], file.reserve(), {})

    def _write(self, file: PdfFile, entry: _Entry, place: Reference, said: dict[str, Value]) -> Reference:
        inner = [file.reserve() for _ in entry.inner]
        if inner:
            said |= {"First": inner[0], "Last": inner[-1], "Count": entry.count()}
        if entry.target:
            said |= {"Title": entry.title, "Dest": entry.target}
        file.put(place, said)
        for index, (below, own) in enumerate(zip(entry.inner, inner, strict=True)):
            beside: dict[str, Value] = {"Parent": place}
            if index:
                beside["Prev"] = inner[index - 1]
            if index + 1 < len(inner):
                beside["Next"] = inner[index + 1]
            self._write(file, below, own, beside)
        return place
