"""Titles, and what to bring: they are bound once, as the kit is read, and know no row."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pnp.face.errors import PaintError, UnknownNameError
from pnp.face.scope import Env, Scope, World
from pnp.kit import Kit
from pnp.kit.bindings import parse_template
from pnp.kit.model import Localised
from pnp.kit.structs import BadValueError, shown

if TYPE_CHECKING:
    from pnp.kit.lines import KeyPath
    from pnp.kit.source import Document, Source

_ESCAPED = r"\\([\\*{}\[\]])"
_SIGN = r"(?s)\\.|(\{[^{}]*\})"


def facts(kit: Kit) -> dict[str, str | Localised]:
    """What can be bound of a kit by itself."""
    return {
        "kit.title": kit.title,
        "kit.version": kit.version,
        "kit.players": _span(kit.players),
        "kit.minutes": _span(kit.minutes) if kit.minutes else "",
        "kit.age": "" if kit.age is None else str(kit.age),
    }


def _span(ends: tuple[int, int]) -> str:
    least, most = ends
    return str(least) if least == most else f"{least}–{most}"


def with_bound_titles(kit: Kit, document: Document) -> Kit:
    """The kit with all that its titles and `[[bring]]` bind; notes at its line what means nothing there. Running text,
    as `[[bring]]` is, keeps its escapes."""
    texts = (kit.title, *kit.bring, *(component.title for component in kit.components))
    if not any("{" in text for localised in texts for text in localised.texts.values()):
        return kit
    title = _Binder(kit, document.source, itself=True).title(kit.title, ("kit", "title"))
    kit = replace(kit, title=title)
    binder = _Binder(kit, document.source)
    section = document.values.get("component")
    tables = section if isinstance(section, list) else []
    places = {table.get("id"): number for number, table in enumerate(tables) if isinstance(table, dict)}
    return replace(
        kit,
        components=tuple(
            replace(one, title=binder.title(one.title, ("component", places[one.id], "title")))
            for one in kit.components
        ),
        bring=tuple(binder.running(text, ("bring", number, "text")) for number, text in enumerate(kit.bring)),
    )


class _Binder:
    """Binds texts of a kit; `itself`: its title, in which it does not stand."""

    def __init__(self, kit: Kit, source: Source, *, itself: bool = False) -> None:
        from pnp.face import inventory

        self._kit = kit
        self._source = source
        self._facts = {name: fact for name, fact in facts(kit).items() if not itself or name != "kit.title"}
        self._tables = {inventory.NAME: inventory.inventory(kit), **kit.tables}

    def title(self, texts: Localised, path: KeyPath) -> Localised:
        """A title in all languages: no running text, its asterisks are asterisks."""
        bound = self.running(texts, path).texts
        return Localised(
            {
                language: re.sub(_ESCAPED, r"\1", bound[language]) if "{" in text else text
                for language, text in texts.texts.items()
            }
        )

    def running(self, texts: Localised, path: KeyPath) -> Localised:
        """A running text in all languages; as it stands where it cannot be bound, which is noted."""
        alike = len(set(texts.texts.values())) == 1
        return Localised(
            {
                language: self._bound(text, language, path if alike else (*path, language)) if "{" in text else text
                for language, text in texts.texts.items()
            }
        )

    def _bound(self, text: str, language: str, path: KeyPath) -> str:
        scope = Scope(self._world(language), {}, None)
        try:
            template = parse_template(text)
            for node in template.nodes:
                scope.node(node)  # an unknown name is no sign here
            found = str(scope.text(template, running=True).get(Env(None, {})))
            sign = next((match[1] for match in re.finditer(_SIGN, found) if match[1]), "")
            if sign:
                raise BadValueError(
                    f"holds {shown(sign)}, a sign, which only faces and leaflets show", "say it in words"
                )
        except UnknownNameError as unknown:
            self._source.error(path, "unknown-name", f"{shown(unknown.name)} means nothing here", unknown.hint)
        except (BadValueError, PaintError) as wrong:
            self._source.error(path, "value", f"{path[-1]} {wrong.message}", wrong.hint)
        else:
            return found
        return text

    def _world(self, language: str) -> World:
        said: Mapping[str, str | Localised] = {**self._facts, "language": language}
        return World(language, self._kit.languages, self._kit.words, said, self._tables)
