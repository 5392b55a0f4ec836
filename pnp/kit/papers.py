"""`[paper.NAME]` of kit.toml: papers of the kit's own, and sheets of labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import msgspec

from pnp.kit.grids import Places
from pnp.kit.measures import Size, identifier, parse_length
from pnp.kit.structs import BadValueError, Reads, read_struct, shown

if TYPE_CHECKING:
    from pnp.kit.source import Document

LEAST_MARGIN = 3.5
"""mm: nearer to its edge no home printer prints, and there cut marks end."""
_MARGIN = 5.0


def _margin(value: object) -> float:
    margin = parse_length(value)
    if margin < LEAST_MARGIN:
        raise BadValueError(f"is {shown(value)}", f"at least {LEAST_MARGIN:g} mm, where printers end")
    return margin


def _origin(value: object) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadValueError(f"is {shown(value)}, not two lengths", "[left, top] of the first label, in mm")
    left, top = (parse_length(part) for part in value)
    return left, top


Margin = Annotated[float, Reads(_margin)]
Origin = Annotated[tuple[float, float], Reads(_origin)]


class Labels(msgspec.Struct, frozen=True):
    """The labels of a sheet, in mm: how many, how large, the way from one to the next, and the top left of the first;
    in the middle of the sheet, if that is missing."""

    columns: Places
    rows: Places
    size: Size
    pitch: Size | None = None
    origin: Origin | None = None


class OwnPaper(msgspec.Struct, frozen=True):
    """A paper, upright: its size and what stays blank at each edge, in mm, or what labels are on it."""

    size: Size
    margin: Margin = _MARGIN
    labels: Labels | None = None


def read_papers(kit: Document) -> dict[str, OwnPaper]:
    """The papers of a kit by name; what is wrong with one is noted."""
    section = kit.values.get("paper", {})
    if not isinstance(section, Mapping):
        kit.source.error(("paper",), "type", f"paper is {shown(section)}, not a table", "[paper.NAME]")
        return {}
    found: dict[str, OwnPaper] = {}
    for name, table in section.items():
        try:
            identifier(name)
        except BadValueError as wrong:
            kit.source.error(("paper", name), "name", f"a paper {wrong.message}", wrong.hint)
            continue
        paper = read_struct(OwnPaper, table, kit.source, ("paper", name))
        if paper is not None and (wrong_labels := _beyond(paper)):
            kit.source.error(("paper", name, "labels"), "size", wrong_labels, "measure a sheet, or look at its box")
        elif paper is not None:
            found[name] = paper
    return found


def first_label(paper: OwnPaper) -> tuple[float, float]:
    """The top left of the first label."""
    labels = paper.labels
    assert labels is not None
    across, down = labels.pitch or labels.size
    left = (paper.size[0] - (labels.columns - 1) * across - labels.size[0]) / 2
    top = (paper.size[1] - (labels.rows - 1) * down - labels.size[1]) / 2
    return labels.origin or (left, top)


def _beyond(paper: OwnPaper) -> str:
    """What is wrong with labels that do not lie on their sheet, or lie on each other; empty, if nothing is."""
    labels = paper.labels
    if labels is None:
        return ""
    across, down = labels.pitch or labels.size
    if (labels.columns > 1 and across < labels.size[0]) or (labels.rows > 1 and down < labels.size[1]):
        return f"labels of {labels.size[0]:g} × {labels.size[1]:g} mm lie on each other {across:g} × {down:g} apart"
    left, top = first_label(paper)
    right = left + (labels.columns - 1) * across + labels.size[0]
    bottom = top + (labels.rows - 1) * down + labels.size[1]
    if left < -0.01 or top < -0.01 or right > paper.size[0] + 0.01 or bottom > paper.size[1] + 0.01:
        return f"labels reach to {right:g} × {bottom:g} mm on a sheet of {paper.size[0]:g} × {paper.size[1]:g}"
    return ""
