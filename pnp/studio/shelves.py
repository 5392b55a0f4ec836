"""The page of all faces: what stands on its shelves and in its rail, ready to be written as HTML."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath

import msgspec

from pnp.findings import Finding
from pnp.kit import Kit
from pnp.kit.model import AnyComponent, Faced, Leaflet, TuckBox
from pnp.scene import Box, Ellipse
from pnp.sheet.parts import count, trim_size
from pnp.studio.dependence import file_of
from pnp.studio.notes import Notes
from pnp.studio.proof import Counts, FaceId, Mode, Shown
from pnp.studio.session import Session
from pnp.studio.sieve import Sieve, changed_by, extremes, nearest, sieve
from pnp.studio.view import View
from pnp.studio.words import Words

NO_ROW = "-"
"""The row of a piece that has none, in an address."""
_ICONS = {"board": "page", "sheet": "page", "token": "coin", "tile": "face", "leaflet": "book", "box": "box"}


class Part(msgspec.Struct, frozen=True):
    """A component in the rail."""

    id: str
    title: str
    icon: str
    about: str
    pieces: str
    errors: int
    warnings: int
    address: str


class Plate(msgspec.Struct, frozen=True):
    """A face on a shelf. `why` is what made it different from what was seen, or what is remarkable about it."""

    shown: Shown
    address: str
    name: str
    label: str
    language: str
    changed: bool
    why: str
    errors: int
    warnings: int
    spots: tuple[tuple[Box, str], ...]


class Shelf(msgspec.Struct, frozen=True):
    """The faces of a component that are shown."""

    id: str
    title: str
    about: str
    files: tuple[str, ...]
    round: bool
    plates: tuple[Plate, ...]


class Shelves(msgspec.Struct, frozen=True):
    """What the page shows, with the numbers of all faces, of those that changed, and of those with findings."""

    parts: tuple[Part, ...]
    shelves: tuple[Shelf, ...]
    pieces: int
    all: int
    changed: int
    found: int
    fault: str = ""
    hint: str = ""
    nearest: str = ""


def address(shown: Shown) -> str:
    """The address of the page of one face."""
    side = "" if shown.side == "front" else f"/{shown.side}"
    row = f"/{shown.key or NO_ROW}" if shown.key or side else ""
    return f"/face/{shown.component}{row}{side}"


def millimetres(length: float) -> str:
    """A length as people write it: `63.5`."""
    return f"{length:.2f}".rstrip("0").rstrip(".")


def size_of(kit: Kit, component: AnyComponent) -> str:
    """How large a component is, in mm: `63.5 × 88.9`, `⌀ 24`."""
    if isinstance(component, Leaflet):
        return ""
    width, height = trim_size(kit, component)
    if getattr(component, "shape", "") == "round":
        return f"⌀ {millimetres(width)}"
    return f"{millimetres(width)} × {millimetres(height)}"


def shelved(session: Session, view: View, notes: Notes, say: Words) -> Shelves:
    """The page of a view."""
    proof = session.proof
    kit = proof.kit
    if kit is None:
        return Shelves((), (), 0, 0, 0, 0)
    sifted = sieve(view.q, kit)
    modes = view.modes(kit.languages)
    for mode in modes:
        session.in_mode(mode)
    plates: defaultdict[str, list[Plate]] = defaultdict(list)
    every = changed = found = 0
    for mode in modes:
        for plate in _plates(session, mode, view, notes, say, many=len(modes) > 1):
            every += 1
            changed += plate.changed
            found += bool(plate.errors or plate.warnings)
            if _wanted(plate, view, sifted):
                plates[plate.shown.component].append(plate)
    shelves = (
        _shelf(kit, component, _ordered(plates[component.id], view, say), say)
        for component in kit.components
        if plates[component.id]
    )
    parts = tuple(_part(kit, component, notes, say, view, proof.counts) for component in kit.components)
    meant = nearest(view.q, session.proof.of(modes[0])) if view.q and not plates and not sifted.fault else ""
    pieces = sum(count(kit, component) for component in kit.components if not isinstance(component, Leaflet))
    return Shelves(parts, tuple(shelves), pieces, every, changed, found, sifted.fault, sifted.hint, meant)


def _plates(session: Session, mode: Mode, view: View, notes: Notes, say: Words, *, many: bool) -> Iterator[Plate]:
    kit = session.proof.kit
    assert kit is not None
    before = session.before(mode)
    faces = session.proof.of(mode)
    titles = {component.id: component.title[mode[0]] for component in kit.components}
    hidden = _hidden(faces, view)
    for shown in faces:
        if shown.id in hidden:
            continue
        why = changed_by(shown, before)
        found = notes.on(shown)
        errors = sum(1 for one in found if one.severity == "error")
        label = shown.title if shown.key or shown.side == "front" else titles[shown.component]
        side = "" if shown.side == "front" else say.side(shown.side)
        yield Plate(
            shown=shown,
            address=address(shown) + view.query(language=mode[0]),
            name=", ".join(part for part in (label, side, mode[0] if many else "") if part),
            label=" · ".join(part for part in (label, side) if part),
            language=mode[0],
            changed=why is not None,
            why=say.listed(why, 1) if why else "",
            errors=errors,
            warnings=len(found) - errors,
            spots=tuple(_spots(shown, found, notes)),
        )


def _spots(shown: Shown, found: Iterable[Finding], notes: Notes) -> Iterator[tuple[Box, str]]:
    """Where on a face the findings are."""
    for finding in found:
        for box, _ in shown.spots.get(f"{notes.file(finding.place.file)}:{finding.place.row}", ()):
            yield box, finding.severity


def _hidden(faces: Sequence[Shown], view: View) -> frozenset[FaceId]:
    """The backs that are not shown: all of them, or those that were shown with another card of their component."""
    known: set[tuple[str, str]] = set()
    hidden: set[FaceId] = set()
    for shown in faces:
        look = (shown.component, shown.fingerprint)
        if shown.side == "back" and (not view.backs or look in known):
            hidden.add(shown.id)
        known.add(look)
    return frozenset(hidden)


def _wanted(plate: Plate, view: View, sifted: Sieve) -> bool:
    if view.which == "changed" and not plate.changed:
        return False
    if view.which == "found" and not (plate.errors or plate.warnings):
        return False
    return sifted.holds(plate.shown)


def _ordered(plates: Sequence[Plate], view: View, say: Words) -> tuple[Plate, ...]:
    if view.order == "extremes":
        return _remarkable(plates, say)
    if view.order == "changed":
        return tuple(sorted(plates, key=lambda plate: not plate.changed))
    if view.order == "found":
        return tuple(sorted(plates, key=lambda plate: (not plate.errors, not plate.warnings)))
    return tuple(plates)


def _remarkable(plates: Sequence[Plate], say: Words) -> tuple[Plate, ...]:
    """What is remarkable first, each with the reason."""
    reasons = extremes([plate.shown for plate in plates])
    order = {face: number for number, face in enumerate(reasons)}

    def told(plate: Plate) -> Plate:
        found = reasons.get(plate.shown.id)
        return msgspec.structs.replace(plate, why=say(found[0], column=found[1])) if found and not plate.why else plate

    return tuple(sorted(map(told, plates), key=lambda plate: order.get(plate.shown.id, len(order))))


def _shelf(kit: Kit, component: AnyComponent, plates: Sequence[Plate], say: Words) -> Shelf:
    language = plates[0].language
    pieces = say.count("pieces", sum(copies for copies in _copies(plates).values()))
    files = [file_of(component.face)] if isinstance(component, Faced) else []
    if isinstance(component, TuckBox):
        files = [file_of(component.faces.front)]
    if component.each in kit.tables:
        files.append(PurePosixPath(kit.tables[component.each].file).name)
    return Shelf(
        id=component.id,
        title=component.title[language],
        about=f"{pieces} · {size_of(kit, component)} mm",
        files=tuple(files),
        round=isinstance(plates[0].shown.scene.outline, Ellipse),
        plates=tuple(plates),
    )


def _copies(plates: Iterable[Plate]) -> Mapping[str, int]:
    return {plate.shown.key: plate.shown.copies for plate in plates}


def _part(kit: Kit, component: AnyComponent, notes: Notes, say: Words, view: View, counts: Counts | None) -> Part:
    found = notes.of(component.id)
    pieces = count(kit, component)
    size = size_of(kit, component)
    kind = say.kind(component.kind)
    errors = sum(1 for one in found if one.severity == "error")
    pages = counts.pages.get(component.id, 0) if counts else 0
    leaflet = f"/leaflet/{component.id}{View(language=view.language).query()}"
    several = "cards" if pieces > 1 else "card"
    language = view.modes(kit.languages)[0][0]
    return Part(
        id=component.id,
        title=component.title[language],
        icon=_ICONS.get(component.kind, several),
        about=f"{kind} · {size}" if size else kind,
        pieces=say("pages_short", n=pages) if pages else str(pieces),
        errors=errors,
        warnings=len(found) - errors,
        address=leaflet if isinstance(component, Leaflet) else f"#part-{component.id}",
    )
