"""A piece on its way to becoming parts."""

from __future__ import annotations

from functools import cache

from pnp.face.layout import Layout
from pnp.findings import Place
from pnp.kit import Kit, Record
from pnp.kit.model import AnyComponent, Stock
from pnp.sheet.model import Draw, Knife, Part


class Piece:
    """One row of a component, of which there are so many `copies`, or the one with the number `copy`."""

    def __init__(
        self,
        kit: Kit,
        layout: Layout,
        component: AnyComponent,
        record: Record | None,
        copies: int,
        copy: int = 0,
    ) -> None:
        self.kit = kit
        self.layout = layout
        self.component = component
        self.record = record
        self.copies = copies
        self.copy = copy
        self.key = record.key if record else ""
        self.card = f"{component.id} {self.key}".strip()

    def part(
        self,
        size: tuple[float, float],
        bleed: float,
        front: Draw,
        back: Draw | None = None,
        *,
        outlined: bool = False,
        folds: tuple[float, ...] = (),
        creases: int = 0,
        knife: Knife | None = None,
        bare: Draw | None = None,
        suffix: str = "",
        times: int = 1,
        stock: Stock | None = None,
        title: str = "{title}",
    ) -> Part:
        """A part of this row, `times` for each copy. With a suffix it is an addition to the component, counted by
        itself; `stock` is another than the component's. Each face is laid out once, when it is first needed."""
        return Part(
            component=f"{self.component.id}-{suffix}" if suffix else self.component.id,
            of=self.component.id,
            key=self.key,
            title=title.format(title=self.component.title[self.layout.language]),
            width=size[0],
            height=size[1],
            bleed=bleed,
            front=cache(front),
            back=cache(back) if back else None,
            bare=cache(bare) if bare else None,
            copies=self.copies * times,
            stock=stock or self.component.stock,
            outlined=outlined,
            folds=folds,
            creases=creases,
            knife=knife,
            place=Place(self.kit.file, self.component.line, "size"),
        )
