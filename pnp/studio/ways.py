"""The ways out of a kit: print shops, virtual tables, cutting machines and screens, each with what it gives."""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from pnp.export.exported import export
from pnp.export.options import Export
from pnp.export.options import Way as Screen
from pnp.findings import Finding, Findings
from pnp.kit import Kit
from pnp.kit.model import TuckBox
from pnp.output.build import build
from pnp.sheet.cutters import CUTTERS, CutterName
from pnp.sheet.options import Options
from pnp.sheet.selection import EVERYTHING
from pnp.studio.preflights import Preflight
from pnp.studio.press import File, Made
from pnp.studio.proof import Proof
from pnp.studio.shelves import millimetres
from pnp.studio.words import Words
from pnp.vendor.build import build as build_for
from pnp.vendor.deck import fits
from pnp.vendor.known import load, names
from pnp.vendor.model import Product, Vendor, VendorError

Group: TypeAlias = Literal["shops", "tables", "cutters", "screens"]
GROUPS: tuple[Group, ...] = ("shops", "tables", "cutters", "screens")
Mark: TypeAlias = Literal["ok", "so", "no"]
State: TypeAlias = Literal["ready", "warnings", "looking", "not_yet"]
TABLES: tuple[Screen, ...] = ("tts",)
SCREENS: tuple[Screen, ...] = ("fan", "table", "contact", "faces")
SAID = 3
"""Findings that a card tells, those of one sort as one."""


class Line(msgspec.Struct, frozen=True):
    """A line of a way: what is met, noticed or missing."""

    mark: Mark
    text: str
    english: bool = False


class Demand(msgspec.Struct, frozen=True):
    """What a shop asks for."""

    name: str
    asked: str


class Way(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A way out: what it gives, what stands against it, and the command that takes it."""

    group: Group
    id: str
    title: str
    state: State
    lines: tuple[Line, ...]
    command: str
    demands: tuple[Demand, ...] = ()
    source: str = ""
    read: str = ""
    findings: Findings = msgspec.field(default_factory=Findings)


def ways(proof: Proof, kit: Kit, language: str, known: Mapping[str, Preflight], say: Words) -> tuple[Way, ...]:
    """All ways out of a kit; of shops what is known so far."""
    return (
        *(_shop(proof, kit, language, name, known.get(name), say) for name in names()),
        *(_screen(proof, kit, "tables", way, language, say) for way in TABLES),
        *(_cutter(proof, name, language, say) for name in CUTTERS),
        *(_screen(proof, kit, "screens", way, language, say) for way in SCREENS),
    )


def make(folder: Path, out: Path, way: Way, language: str) -> Made:
    """Takes a way out, as its command does. Raises what that does."""
    options = Options(out=out, languages=(language,))
    if way.group == "shops":
        done = build_for(folder, options, load(way.id), _quiet)
        return Made(done.folder, tuple(File(one.path, pages=one.pages) for one in done.manifest.files))
    if way.group == "cutters":
        cutter: CutterName = next(name for name in CUTTERS if name == way.id)
        backs = "long-edge" if CUTTERS[cutter].marks else "none"
        done = build(folder, msgspec.structs.replace(options, cutter=cutter, backs=backs), _quiet)
        return Made(done.folder, tuple(File(one.path, pages=one.pages) for one in done.manifest.files))
    wanted = next(one for one in (*TABLES, *SCREENS) if one == way.id)
    shown = export(folder, Export(way=wanted, print=options), _quiet)
    return Made(shown.folder, tuple(File(one.path, bytes=one.bytes) for one in shown.manifest.files))


def _folder(proof: Proof) -> str:
    """The kit's folder in a command."""
    return shlex.quote(str(proof.folder))


def _quiet(name: str, done: float) -> None:
    """Nobody watches the progress of a work on the page."""


# --- print shops ----------------------------------------------------------------------------------------


def _shop(proof: Proof, kit: Kit, language: str, name: str, found: Preflight | None, say: Words) -> Way:
    command = f"pnp build {_folder(proof)} --vendor {name} --language {language}"
    try:
        shop = load(name)
    except VendorError as error:
        refused = (Line("no", str(error), english=True),)
        return Way(group="shops", id=name, title=name, state="not_yet", lines=refused, command=command)
    findings = found.findings if found else Findings()
    lines = (*_products(shop, kit, language, say), *_noticed(found, say))
    return Way(
        group="shops",
        id=name,
        title=shop.called(say.language),
        state=_state(proof, found),
        lines=lines,
        command=command,
        demands=tuple(_demands(shop, say)),
        source=shop.source,
        read=shop.read.isoformat(),
        findings=findings,
    )


def _state(proof: Proof, found: Preflight | None) -> State:
    if proof.errors:
        return "not_yet"
    if found is None:
        return "looking"
    if found.refused or found.findings.errors:
        return "not_yet"
    return "warnings" if len(found.findings) else "ready"


def _products(shop: Vendor, kit: Kit, language: str, say: Words) -> Iterator[Line]:
    """What the shop makes of the kit."""
    made: defaultdict[str, list[str]] = defaultdict(list)
    products: dict[str, Product] = {}
    titles = {component.id: component.title[language] for component in kit.components}
    for component, fitting in fits(shop, kit, EVERYTHING).items():
        products[fitting.product.id] = fitting.product
        made[fitting.product.id].append(titles[component])
    for name, product in products.items():
        pixels = f", {product.pixels[0]} × {product.pixels[1]} px" if product.pixels else ""
        yield Line("ok", f"{product.called(say.language)}{pixels}: {say.listed(made[name], 3)}")
    if not products:
        yield Line("no", say("shop_makes_nothing"))


def _noticed(found: Preflight | None, say: Words) -> Iterator[Line]:
    if found is None:
        return
    if found.refused:
        yield Line("no", found.refused, english=True)
    alike: dict[str, list[Finding]] = {}
    for one in sorted(found.findings, key=lambda one: one.severity != "error"):
        alike.setdefault(one.code, []).append(one)
    for those in [*alike.values()][:SAID]:
        times = f" ({len(those)} ×)" if len(those) > 1 else ""
        yield Line("no" if those[0].severity == "error" else "so", f"{those[0].message}{times}", english=True)
    if rest := sum(map(len, [*alike.values()][SAID:])):
        yield Line("so", say.count("findings_more", rest))


def _demands(shop: Vendor, say: Words) -> Iterator[Demand]:
    kind = shop.file.upper() if shop.form == "pictures" else shop.standard or "PDF"
    yield Demand(say("demand_files"), kind)
    if shop.form == "pictures":
        yield Demand(say("demand_resolution"), f"{shop.dpi} dpi")
    yield Demand(say("demand_bleed"), f"{millimetres(shop.bleed)} mm")
    yield Demand(say("demand_safe"), f"{millimetres(shop.safe)} mm")
    yield Demand(say("demand_colours"), f"CMYK, ≤ {shop.ink} %" if shop.ink else "RGB")
    if shop.counts:
        yield Demand(say("demand_counts"), ", ".join(map(str, shop.counts[:6])) + (" …" if shop.counts[6:] else ""))


# --- all others -----------------------------------------------------------------------------------------


def _screen(proof: Proof, kit: Kit, group: Group, way: Screen, language: str, say: Words) -> Way:
    lines = [Line("ok", say(f"way_{way}_gives"))]
    away = [one.title[language] for one in kit.components if way == "tts" and isinstance(one, TuckBox)]
    if away:
        lines.append(Line("so", say("stays_away", names=say.listed(away, 3))))
    command = f"pnp export {_folder(proof)} --as {way} --language {language}"
    return Way(
        group=group,
        id=way,
        title=say(f"way_{way}"),
        state="not_yet" if proof.errors else "ready",
        lines=tuple(lines),
        command=command,
    )


def _cutter(proof: Proof, name: CutterName, language: str, say: Words) -> Way:
    cutter = CUTTERS[name]
    marks, (width, height) = cutter.marks, cutter.area
    if marks:
        kind = say("cutter_marks", arm=millimetres(marks.arm), inset=millimetres(marks.inset))
        lines = (Line("ok", kind), Line("ok", say("cutter_lines")))
    else:
        area = say("cutter_area", width=millimetres(width), height=millimetres(height))
        lines = (Line("ok", area), Line("so", say("cutter_fronts")))
    backs = "" if marks else " --backs none"
    title = f"{cutter.title}, {say('marks_of', n=name.rpartition('-')[2])}" if marks else cutter.title
    return Way(
        group="cutters",
        id=name,
        title=title,
        state="not_yet" if proof.errors else "ready",
        lines=lines,
        command=f"pnp build {_folder(proof)} --cutter {name}{backs} --language {language}",
        source=cutter.source,
    )
