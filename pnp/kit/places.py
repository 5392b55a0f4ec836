"""Places of faces by name, and the pieces that are laid on them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from pnp.kit.grids import kept
from pnp.kit.hints import accepted
from pnp.kit.model import AnyComponent, Face, Faced
from pnp.kit.structs import shown

if TYPE_CHECKING:
    from pnp.kit.lines import KeyPath
    from pnp.kit.source import Document


def named_on(on: str) -> tuple[str, str]:
    """The component and the place that `component:place` names."""
    component, _, place = on.partition(":")
    return component, place


def shown_face(component: AnyComponent) -> str:
    """The face that a component has at its front, on which other pieces may be laid; empty if it has none."""
    return component.face if isinstance(component, Faced) else ""


def check_places(
    components: tuple[AnyComponent, ...], declared: Collection[str], faces: Mapping[str, Face], kit: Document
) -> None:
    """Notes each component, of those that are `declared`, and each place of it, that a piece is laid on and that is not
    there."""
    by_id = {component.id: component for component in components}
    places = _Places(faces)
    for piece, path in _pieces(components, kit):
        for index, on in enumerate(piece.on):
            if kit.source.full:
                return
            host, place = named_on(on)
            if host not in declared:
                message = f"there is no component {shown(host)} to lie on"
                hint = accepted(set(declared) - {piece.id}, host)
                kit.source.error((*path, index), "unknown-component", message, hint)
            elif host in by_id and not places.has(face := shown_face(by_id[host]), place):
                message = f"the front of {host} has no place {shown(place)}"
                hint = accepted(places.of(face), place)
                kit.source.error((*path, index), "unknown-place", message, hint)


class _Places:
    """The names of places, looked up once for each face: a kit may ask for thousands."""

    def __init__(self, faces: Mapping[str, Face]) -> None:
        self._faces = faces
        self._names: dict[str, dict[str, None]] = {}
        self._within: dict[str, tuple[str, ...]] = {}

    def has(self, face: str, place: str) -> bool:
        """Whether a face, or one that it draws, has a place; true if one of them could not be read."""
        return any(name not in self._faces or place in self._own(name) for name in self._drawn(face) if name)

    def of(self, face: str) -> Iterator[str]:
        """The places of a face and of those that it draws."""
        return (place for name in self._drawn(face) if name for place in self._own(name))

    def _own(self, name: str) -> dict[str, None]:
        found = self._names.get(name)
        if found is None:
            face = self._faces[name]
            found = self._names[name] = dict.fromkeys((*(draw.place for draw in face.draws if draw.place), *face.boxes))
            for grid in (draw.grid for draw in face.draws if draw.grid):
                found |= dict.fromkeys(cell.name for cell in kept(grid))
        return found

    def _drawn(self, name: str) -> tuple[str, ...]:
        """A face and all that it draws."""
        if name not in self._within:
            names, ahead = {name: None}, [name]
            while ahead:
                face = self._faces.get(ahead.pop())
                called = [draw.face_called for draw in face.draws if draw.face_called] if face else []
                ahead += dict.fromkeys(other for other in called if other not in names)
                names |= dict.fromkeys(called)
            self._within[name] = tuple(names)
        return self._within[name]


def _pieces(components: Iterable[AnyComponent], kit: Document) -> Iterator[tuple[Faced, KeyPath]]:
    """What is laid on something, and the path of the key that says so."""
    section = kit.values.get("component", [])
    tables = enumerate(section if isinstance(section, list) else [])
    paths = {kit.source.line(("component", number)): ("component", number, "on") for number, _ in tables}
    for component in components:
        if isinstance(component, Faced) and component.on:
            yield component, paths[component.line]
