"""What paints a word, and what painting a word, or a whole face, gives."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec

from pnp.art.paths import multiply
from pnp.face.geometry import turning
from pnp.face.scope import Env, Expr, PaintError, needed_number
from pnp.findings import Finding, KitError, Place
from pnp.kit import bounds
from pnp.kit.components import named_on
from pnp.kit.model import Value
from pnp.kit.toml_source import accepted, shown
from pnp.kit.values import Form
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


_REMEMBERED = 2_000
"""How many paintings of a step are kept; cards that share a value share its items."""

Test: TypeAlias = Callable[[Env], bool]
Way: TypeAlias = tuple[float, float] | Box
"""Where a repetition is drawn: how far from the first place, in mm, or a box of its own."""
Repeater: TypeAlias = Callable[[Env], Iterator[Way | None]]
"""Binds its names in the env, once per repetition, and says where it is drawn; None: it is left out."""
HERE = (0.0, 0.0)


class Geometry(msgspec.Struct, frozen=True, eq=False):
    """Where a step is drawn: a box, inset already, and a turn that are fixed, or the six values they come from."""

    box: Box
    turn: float = 0.0
    needs: tuple[Expr, ...] = ()
    inset: float = 0.0

    def place(self, values: tuple[Value, ...], way: Way) -> tuple[Box, float]:
        """The box of a repetition, and the turn in degrees. Raises `PaintError`."""
        box, turn, inset = self.box, self.turn, self.inset
        if values:
            keys = ("box", "box", "box", "box", "inset", "turn")
            x, y, width, height, inset, turn = map(needed_number, values, keys)
            box = Box(x, y, width, height).inset(inset)
        if isinstance(way, Box):
            box = way.inset(inset)
        if box.width <= 0 or box.height <= 0:
            raise PaintError("box", "box", "the box comes to nothing", "make it larger, or the inset smaller")
        return (box if isinstance(way, Box) or way == HERE else box.moved(*way)), turn


class DrawStep(msgspec.Struct, frozen=True, eq=False):
    """One `[[draw]]`, compiled. What it painted is remembered by the values it was painted from.

    `roots` are the names of row and caller that it depends on; without any it is the same on every card.
    """

    geometry: Geometry
    painter: Painter
    place: Place
    repeat: Repeater | None
    when: Test | None
    keep: bool
    roots: frozenset[str]
    places: tuple[tuple[str, Box], ...] = ()
    """The places of its grid by name, unless they differ from card to card."""
    draws: str = ""
    """The name of the place that it draws each time."""
    form: Form = "square"
    sort: str = ""
    near: bool = False
    painted: dict[object, Painted] = msgspec.field(default_factory=dict)

    def paint(self, env: Env) -> Iterator[Painted]:
        """The step's drawings for one row, in order."""
        try:
            if self.repeat is None:
                if self.when is None or self.when(env):
                    yield self._one(env, HERE)
                return
            for way in self.repeat(env):
                if way is not None and (self.when is None or self.when(env)):
                    yield self._one(env, way)
                else:
                    yield NOTHING
        except PaintError as error:
            yield self._fault(error)

    def boxes(self, env: Env) -> Iterator[tuple[Box, float]]:
        """Where it is drawn for one row, box and turn in degrees, in order; nothing where it has an error."""
        with contextlib.suppress(PaintError):
            for way in self.repeat(env) if self.repeat else (HERE,):
                if way is not None and (self.when is None or self.when(env)):
                    yield self.geometry.place(tuple(need.get(env) for need in self.geometry.needs), way)

    def calls(self, env: Env) -> Iterator[Called]:
        """The faces that it draws for one row, in order; none where it has an error."""
        with contextlib.suppress(PaintError):
            for box, turn in self.boxes(env):  # what is repeated is bound in the row meanwhile
                called = self.painter.call(box, tuple(need.get(env) for need in self.painter.needs))
                if called is not None:
                    yield called.through(turning(box, turn)) if turn % 360 else called

    def _one(self, env: Env, way: Way) -> Painted:
        try:
            where = tuple([need.get(env) for need in self.geometry.needs])
            values = tuple([need.get(env) for need in self.painter.needs])
        except PaintError as error:
            return self._fault(error)
        key = (way, where, values)
        found = self.painted.get(key)
        if found is None:
            if len(self.painted) >= _REMEMBERED:
                self.painted.clear()
            found = self.painted[key] = self._fresh(where, values, way)
        return found

    def _fresh(self, where: tuple[Value, ...], values: tuple[Value, ...], way: Way) -> Painted:
        try:
            box, turn = self.geometry.place(where, way)
            done = self.painter.paint(box, values)
        except PaintError as error:
            return self._fault(error)
        except KitError as error:
            return Painted(findings=error.findings)
        if done.items and not done.origins:  # a face that was called has its own
            origin = Origin(self.place, done.items, self.sort, self.near, done.art)
            done = msgspec.structs.replace(done, origins=(origin,))
        elif self.near:
            origins = tuple(msgspec.structs.replace(origin, near=True) for origin in done.origins)
            done = msgspec.structs.replace(done, origins=origins)
        matrix = turning(box, turn) if turn % 360 else None
        if self.draws and done is not NOTHING:
            spot = Spot(self.draws, box, self.place, self.form, at=len(done.origins))
            done = msgspec.structs.replace(done, spots=(*done.spots, spot))
        if self.keep:
            done = msgspec.structs.replace(done, keep=(*done.keep, box))
        if matrix is None or done is NOTHING:
            return done
        return msgspec.structs.replace(
            done,
            items=(Group(done.items, matrix),),
            keep=tuple(mapped(matrix, kept) for kept in done.keep),
            codes=tuple((content, mapped(matrix, place)) for content, place in done.codes),
            spots=tuple(spot.through(matrix) for spot in done.spots),
            seals=tuple(seal.through(matrix) for seal in done.seals),
        )

    def _fault(self, error: PaintError) -> Painted:
        place = Place(self.place.file, self.place.row, error.key)
        return Painted(findings=(Finding("error", error.code, place, error.message, error.hint),))


class Program:
    """A face for rows of one table, at one size.

    `roots` are the names it depends on, `""` the row; it is static if there are none. `places` are those of its
    grids; where two have a place of the same name, it is that of the one drawn first. `named` are the places that
    somebody asks for which have a name without `place`, each by the number of the step that draws it, or by -1.
    """

    def __init__(
        self,
        steps: tuple[DrawStep, ...],
        findings: tuple[Finding, ...],
        file: str,
        named: Mapping[int, tuple[Spot, ...]],
    ) -> None:
        self.roots = frozenset[str]().union(*(step.roots for step in steps))
        self.is_static = not self.roots
        self.places = dict(place for step in reversed(steps) for place in step.places)
        self._steps = steps
        self._findings = findings
        self._file = file
        self._named = {number: Painted(spots=spots, work=len(spots)) for number, spots in named.items()}
        self._still: dict[int, tuple[Painted, ...]] = {}
        self._painted: Painted | None = None

    def boxes(self, env: Env) -> tuple[Drawn, ...]:
        """Where each word draws for one row, in order."""
        return tuple(Drawn(step.place, tuple(step.boxes(env))) for step in self._steps)

    def calls(self, env: Env, line: int) -> tuple[Called, ...]:
        """The faces that the word of a line of its file draws for one row, in order."""
        return tuple(called for step in self._steps if step.place.row == line for called in step.calls(env))

    def paint(self, env: Env) -> Painted:
        """The face for one row. The same value each time, if nothing in it depends on the row."""
        if self._painted is None:
            painted = self._fresh(env)
            if not self.is_static:
                return painted
            self._painted = painted
        return self._painted

    def _fresh(self, env: Env) -> Painted:
        parts: list[Painted] = [Painted(findings=self._findings)] if self._findings else []
        work = 0
        for number, step in enumerate(self._steps):
            for part in self._still.get(number) or self._step(number, step, env):
                parts.append(part)
                work += part.work
                if work > bounds.ITEMS.most:
                    message = f"the face draws more than {bounds.ITEMS.most} things"
                    finding = Finding("error", "size", Place(self._file), message, "repeat less")
                    return joined([*parts, Painted(findings=(finding,))])
            if number in self._named:
                parts.append(self._named[number])
        return joined([*parts, self._named[-1]] if -1 in self._named else parts)

    def _step(self, number: int, step: DrawStep, env: Env) -> Iterator[Painted]:
        """A step's drawings; those that are the same on every card are kept."""
        if step.roots:
            yield from step.paint(env)
            return
        made: list[Painted] = []
        work = 0
        for part in step.paint(env):
            made.append(part)
            work += part.work
            if work > bounds.ITEMS.most:
                break
        self._still[number] = tuple(made)
        yield from made


class Lying(msgspec.Struct, frozen=True):
    """A piece as it lies on a face: how much smaller it is, and the boxes of its places there, in mm, by name."""

    scale: float
    places: Mapping[str, tuple[Box, ...]]


def lying(scale: float, matrix: Matrix, spots: Iterable[Spot]) -> Lying:
    """A piece that is seen through a matrix, with the places on it."""
    places: dict[str, tuple[Box, ...]] = {}
    for spot in spots:
        box = mapped(multiply(matrix, spot.matrix), spot.box)
        places[spot.name] = (*places.get(spot.name, ()), box)
    return Lying(scale, places)


def places_at(at: str, pieces: Mapping[str, Lying]) -> tuple[Box, ...]:
    """The boxes of the place that `component:place` names, in the order in which they are drawn."""
    component, place = named_on(at)
    if component not in pieces:
        hint = f'draw it first: piece = "{component}"'
        raise PaintError("at", "unknown-component", f"no piece of {shown(component)} lies here yet", hint)
    found = pieces[component].places.get(place)
    if found is None:
        hint = accepted(pieces[component].places, place)
        raise PaintError("at", "unknown-place", f"{component} has no place {shown(place)}", hint)
    return found
