"""Sheets of labels: each piece on a label of its own, nothing beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, repeat

from msgspec.structs import replace

from pnp.findings import Finding, KitError
from pnp.kit.model import Labels, OwnPaper, first_label
from pnp.scene import Box
from pnp.sheet.model import Part, Placement, Sheet
from pnp.sheet.papers import Paper

SLACK = 0.05
"""Millimetres by which a piece may be larger than its label: nobody measures them."""
A4, LETTER = (210.0, 297.0), (215.9, 279.4)


class LabelPaper(Paper, frozen=True, kw_only=True):
    """A sheet of labels; `labels` are its fields, row by row, and `gap` is what lies between two of them."""

    fields: tuple[Box, ...]
    gap: tuple[float, float]


KNOWN: Mapping[str, OwnPaper] = {
    "labels-63x38": OwnPaper(A4, labels=Labels(3, 7, (63.5, 38.1), (66.04, 38.1))),
    "labels-63x34": OwnPaper(A4, labels=Labels(3, 8, (63.5, 33.9), (66.04, 33.9))),
    "labels-99x38": OwnPaper(A4, labels=Labels(2, 7, (99.1, 38.1), (101.6, 38.1))),
    "labels-99x68": OwnPaper(A4, labels=Labels(2, 4, (99.1, 67.7), (101.6, 67.7))),
    "labels-38x21": OwnPaper(A4, labels=Labels(5, 13, (38.1, 21.2), (40.6, 21.2))),
    "labels-67x25": OwnPaper(LETTER, labels=Labels(3, 10, (66.675, 25.4), (69.85, 25.4))),
    "labels-102x51": OwnPaper(LETTER, labels=Labels(2, 5, (101.6, 50.8), (106.3625, 50.8))),
}
"""Common sheets by their measures, all in the middle of their paper. Source: the measures that makers print on the
boxes of 21, 24, 14, 8 and 65 labels on A4, of 30 and 10 on Letter."""


def label_paper(name: str, own: OwnPaper) -> LabelPaper:
    """A sheet of labels as a paper."""
    labels = own.labels
    assert labels is not None
    left, top = first_label(own)
    across, down = labels.pitch or labels.size
    fields = tuple(
        Box(left + column * across, top + row * down, *labels.size)
        for row in range(labels.rows)
        for column in range(labels.columns)
    )
    gap = (across - labels.size[0], down - labels.size[1])
    return LabelPaper(
        name=name, title=name, width=own.size[0], height=own.size[1], source="", footed=False, fields=fields, gap=gap
    )


def stick(parts: Iterable[Part], paper: LabelPaper) -> tuple[Sheet, ...]:
    """The fronts of all copies of all parts, each in the middle of a label, in their order. Raises KitError for what is
    larger than a label."""
    wanted = [replace(part, outlined=False) for part in parts if part.copies]  # labels are cut already
    findings = [finding for part in wanted for finding in _too_large(part, paper)]
    if findings:
        raise KitError(findings)
    copies = list(chain.from_iterable(repeat(part, part.copies) for part in wanted))
    sheets = []
    for start in range(0, len(copies), len(paper.fields)):
        placed = tuple(
            _placed(part, field, paper)
            for part, field in zip(copies[start : start + len(paper.fields)], paper.fields, strict=False)
        )
        sheets.append(Sheet(paper, False, "paper", placed, (), len(placed) / len(paper.fields)))
    return tuple(sheets)


def _too_large(part: Part, paper: LabelPaper) -> Iterator[Finding]:
    field = paper.fields[0]
    if not _fits(part.width, part.height, field) and not _fits(part.height, part.width, field):
        message = f"{part.component} is {part.width:g} × {part.height:g} mm, a label {field.width:g} × {field.height:g}"
        yield Finding("error", "label-small", part.place, message, "larger labels, or without it: --only, --without")


def _fits(width: float, height: float, field: Box) -> bool:
    return width <= field.width + SLACK and height <= field.height + SLACK


def _placed(part: Part, field: Box, paper: LabelPaper) -> Placement:
    """A piece in the middle of a label; its bleed ends at the label's edge, or half-way to the next one."""
    upright = _fits(part.width, part.height, field)
    width, height = (part.width, part.height) if upright else (part.height, part.width)
    trim = Box(field.x + (field.width - width) / 2, field.y + (field.height - height) / 2, width, height)
    across, down = paper.gap
    room = Box(field.x - across / 2, field.y - down / 2, field.width + across, field.height + down)
    return Placement(part, trim, 0 if upright else 1, trim.inset(-part.bleed).common(room))
