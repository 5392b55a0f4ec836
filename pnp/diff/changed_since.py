"""`--changed-since`: prints the pieces that changed since an earlier build, and a swap list."""

from __future__ import annotations

import gzip
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePath
from textwrap import shorten

from msgspec.structs import replace

from pnp.art.paths import draw_rounded_rect, map_items
from pnp.build.blocks import HEAVY, RULE, Block, Column, rule
from pnp.build.build import Built, ChangeFilter, NothingWantedError, Progress, print_kit, read_for_build
from pnp.build.manifest import PieceEntry
from pnp.build.pieces import FaceLine, SceneLine, line_of
from pnp.build.plan import OutputFile, PrintContext
from pnp.diff.compare import ChangeWords, Comparison, PieceChange, compare, format_ranges
from pnp.diff.snapshot import Snapshot, read_build, take_snapshot
from pnp.findings import Findings, KitError
from pnp.kit import Kit, expand
from pnp.kit.theme import Style
from pnp.kit.toml_source import TomlSource
from pnp.kit.word_files import note_missing
from pnp.scene import Box, Group, Item, Page, Rect, Scene, Stroke, Text
from pnp.scene import Path as Line
from pnp.sheet.draw import FooterText
from pnp.sheet.marks import GREY, INK
from pnp.sheet.options import BadOptionError, Options, Rows, Selection
from pnp.sheet.paper import Paper, find_booklet_paper
from pnp.text.block import line, measure_width
from pnp.text.fonts import FontBook
from pnp.text.markup import escape_markup

SIDE, FOOT = 14.0, 16.0
"""Margins left and right, and from the foot's rule to the paper's edge, mm."""
PICTURE = (21.0, 29.4)
"""Room of a picture: a poker card at a third of its size."""
ROW = 34.0
LONGEST = 160
"""Characters of each text of a row, so that six of them fit on a page."""
HEAD, TABLE, LATER_TABLE = 28.0, 48.5, 22.0
"""The head's rule, and the first row: on the first page and on others."""
OLD, OLD_NAME, ARROW, NEW, NEW_NAME, WHY = 9.5, 35.0, 71.0, 83.0, 108.0, 141.5
"""Left edges of the columns, from the first one."""
TICK = 6.0
MIDDLE, SHAFT = Stroke(INK, 0.35), Stroke(INK, 0.5)
EMPTY = Stroke(INK, 0.3, (1.0, 0.8))
RIGHT_TO_LEFT = "\u200f"

_NAME = Style(font="text", size=9.5, leading=1.2, colour=INK, hyphenate=False)
_BELOW = Style(font="text", size=8.0, leading=1.25, colour=GREY, hyphenate=False)
_WHY = Style(font="text", size=8.8, leading=1.22, colour=INK)
_CLOSING = Style(font="text", size=9.5, leading=1.3, colour=INK)


def build_changed(folder: Path, options: Options, progress: Progress, earlier: Path) -> Built:
    """Prints the changes since a build into `<kit id>-changed/`; `earlier` is its folder or manifest.

    Raises KitError if the kit cannot be laid out, BadOptionError if the states cannot be compared, NothingWantedError
    if no piece changed.
    """
    source = read_for_build(folder, options)
    kit, without = source.kit, source.selection.without
    if source.selection.partial:
        raise BadOptionError("--only names the pieces, --changed-since finds them: leave out one of the two")
    old = read_build(earlier, kit.id)
    if lacking := [one for one in options.list_languages(kit.languages) if one not in old.languages]:
        known = ", ".join(old.languages)
        message = f"{earlier} was printed in {known}, not in {', '.join(lacking)}: print that whole, without"
        hint = f"and with it --language {known.replace(' ', '')}"
        raise BadOptionError(f"--changed-since: {message} --changed-since; {hint}")
    new = take_snapshot(kit, options, selection=source.selection)
    comparisons = {
        language: compare(old, new, language, ChangeWords(language, kit.own_words.get(language, {})), without)
        for language in new.languages
    }
    changes = [change for comparison in comparisons.values() for change in comparison.changes]
    if not changes:
        raise NothingWantedError(f"nothing changed since build {old.build}: every piece is the same")
    _note_english_phrases(kit, [language for language, one in comparisons.items() if one.changes], source.findings)
    others = set(kit.languages) - set(new.languages)
    retained = [piece for piece in old.pieces if piece.component in without or piece.language in others]
    pieces = (*new.pieces, *retained)
    filtered = ChangeFilter(
        selection=select_changed(kit, changes, without),
        by_language={one: select_changed(kit, found.changes, without) for one, found in comparisons.items()},
        pieces=pieces,
        packed_faces=new.packed + _pack_faces(old, retained, set(new.decoder.lines)),
        swap_list=lambda context, files: _swap_list_file(context, files, comparisons[context.language], pieces),
    )
    return print_kit(source, options, progress, filtered)


def _note_english_phrases(kit: Kit, languages: Iterable[str], findings: Findings) -> None:
    """Warns of untranslated phrases of the swap list, which are printed in English."""
    for language in languages:
        words = TomlSource(str(PurePath(kit.file).parent / f"words.{language}.toml"), findings)
        note_missing(language, kit.own_words.get(language, {}), ("diff",), ("diff.report.",), words)


def select_changed(kit: Kit, changes: Iterable[PieceChange], without: frozenset[str] = frozenset()) -> Selection:
    """Returns the rows to print of new and changed pieces; for changes in two languages the larger number."""
    wanted: dict[tuple[str, str], int] = {}
    for change in changes:
        if change.put_in:
            piece = change.component, change.key
            wanted[piece] = max(change.put_in, wanted.get(piece, 0))
    chosen: dict[str, Rows] = {}
    for component in kit.components:
        rows = {(component.id, row.key if row else ""): row for row, _ in expand(kit, component)}
        if found := tuple((row, wanted[piece]) for piece, row in rows.items() if piece in wanted):
            chosen[component.id] = found
    return Selection(chosen, without)


def _pack_faces(old: Snapshot, pieces: Collection[PieceEntry], known: Collection[SceneLine]) -> bytes:
    """Returns rows and faces of retained pieces as further lines of a face archive, without the lines `known` there."""
    if not pieces:
        return b""
    rows = (
        replace(row, language=piece.language)
        for piece in pieces
        if (row := old.row(piece.component, piece.key, piece.language))
    )
    wanted = {fingerprint for piece in pieces for fingerprint in piece.faces.values()}
    scenes = (line for line in old.decoder.lines if not isinstance(line, FaceLine) or line.id in wanted)
    lines = dict.fromkeys(map(line_of, (*rows, *(line for line in scenes if line not in known))))
    return gzip.compress(b"".join(lines), mtime=0)


# --- the swap list --------------------------------------------------------------------------------------


def _swap_list_file(
    context: PrintContext, files: Sequence[OutputFile], comparison: Comparison, pieces: Iterable[PieceEntry]
) -> OutputFile | None:
    if not comparison.changes:
        return None
    paper = find_booklet_paper(context.paper)
    box = sum(piece.copies for piece in pieces if piece.language == comparison.language)
    return OutputFile(
        name="swap-list",
        what="swap-list",
        title=context.title(comparison.say("swap.title")),
        language=context.language,
        ink=context.options.ink,
        paper=paper.name,
        draw_pages=lambda: draw_swap_list(comparison, files, box, context.footer, paper, context.layout.sheet_fonts),
    )


def draw_swap_list(
    comparison: Comparison, files: Sequence[OutputFile], box: int, footer: FooterText, paper: Paper, fonts: FontBook
) -> tuple[Page, ...]:
    """Returns the pages of a swap list, in portrait; `box` is the number of pieces afterwards."""
    say = comparison.say
    width, height = paper.size(False)
    column = Column(Box(SIDE, 0.0, width - 2 * SIDE, height), fonts, footer)
    places = _find_places(files, footer, say)
    blocks = [_row(number, group, comparison, column, places) for number, group in enumerate(comparison.groups, 1)]
    closing = f"{say('swap.sleeved')}\n" if _may_stay_sleeved(comparison) else ""
    blocks.append(column.paragraph(closing + say("swap.same"), _CLOSING, before=5.0))
    pages: list[list[Item]] = [
        [*_head(comparison, files, box, footer, column), *_make_column_titles(TABLE, column, say)]
    ]
    y = TABLE
    for number, block in enumerate(blocks):
        if number and y + block.height > height - FOOT - 3.0:
            y = LATER_TABLE
            pages.append([*_make_column_titles(y, column, say)])
        pages[-1].append(block.draw(y))
        y += block.height
    for number, items in enumerate(pages, start=1):
        page = say("swap.page", kit=footer.kit, number=number, total=len(pages))
        builds = _turn_arrows(say("swap.old_new", old=comparison.old.build, new=footer.build), fonts)
        base = height - FOOT + 4.4
        items.append(rule(SIDE, height - FOOT, column.room.width, RULE))
        items += column.line(page, SIDE, base, "text", 8.0, GREY)
        items += column.line(builds, width / 2, base, "text", 8.0, GREY, "center")
        items += column.line(say("swap.actual_size"), column.room.right, base, "text", 8.0, GREY, "end")
    return tuple(Page(width, height, tuple(items), label=str(number)) for number, items in enumerate(pages, start=1))


def _may_stay_sleeved(comparison: Comparison) -> bool:
    """Returns whether each removed card has a new one of its size, to put in front of it, and no back changed."""
    cards = [change for change in comparison.changes if change.pieces[0].kind == "card"]
    for change in cards:
        states = ((comparison.old, change.old), (comparison.new, change.new))
        scenes = (state.decoder.faces.get(face) for state, piece in states if piece for face in piece.faces.values())
        sizes = {(scene.width, scene.height) for scene in scenes if scene}
        if "back" in change.sides or change.take_out > change.put_in or len(sizes) > 1:
            return False
    return any(change.take_out for change in cards)


def _head(
    comparison: Comparison, files: Sequence[OutputFile], box: int, footer: FooterText, column: Column
) -> Iterator[Item]:
    say, changes, right = comparison.say, comparison.changes, column.room.right
    builds = _turn_arrows(say("swap.builds", old=comparison.old.build, new=footer.build), column.fonts)
    yield column.fishtail(SIDE, SIDE, 3.5)
    yield from column.line(say("swap.title"), SIDE + 11.2, 22.2, "display", 22.0, INK)
    yield from column.line(footer.kit, right, 18.2, "text", 10.0, INK, "end", bold=True)
    yield from column.line(builds, right, 22.4, "text", 9.5, INK, "end")
    yield rule(SIDE, HEAD, column.room.width, HEAVY)
    sums = [(sum(change.take_out for change in changes), say("swap.take_out"))]
    sums.append((sum(change.put_in for change in changes), say("swap.put_in")))
    if sheets := sum(file.new_sheets for file in files):
        cuts = sum(file.cuts for file in files)
        sums.append((sheets, say.count("swap.sheets", sheets) + (f", {say.count('swap.cuts', cuts)}" if cuts else "")))
    x, y = SIDE, 36.0
    for number, name in sums:
        yield from column.line(str(number), x, y, "display", 14.0, INK)
        x += measure_width(str(number), "display", 14.0, column.fonts) + 1.2
        yield from column.line(name, x, y, "text", 9.5, INK)
        x += measure_width(name, "text", 9.5, column.fonts) + 8.0
    before = sum(piece.copies for piece in comparison.old.pieces if piece.language == comparison.language)
    text = say("swap.box.same" if before == box else "swap.box.other", old=before, new=box)
    room = Box(x, y - 3.2, right - x, 8.0)
    yield from column.set(_turn_arrows(text, column.fonts), room, replace(_CLOSING, align="end"))[0]


def _make_column_titles(top: float, column: Column, say: ChangeWords) -> Iterator[Item]:
    *titles, done = say.get("swap.columns")
    for title, x in zip(titles, (OLD, NEW, WHY), strict=True):
        yield from column.line(title, SIDE + x, top - 2.2, "text", 8.5, INK, bold=True)
    yield from column.line(done, column.room.right, top - 2.2, "text", 8.5, INK, "end", bold=True)
    yield rule(SIDE, top, column.room.width, MIDDLE)


def _find_places(files: Sequence[OutputFile], footer: FooterText, say: ChangeWords) -> Mapping[tuple[str, str], str]:
    """Returns the places of new pieces by component and key: `card, sheet 1, places 2–4`, in reading order."""
    texts: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for number, sheet in (one for file in files for one in enumerate(file.imposed, start=1)):
        places: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        placements = sorted(sheet.placements, key=lambda placed: (round(placed.front.y), placed.front.x))
        for place, placement in enumerate(placements, start=1):
            places[placement.part.of or placement.part.component, placement.part.key].append(place)
        stock = footer.say.guide.stocks[sheet.stock].partition(",")[0]
        for piece, numbers in places.items():
            form = "swap.place" if len(numbers) == 1 else "swap.places"
            texts[piece].append(f"{stock}, {say(form, sheet=number, place=format_ranges(numbers))}")
    return {piece: "; ".join(own) for piece, own in texts.items()}


def _row(
    number: int,
    group: Sequence[PieceChange],
    comparison: Comparison,
    column: Column,
    places: Mapping[tuple[str, str], str],
) -> Block:
    """Returns a row, as high as a picture or its longest text. Each half shows the first side that differs.

    Of pieces with equal changes it shows the first.
    """
    say, change = comparison.say, group[0]
    titles = comparison.title_of(*(one.component for one in group))
    take_out, put_in = sum(one.take_out for one in group), sum(one.put_in for one in group)
    why = change.statements
    if change.kind != "changed":
        why = (say("swap.fresh" if change.kind == "new" else "swap.gone"),)
    elif not change.renewed:
        why = (say("swap.more", n=put_in) if put_in else say("swap.fewer", n=take_out),)
    above = f"{titles} · " if change.key and len(group) == 1 else ""
    texts, pictures = [], []
    for state, piece, title, copies, x, text_x, end in (
        (comparison.old, change.old, change.old_title, take_out, OLD, OLD_NAME, ARROW),
        (comparison.new, change.new, change.title, put_in, NEW, NEW_NAME, WHY),
    ):
        faces, lines = [""], [(say("swap.nothing"), _NAME)]
        if piece and copies:
            faces = [piece.faces[side] for side in (*change.sides, *piece.faces) if side in piece.faces] or [""]
            lines = [
                (f"**{_markup(titles if len(group) > 1 else title)}**", _NAME),
                (_markup(above + say.count("pieces", copies)), _BELOW),
            ]
            if state is comparison.new and len(group) == 1 and (where := places.get((change.component, change.key))):
                lines.append((_markup(where), _BELOW))
        texts.append(_stack(column, text_x, end, lines))
        pictures.append((column.at(SIDE + x, PICTURE[0]), state.scene(faces[0]), "?" if faces[0] else "–"))
    backs = [say("swap.backs")] if change.kind == "changed" and "back" in change.sides else []
    reasons = _turn_arrows("\n".join([*map(_markup, why), *backs]), column.fonts)
    texts.append(_stack(column, WHY, column.room.width - TICK - 2.0, [(reasons, _WHY)]))
    height = max(ROW, *(text.height + 4.0 for text in texts))

    middle = height / 2
    items = [*column.line(str(number), SIDE + 1.5, middle + 1.6, "display", 13.0, INK, bold=True)]
    for left, scene, sign in pictures:
        items += _picture(scene, sign, Box(left, middle - PICTURE[1] / 2, *PICTURE), column.fonts)
    items += (text.draw(middle - text.height / 2) for text in texts)
    start, back, tip = (column.at(SIDE + ARROW + along) for along in (0.0, 4.8, 7.0))
    tick = Box(column.at(column.room.right - TICK - 2.0, TICK), middle - TICK / 2, TICK, TICK)
    items += (
        Line((("M", start, middle), ("L", tip, middle)), stroke=SHAFT),
        Line((("M", back, middle - 2.2), ("L", tip, middle), ("L", back, middle + 2.2)), stroke=SHAFT),
        Rect(tick, stroke=MIDDLE, radius=1.0),
        rule(SIDE, height, column.room.width, RULE),
    )
    return Block(height, items)


def _stack(column: Column, x: float, end: float, texts: Sequence[tuple[str, Style]]) -> Block:
    room = Box(SIDE + x, 0.0, end - x - 2.0, column.room.height)
    y, items = 0.0, list[Item]()
    for text, style in texts:
        line, height = column.set(text, replace(room, y=y), style)
        items += line
        y += height if text else 0.0
    return Block(y, items)


def _picture(face: Scene | None, sign: str, room: Box, fonts: FontBook) -> Iterator[Item]:
    """Yields a face cropped to its trim, centred and as large as possible; without one a sign."""
    if face is None:
        yield Rect(room, stroke=EMPTY, radius=1.0)
        x, y = room.x + room.width / 2, room.y + room.height / 2 + 1.0
        yield from line(sign, x, y, "text", 9.0, GREY, fonts, "center")
        return
    scene = with_known_fonts(face, fonts)
    scale = min(room.width / scene.width, room.height / scene.height)
    width, height = scene.width * scale, scene.height * scale
    x, y = room.x + (room.width - width) / 2, room.y + (room.height - height) / 2
    outline = scene.outline if isinstance(scene.outline, Line) else None
    trim = outline or Line(draw_rounded_rect(Box(0.0, 0.0, scene.width, scene.height), scene.corner, scene.corner))
    yield Group((Group(scene.items, clip=trim),), (scale, 0.0, 0.0, scale, x, y))
    if outline is None:
        yield Rect(Box(x, y, width, height), stroke=RULE, radius=scene.corner * scale)


def _turn_arrows(text: str, fonts: FontBook) -> str:
    """Returns the text with arrows in reading direction, as Unicode does not mirror them."""
    if not fonts.right_to_left or " → " not in text:
        return text
    return text.replace(": ", f": {RIGHT_TO_LEFT}").replace(" → ", f" {RIGHT_TO_LEFT}←{RIGHT_TO_LEFT} ")


def _markup(text: str) -> str:
    """Returns the markup of a text with its lines shortened so that a row stays on its page."""
    return "\n".join(escape_markup(shorten(one, LONGEST, placeholder=" …")) for one in text.splitlines())


def with_known_fonts(scene: Scene, fonts: FontBook) -> Scene:
    """Returns the scene with typefaces that the kit no longer has replaced by that of running text."""

    def known(item: Item) -> Item:
        if isinstance(item, Text):
            try:
                fonts.font(item.font)
            except KitError:
                face = fonts.face("text")
                glyphs = fonts.font(face).shape(item.text, item.right_to_left).glyphs
                return replace(item, font=face, glyphs=glyphs)
        return item

    return replace(scene, items=map_items(scene.items, known))
