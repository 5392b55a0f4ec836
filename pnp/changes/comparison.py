"""Two states of a kit side by side: every change looked at, by language, and what is one change of many faces."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from pnp.changes.pairs import KINDS, Kind, changes
from pnp.changes.snapshot import Snapshot
from pnp.changes.told import Told, told
from pnp.changes.words import Words, words

MANY = 12
"""More faces that changed alike are told as one: somebody moved a box, and nobody looks at each card for that."""


class Group(msgspec.Struct, frozen=True, eq=False):
    """Pieces that changed in the same way, as where one draw of a face that they share was moved: what it is, not what
    their rows say."""

    components: tuple[str, ...]
    statements: tuple[str, ...]
    members: tuple[Told, ...]

    @property
    def draws(self) -> tuple[str, ...]:
        """What drew what changed."""
        return tuple(dict.fromkeys(draw for one in self.members for draw in one.draws))


class Comparison(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """What changed in one language. `total` counts the pieces, one for each row, with those that are gone."""

    old: Snapshot
    new: Snapshot
    language: str
    found: tuple[Told, ...]
    groups: tuple[Group, ...]
    total: int

    @property
    def say(self) -> Words:
        return words(self.language)

    @property
    def single(self) -> tuple[Told, ...]:
        """What is told by itself."""
        grouped = {id(one) for group in self.groups for one in group.members}
        return tuple(one for one in self.found if id(one) not in grouped)

    def of(self, kind: Kind, component: str = "") -> tuple[Told, ...]:
        return tuple(one for one in self.found if one.change.kind == kind and component in ("", one.change.component))

    @property
    def same(self) -> tuple[str, ...]:
        """The titles of components of which no piece changed."""
        changed = {one.change.component for one in self.found}
        there = dict.fromkeys(piece.component for piece in self.new.pieces if piece.language == self.language)
        return tuple(self.titled(component) for component in there if component not in changed)

    def named(self, group: Group) -> str:
        """The titles of the components of a group."""
        return ", ".join(map(self.titled, group.components))

    def titled(self, component: str) -> str:
        """The title of a component, now or as it was."""
        named = self.new.components.get(component) or self.old.components.get(component)
        return named.titled(self.language) if named else component


def compared(old: Snapshot, new: Snapshot, languages: Iterable[str] = ()) -> tuple[Comparison, ...]:
    """Compares two states in each language that one of them has, or in those that are asked for."""
    asked = tuple(languages) or tuple(dict.fromkeys((*new.languages, *old.languages)))
    return tuple(_in(old, new, language) for language in asked)


def _in(old: Snapshot, new: Snapshot, language: str) -> Comparison:
    found = tuple(told(change, old, new, language) for change in changes(old, new, language))
    gone = sum(1 for one in found if one.change.new is None)
    return Comparison(
        old=old,
        new=new,
        language=language,
        found=found,
        groups=_groups(found, words(language)),
        total=gone + sum(1 for piece in new.pieces if piece.language == language),
    )


def _groups(found: Sequence[Told], say: Words) -> tuple[Group, ...]:
    alike: defaultdict[tuple[str, ...], list[Told]] = defaultdict(list)
    for one in found:
        if one.change.renewed and one.change.old and one.change.new and not one.cells:
            alike[*one.statements(say), *one.copies(say)].append(one)
    return tuple(
        Group(tuple(dict.fromkeys(one.change.component for one in members)), statements, tuple(members))
        for statements, members in alike.items()
        if len(members) > MANY
    )


def in_words(comparison: Comparison, words: Words) -> list[tuple[Kind | None, str, str]]:
    """What changed, a line for each kind and component, and one for all that did not: the kind, the number with its
    word, and what it is about."""
    say = words.diff
    lines: list[tuple[Kind | None, str, str]] = []
    forms = {"changed": say.changed, "new": say.fresh, "gone": say.gone}
    for kind in KINDS:
        for component in dict.fromkeys(one.change.component for one in comparison.of(kind)):
            own = comparison.of(kind, component)
            number = f"{len(own)} {words.count(len(own), forms[kind])}"
            names = ", ".join(one.title for one in own) if len(own) <= 3 and own[0].key else ""
            title = comparison.titled(component)
            lines.append((kind, number, f"{title}: {names}" if names and names != title else title))
    if comparison.same:
        lines.append((None, "", say.same.format(titles=", ".join(comparison.same))))
    return lines
