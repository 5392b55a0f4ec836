"""The page of what will be printed, `/sheets`: sheets, build, and measuring the printer (“Backs are off?”)."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, get_args
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, Response, redirect, request
from werkzeug.datastructures import FileStorage

from pnp.art.paths import Point
from pnp.build.build import build
from pnp.build.manifest import MANIFEST
from pnp.build.plan import LABELS
from pnp.calibration.printer_profile import (
    Profile,
    ProfileError,
    by_eye,
    check_printable,
    load,
    outcome,
    profile_of,
    save,
)
from pnp.calibration.printer_profile import certainty as uncertainties
from pnp.calibration.printer_profile import known as known_printers
from pnp.calibration.test_page import LETTERS, MEASURED, Geometry, Letter, write_test_page
from pnp.diff.changed_since import build_changed
from pnp.findings import Findings
from pnp.sheet.options import BadOptionError
from pnp.sheet.paper import PaperName
from pnp.sheet.printer import LONGEST_NAME, Turning, UnfitPrinterError
from pnp.studio.fault_lines import FindingList
from pnp.studio.page_context import (
    PHOTO_PATH,
    AppResponse,
    StudioWords,
    choices_of,
    current_session,
    language_of,
    png_response,
    render,
    view_of,
    words,
)
from pnp.studio.print_preview import BARE, PlannedFiles, PrintSettings, current_preview
from pnp.studio.session import BuildResult, BuiltFile, Session, quiet

bp = Blueprint("sheets", __name__)
SHEET_FINDINGS = frozenset({"larger-than-paper", "label-small", "page-crowded", "keep-cut"})
"""Codes of findings on sheets rather than on pieces."""
SETTINGS = {
    field.name: choices_of(field.type) for field in msgspec.structs.fields(PrintSettings) if field.name != "printer"
}
TURNINGS: tuple[Turning, ...] = get_args(Turning)
CARD = (63.5, 88.9)
LONGEST_TRAY = 24


class SheetView(msgspec.Struct, frozen=True, kw_only=True):
    """How sheets are shown: `marks` with marks and foot, `cuts` numbered, `find` frames a piece."""

    shown: Literal["both", "fronts", "light"] = "both"
    size: Literal["s", "m", "l"] = "m"
    marks: bool = True
    cuts: bool = False
    find: str = ""


SHEET_CHOICES = {
    field.name: choices_of(field.type) for field in msgspec.structs.fields(SheetView) if field.name in ("shown", "size")
}


def settings_of(values: Mapping[str, str]) -> PrintSettings:
    """The settings in an address or a form; unknown values are ignored."""
    found = {name: values[name] for name, known in SETTINGS.items() if values.get(name) in known}
    return msgspec.convert({**found, "printer": values.get("printer", "")[:LONGEST_NAME]}, PrintSettings)


def _sheet_view() -> SheetView:
    args = request.args
    found: dict[str, object] = {name: args[name] for name, known in SHEET_CHOICES.items() if args.get(name) in known}
    # The checkbox of marks stands behind a hidden “off”, so that an unticked one is sent too.
    found |= {"marks": args.getlist("marks")[-1:] != ["off"], "cuts": args.get("cuts") == "on"}
    return msgspec.convert({**found, "find": args.get("find", "")[:60].strip()}, SheetView)


@bp.get("/sheets")
def sheets_page() -> str:
    return _render_sheets()


def _render_sheets(fault: str = "", photographs: tuple[str, ...] = ()) -> str:
    """The page; after a failed measurement with what is wrong and what the photographs show."""
    session, settings, look = current_session(), settings_of(request.values), _sheet_view()
    language = language_of(view_of(request.values))
    profile = None
    try:
        profile = load(settings.printer) if settings.printer else None
        settings.options(Path())  # of the printer that is chosen, however its sheets are shown
        # Held to the light, sheets lie as the printer should set them, but for what its profile leaves.
        laid = msgspec.structs.replace(settings, printer="") if look.shown == "light" else settings
        planned = current_preview().files(language, laid)
    except (ProfileError, BadOptionError) as error:
        planned = PlannedFiles(fault=str(error))
    findings, too_large = FindingList(session.proof), Findings()
    too_large.extend(planned.too_large)
    left = outcome(profile) if profile else None
    files = planned.files
    stocks = {stock: sum(one.count("new_sheets") for one in files if one.stock == stock) for stock in LABELS}
    paper, turning = _measured_paper(settings)
    return render(
        "sheets.html",
        files=files,
        planned=planned,
        too_large=findings.entries(too_large),
        settings=settings,
        choices=SETTINGS,
        look=look,
        sheet_choices=SHEET_CHOICES,
        bare="" if look.marks else BARE,
        stocks={stock: sheets for stock, sheets in stocks.items() if sheets},
        holding=sum(1 for file in files for sheet in file.sheets if sheet.pieces_with(look.find)),
        sheet_findings=[one for one in findings.all if one.finding.code in SHEET_FINDINGS],
        last_build=_last_build(session),
        printers=_printers(settings),
        profile=profile,
        left=left,
        rest=left.after if left and look.shown == "light" else 0.0,
        uncertainty=uncertainties(profile) if profile else None,
        card=(CARD[0] * profile.front.across, CARD[1] * profile.front.along) if profile else CARD,
        measure=request.args.get("measure") == "on" or bool(fault),
        measure_fault=fault,
        photographs=photographs,
        typed=request.form,
        measured_paper=paper,
        turning=turning,
        letters=LETTERS,
        crosses=Geometry(paper).crosses(),
        with_camera=find_spec("cv2") is not None,
    )


def _last_build(session: Session) -> str:
    """The build id of the last build of the whole kit; "" if there is none."""
    kit = session.proof.kit
    try:
        manifest = msgspec.json.decode((session.builds.out / (kit.id if kit else "") / MANIFEST).read_bytes())
        return str(manifest["build"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _printers(settings: PrintSettings) -> dict[str, str]:
    """All measured printers, with the reason why one does not fit the paper and backs."""
    found = {}
    for name in known_printers():
        try:
            load(name).printer.check(settings.paper, settings.backs)
            found[name] = ""
        except (ProfileError, UnfitPrinterError) as error:
            found[name] = str(error)
    return found


@bp.get("/page/<digest>.png")
def page_png(digest: str) -> Response:
    return png_response(current_preview().png(digest))


def begin_build(
    session: Session, settings: PrintSettings, languages: tuple[str, ...] = (), since: Path | None = None
) -> AppResponse:
    """Builds a kit without errors, in all languages if none is named, and leads to the page of its files.

    With `since` only what changed since that build is built.
    """

    def work() -> BuildResult:
        options = settings.options(session.builds.out, languages)
        built = build_changed(session.folder, options, quiet, since) if since else build(session.folder, options, quiet)
        pdfs = [file for file in built.manifest.files if file.path.endswith(".pdf")]
        return BuildResult(built.folder, tuple(BuiltFile(file.path, pages=file.pages) for file in pdfs))

    if session.proof.kit and not session.proof.errors:
        session.builds.begin(work)
    return redirect("/built", 303)


@bp.post("/build")
def build_kit() -> AppResponse:
    return begin_build(current_session(), settings_of(request.form))


# --- measuring the printer --------------------------------------------------------------------------------


def _measured_paper(settings: PrintSettings) -> tuple[PaperName, Turning]:
    """The paper and turning to measure: those of the settings, where a test page exists for them."""
    paper = next((one for one in MEASURED if one == settings.paper), MEASURED[0])
    return paper, next((one for one in TURNINGS if one == settings.backs), TURNINGS[0])


@bp.get("/sheets/test.pdf")
def test_page() -> AppResponse:
    paper, turning = _measured_paper(settings_of(request.args))
    tray = " ".join(request.args.get("tray", "").split())[:LONGEST_TRAY]
    try:
        check_printable(tray)
    except ProfileError as error:
        return Response(_render_sheets(str(error)), 422)
    return Response(write_test_page(paper, turning, tray, words().language), mimetype="application/pdf")


@bp.post("/sheets/readings")
def measure_by_eye() -> AppResponse:
    say, (paper, turning) = words(), _measured_paper(settings_of(request.form))
    try:
        sides = by_eye(Geometry(paper), _readings("front", say), _readings("back", say))
        return _keep(profile_of(request.form.get("name", ""), paper, turning, "readings", *sides))
    except ValueError as error:  # a ProfileError is one
        return Response(_render_sheets(str(error)), 422)


@bp.post(PHOTO_PATH)
def measure_by_photograph() -> AppResponse:
    files = [one for one in request.files.getlist("photo") if one.filename]
    if len(files) != 2:
        return Response(_render_sheets(words()("two_photographs")), 422)
    shown: list[str] = []
    try:
        return _keep(_profile_of_photographs(files, shown))
    except ProfileError as error:
        return Response(_render_sheets(str(error), tuple(shown)), 422)


def _readings(side: str, say: StudioWords) -> dict[Letter, Point]:
    """The four readings of a side in mm. Raises ValueError for what is no number."""

    def reading(letter: Letter, way: str) -> float:
        text = request.form.get(f"{side}-{letter}-{way}", "").strip()
        try:
            value = float(text.replace("−", "-").replace(",", "."))
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            where = f"{say(f'side_{side}')}, {letter}, {say(f'reading_{way}')}"
            raise ValueError(say("no_reading", text=text, where=where))
        return value

    return {letter: (reading(letter, "right"), reading(letter, "down")) for letter in LETTERS}


def _profile_of_photographs(files: list[FileStorage], shown: list[str]) -> Profile:
    """The profile of two photographs; `shown` receives a line for each. Raises ProfileError."""
    try:
        from pnp.calibration.photograph import combine_sides, describe_photograph, look  # needs the extra `camera`
        from pnp.camera import PhotographError
    except ImportError:
        raise ProfileError(words()("camera_missing")) from None
    seen = []
    with tempfile.TemporaryDirectory(prefix="pnp-photographs-") as folder:
        for number, file in enumerate(files):
            name = Path(file.filename or "").name or f"{number + 1}"
            path = Path(folder, str(number), name)
            path.parent.mkdir()
            file.save(path)
            try:
                seen.append(look(path))
            except (PhotographError, ProfileError) as error:
                raise ProfileError(f"{name}: {error}") from None
            shown.append(describe_photograph(seen[-1]))
    return combine_sides(seen[0], seen[1], request.form.get("name", ""))


def _keep(profile: Profile) -> AppResponse:
    """Saves a profile and leads to the sheets as they print with it. Raises ProfileError."""
    save(profile)
    query = {"paper": profile.paper, "backs": profile.backs, "printer": profile.name, "measure": "on"}
    return redirect(f"/sheets?{urlencode(query)}", 303)
