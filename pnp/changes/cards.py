"""Old and new side by side, as HTML: what stands on the page of changes, wherever that page is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Protocol

from pnp.changes.comparison import Comparison, Group, in_words
from pnp.changes.pairs import KINDS
from pnp.changes.snapshot import Snapshot
from pnp.changes.told import Told
from pnp.changes.words import Words
from pnp.output.manifest import PieceEntry
from pnp.scene import Box, Scene
from pnp.text.direction import turns

SIDES = 4
"""Sides of one piece that are shown at once; a leaflet may have more that changed, which are shown on wish."""
ICONS = {
    "changed": "M3 13l.7-3L11 2.7l2.3 2.3L6 12.3z",
    "new": "M8 3v10M3 8h10",
    "gone": "M3 8h10",
    "same": "M2.8 8.5l3.4 3.4 7-7.6",
    "filter": "M10.5 10.5L14 14M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z",
}
_LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
_QUOTED = f"(?<=[“«])[^”»]*{_LETTER}[^”»]*(?=[”»])"
_TURNED = re.compile(f"{_QUOTED}|{_LETTER}+(?:[ \u00a0-]+{_LETTER}+)*")
_NONE = PieceEntry(component="", key="", language="", copies=0, faces={})


class Surroundings(Protocol):
    """The page that the cards stand on: how it draws faces, and where it leads to."""

    def face(self, state: Snapshot, fingerprint: str, scene: Scene) -> str:
        """A face, as large as there is room."""

    def heading(self, one: Told, text: str) -> str:
        """The name of a piece; `text` is HTML."""

    def place(self, place: str) -> str:
        """A line of a file of the new state: `goods.csv:4`."""

    def remark(self, one: Told) -> str:
        """What else is known of a piece; "" for nothing."""


class Cards:
    """The parts of the page that show a comparison."""

    def __init__(self, say: Words, around: Surroundings) -> None:
        self.say = say
        self.around = around

    def tools(self, comparisons: Sequence[Comparison]) -> str:
        """The filter, and the switches for what is shown and how; all but the filter work without script."""
        say = self.say.diff
        kinds = [("all", say.all, [len(one.found) for one in comparisons])]
        kinds += [(kind, say.kinds[kind], [len(one.of(kind)) for one in comparisons]) for kind in KINDS]
        which = "".join(
            f'<label><input type="radio" name="k" id="k-{kind}"{" checked" if kind == "all" else ""}>{escape(name)}'
            + "".join(
                f' <span class="num" data-language="{escape(one.language)}">{count}</span>'
                for one, count in zip(comparisons, counts, strict=True)
            )
            + "</label>"
            for kind, name, counts in kinds
        )
        how = "".join(
            f'<label><input type="radio" name="how" id="h-{way}"{" checked" if way == "side" else ""}>'
            f"{escape(name)}</label>"
            for way, name in zip(("side", "over", "only"), say.ways, strict=True)
        )
        return (
            f'<div class="tools"><label class="field" hidden>{icon("filter")}'
            f'<span class="vh">{escape(say.filter)}</span>'
            f'<input type="search" placeholder="{escape(say.filter_hint)}" data-sift></label>'
            f'<fieldset class="seg"><legend class="vh">{escape(say.which)}</legend>{which}</fieldset>'
            f'<fieldset class="seg push"><legend class="vh">{escape(say.how)}</legend>{how}</fieldset>'
            f'<label class="tick"><input type="checkbox" id="rings" checked>{escape(say.rings)}</label></div>'
        )

    def words(self, comparison: Comparison) -> str:
        """What changed, a line for each kind and component."""
        lines = []
        for kind, number, about in in_words(comparison, self.say):
            name = kind or "same"
            words = f"<b>{escape(number)}</b> · {told(about)}" if number else told(about)
            lines.append(f'<li><span class="is-{name}">{icon(name)}</span><span>{words}</span></li>')
        return f'<ul class="needs" data-language="{escape(comparison.language)}">{"".join(lines)}</ul>'

    def pairs(self, comparison: Comparison) -> Iterator[str]:
        """Every change, those that are alike behind one of them."""
        yield f'<div class="pairs" data-language="{escape(comparison.language)}">'
        if not comparison.found:
            yield f'<p class="nothing">{escape(self.say.diff.unchanged)}</p>'
        for group in comparison.groups:
            yield self._group(comparison, group)
        for one in comparison.single:
            yield "".join(self._pair(comparison, one))
        for kind in KINDS:
            if comparison.found and not comparison.of(kind):
                yield f'<p class="nothing" data-kind="{kind}">{escape(self.say.diff.none_of_kind)}</p>'
        yield "</div>"

    def _group(self, comparison: Comparison, group: Group) -> str:
        """What many faces have in common, one of them, and the others on wish."""
        say = self.say.diff
        title = told(comparison.named(group))
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
        yield f'<article class="pair-card{both}" data-kind="{kind}" data-component="{escape(change.component)}"'
        yield f' data-words="{escape(words.lower())}"><header><h3>'
        yield self.around.heading(one, heading or named(one.title))
        yield f'</h3><span class="tagline tagline--{kind}">'
        yield f'{escape(forms[kind][0])}</span><span class="small soft push">{named(one.key)}</span></header>'
        sides = [*one.differences] or [next(iter((change.new or change.old or _NONE).faces), "")]
        shown = [
            "".join(self._side(comparison, one, side, "".join(self._what(one)) if number == 0 else ""))
            for number, side in enumerate(sides)
        ]
        yield "".join(shown[:SIDES])
        if shown[SIDES:]:
            others = escape(say.others.format(sides=self.say.listed(sides[SIDES:])))
            yield f'<details class="others"><summary>{others}</summary>{"".join(shown[SIDES:])}</details>'
        yield "</article>"

    def _side(self, comparison: Comparison, one: Told, side: str, row: str) -> Iterator[str]:
        """One side, old and new, and what is different on it; `row` is what is known of the piece as a whole."""
        say, change, found = self.say.diff, one.change, one.differences.get(side)
        old, new = comparison.old, comparison.new
        name = "" if side in ("front", "") and len(one.differences) < 2 else self.say.side(side)
        was, now = (
            " · ".join(filter(None, words))
            for words in ((say.old, old.when, name), (say.new, new.when or say.now, name))
        )
        yield '<div class="pair">'
        yield self._figure(old, change.old, side, found.old if found else (), say.not_before, was)
        yield self._figure(new, change.new, side, found.new if found else (), say.not_now, now)
        said = () if one.cells or not found else tuple(map(self.say.says, found.said))
        yield f'<div class="what">{"".join(f"<p>{told(text)}</p>" for text in said)}{row}</div></div>'

    def _what(self, one: Told) -> Iterator[str]:
        say = self.say
        for cell in (*one.made, *one.cells):
            old, new = (f"<{tag}>{named(text or '–')}</{tag}>" for tag, text in (("del", cell.old), ("ins", cell.new)))
            yield f"<p><b>{named(cell.column)}</b><br>{old} → {new}</p>"
        yield "".join(f"<p>{escape(statement)}</p>" for statement in one.copies(say))
        change = one.change
        if one.key and not (change.old and change.new):
            yield f"<p>{told(say.diff.row.format(key=one.key))}</p>"
        for place in (*one.draws, *((one.place,) if one.place and change.new else ())):
            yield f"<p>{self.around.place(place)}</p>"
        if one.place and not change.new:  # a line of a file as it was then
            yield f'<p>{escape(say.diff.old)} · <span class="mono">{escape(one.place)}</span></p>'
        alike = change.old and change.new and not change.renewed
        said = ["" if alike else say.count(change.put_in or change.take_out, say.pieces), self.around.remark(one)]
        yield f'<p class="soft">{escape(", ".join(filter(None, said)))}</p>'

    def _figure(
        self, state: Snapshot, piece: PieceEntry | None, side: str, rings: Iterable[Box], nothing: str, caption: str
    ) -> str:
        fingerprint = piece.faces.get(side, "") if piece else ""
        scene = state.scene(fingerprint)
        if scene is None:
            words = escape(self.say.diff.not_kept if fingerprint else nothing)
            shown = f'<div class="void">{words}</div>'
        else:
            shown = f"<div>{self.around.face(state, fingerprint, scene)}{_rings(rings, scene)}</div>"
        return f"<figure>{shown}<figcaption>{escape(caption)}</figcaption></figure>"


def named(text: str) -> str:
    """A text of the kit as HTML, read in its own direction whatever stands beside it."""
    return f"<bdi>{escape(text)}</bdi>" if turns(text) else escape(text)


def told(text: str) -> str:
    """A sentence as HTML; what in it is of the kit and runs from right to left is so by itself."""
    return _TURNED.sub(r"<bdi>\g<0></bdi>", escape(text))


def _rings(boxes: Iterable[Box], scene: Scene) -> str:
    """Rings over a face: rectangles, each on a pale one of its own, so that they are seen on any ground."""
    marks = []
    for box in boxes:
        at = f'x="{box.x:.2f}" y="{box.y:.2f}" width="{box.width:.2f}" height="{box.height:.2f}" rx="1.2"'
        marks.append(f'<rect class="halo" {at}/><rect class="ring" {at}/>')
    view = f'viewBox="0 0 {scene.width:.2f} {scene.height:.2f}"'
    return f'<svg class="rings" {view} aria-hidden="true">{"".join(marks)}</svg>' if marks else ""


def icon(name: str) -> str:
    """A small drawing beside words."""
    return f'<svg class="i" viewBox="0 0 16 16" aria-hidden="true"><path d="{ICONS[name]}"/></svg>'


def look(name: str) -> str:
    """A style sheet or a script of the cards and their page."""
    return (Path(__file__).with_name("look") / name).read_text("utf-8")
