"""What paints a word, and what painting a word, or a whole face, gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

import msgspec

from pnp.art.paths import multiply
from pnp.face.scope import Expr
from pnp.findings import Finding, Place
from pnp.kit.measures import Form
from pnp.kit.model import Value
from pnp.scene import IDENTITY, Box, Group, Item, Matrix, Seal, mapped

MOST_ALIKE = 3
"""Errors alike at one place that are told one by one."""


class Type(msgspec.Struct, frozen=True):
    """The smallest type in a drawing: its size in pt, and the word that sets it."""

    size: float
    place: Place


class Spot(msgspec.Struct, frozen=True):
    """A place of a face by its name: its box, `matrix` the way from there to the face's mm, and who draws it.

    `at` says how many of the drawing's origins are drawn until then; -1: nothing draws it.
    """

    name: str
    box: Box
    place: Place
    form: Form = "square"
    matrix: Matrix = IDENTITY
    at: int = -1

    def through(self, matrix: Matrix) -> Spot:
        """The place seen through a matrix."""
        return msgspec.structs.replace(self, matrix=multiply(matrix, self.matrix))

    def after(self, drawn: int) -> Spot:
        """The place in a drawing in which so much is drawn before."""
        return self if self.at < 0 else msgspec.structs.replace(self, at=self.at + drawn)


class Origin(msgspec.Struct, frozen=True, eq=False):
    """Which word of which face drew some items; they are the same objects in the finished scene. `sort` is that of
    the word (see `Draw`); `near`: it is meant to touch others; `art` is the file or sign that it shows."""

    place: Place
    items: tuple[Item, ...]
    sort: str = ""
    near: bool = False
    art: str = ""


class Painted(msgspec.Struct, frozen=True):
    """Items, and what is to be known of them. `work` counts what was painted, to bound what a kit may ask for; `art`
    is the file or sign that a word by itself shows."""

    items: tuple[Item, ...] = ()
    keep: tuple[Box, ...] = ()
    codes: tuple[tuple[str, Box], ...] = ()
    findings: tuple[Finding, ...] = ()
    least: Type | None = None
    work: int = 1
    origins: tuple[Origin, ...] = ()
    spots: tuple[Spot, ...] = ()
    seals: tuple[Seal, ...] = ()
    art: str = ""


NOTHING = Painted()


def joined(parts: Iterable[Painted]) -> Painted:
    """Several drawings as one, in order."""
    items: list[Item] = []
    keep: list[Box] = []
    codes: list[tuple[str, Box]] = []
    findings: list[Finding] = []
    origins: list[Origin] = []
    spots: list[Spot] = []
    seals: list[Seal] = []
    least: Type | None = None
    work = 1
    for part in parts:
        items += part.items
        if part.spots:
            spots += [spot.after(len(origins)) for spot in part.spots]
        origins += part.origins
        work += part.work
        if part.keep or part.codes or part.findings or part.seals:
            keep += part.keep
            codes += part.codes
            findings += part.findings
            seals += part.seals
        if part.least and (least is None or part.least.size < least.size):
            least = part.least
    known = tuple(keep), tuple(codes), tuple(_told(findings))
    return Painted(tuple(items), *known, least, work, tuple(origins), tuple(spots), tuple(seals))


def transformed(part: Painted, matrix: Matrix, scale: float) -> Painted:
    """A drawing seen through a matrix that scales by `scale`."""
    return Painted(
        (Group(part.items, matrix),) if part.items else (),
        tuple(mapped(matrix, box) for box in part.keep),
        tuple((content, mapped(matrix, box)) for content, box in part.codes),
        part.findings,
        Type(part.least.size * scale, part.least.place) if part.least else None,
        part.work,
        part.origins,
        tuple(spot.through(matrix) for spot in part.spots),
        tuple(seal.through(matrix) for seal in part.seals),
    )


class Drawn(msgspec.Struct, frozen=True):
    """A word of a face and where it draws for one row: boxes in mm, each with its turn in degrees; none, if it does not
    draw there."""

    place: Place
    boxes: tuple[tuple[Box, float], ...]


class Called(msgspec.Struct, frozen=True, eq=False):
    """A face that a word draws: its name and size in mm, `matrix` the way from its mm to those of the face that the
    word stands in; `boxes` says where its own words draw, `calls` what the one of a line calls in turn."""

    face: str
    size: tuple[float, float]
    matrix: Matrix
    boxes: Callable[[], tuple[Drawn, ...]]
    calls: Callable[[int], tuple[Called, ...]]

    def through(self, matrix: Matrix) -> Called:
        """The same, seen through a matrix."""
        return msgspec.structs.replace(self, matrix=multiply(matrix, self.matrix))


Values: TypeAlias = Sequence[Value]


def _nothing_called(box: Box, values: Values) -> Called | None:
    return None


class Painter(msgspec.Struct, frozen=True, eq=False):
    """The values that a word needs, and what paints it from its box and these values; of a word that draws another
    face, also which one it calls."""

    needs: tuple[Expr, ...]
    paint: Callable[[Box, Values], Painted]
    call: Callable[[Box, Values], Called | None] = _nothing_called


def _told(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Findings, of errors alike at one place as many as tell what is wrong: a map may have one for each hexagon."""
    findings = tuple(dict.fromkeys(findings))
    if len(findings) <= MOST_ALIKE:
        yield from findings
        return
    counts: Counter[tuple[str, Place]] = Counter()
    for finding in findings:
        counts[finding.code, finding.place] += finding.severity == "error"
        if counts[finding.code, finding.place] <= MOST_ALIKE:
            yield finding
    for (code, place), count in counts.items():
        if count > MOST_ALIKE:
            message = f"and {count - MOST_ALIKE} more like these, in what is repeated"
            yield Finding("error", code, place, message, "mend the first of them, and look again")
