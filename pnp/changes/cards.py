"""Old and new side by side, as HTML: what stands on the page of changes, wherever that page is."""

from __future__ import annotations

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

MOST_SIDES = 4
"""Sides of one piece that are shown; a leaflet may have more that changed."""
ICONS = {
    "changed": "M3 13l.7-3L11 2.7l2.3 2.3L6 12.3z",
    "new": "M8 3v10M3 8h10",
    "gone": "M3 8h10",
    "same": "M2.8 8.5l3.4 3.4 7-7.6",
    "filter": "M10.5 10.5L14 14M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z",
}
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
        counts = {kind: max(len(comparison.of(kind)) for comparison in comparisons) for kind in KINDS}
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
            words = f"<b>{escape(number)}</b> · {escape(about)}" if number else escape(about)
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
        yield f'<article class="pair-card{both}" data-kind="{kind}" data-component="{escape(change.component)}"'
        yield f' data-words="{escape(words.lower())}"><header><h3>'
        yield self.around.heading(one, heading or escape(one.title))
        yield f'</h3><span class="tagline tagline--{kind}">'
        yield f'{escape(forms[kind][0])}</span><span class="small soft push">{escape(one.key)}</span></header>'
        sides = [*one.differences][:MOST_SIDES] or [next(iter((change.new or change.old or _NONE).faces), "")]
        for number, side in enumerate(sides):
            found = one.differences.get(side)
            name = "" if len(sides) == 1 and side in ("front", "") else f" · {self.say.side(side)}"
            old, new = comparison.old, comparison.new
            yield '<div class="pair">'
            captions = (f"{word} · {state.when or say.now}{name}" for word, state in ((say.old, old), (say.new, new)))
            yield self._figure(old, change.old, side, found.old if found else (), say.not_before, next(captions))
            yield self._figure(new, change.new, side, found.new if found else (), say.not_now, next(captions))
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
            yield f"<p>{self.around.place(place)}</p>"
        copies = one.change.put_in or one.change.take_out
        said = [say.count(copies, say.pieces), self.around.remark(one)]
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
