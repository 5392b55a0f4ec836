"""The page of outputs, `/ways`: home printer, print shops, screens, virtual tables, cutting machines."""

from __future__ import annotations

import shlex
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from flask import Blueprint, abort, redirect, request
from msgspec.structs import replace

from pnp.build.build import build
from pnp.export.pictures import WAYS, Export
from pnp.export.pictures import Way as ExportWay
from pnp.export.writer import export
from pnp.findings import Findings
from pnp.kit.model import TuckBox
from pnp.sheet.options import EVERYTHING, Options
from pnp.sheet.paper import CUTTERS, MARK_INSET, CutterName
from pnp.studio.page_context import AppResponse, PageContext, format_mm, here, render
from pnp.studio.session import BuildResult, ignore_progress
from pnp.vendor.shop import Vendor, VendorError, fits, load
from pnp.vendor.shop_files import build as build_for_shop

bp = Blueprint("exits", __name__)
ExitLine: TypeAlias = tuple[Literal["ok", "warn", "error"], str, str]
"""A line about a way out: its mark, its text, and the language of that."""
Group: TypeAlias = Literal["home", "shops", "screens", "tables", "cutters"]
GROUPS: tuple[Group, ...] = ("home", "shops", "screens", "tables", "cutters")
KIT = "KIT"
"""Stands for the folder of the kit in a command."""


class ExitWay(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A kind of output: its files, its problems, and its command. `shop` are the requirements of a print shop."""

    group: Group
    id: str
    title: str
    lines: tuple[ExitLine, ...]
    command: str
    state: Literal["ready", "warnings", "looking", "not_yet"] = "ready"
    source: str = ""
    shop: Vendor | None = None
    findings: Findings = msgspec.field(default_factory=Findings)


@bp.get("/ways")
def exits_page() -> str:
    page, name = here(), request.args.get("way", "")[:60]
    ways = _list_ways(page, name)
    selected = next((way for way in ways if way.id == name), ways[0])
    return render(
        "ways.html",
        groups=[(group, [way for way in ways if way.group == group]) for group in GROUPS],
        states=Counter(way.state for way in ways),
        selected=selected,
        entries=page.findings.entries(selected.findings),
    )


@bp.post("/ways/make")
def make_exit() -> AppResponse:
    page, name = here(), request.form.get("way", "")
    way = next((one for one in _list_ways(page, name) if one.id == name), None) or abort(404)
    folder, options = page.session.folder, Options(out=page.session.out, languages=(page.language,))
    if not page.proof.errors:
        page.session.begin_build(lambda: make_files(way, folder, options))
    return redirect("/built", 303)


def make_files(way: ExitWay, folder: Path, options: Options) -> BuildResult:
    """Writes the files of an output like its command. Raises the same errors."""
    if way.group in ("screens", "tables"):
        kind = next(one for one in WAYS if one == way.id)
        made = export(folder, Export(way=kind, print=options), ignore_progress)
        return BuildResult(made.folder, made.manifest.files)
    if way.group == "cutters":
        cutter = next(one for one in CUTTERS if one == way.id)
        options = replace(options, cutter=cutter, backs="long-edge" if CUTTERS[cutter].arm else "none")
    if way.shop:
        built = build_for_shop(folder, options, way.shop, ignore_progress)
    else:
        built = build(folder, options, ignore_progress)
    return BuildResult(built.folder, built.manifest.files)


def _list_ways(page: PageContext, first: str) -> list[ExitWay]:
    """Returns all outputs of the kit; `first` is the shop to check first."""
    shops = page.session.shop_findings(page.language, first)
    ways = [_make_home_way(page)]
    ways += [_make_shop_way(page, name, found) for name, found in shops.items()]
    ways += [_export_way(page, way) for way in WAYS]
    ways += [_make_cutter_way(page, name) for name in CUTTERS]
    folder = shlex.quote(str(page.proof.folder))
    return [
        replace(
            way,
            command=f"pnp {way.command.replace(KIT, folder, 1)} --language {page.language}",
            state="not_yet" if page.proof.errors else way.state,
        )
        for way in ways
    ]


def _make_home_way(page: PageContext) -> ExitWay:
    say, sheets = page.say, page.proof.sheets
    lines: list[ExitLine] = [("ok", say("home_gives"), say.language)]
    if sheets:
        lines.append(("ok", say.count("sheets_n", sheets), say.language))
    if page.findings.warnings:
        lines.append(("warn", say.count("warnings", page.findings.warnings), say.language))
    return ExitWay(group="home", id="home", title=say("way_home"), lines=tuple(lines), command=f"build {KIT}")


def _make_shop_way(page: PageContext, name: str, found: Findings | None) -> ExitWay:
    way = ExitWay(group="shops", id=name, title=name, lines=(), command=f"order {shlex.quote(name)} {KIT}")
    try:
        shop = load(name)
    except VendorError as error:
        return replace(way, state="not_yet", lines=(("error", str(error), "en"),))
    title, lines = shop.called(page.say.language), tuple(_list_products(page, shop))
    way = replace(way, title=title, lines=lines, source=shop.source, shop=shop)
    if found is None:
        return replace(way, state="looking")
    return replace(way, state="not_yet" if found.errors else "warnings" if len(found) else "ready", findings=found)


def _list_products(page: PageContext, shop: Vendor) -> Iterator[ExitLine]:
    say = page.say
    titles = {component.id: component.title[page.language] for component in page.kit.components}
    made: defaultdict[str, list[str]] = defaultdict(list)
    for component, fit in fits(shop, page.kit, EVERYTHING).items():
        pixels = f", {fit.product.pixels[0]} × {fit.product.pixels[1]} px" if fit.product.pixels else ""
        made[f"{fit.product.called(say.language)}{pixels}"].append(titles[component])
    for product, components in made.items():
        yield ("ok", f"{product}: {say.join_names(components, 3)}", say.language)
    if not made:
        yield ("error", say("shop_makes_nothing"), say.language)


def _export_way(page: PageContext, way: ExportWay) -> ExitWay:
    say = page.say
    lines: list[ExitLine] = [("ok", say(f"way_{way}_gives"), say.language)]
    away = [one.title[page.language] for one in page.kit.components if way == "tts" and isinstance(one, TuckBox)]
    if away:
        lines.append(("warn", say("stays_away", names=say.join_names(away, 3)), say.language))
    group: Group = "tables" if way == "tts" else "screens"
    return ExitWay(group=group, id=way, title=say(f"way_{way}"), lines=tuple(lines), command=f"export {KIT} --as {way}")


def _make_cutter_way(page: PageContext, name: CutterName) -> ExitWay:
    say, cutter = page.say, CUTTERS[name]
    title, command = cutter.title, f"build {KIT} --cutter {name}"
    lines: tuple[ExitLine, ...]
    if cutter.arm:
        title = f"{title}, {say('marks_of', n=name.rpartition('-')[2])}"
        given = say("cutter_marks", arm=format_mm(cutter.arm), inset=format_mm(MARK_INSET))
        lines = (("ok", given, say.language), ("ok", say("cutter_lines"), say.language))
    else:
        command += " --backs none"
        given = say("cutter_area", width=format_mm(cutter.area[0]), height=format_mm(cutter.area[1]))
        lines = (("ok", given, say.language), ("warn", say("cutter_fronts"), say.language))
    return ExitWay(group="cutters", id=name, title=title, lines=lines, command=command, source=cutter.source)
