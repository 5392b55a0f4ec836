"""`--changed-since`: prints the pieces that changed since an earlier build, and the list of what to swap."""

from __future__ import annotations

import gzip
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

import msgspec

from pnp.build.build import Built, ChangeFilter, NothingWantedError, Progress, ReadKit, print_kit, read_for_build
from pnp.build.manifest import PieceEntry
from pnp.build.pieces import line_of
from pnp.build.plan import OutputFile, PrintContext
from pnp.changes.compare import Comparison, PieceChange, compare, describe_side
from pnp.changes.git import SnapshotError
from pnp.changes.snapshot import Snapshot, read_build, take_snapshot
from pnp.changes.swap_list import Swap, SwapList, SwapSide, draw_swap_list
from pnp.changes.words import ChangeWords, number_ranges
from pnp.kit import Kit, expand
from pnp.sheet.booklet import booklet_paper
from pnp.sheet.options import BadOptionError, Options, Rows, Selection
from pnp.text.markup import escape_markup

BACK = "back"


def build_changed(folder: Path, options: Options, progress: Progress, earlier: Path) -> Built:
    """Prints what changed since a build, into `<kit id>-changed/`; `earlier` is its folder or manifest.

    Raises KitError if the kit cannot be laid out, BadOptionError if the states cannot be compared, NothingWantedError
    if no piece changed.
    """
    source = read_for_build(folder, options)
    kit, without = source.kit, source.selection.without
    old = _earlier_state(source, options, earlier)
    new = take_snapshot(kit, options, selection=source.selection)
    comparisons = {
        language: compare(old, new, language, ChangeWords(language, kit.own_words.get(language, {})), without)
        for language in new.languages
    }
    changes = [change for comparison in comparisons.values() for change in comparison.changes]
    if not changes:
        raise NothingWantedError(f"nothing changed since build {old.build}: every piece is the same")
    others = set(kit.languages) - set(new.languages)
    retained = [piece for piece in old.pieces if piece.component in without or piece.language in others]
    pieces = (*new.pieces, *retained)
    filtered = ChangeFilter(
        selection=select_changed(kit, changes, without),
        by_language={one: select_changed(kit, found.changes, without) for one, found in comparisons.items()},
        pieces=pieces,
        packed_faces=new.packed + _packed_faces(old, retained, new.decoder.faces),
        swap_list=lambda context, files: _swap_list_file(context, files, comparisons[context.language], pieces),
    )
    return print_kit(source, options, progress, filtered)


def _earlier_state(source: ReadKit, options: Options, earlier: Path) -> Snapshot:
    """Reads the earlier build. Raises BadOptionError if the options do not go with it."""
    if source.selection.partial:
        raise BadOptionError("--only names the pieces, --changed-since finds them: leave out one of the two")
    try:
        old = read_build(earlier, source.kit.id)
    except SnapshotError as error:
        raise BadOptionError(f"--changed-since: {error}") from None
    if lacking := [one for one in options.printed_languages(source.kit.languages) if one not in old.languages]:
        known = ", ".join(old.languages)
        message = f"{earlier} was printed in {known}, not in {', '.join(lacking)}: print that whole, without"
        hint = f"and with it --language {known.replace(' ', '')}"
        raise BadOptionError(f"--changed-since: {message} --changed-since; {hint}")
    return old


def select_changed(kit: Kit, changes: Iterable[PieceChange], without: frozenset[str] = frozenset()) -> Selection:
    """The rows to print of new and changed pieces; of one that changed in two languages the larger number."""
    wanted: dict[tuple[str, str], PieceChange] = {}
    for change in changes:
        known = wanted.get((change.component, change.key))
        if change.put_in > (known.put_in if known else 0):
            wanted[change.component, change.key] = change
    chosen: dict[str, Rows] = {}
    for component in kit.components:
        rows = {(component.id, row.key if row else ""): row for row, _ in expand(kit, component)}
        if found := tuple((row, wanted[key].put_in) for key, row in rows.items() if key in wanted):
            chosen[component.id] = found
    return Selection(chosen, without, {key: change.copies for key, change in wanted.items() if change.copies})


def _packed_faces(old: Snapshot, pieces: Iterable[PieceEntry], known: Collection[str]) -> bytes:
    """Rows and faces of retained pieces as more lines for a file of faces, without the faces `known` there."""
    lines: dict[bytes, None] = {}
    for piece in pieces:
        if row := old.row(piece.component, piece.key, piece.language):
            lines[line_of(msgspec.structs.replace(row, language=piece.language))] = None
        for fingerprint in piece.faces.values():
            if fingerprint not in known:
                lines.update(dict.fromkeys(map(line_of, old.decoder.lines_of(fingerprint))))
    return gzip.compress(b"".join(lines), mtime=0) if lines else b""


# --- the swap list --------------------------------------------------------------------------------------


def _swap_list_file(
    context: PrintContext, files: Sequence[OutputFile], comparison: Comparison, pieces: Iterable[PieceEntry]
) -> OutputFile | None:
    """The swap list of a language, if anything changed in it."""
    if not comparison.changes:
        return None
    paper = booklet_paper(context.paper)
    say, changes = comparison.say, comparison.changes
    places = _places(context, files, say)
    backed = _new_backs(comparison)
    rows = [*backed.values(), *((change,) for change in changes if change.component not in backed)]
    before, after = (
        sum(piece.copies for piece in state if piece.language == comparison.language)
        for state in (comparison.old.pieces, pieces)
    )
    swaps = SwapList(
        imprint=context.imprint,
        old_build=comparison.old.build,
        paper=paper,
        rows=tuple(_swap(row, places, comparison) for row in rows),
        remarks=tuple(say("swap.backs", title=escape_markup(comparison.title_of(one))) for one in backed),
        take_out=sum(change.take_out for change in changes),
        put_in=sum(change.put_in for change in changes),
        sheets=sum(file.new_sheets for file in files),
        cuts=sum(file.cuts for file in files),
        box=(before, after),
        sleeved=_may_stay_sleeved(comparison),
    )
    return OutputFile(
        name="swap-list",
        what="swap-list",
        title=context.title(say("swap.title")),
        language=context.language,
        paper=paper.name,
        pages=partial(draw_swap_list, swaps, context.layout.sheet_fonts),
    )


def _may_stay_sleeved(comparison: Comparison) -> bool:
    """Whether each card that goes has one of its size that comes, to stand before it, and no back changed."""
    cards = [change for change in comparison.changes if any(one.kind == "card" for one in change.pieces)]
    for change in cards:
        states = ((comparison.old, change.old), (comparison.new, change.new))
        scenes = (state.decoder.faces.get(face) for state, piece in states if piece for face in piece.faces.values())
        sizes = {(scene.width, scene.height) for scene in scenes if scene}
        if BACK in change.sides or change.take_out > change.put_in or len(sizes) > 1:
            return False
    return any(change.take_out for change in cards)


def _new_backs(comparison: Comparison) -> dict[str, list[PieceChange]]:
    """The changes of components of several pieces that all got the same new back."""
    components: defaultdict[str, list[PieceChange]] = defaultdict(list)
    for change in comparison.changes:
        components[change.component].append(change)
    found = {}
    for component, changes in components.items():
        printed = [change for change in changes if change.put_in]
        lasting = [change for change in printed if change.old]
        pieces = [
            piece
            for piece in comparison.new.pieces
            if (piece.component, piece.language) == (component, comparison.language) and piece.copies
        ]
        same = len({piece.faces.get(BACK) for piece in pieces}) == 1 and len(printed) == len(pieces)
        if same and len(lasting) > 1 and all(BACK in change.sides for change in lasting):
            found[component] = changes
    return found


def _swap(changes: Sequence[PieceChange], places: Mapping[tuple[str, str], str], comparison: Comparison) -> Swap:
    """The row of a change, or of all changes of a component with another back."""
    say = comparison.say
    change = next((one for one in changes if BACK in one.sides), changes[0])
    title = comparison.title_of(change.component)
    take_out, put_in = sum(one.take_out for one in changes), sum(one.put_in for one in changes)
    out, put = say.count("pieces", take_out), say.count("pieces", put_in)
    if len(changes) > 1:
        name = say("swap.every", title=title)
        return Swap(
            _side(comparison.old, change.old, (BACK,), name, out),
            _side(comparison.new, change.new, (BACK,), name, put),
            (describe_side(BACK, change.differences[BACK], say),),
        )
    above = f"{title} · " if change.key else ""
    where = places.get((change.component, change.key), say("swap.printed"))
    why = change.statements
    if change.kind != "changed":
        why = (say("swap.fresh" if change.kind == "new" else "swap.gone"),)
    elif not change.renewed:
        why = (say("swap.more", n=put_in) if put_in else say("swap.fewer", n=take_out),)
    return Swap(
        _side(comparison.old, change.old, change.sides, change.old_title, above + out) if take_out else None,
        _side(comparison.new, change.new, change.sides, change.title, f"{above}{put}\n{where}") if put_in else None,
        why,
    )


def _side(state: Snapshot, piece: PieceEntry | None, sides: Sequence[str], name: str, below: str) -> SwapSide:
    """One half of a row, pictured by the first of these sides that the piece has."""
    faces = piece.faces if piece else {}
    fingerprint = faces.get(next((side for side in (*sides, *faces) if side in faces), ""), "")
    try:
        scene = state.scene(fingerprint)
    except SnapshotError as error:
        raise BadOptionError(f"--changed-since: {error}") from None
    return SwapSide(name, below, scene, stored=scene is not None or not fingerprint)


def _places(context: PrintContext, files: Sequence[OutputFile], say: ChangeWords) -> dict[tuple[str, str], str]:
    """Where each piece lies, by component and key: `sheet 1, places 2–4`, counted in reading order.

    Several files of sheets are named by their stock, those of the same stock also by their sides.
    """
    texts: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    sheet_files = [file for file in files if file.sheets]
    stocks = Counter(file.sheets[0].stock for file in sheet_files)
    words = context.imprint.say.guide
    for file in sheet_files:
        stock = file.sheets[0].stock
        name = f"{words.stocks[stock].partition(',')[0]}, " if len(sheet_files) > 1 else ""
        name += f"{words.sides.one if file.backs == 'none' else words.sides.both}, " if stocks[stock] > 1 else ""
        for number, sheet in enumerate(file.sheets, start=1):
            places: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
            placements = sorted(sheet.placements, key=lambda placed: (round(placed.front.y), placed.front.x))
            for place, placement in enumerate(placements, start=1):
                places[placement.part.of, placement.part.key].append(place)
            for piece, numbers in places.items():
                listed = number_ranges(numbers)
                form = "swap.place" if len(numbers) == 1 else "swap.places"
                texts[piece].append(name + say(form, sheet=number, place=listed, places=listed))
    found = {piece: "; ".join(own) for piece, own in texts.items()}
    tiled = {file.component for file in files if file.what == "tiles"}
    for component in context.components:
        if component.id in tiled:
            rows = context.selection.expand(context.kit, component)
            found.update({(component.id, row.key if row else ""): say("swap.tiles") for row, _ in rows})
    return found
