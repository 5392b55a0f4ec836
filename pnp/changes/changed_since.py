"""`--changed-since`: prints the pieces that changed since an earlier build, and the list of what to swap."""

from __future__ import annotations

import gzip
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import msgspec

from pnp.changes.compare import Comparison, PieceChange, compare, describe_side
from pnp.changes.git import SnapshotError
from pnp.changes.snapshot import Snapshot, read_build, take_snapshot
from pnp.changes.swap_list import Swap, SwapList, SwapSide, draw_swap_list
from pnp.changes.words import ChangeWords, number_ranges
from pnp.kit import Kit, expand
from pnp.output.build import ReadKit, print_kit, read_for_build
from pnp.output.built import Built, ChangeFilter, NothingWantedError
from pnp.output.language_build import Progress
from pnp.output.manifest import PieceEntry
from pnp.output.scene_file import line_of
from pnp.sheet.booklet import booklet_paper
from pnp.sheet.options import BadOptionError, Options
from pnp.sheet.plan import FilePlan, OutputFile
from pnp.sheet.selection import Rows, Selection
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
        extra_files=lambda plan, files: _swap_list_file(plan, files, comparisons[plan.layout.language], pieces),
    )
    return print_kit(source, options, progress, filtered)


def _earlier_state(source: ReadKit, options: Options, earlier: Path) -> Snapshot:
    """Reads the earlier build. Raises BadOptionError if the options do not go with it."""
    if source.selection.partial:
        raise BadOptionError("--only names the pieces, --changed-since finds them: leave out one of the two")
    if "pdf" not in options.formats:
        raise BadOptionError("--changed-since prints what goes into the box: add pdf to --format")
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
    plan: FilePlan, files: Sequence[OutputFile], comparison: Comparison, pieces: Iterable[PieceEntry]
) -> tuple[OutputFile, ...]:
    """The swap list of a language, if anything changed in it."""
    if not comparison.changes:
        return ()
    paper = booklet_paper(plan.paper)
    say, changes = comparison.say, comparison.changes
    backed = tuple(_new_backs(comparison))
    places = _places(plan, files, say)
    rows = [_component_swap(component, comparison) for component in backed]
    rows += [_swap(change, places, comparison) for change in changes if change.component not in backed]
    before, after = (
        sum(piece.copies for piece in state if piece.language == comparison.language)
        for state in (comparison.old.pieces, pieces)
    )
    swaps = SwapList(
        imprint=plan.imprint,
        old_build=comparison.old.build,
        paper=paper,
        rows=tuple(rows),
        remarks=tuple(say("swap.backs", title=escape_markup(comparison.title_of(one))) for one in backed),
        take_out=sum(change.take_out for change in changes),
        put_in=sum(change.put_in for change in changes),
        sheets=sum(file.job.new_sheets for file in files if file.job),
        cuts=sum(file.job.cuts for file in files if file.job),
        box=(before, after),
        sleeved=_may_stay_sleeved(comparison),
    )
    return (
        OutputFile(
            name=plan.name(paper.name, "swap-list"),
            what="swap-list",
            title=plan.titled(say("swap.title")),
            paper=paper.name,
            pages=partial(draw_swap_list, swaps, plan.layout.sheet_fonts),
        ),
    )


def _may_stay_sleeved(comparison: Comparison) -> bool:
    """Whether each card that goes has one of its size that comes, to stand before it, and no back changed."""
    cards = [change for change in comparison.changes if any(one.kind == "card" for one in change.pieces)]

    def resized(change: PieceChange) -> bool:
        states = ((comparison.old, change.old), (comparison.new, change.new))
        scenes = (state.decoder.faces.get(face) for state, piece in states if piece for face in piece.faces.values())
        return len({(scene.width, scene.height) for scene in scenes if scene}) > 1

    return any(change.take_out for change in cards) and not any(
        BACK in change.sides or change.take_out > change.put_in or resized(change) for change in cards
    )


def _new_backs(comparison: Comparison) -> Iterator[str]:
    """The components of several pieces that all got another back, the same one, as did new pieces."""
    for component in dict.fromkeys(change.component for change in comparison.changes):
        changes = {one.key: one for one in comparison.changes if one.component == component and one.new}
        lasting = [change for change in changes.values() if change.old]
        old = {change.old.faces.get(BACK) for change in lasting if change.old}
        new = {change.new.faces.get(BACK) for change in changes.values() if change.new}
        every = all(
            piece.key in changes
            for piece in comparison.new.pieces
            if (piece.component, piece.language) == (component, comparison.language) and piece.copies
        )
        turned = all(BACK in change.sides for change in lasting)
        if len(lasting) > 1 and len(old) == len(new) == 1 and every and turned:
            yield component


def _component_swap(component: str, comparison: Comparison) -> Swap:
    """One row for a component with another back."""
    say = comparison.say
    changes = [change for change in comparison.changes if change.component == component]
    change = next(change for change in changes if BACK in change.sides)
    name = say("swap.every", title=comparison.title_of(component))
    out = say.count("pieces", sum(one.take_out for one in changes))
    put = say.count("pieces", sum(one.put_in for one in changes))
    return Swap(
        _side(comparison.old, change.old, (BACK,), name, out),
        _side(comparison.new, change.new, (BACK,), name, put),
        (describe_side(BACK, change.differences[BACK], say),),
    )


def _swap(change: PieceChange, places: Mapping[tuple[str, str], str], comparison: Comparison) -> Swap:
    say = comparison.say
    title = f"{comparison.title_of(change.component)} · " if change.key else ""
    old = new = None
    if change.take_out:
        below = f"{title}{say.count('pieces', change.take_out)}"
        old = _side(comparison.old, change.old, change.sides, change.old_title, below)
    if change.put_in:
        where = places.get((change.component, change.key), say("swap.printed"))
        below = f"{title}{say.count('pieces', change.put_in)}\n{where}"
        new = _side(comparison.new, change.new, change.sides, change.title, below)
    why = change.statements
    if change.kind == "new":
        why = (say("swap.fresh"),)
    elif change.kind == "gone":
        why = (say("swap.gone"),)
    elif not change.renewed:
        more = change.put_in
        why = (say("swap.more", n=more) if more else say("swap.fewer", n=change.take_out),)
    return Swap(old, new, why)


def _side(state: Snapshot, piece: PieceEntry | None, sides: Sequence[str], name: str, below: str) -> SwapSide:
    """One half of a row, pictured by the first of these sides that the piece has."""
    faces = piece.faces if piece else {}
    fingerprint = faces.get(next((side for side in (*sides, *faces) if side in faces), ""), "")
    try:
        scene = state.scene(fingerprint)
    except SnapshotError as error:
        raise BadOptionError(f"--changed-since: {error}") from None
    return SwapSide(name, below, scene, stored=scene is not None or not fingerprint)


def _places(plan: FilePlan, files: Sequence[OutputFile], say: ChangeWords) -> dict[tuple[str, str], str]:
    """Where each piece lies, by component and key: `sheet 1, places 2–4`, counted in reading order."""
    sheet_files = [file for file in files if file.sheets]
    spots: defaultdict[tuple[str, str], defaultdict[tuple[str, int], list[int]]]
    spots = defaultdict(lambda: defaultdict(list))
    for file, name in zip(sheet_files, _file_names(sheet_files, plan), strict=True):
        for number, sheet in enumerate(file.sheets, start=1):
            placements = sorted(sheet.placements, key=lambda placed: (round(placed.front.y), placed.front.x))
            for place, placement in enumerate(placements, start=1):
                spots[placement.part.of, placement.part.key][name, number].append(place)
    places: dict[tuple[str, str], str] = {}
    for piece, sheets in spots.items():
        texts = []
        for (name, number), numbers in sheets.items():
            form = "swap.place" if len(numbers) == 1 else "swap.places"
            listed = number_ranges(numbers)
            where = say(form, sheet=number, place=listed, places=listed)
            texts.append(f"{name}, {where}" if name else where)
        places[piece] = "; ".join(texts)
    tiled = {file.name for file in files if file.what == "tiles"}
    for component in plan.kit.components:
        if plan.name(plan.paper.name, component.id, "tiles") in tiled:
            rows = plan.selection.expand(plan.kit, component)
            places.update({(component.id, row.key if row else ""): say("swap.tiles") for row, _ in rows})
    return places


def _file_names(files: Sequence[OutputFile], plan: FilePlan) -> Iterator[str]:
    """What tells files of sheets apart: their stock if there are several, their sides if two have the same stock."""
    say = plan.imprint.say.guide
    stocks = Counter(file.sheets[0].stock for file in files)
    for file in files:
        stock = file.sheets[0].stock
        names = [say.stocks[stock].partition(",")[0]] if len(files) > 1 else []
        names += [say.sides.one if file.backs == "none" else say.sides.both] if stocks[stock] > 1 else []
        yield ", ".join(names)
