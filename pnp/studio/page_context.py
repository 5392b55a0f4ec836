"""Common parts of pages: findings with lines of files, request guard, texts, the view in the address, rendering."""

from __future__ import annotations

import csv
import hashlib
import re
import secrets
import shlex
import tomllib
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal, Self, TypeAlias, get_args
from urllib.parse import urlencode

import msgspec
from flask import Flask, Response, abort, g, redirect, render_template, request, send_file
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from pnp.face.paint import InkMode
from pnp.findings import Finding, Findings, KitError
from pnp.kit import Kit
from pnp.kit.folder import read_source
from pnp.kit.theme import read_press_theme
from pnp.kit.word_files import spoken, texts
from pnp.scene import Ellipse
from pnp.studio.proof import Mode, Proof, ProofFace, make_relative_name
from pnp.studio.session import Session
from pnp.text.fonts import FontBook

LINES_AROUND = 2
_POSITION = re.compile(r"\(at line (\d+), column (\d+)\)")


class FindingEntry(msgspec.Struct, frozen=True):
    """A finding as shown on pages: `severity` may be `accepted`, `titles` are its pieces, `file` is relative to the
    kit. `others` are further places with the same fault."""

    finding: Finding
    severity: str
    titles: tuple[str, ...]
    file: str
    line: int
    column: str
    others: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        return ":".join(part for part in (self.file, str(self.line or ""), self.column) if part)


class FindingList:
    """The findings of a proof, errors first, by piece and by component."""

    def __init__(self, proof: Proof) -> None:
        self._kit = proof.kit
        self._titles = {face.card: face.title for faces in proof.faces.values() for face in faces}
        self._by_card: defaultdict[str, list[Finding]] = defaultdict(list)
        for finding in proof.findings:
            for card in proof.findings.on(finding):
                self._by_card[card].append(replace(finding, card=card))
        self.all = self.entries(proof.findings)
        self.accepted = self.entries(proof.findings.accepted, "accepted")
        self.errors = sum(one.severity == "error" for one in self.all)
        self.warnings = len(self.all) - self.errors

    def entries(self, findings: Findings, severity: str = "") -> tuple[FindingEntry, ...]:
        """Returns findings of this kit, errors first; a fault at several places is one entry."""
        found: dict[tuple[str, str], FindingEntry] = {}
        for one in sorted(findings, key=lambda one: one.severity != "error"):
            titles = tuple(dict.fromkeys(self._titles.get(card, card) for card in findings.on(one) if card))
            place = self.file(one.place.file), one.place.row, one.place.column
            entry = FindingEntry(one, severity or one.severity, titles, *place)
            first = found.setdefault((one.code, one.message), entry)
            if first is not entry:
                titles = tuple(dict.fromkeys((*first.titles, *titles)))
                others = tuple(dict.fromkeys((*first.others, entry.place)))
                found[one.code, one.message] = replace(first, titles=titles, others=others)
        return tuple(found.values())

    def list_entries_on(self, face: ProofFace) -> tuple[FindingEntry, ...]:
        """Returns the findings of a piece for its page."""
        own = Findings()
        own.extend(self.on(face))
        return self.entries(own)

    def on(self, face: ProofFace) -> Sequence[Finding]:
        """Returns the findings of a piece."""
        return self._by_card.get(face.card, ())

    def of(self, component: str) -> Collection[Finding]:
        """Returns the findings of a component and its pieces, each fault once."""
        cards = (found for card, found in self._by_card.items() if card.split(" ")[0] == component)
        return {(one.code, one.message): one for found in cards for one in found}.values()

    def file(self, name: str) -> str:
        """Returns a file's name within the kit, given its name in findings."""
        return make_relative_name(self._kit, name)


class Fault(msgspec.Struct, frozen=True):
    """A place in a file of the kit, with the lines around it by number; `column` counts from 1, 0 is the whole line."""

    file: str
    line: int
    column: int
    lines: dict[int, str]

    @property
    def place(self) -> str:
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part)

    @property
    def indent(self) -> str:
        """Spaces up to the column; tabs are kept."""
        return re.sub(r"[^\t]", " ", self.lines[self.line][: self.column - 1])


def find_fault_lines(folder: Path, file: str, line: int, key: str = "", finding: Finding | None = None) -> Fault | None:
    """Returns the lines around a place; None if the kit has no such text file. `key` is a TOML key or a CSV column."""
    text = read_source(folder, file)
    if text is None:
        return None
    lines = text.splitlines()
    column = _find_column(lines, line, key, file)
    if file.endswith(".toml") and (not finding or finding.code == "toml"):
        try:
            tomllib.loads(text.replace("\r\n", "\n"))
        except ValueError as error:
            found = _POSITION.search(str(error))
            line, column = (int(found[1]), int(found[2])) if found else (len(lines), 0)
    near = {n: lines[n - 1] for n in range(line - LINES_AROUND, line + LINES_AROUND + 1) if 0 < n <= len(lines)}
    return Fault(file, line, column if line in near else 0, near)


def _find_column(lines: list[str], line: int, key: str, file: str) -> int:
    """Returns the position of a key or a cell within its line; 0 if unknown."""
    if not key or not 0 < line <= len(lines):
        return 0
    if not file.endswith(".csv"):
        found = re.search(rf"\b{re.escape(key)}\b", lines[line - 1])
        return found.start() + 1 if found else 0
    header, cells = (next(csv.reader([text]), []) for text in (lines[0], lines[line - 1]))
    number = header.index(key) if key in header else len(cells)
    return len(",".join([*cells[:number], ""])) + 1 if number < len(cells) else 0


# --- guard ------------------------------------------------------------------------------------------------

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; font-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:"
"""For drawings, whose fonts and pictures are inside."""
FOREVER = "public, max-age=31536000, immutable"
"""For addresses that name their content by its hash."""
HOSTS = ("127.0.0.1", "localhost", "[::1]")
MOST_BYTES = 1_000_000
HOUR = 3600


def guard(app: Flask, token: str) -> None:
    """Rejects requests for other hosts and from other sites, and adds security headers. Forms must send the token."""
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES

    @app.before_request
    def check_request() -> None:
        host, _, port = request.host.rpartition(":")
        if (host if port.isdigit() else request.host) not in HOSTS:
            abort(421)
        if request.method in ("GET", "HEAD"):
            return
        origin = request.headers.get("Origin")
        if origin is not None and origin != f"http://{request.host}":
            abort(403)
        if origin is None and request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
            abort(403)
        given = request.headers.get("X-Token") or request.form.get("token", "")
        if not secrets.compare_digest(given.encode(), token.encode()):
            abort(403)

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response


# --- texts ------------------------------------------------------------------------------------------------

LANGUAGES = spoken("studio")
KEYS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("/",), "key_filter"),
    (("↵", "Esc"), "keys_back"),
    (("J", "K"), "keys_next"),
    (("N", "⇧ N"), "keys_finding"),
    (("E",), "keys_editor"),
    (("G",), "key_grey"),
    (("L",), "key_low"),
    (("1", "+", "−"), "keys_sizes"),
    (("O", "R"), "keys_over"),
    (("W",), "keys_make"),
    (("F", "X"), "keys_sheets"),
    (("S",), "keys_seen"),
    (("P",), "keys_build"),
    (("←", "→", "↑", "↓"), "keys_move"),
    (("↵", "Esc"), "keys_into"),
    (("[", "]"), "keys_under"),
    (("B", "D"), "keys_side"),
    (("V",), "keys_language"),
    (("Ctrl Z",), "keys_undo"),
    (("?",), "key_all"),
)
"""The keys of all pages, and the text that explains them."""


class StudioWords:
    """The texts of one language, by key. `{…}` are filled in; of two forms the first is the singular."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.texts: Mapping[str, Any] = texts("studio", language)

    def __call__(self, key: str, /, **values: object) -> str:
        text = str(self.texts[key])
        return text.format(**values) if values else text

    def count(self, key: str, number: int) -> str:
        """Formats a number with its noun."""
        return str(self.texts[key][number != 1]).format(n=number)

    def choice(self, name: str, value: str) -> str:
        """Returns the text of an option's value, or the value itself."""
        return str(self.texts.get(f"{name}_{value.replace('-', '_')}", value))

    def side(self, side: str) -> str:
        stem, _, number = side.rpartition("-")
        return self("side_n", n=number) if stem == "side" else self(f"side_{side}")

    def join_names(self, names: Sequence[str], most: int = 4) -> str:
        """Joins names with commas; of many only the first ones and the number of others."""
        shown = ", ".join(names[:most])
        return self("and_more", names=shown, n=len(names) - most) if len(names) > most else shown


load_words = cache(StudioWords)


def choose_words() -> StudioWords:
    """Returns the texts in the reader's language."""
    return load_words(request.accept_languages.best_match(LANGUAGES) or "en")


# --- the view in the address ------------------------------------------------------------------------------

LONGEST_TEXT = 200
BOTH = "both"
"""All languages of a kit side by side."""


class PageView(msgspec.Struct, frozen=True, kw_only=True):
    """Values of an address or a form: choices (Literal), switches (bool) and texts."""

    @classmethod
    def of(cls, query: MultiDict[str, str]) -> Self:
        """Returns the view in a query; unknown values are ignored."""
        found: dict[str, object] = {}
        for field in msgspec.structs.fields(cls):
            given = query.getlist(field.encode_name)[-1:]  # a switch stands behind a hidden “off”
            known = get_args(field.type)
            if given and field.type is bool:
                found[field.name] = given == ["on"]
            elif given and (given[0] in known or not known):
                found[field.name] = given[0][:LONGEST_TEXT].strip()
        return cls(**found)

    @classmethod
    def choices(cls) -> dict[str, tuple[str, ...]]:
        """Returns the values of each choice."""
        fields = msgspec.structs.fields(cls)
        return {field.encode_name: get_args(field.type) for field in fields if get_args(field.type)}

    def query(self, **changes: object) -> str:
        """Returns this view with changes as a query string; "" for the default."""
        default, values = msgspec.to_builtins(type(self)()), msgspec.to_builtins(self) | changes
        pairs = {key: "on" if value is True else value for key, value in values.items() if value != default[key]}
        return f"?{urlencode(pairs)}" if pairs else ""


class GalleryView(PageView, frozen=True, kw_only=True):
    """Filter and look of the faces. `language` is one of the kit's, or `both`."""

    language: str = ""
    q: str = ""
    which: Literal["all", "changed", "found", "extremes"] = "all"
    size: Literal["s", "m", "l", "real"] = "m"
    see: Literal["all", "protan", "deutan", "tritan", "grey"] = "all"
    ink: InkMode = "full"
    edge: Literal["trim", "bleed", "safe"] = "trim"
    backs: bool = False

    def modes(self, languages: tuple[str, ...]) -> tuple[Mode, ...]:
        if self.language == BOTH:
            return tuple((language, self.ink) for language in languages)
        return ((self.language if self.language in languages else languages[0], self.ink),)


# --- rendering --------------------------------------------------------------------------------------------

CARD_WIDTH = 63.5
"""Millimetres of the piece that the sizes S, M and L are meant for."""
RULER = 7.0
AppResponse: TypeAlias = AnyResponse


class NoKitError(Exception):
    """The kit was never readable."""


class PageContext:
    """Context of a request: the session and its newest proof, the view in the address, the reader's texts."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.state = session.state  # before anything of the page is read
        self.proof = session.proof
        self.view = GalleryView.of(request.values)
        self.say = choose_words()

    @cached_property
    def findings(self) -> FindingList:
        return FindingList(self.proof)

    @property
    def kit(self) -> Kit:
        """The last readable state of the kit. Raises NoKitError."""
        if self.proof.kit is None:
            raise NoKitError
        return self.proof.kit

    @property
    def modes(self) -> tuple[Mode, ...]:
        """Languages and ink of the faces."""
        return self.view.modes(self.kit.languages)

    @property
    def language(self) -> str:
        """The language of the faces, the first of several."""
        return self.modes[0][0]

    @property
    def mode(self) -> Mode:
        return self.modes[0]

    @property
    def language_query(self) -> str:
        """The query that keeps the language on another page."""
        return GalleryView(language=self.view.language).query()

    def first_fault(self) -> Fault | None:
        """Returns the lines around the first error."""
        first = next((one for one in self.findings.all if one.severity == "error"), None)
        return (
            find_fault_lines(self.session.folder, first.file, first.line, first.column, first.finding)
            if first
            else None
        )


def here() -> PageContext:
    """Returns the context of this request."""
    context = g.context
    assert isinstance(context, PageContext)
    return context


def format_mm(length: float) -> str:
    """Formats a length: `63.5`."""
    return f"{length:.2f}".rstrip("0").rstrip(".")


def first_error(error: KitError) -> str:
    first = next(iter(error.findings), None)
    return f"{first.place}: {first.message}" if first else "kit.toml"


def face_address(face: ProofFace, query: str = "") -> str:
    side = "" if face.side == "front" else f"/{face.side}"
    row = f"/{face.key or '-'}" if face.key or side else ""
    return f"/face/{face.component}{row}{side}{query}"


def render(template: str, **values: object) -> str:
    """Renders a page with its frame in the reader's language."""
    page = here()
    session, view, kit = page.session, page.view, page.proof.kit
    context: dict[str, object] = {
        "say": page.say,
        "view": view,
        "view_choices": GalleryView.choices(),
        "findings": page.findings,
        "proof": page.proof,
        "kit": kit,
        "language": page.language if kit else "",
        "language_query": page.language_query,
        "face_count": sum(face.side != "back" for face in session.faces(page.mode)) if kit else 0,
        "session": session,
        "token": session.token,
        "state": page.state,
        "here": request.full_path.rstrip("?"),
        "sizes": hashlib.sha256(face_sizes(page.proof).encode()).hexdigest()[:16],
        "both": BOTH,
        "all_keys": KEYS,
        "mm": format_mm,
        "face_address": face_address,
        "shell": lambda word: shlex.quote(str(word)),
    }
    return render_template(template, **context | values)


def answer_form(text: str = "", status: int = 200, select: str = "") -> AppResponse:
    """Returns the answer to a form: a redirect to its page, or the text of an error. Scripts receive only the text.

    `select` replaces `draw` in the page's address.
    """
    if request.headers.get("X-Token") or status != 200:
        return Response(text, status=status if text else 204, mimetype="text/plain")
    back = request.form.get("back", "/")
    if select:
        back = re.sub(r"[?&]draw=-?\d+", "", back)
        back += ("&" if "?" in back else "?") + select
    return redirect(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/", 303)


def send_drawing(drawing: str | bytes | None) -> Response:
    """Returns an immutable SVG document or PNG file."""
    mimetype = "image/png" if isinstance(drawing, bytes) else "image/svg+xml"
    headers = {"Cache-Control": FOREVER, "Content-Security-Policy": SVG_POLICY}
    return Response(drawing or abort(404), mimetype=mimetype, headers=headers)


def face_sizes(proof: Proof) -> str:
    """Returns style rules with the size and shape of each component's faces; pages contain no inline styles."""
    first = {face.component: face for faces in proof.faces.values() for face in reversed(faces)}
    rules: list[str] = []
    for component, face in sorted(first.items()):
        if not re.fullmatch("[A-Za-z0-9-]+", component):
            continue
        scene, here = face.scene, f'[data-component="{component}"]'
        times = min(2.6, max(0.55, scene.width / CARD_WIDTH))
        plate = scene.width + 2 * scene.bleed + RULER
        across, down = (100 * scene.corner / side for side in (scene.width, scene.height))
        radius = "50%" if isinstance(scene.outline, Ellipse) else f"{across:.2f}% / {down:.2f}%"
        rules.append(f"{here} {{ --times: {times:.3f}; --real: {scene.width:.2f}mm; --plate: {plate:.2f}mm; }}")
        rules.append(f"{here} .face img, {here} .paper {{ border-radius: {radius}; }}")
    return "\n".join(rules)


def heading_font() -> Response:
    """Sends the font of headings."""
    press = FontBook(read_press_theme().fonts)
    return send_file(press.font(press.face("display", bold=True)).path, max_age=HOUR)
