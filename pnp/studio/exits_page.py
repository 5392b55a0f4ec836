"""The page of ways out, `/ways`: home printer, print shops, screens, virtual tables, cutting machines."""

from __future__ import annotations

import shlex
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec
from flask import Blueprint, abort, redirect, request

from pnp.build.build import Built, build
from pnp.export.pictures import WAYS, Export
from pnp.export.pictures import Way as ExportWay
from pnp.export.writer import export
from pnp.findings import Finding, Findings
from pnp.kit import Kit
from pnp.kit.model import TuckBox
from pnp.sheet.options import EVERYTHING, Options
from pnp.sheet.paper import CUTTERS, MARK_INSET, CutterName
from pnp.studio.page_context import (
    AppResponse,
    FindingList,
    GalleryView,
    StudioWords,
    current_session,
    format_mm,
    language_of,
    render,
    words,
)
from pnp.studio.proof import Proof
from pnp.studio.session import BuildResult, BuiltFile, Session, ShopFindings, ignore_progress
from pnp.vendor.shop import Vendor, VendorError, fits, load, names
from pnp.vendor.shop_files import build as build_for_shop

bp = Blueprint("exits", __name__)
ExitState: TypeAlias = Literal["ready", "warnings", "looking", "not_yet"]
Mark: TypeAlias = Literal["ok", "warn", "error"]
ExitLine: TypeAlias = tuple[Mark, str, str]
"""A line about a way out: `ok`, `warn` or `error`, its text, and the language of that."""
Group: TypeAlias = Literal["home", "shops", "screens", "tables", "cutters"]
GROUPS: tuple[Group, ...] = ("home", "shops", "screens", "tables", "cutters")
TABLE_WAYS = ("tts",)
MOST_FINDINGS = 3
KIT = "KIT"
"""Stands for the folder of the kit in a command."""


class ExitWay(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A way out: what it gives, what stands against it, and the command that makes its files. `demands` are what a
    shop asks for, read from `source` on the day `read`."""

    group: Group
    id: str
    title: str
    lines: tuple[ExitLine, ...]
    command: str
    state: ExitState = "ready"
    demands: tuple[tuple[str, str], ...] = ()
    source: str = ""
    read: str = ""
    findings: Findings = msgspec.field(default_factory=Findings)


@bp.get("/ways")
def exits_page() -> str:
    name = request.args.get("way", "")[:60]
    ways = _all_ways(name)
    selected = next((way for way in ways if way.id == name), ways[0] if ways else None)
    return render(
        "ways.html",
        groups=[(group, [way for way in ways if way.group == group]) for group in GROUPS],
        states=Counter(way.state for way in ways),
        selected=selected,
        entries=FindingList(current_session().proof).entries(selected.findings) if selected else (),
    )


@bp.post("/ways/make")
def make_exit() -> AppResponse:
    session, name = current_session(), request.form.get("way", "")
    way = next((one for one in _all_ways(name) if one.id == name), None)
    if way is None:
        abort(404)
    language = language_of(GalleryView.of(request.form))
    if not session.proof.errors:
        session.begin_build(lambda: make_files(session, way, language))
    return redirect("/built", 303)


def make_files(session: Session, way: ExitWay, language: str) -> BuildResult:
    """Makes the files of a way out, as its command does. Raises what that raises."""
    folder = session.folder
    options = Options(out=session.out, languages=(language,))
    if way.group in ("screens", "tables"):
        kind = next(one for one in WAYS if one == way.id)
        made = export(folder, Export(way=kind, print=options), ignore_progress)
        return BuildResult(made.folder, tuple(BuiltFile(one.path, bytes=one.bytes) for one in made.manifest.files))
    built: Built
    if way.group == "shops":
        built = build_for_shop(folder, options, load(way.id), ignore_progress)
    elif way.group == "cutters":
        cutter = next(one for one in CUTTERS if one == way.id)
        backs = "long-edge" if CUTTERS[cutter].arm else "none"
        built = build(folder, msgspec.structs.replace(options, cutter=cutter, backs=backs), ignore_progress)
    else:
        built = build(folder, options, ignore_progress)
    return BuildResult(built.folder, tuple(BuiltFile(one.path, pages=one.pages) for one in built.manifest.files))


def _all_ways(first: str) -> list[ExitWay]:
    """All ways out of the kit in the language of the request; `first` is the shop to check first."""
    session, say = current_session(), words()
    proof, kit = session.proof, session.proof.kit
    if kit is None:
        return []
    language = language_of(GalleryView.of(request.values))
    known = session.shop_findings(language, first)
    ways = [_home_way(proof, say)]
    ways += [_shop_way(kit, language, name, known.get(name), say) for name in names()]
    ways += [_export_way(kit, one, language, say) for one in WAYS]
    ways += [_cutter_way(name, say) for name in CUTTERS]
    finished = []
    for way in ways:
        command = f"pnp {way.command.replace(KIT, shlex.quote(str(proof.folder)), 1)} --language {language}"
        state = "not_yet" if proof.errors else way.state
        finished.append(msgspec.structs.replace(way, command=command, state=state))
    return finished


def _home_way(proof: Proof, say: StudioWords) -> ExitWay:
    lines: list[ExitLine] = [("ok", say("home_gives"), say.language)]
    if proof.counts:
        lines.append(("ok", say.count("sheets_n", proof.counts.sheets), say.language))
    if warnings := len(proof.findings) - len(proof.errors):
        lines.append(("warn", say.count("warnings", warnings), say.language))
    return ExitWay(group="home", id="home", title=say("way_home"), lines=tuple(lines), command=f"build {KIT}")


def _shop_way(kit: Kit, language: str, name: str, found: ShopFindings | None, say: StudioWords) -> ExitWay:
    command = f"order {shlex.quote(name)} {KIT}"
    try:
        shop = load(name)
    except VendorError as error:
        lines: tuple[ExitLine, ...] = (("error", str(error), "en"),)
        return ExitWay(group="shops", id=name, title=name, state="not_yet", lines=lines, command=command)
    findings = found.findings if found else Findings()
    state: ExitState = "looking" if found is None else "warnings" if len(findings) else "ready"
    return ExitWay(
        group="shops",
        id=name,
        title=shop.called(say.language),
        state="not_yet" if findings.errors or (found and found.refused) else state,
        lines=(*_products(shop, kit, language, say), *_shop_findings(found, say)),
        command=command,
        demands=tuple(_demands(shop, say)),
        source=shop.source,
        read=shop.read.isoformat(),
        findings=findings,
    )


def _products(shop: Vendor, kit: Kit, language: str, say: StudioWords) -> Iterator[ExitLine]:
    """What the shop makes of the kit."""
    titles = {component.id: component.title[language] for component in kit.components}
    made: defaultdict[str, list[str]] = defaultdict(list)
    for component, fit in fits(shop, kit, EVERYTHING).items():
        pixels = f", {fit.product.pixels[0]} × {fit.product.pixels[1]} px" if fit.product.pixels else ""
        made[f"{fit.product.called(say.language)}{pixels}"].append(titles[component])
    for product, components in made.items():
        yield ("ok", f"{product}: {say.join_names(components, 3)}", say.language)
    if not made:
        yield ("error", say("shop_makes_nothing"), say.language)


def _shop_findings(found: ShopFindings | None, say: StudioWords) -> Iterator[ExitLine]:
    """The first findings of a preflight, those of one code as one, errors first."""
    if found and found.refused:
        yield ("error", found.refused, "en")
    by_code: defaultdict[str, list[Finding]] = defaultdict(list)
    for one in sorted(found.findings if found else (), key=lambda one: one.severity != "error"):
        by_code[one.code].append(one)
    groups = list(by_code.values())
    for group in groups[:MOST_FINDINGS]:
        times = f" ({len(group)} ×)" if len(group) > 1 else ""
        mark: Mark = "error" if group[0].severity == "error" else "warn"
        yield (mark, f"{group[0].message}{times}", "en")
    if rest := sum(map(len, groups[MOST_FINDINGS:])):
        yield ("warn", say.count("findings_more", rest), say.language)


def _demands(shop: Vendor, say: StudioWords) -> Iterator[tuple[str, str]]:
    pictures = shop.form == "pictures"
    yield say("demand_files"), shop.file.upper() if pictures else shop.standard or "PDF"
    if pictures:
        yield say("demand_resolution"), f"{shop.dpi} dpi"
    yield say("demand_bleed"), f"{format_mm(shop.bleed)} mm"
    yield say("demand_safe"), f"{format_mm(shop.safe)} mm"
    yield say("demand_colours"), f"CMYK, ≤ {shop.ink} %" if shop.ink else "RGB"
    if shop.counts:
        yield say("demand_counts"), ", ".join(map(str, shop.counts[:6])) + (" …" if shop.counts[6:] else "")


def _export_way(kit: Kit, way: ExportWay, language: str, say: StudioWords) -> ExitWay:
    lines: list[ExitLine] = [("ok", say(f"way_{way}_gives"), say.language)]
    away = [one.title[language] for one in kit.components if way == "tts" and isinstance(one, TuckBox)]
    if away:
        lines.append(("warn", say("stays_away", names=say.join_names(away, 3)), say.language))
    group: Group = "tables" if way in TABLE_WAYS else "screens"
    return ExitWay(group=group, id=way, title=say(f"way_{way}"), lines=tuple(lines), command=f"export {KIT} --as {way}")


def _cutter_way(name: CutterName, say: StudioWords) -> ExitWay:
    cutter = CUTTERS[name]
    title, command, (width, height) = cutter.title, f"build {KIT} --cutter {name}", cutter.area
    if cutter.arm:
        title = f"{title}, {say('marks_of', n=name.rpartition('-')[2])}"
        arm, inset = format_mm(cutter.arm), format_mm(MARK_INSET)
        given, more = say("cutter_marks", arm=arm, inset=inset), say("cutter_lines")
    else:
        command += " --backs none"
        given, more = say("cutter_area", width=format_mm(width), height=format_mm(height)), say("cutter_fronts")
    mark: Mark = "ok" if cutter.arm else "warn"
    lines: tuple[ExitLine, ...] = (("ok", given, say.language), (mark, more, say.language))
    return ExitWay(group="cutters", id=name, title=title, lines=lines, command=command, source=cutter.source)
