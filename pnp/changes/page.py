"""The page of changes: one HTML file with old and new side by side, that needs nothing beside it."""

from __future__ import annotations

import base64
import re
import shlex
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from html import escape, unescape

from pnp.changes.cards import Cards, icon, look, named, told
from pnp.changes.comparison import Comparison
from pnp.changes.snapshot import Snapshot
from pnp.changes.swap_list import known_fonts
from pnp.changes.told import Told
from pnp.changes.words import spoken_in
from pnp.kit.theme import press_theme
from pnp.render.svg import subset_font, write_svg
from pnp.scene import Ellipse, Item, Scene, Text, Use
from pnp.scene import Group as Grouped
from pnp.text.fonts import FontBook


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
        self.cards = Cards(self.say, self)
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
            f'<!doctype html>\n<html lang="{spoken_in(self.first.language)}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(title)}</title>\n<style>\n{look('page.css')}{look('pairs.css')}"
            f"{self._typefaces()}{self._spoken()}</style>\n"
            f"</head>\n<body>\n{body}<script>\n{look('pairs.js')}</script>\n</body>\n</html>\n"
        )

    def _body(self, title: str) -> Iterator[str]:
        first, say = self.first, self.say.diff
        tail = '<svg viewBox="0 0 8 12" aria-hidden="true"><path d="M0 0h8v12L4 8.6 0 12z" fill="currentColor"/></svg>'
        version = f"{first.old.version} → {first.new.version}" if first.old.version != first.new.version else ""
        yield f'<a class="skip" href="#work">{escape(say.skip)}</a>\n<div class="app">\n'
        yield f'<header class="top"><div class="kit">{tail}<div><h1>{told(title)}</h1>'
        yield f'<p class="small soft">{escape(version or first.new.version)}</p></div></div>'
        yield f"{self._languages()}</header>\n"
        yield f'<aside class="rail" aria-label="{escape(say.compared)}">{"".join(self._rail())}</aside>\n'
        yield f'<main class="work" id="work">{self.cards.tools(self.comparisons)}'
        yield f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(title)}">'
        for comparison in self.comparisons:
            yield "".join(self.cards.pairs(comparison))
        yield f'<p class="nothing" data-none hidden>{escape(say.none_found)}</p></div></main>\n'
        yield f'<footer class="status">{"".join(self._status())}</footer>\n</div>\n'

    # --- round the pairs -------------------------------------------------------------------------------

    def _rail(self) -> Iterator[str]:
        say = self.say.diff
        old, new = self.first.old, self.first.new
        yield f'<div class="block"><h2>{escape(say.compared)}</h2><dl class="said">'
        for name, state in ((say.old, old), (say.new, new)):
            build = f'<span class="mono soft">{escape(state.build)}</span>'
            yield f"<dt>{escape(name)}</dt><dd>{named(state.where)}<br>{build}</dd>"
        yield f'</dl></div><div class="block"><h2>{escape(say.in_words)}</h2>'
        for comparison in self.comparisons:
            yield self.cards.words(comparison)
        yield "</div>"
        if new.packed and not old.packed and any(comparison.found for comparison in self.comparisons):
            command = shlex.join(("pnp", "build", new.where, "--changed-since", self.named))
            yield f'<div class="block"><h2>{escape(say.print_only)}</h2><p><code>{escape(command)}</code></p></div>'

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
            yield f'<p class="status__now" data-language="{escape(one.language)}">{icon("same")}{escape(words)}</p>'
        builds = self.say.swap.old_new.format(old=self.first.old.build, new=self.first.new.build)
        yield f'<p class="soft">{escape(builds)}</p>'

    # --- what the cards stand on -----------------------------------------------------------------------

    def heading(self, one: Told, text: str) -> str:
        return text

    def remark(self, one: Told) -> str:
        return ""

    def place(self, place: str) -> str:
        return f'<span class="mono">{escape(place)}</span>'

    def face(self, state: Snapshot, fingerprint: str, scene: Scene) -> str:
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


def _font_face(family: str, woff: bytes, weight: str = "normal") -> str:
    source = f"data:font/woff;base64,{base64.b64encode(woff).decode()}"
    return f'@font-face {{ font-family: "{family}"; font-weight: {weight}; src: url({source}); }}\n'


def _corner(scene: Scene) -> str:
    return f"{scene.corner / scene.width:.2%} / {scene.corner / scene.height:.2%}"
