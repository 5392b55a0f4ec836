"""The page of changes: one HTML file with old and new side by side, that needs nothing beside it."""

from __future__ import annotations

import base64
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from html import escape, unescape
from pathlib import Path

from pnp.changes.comparison import Comparison, Group, in_words
from pnp.changes.pairs import KINDS
from pnp.changes.snapshot import Snapshot
from pnp.changes.swap_list import known_fonts
from pnp.changes.told import Told
from pnp.kit.theme import press_theme
from pnp.output.manifest import PieceEntry
from pnp.render.svg import subset_font, write_svg
from pnp.scene import Box, Ellipse, Item, Scene, Text, Use
from pnp.scene import Group as Grouped
from pnp.text.fonts import FontBook

MOST_SIDES = 4
"""Sides of one piece that are shown; a leaflet may have more that changed."""
ICONS = {
    "changed": "M3 13l.7-3L11 2.7l2.3 2.3L6 12.3z",
    "new": "M8 3v10M3 8h10",
    "gone": "M3 8h10",
    "same": "M2.8 8.5l3.4 3.4 7-7.6",
    "filter": "M10.5 10.5L14 14M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z",
}


def page(comparisons: Sequence[Comparison], named: str) -> str:
    """The page of a comparison in each language; its own words are those of the first. `named` is how the old state was
    named."""
    return _Page(comparisons, named).text()


class _Page:
    def __init__(self, comparisons: Sequence[Comparison], named: str) -> None:
        self.comparisons = comparisons
        self.named = named
        self.first = comparisons[0]
        self.say = self.first.say
        self.fonts = self.first.new.fonts or self.first.old.fonts or FontBook(press_theme().fonts)
        self._drawn = 0
        self._headings = ""
        self._used: defaultdict[str, set[str]] = defaultdict(set)

    def text(self) -> str:
        say = self.say.diff
        title = say.title.format(kit=self.first.new.titled(self.first.language))
        body = "".join(self._body(title))  # before the head, which brings the typefaces of what was drawn
        self._headings = "".join(re.findall(r"<h[1-3]>(.*?)</h", body))
        return (
            f'<!doctype html>\n<html lang="{escape(self.first.language)}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(title)}</title>\n<style>\n{_look('page.css')}{self._typefaces()}{self._spoken()}</style>\n"
            f"</head>\n<body>\n{body}<script>\n{_look('page.js')}</script>\n</body>\n</html>\n"
        )

    def _body(self, title: str) -> Iterator[str]:
        first, say = self.first, self.say.diff
        tail = '<svg viewBox="0 0 8 12" aria-hidden="true"><path d="M0 0h8v12L4 8.6 0 12z" fill="currentColor"/></svg>'
        version = f"{first.old.version} → {first.new.version}" if first.old.version != first.new.version else ""
        yield f'<a class="skip" href="#work">{escape(say.skip)}</a>\n<div class="app">\n'
        yield f'<header class="top"><div class="kit">{tail}<div><h1>{escape(title)}</h1>'
        yield f'<p class="small soft">{escape(version or first.new.version)}</p></div></div>'
        yield f"{self._languages()}</header>\n"
        yield f'<aside class="rail" aria-label="{escape(say.compared)}">{"".join(self._rail())}</aside>\n'
        yield f'<main class="work" id="work">{self._tools()}'
        yield f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(title)}">'
        for comparison in self.comparisons:
            yield "".join(self._pairs(comparison))
        yield f'<p class="nothing" hidden>{escape(say.none_found)}</p></div></main>\n'
        yield f'<footer class="status">{"".join(self._status())}</footer>\n</div>\n'

    # --- round the pairs -------------------------------------------------------------------------------

    def _rail(self) -> Iterator[str]:
        say = self.say.diff
        old, new = self.first.old, self.first.new
        yield f'<div class="block"><h2>{escape(say.compared)}</h2><dl class="said">'
        for name, state in ((say.old, old), (say.new, new)):
            build = f'<span class="mono soft">{escape(state.build)}</span>'
            yield f"<dt>{escape(name)}</dt><dd>{escape(state.where)}<br>{build}</dd>"
        yield f'</dl></div><div class="block"><h2>{escape(say.in_words)}</h2>'
        for comparison in self.comparisons:
            yield f'<ul class="needs" data-language="{escape(comparison.language)}">'
            for kind, number, about in in_words(comparison):
                name = kind or "same"
                words = f"<b>{escape(number)}</b> · {escape(about)}" if number else escape(about)
                yield f'<li><span class="is-{name}">{_icon(name)}</span><span>{words}</span></li>'
            yield "</ul>"
        yield "</div>"
        if new.packed and not old.packed and any(comparison.found for comparison in self.comparisons):
            command = f"pnp build {new.where} --changed-since {self.named}"
            yield f'<div class="block"><h2>{escape(say.print_only)}</h2><p><code>{escape(command)}</code></p></div>'

    def _tools(self) -> str:
        say = self.say.diff
        counts = {kind: max(len(comparison.of(kind)) for comparison in self.comparisons) for kind in KINDS}
        kinds = [("all", say.all, sum(counts.values())), *((kind, say.kinds[kind], counts[kind]) for kind in KINDS)]
        which = "".join(
            f'<label><input type="radio" name="k" id="k-{kind}"{" checked" if kind == "all" else ""}>{escape(name)}'
            f' <span class="num">{count}</span></label>'
            for kind, name, count in kinds
        )
        how = "".join(
            f'<label><input type="radio" name="how" id="h-{way}"{" checked" if way == "side" else ""}>'
            f"{escape(name)}</label>"
            for way, name in zip(("side", "over", "only"), say.ways, strict=True)
        )
        return (
            f'<div class="tools"><label class="field" hidden>{_icon("filter")}'
            f'<span class="vh">{escape(say.filter)}</span>'
            f'<input type="search" placeholder="{escape(say.filter_hint)}"></label>'
            f'<fieldset class="seg"><legend class="vh">{escape(say.which)}</legend>{which}</fieldset>'
            f'<fieldset class="seg push"><legend class="vh">{escape(say.how)}</legend>{how}</fieldset>'
            f'<label class="tick"><input type="checkbox" id="rings" checked>{escape(say.rings)}</label></div>'
        )

    def _languages(self) -> str:
        if len(self.comparisons) < 2:
            return ""
        choices = "".join(
            f'<label><input type="radio" name="l" id="l-{escape(one.language)}"{" checked" if not number else ""}>'
            f"{escape(one.language)}</label>"
            for number, one in enumerate(self.comparisons)
        )
        legend = f'<legend class="vh">{escape(self.say.diff.languages)}</legend>'
        return f'<fieldset class="seg push">{legend}{choices}</fieldset>'

    def _spoken(self) -> str:
        """Shows the faces of the language that is chosen."""
        rule = 'body:has(#l-{0}:checked) [data-language]:not([data-language="{0}"]) {{ display: none; }}\n'
        return "".join(rule.format(one.language) for one in self.comparisons) if len(self.comparisons) > 1 else ""

    def _status(self) -> Iterator[str]:
        for one in self.comparisons:
            said = self.say.diff.differ.format(n=len(one.found), total=one.total)
            words = said if one.found else self.say.diff.unchanged
            yield f'<p class="status__now" data-language="{escape(one.language)}">{_icon("same")}{escape(words)}</p>'
        builds = self.say.swap.old_new.format(old=self.first.old.build, new=self.first.new.build)
        yield f'<p class="soft">{escape(builds)}</p>'

    # --- pairs -----------------------------------------------------------------------------------------

    def _pairs(self, comparison: Comparison) -> Iterator[str]:
        yield f'<div class="pairs" data-language="{escape(comparison.language)}">'
        if not comparison.found:
            yield f'<p class="nothing">{escape(self.say.diff.unchanged)}</p>'
        for group in comparison.groups:
            yield self._group(comparison, group)
        for one in comparison.single:
            yield "".join(self._pair(comparison, one))
        yield "</div>"

    def _group(self, comparison: Comparison, group: Group) -> str:
        """What many faces have in common, one of them, and the others on wish."""
        say = self.say.diff
        title = escape(comparison.named(group))
        alike = escape(self.say.count(len(group.members), say.group))
        rest = "".join("".join(self._pair(comparison, one)) for one in group.members)
        example = "".join(self._pair(comparison, group.members[0], heading=f"{title} · {alike}"))
        return f'{example}<details class="many"><summary>{escape(say.open_group)}: {title} · {alike}</summary>' + (
            f'<div class="pairs">{rest}</div></details>'
        )

    def _pair(self, comparison: Comparison, one: Told, heading: str = "") -> Iterator[str]:
        say, change = self.say.diff, one.change
        kind = change.kind
        forms = {"changed": say.changed, "new": say.fresh, "gone": say.gone}
        columns = [cell.column for cell in one.cells]
        words = " ".join(
            (one.title, one.old_title, one.key, change.component, comparison.titled(change.component), *columns)
        )
        both = " pair-card--both" if change.old and change.new else ""
        yield f'<article class="pair-card{both}" data-kind="{kind}" data-words="{escape(words.lower())}">'
        yield f'<header><h3>{heading or escape(one.title)}</h3><span class="tagline tagline--{kind}">'
        yield f'{escape(forms[kind][0])}</span><span class="small soft push">{escape(one.key)}</span></header>'
        sides = [*one.differences][:MOST_SIDES] or [next(iter((change.new or change.old or _NONE).faces), "")]
        for number, side in enumerate(sides):
            found = one.differences.get(side)
            name = "" if len(sides) == 1 and side in ("front", "") else f" · {self.say.side(side)}"
            old, new = comparison.old, comparison.new
            yield '<div class="pair">'
            yield self._figure(old, change.old, side, found.old if found else (), say.not_before, f"{say.old}{name}")
            yield self._figure(new, change.new, side, found.new if found else (), say.not_now, f"{say.new}{name}")
            said = () if one.cells or not found else tuple(map(self.say.says, found.said))
            row = "".join(self._what(one)) if number == 0 else ""
            yield f'<div class="what">{"".join(f"<p>{escape(text)}</p>" for text in said)}{row}</div></div>'
        yield "</article>"

    def _what(self, one: Told) -> Iterator[str]:
        say = self.say
        for cell in one.cells:
            old, new = (f"<{tag}>{escape(text or '–')}</{tag}>" for tag, text in (("del", cell.old), ("ins", cell.new)))
            yield f"<p><b>{escape(cell.column)}</b><br>{old} → {new}</p>"
        if not one.cells and not one.differences and one.change.old and one.change.new:
            yield "".join(f"<p>{escape(statement)}</p>" for statement in one.statements(say))
        if one.key and not (one.change.old and one.change.new):
            yield f"<p>{escape(say.diff.row.format(key=one.key))}</p>"
        for place in (*one.draws, *((one.place,) if one.place else ())):
            yield f'<p><span class="mono">{escape(place)}</span></p>'
        copies = one.change.put_in or one.change.take_out
        yield f'<p class="soft">{escape(say.count(copies, say.pieces))}</p>'

    def _figure(
        self, state: Snapshot, piece: PieceEntry | None, side: str, rings: Iterable[Box], nothing: str, caption: str
    ) -> str:
        scene = state.scene(piece.faces.get(side, "")) if piece else None
        if scene is None:
            words = escape(self.say.diff.not_kept if piece and side in piece.faces else nothing)
            shown = f'<div class="void" style="aspect-ratio:63.5/88.9">{words}</div>'
        else:
            shown = f"<div>{self._face(scene)}{''.join(_ring(box, scene) for box in rings)}</div>"
        return f"<figure>{shown}<figcaption>{escape(caption)}</figcaption></figure>"

    def _face(self, scene: Scene) -> str:
        known = known_fonts(scene, self.fonts)
        self._note(known.items)
        self._drawn += 1
        drawn = write_svg(known, fonts=self.fonts, embed=False, prefix=f"f{self._drawn}-")
        radius = "50%" if isinstance(scene.outline, Ellipse) else _corner(scene)
        start = drawn.index("<svg")
        return f'<div class="paper" style="border-radius:{radius}">{drawn[start:]}</div>'

    def _note(self, items: Iterable[Item]) -> None:
        """The characters that a typeface must bring."""
        for item in items:
            if isinstance(item, Text):
                self._used[item.font].update(item.text)
            elif isinstance(item, Grouped):
                self._note(item.items)
            elif isinstance(item, Use):
                self._note(item.art.items)

    def _typefaces(self) -> str:
        press = FontBook(press_theme().fonts)
        letters = "".join(sorted({*unescape(self._headings)}))
        rules = [_font_face("Spectral", subset_font(press.font(press.face("display", bold=True)), letters), "600")]
        for face, characters in sorted(self._used.items()):
            data = subset_font(self.fonts.font(face), "".join(sorted(characters)))
            rules.append(_font_face(face, data))
        return "".join(rules)


_NONE = PieceEntry(component="", key="", language="", copies=0, faces={})


def _font_face(family: str, woff: bytes, weight: str = "normal") -> str:
    source = f"data:font/woff;base64,{base64.b64encode(woff).decode()}"
    return f'@font-face {{ font-family: "{family}"; font-weight: {weight}; src: url({source}); }}\n'


def _ring(box: Box, scene: Scene) -> str:
    sides = (
        ("left", box.x / scene.width),
        ("top", box.y / scene.height),
        ("width", box.width / scene.width),
        ("height", box.height / scene.height),
    )
    return f'<span class="ring" style="{";".join(f"{name}:{share:.2%}" for name, share in sides)}"></span>'


def _corner(scene: Scene) -> str:
    return f"{scene.corner / scene.width:.2%} / {scene.corner / scene.height:.2%}"


def _icon(name: str) -> str:
    return f'<svg class="i" viewBox="0 0 16 16" aria-hidden="true"><path d="{ICONS[name]}"/></svg>'


def _look(name: str) -> str:
    return (Path(__file__).with_name("look") / name).read_text("utf-8")
