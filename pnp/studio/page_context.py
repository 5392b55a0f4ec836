"""What all pages share: findings with lines of files, the guard, texts, the view in the address, and rendering."""

from __future__ import annotations

import csv
import hashlib
import io
import re
import secrets
import shlex
import tomllib
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Literal, Self, TypeAlias, get_args
from urllib.parse import urlencode

import msgspec
from flask import Flask, Response, abort, current_app, redirect, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from pnp.face.paint import InkMode
from pnp.findings import Finding, Findings, KitError
from pnp.kit.folder import source_text
from pnp.kit.theme import press_theme
from pnp.render.svg import subset_font
from pnp.scene import Ellipse
from pnp.studio.proof import Mode, Proof, ProofFace
from pnp.studio.session import Session
from pnp.text.fonts import FontBook

LINES_AROUND = 2
_POSITION = re.compile(r"\(at line (\d+), column (\d+)\)")


class FindingEntry(msgspec.Struct, frozen=True):
    """A finding as pages show it: `severity` may be `accepted`, `titles` are its pieces, `file` is relative to the
    kit."""

    finding: Finding
    severity: str
    titles: tuple[str, ...]
    file: str
    line: int
    column: str

    @property
    def place(self) -> str:
        return ":".join(part for part in (self.file, str(self.line or ""), self.column) if part)


class FindingList:
    """The findings of a proof, errors first, by piece and by component."""

    def __init__(self, proof: Proof) -> None:
        self._home = proof.kit.file.removesuffix("kit.toml") if proof.kit else ""
        self._titles = {face.card: face.title for faces in proof.faces.values() for face in faces}
        self._by_card: defaultdict[str, list[Finding]] = defaultdict(list)
        for finding in proof.findings:
            for card in proof.findings.on(finding):
                self._by_card[card].append(finding)
        self.all = self.entries(proof.findings)
        self.accepted = self.entries(proof.findings.accepted, "accepted")
        self.errors = sum(1 for one in self.all if one.severity == "error")
        self.warnings = len(self.all) - self.errors

    def entries(self, findings: Findings, severity: str = "") -> tuple[FindingEntry, ...]:
        """Findings of this kit, errors first."""
        found = []
        for one in findings:
            titles = dict.fromkeys(self._titles.get(card, card) for card in findings.on(one) if card)
            place = self.file(one.place.file), one.place.row, one.place.column
            found.append(FindingEntry(one, severity or one.severity, tuple(titles), *place))
        return tuple(sorted(found, key=lambda one: one.severity != "error"))

    def on(self, face: ProofFace) -> Sequence[Finding]:
        """The findings of a piece."""
        return self._by_card.get(face.card, ())

    def of(self, component: str) -> list[Finding]:
        """The findings of a component and its pieces, each once."""
        found = (one for card, ones in self._by_card.items() if card.partition(" ")[0] == component for one in ones)
        return list(dict.fromkeys(found))

    def file(self, name: str) -> str:
        """A file's name within the kit, from its name in findings."""
        inside = self._home and name.startswith(self._home)
        return name.removeprefix(self._home) if inside else PurePosixPath(name).name


class SourceLine(msgspec.Struct, frozen=True):
    number: int
    text: str
    bad: bool = False


class Fault(msgspec.Struct, frozen=True):
    """A place in a file of the kit, with the lines around it; `column` counts from 1, 0 is the whole line."""

    file: str
    line: int
    column: int
    lines: tuple[SourceLine, ...]

    @property
    def place(self) -> str:
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part)

    @property
    def indent(self) -> str:
        """Blanks up to the column, tabs kept."""
        text = next((line.text for line in self.lines if line.bad), "")
        return re.sub(r"[^\t]", " ", text[: self.column - 1])


def fault_at(folder: Path, file: str, line: int, key: str = "", finding: Finding | None = None) -> Fault | None:
    """The lines around a place; None if the kit has no such text file. `key` is a TOML key or a CSV column."""
    text = source_text(folder, file)
    if text is None:
        return None
    lines = text.splitlines()
    column = _column_of(lines, line, key, file)
    if file.endswith(".toml") and (not finding or finding.code == "toml"):
        try:
            tomllib.loads(text.replace("\r\n", "\n"))
        except ValueError as error:
            found = _POSITION.search(str(error))
            line, column = (int(found[1]), int(found[2])) if found else (len(lines), 0)
    shown = range(max(1, line - LINES_AROUND), min(len(lines), line + LINES_AROUND) + 1)
    return Fault(file, line, column, tuple(SourceLine(n, lines[n - 1], n == line) for n in shown))


def _column_of(lines: list[str], line: int, key: str, file: str) -> int:
    """The position of a key or a cell within its line; 0 if unknown."""
    if not key or not 0 < line <= len(lines):
        return 0
    if not file.endswith(".csv"):
        found = re.search(rf"\b{re.escape(key)}\b", lines[line - 1])
        return found.start() + 1 if found else 0
    header, cells = (next(csv.reader(io.StringIO(text)), []) for text in (lines[0], lines[line - 1]))
    if key not in header or header.index(key) >= len(cells):
        return 0
    before = cells[: header.index(key)]
    return len(",".join(before)) + (2 if before else 1)


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


def guard(app: Flask, token: str) -> None:
    """Refuses requests of other hosts and sites, and adds security headers. Forms must send the token."""
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

LANGUAGES = ("en", "es")
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

    def __init__(self, language: str, texts: dict[str, str | list[str]]) -> None:
        self.language = language
        self.texts = texts

    def __call__(self, key: str, /, **values: object) -> str:
        found = self.texts[key]
        assert isinstance(found, str), key
        return found.format(**values) if values else found

    def count(self, key: str, number: int) -> str:
        """A number with its noun."""
        return self.texts[key][number != 1].format(n=number)

    def choice(self, name: str, value: str) -> str:
        """The text of a value of an option, the value itself if it has none."""
        found = self.texts.get(f"{name}_{value.replace('-', '_')}", value)
        return found if isinstance(found, str) else value

    def side(self, side: str) -> str:
        stem, _, number = side.rpartition("-")
        return self("side_n", n=number) if stem == "side" else self(f"side_{side}")

    def keys(self) -> list[tuple[tuple[str, ...], str]]:
        return [(keys, self(text)) for keys, text in KEYS]

    def join_names(self, names: Sequence[str], most: int = 4) -> str:
        """Names with commas; of many the first ones and the number of others."""
        shown = ", ".join(names[:most])
        return self("and_more", names=shown, n=len(names) - most) if len(names) > most else shown


@cache
def load_words(language: str) -> StudioWords:
    """The texts of a language, English for an unknown one."""
    known = language if language in LANGUAGES else LANGUAGES[0]
    data = (files("pnp.studio") / "texts" / f"{known}.toml").read_bytes()
    return StudioWords(known, msgspec.toml.decode(data, type=dict[str, str | list[str]]))


def words() -> StudioWords:
    """The texts in the reader's language."""
    return load_words(request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0])


# --- the view in the address ------------------------------------------------------------------------------

LONGEST_TEXT = 200
BOTH = "both"
"""All languages of a kit side by side."""


class PageView(msgspec.Struct, frozen=True, kw_only=True):
    """What an address or a form asks for: choices (Literal), switches (bool) and texts."""

    @classmethod
    def of(cls, query: MultiDict[str, str]) -> Self:
        """The view that a query asks for; unknown values are ignored."""
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
        """The values of each choice."""
        fields = msgspec.structs.fields(cls)
        return {field.encode_name: get_args(field.type) for field in fields if get_args(field.type)}

    def query(self, **changes: object) -> str:
        """This view, changed, as the query of an address; "" for the default."""
        default, values = msgspec.to_builtins(type(self)()), msgspec.to_builtins(self) | changes
        pairs = {key: "on" if value is True else value for key, value in values.items() if value != default[key]}
        return f"?{urlencode(pairs)}" if pairs else ""


class GalleryView(PageView, frozen=True, kw_only=True):
    """Filter, order and look of the faces. `language` is one of the kit, or `both`."""

    language: str = ""
    q: str = ""
    which: Literal["all", "changed", "found"] = "all"
    size: Literal["s", "m", "l", "real"] = "m"
    see: Literal["all", "protan", "deutan", "tritan", "grey"] = "all"
    ink: InkMode = "full"
    edge: Literal["trim", "bleed", "safe"] = "trim"
    order: Literal["table", "changed", "found", "extremes"] = "table"
    backs: bool = False

    def modes(self, languages: tuple[str, ...]) -> tuple[Mode, ...]:
        if self.language == BOTH:
            return tuple((language, self.ink) for language in languages)
        return ((self.language if self.language in languages else languages[0], self.ink),)


# --- rendering --------------------------------------------------------------------------------------------

CARD_WIDTH = 63.5
"""Millimetres of the piece that the sizes S, M and L are meant for."""
RULER = 7.0
LETTERS = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180), 0x2013, 0x2014, 0x2019, 0x201C, 0x201D)))
AppResponse: TypeAlias = AnyResponse


def current_session() -> Session:
    session = current_app.config["SESSION"]
    assert isinstance(session, Session)
    return session


def language_of(view: GalleryView) -> str:
    """The language of the faces, the first of several; "" without a kit."""
    kit = current_session().proof.kit
    return view.modes(kit.languages)[0][0] if kit else ""


def format_mm(length: float) -> str:
    """A length as people write it: `63.5`."""
    return f"{length:.2f}".rstrip("0").rstrip(".")


def first_error(error: KitError) -> str:
    first = next(iter(error.findings), None)
    return f"{first.place}: {first.message}" if first else "kit.toml"


def face_address(face: ProofFace, query: str = "") -> str:
    side = "" if face.side == "front" else f"/{face.side}"
    row = f"/{face.key or '-'}" if face.key or side else ""
    return f"/face/{face.component}{row}{side}{query}"


def render(template: str, **values: object) -> str:
    """A page in the reader's language, with all that its frame shows."""
    session, view = current_session(), GalleryView.of(request.args)
    proof, language = session.proof, language_of(view)
    context: dict[str, object] = {
        "say": words(),
        "view": view,
        "view_choices": GalleryView.choices(),
        "findings": FindingList(proof),
        "proof": proof,
        "kit": proof.kit,
        "language": language,
        "language_query": GalleryView(language=view.language).query(),
        "face_count": sum(face.side != "back" for face in session.faces((language, view.ink))) if proof.kit else 0,
        "session": session,
        "token": session.token,
        "here": request.full_path.rstrip("?"),
        "sizes": hashlib.sha256(face_sizes(proof).encode()).hexdigest()[:16],
        "both": BOTH,
        "mm": format_mm,
        "face_address": face_address,
        "shell": lambda word: shlex.quote(str(word)),
    }
    return render_template(template, **context | values)


def form_answer(text: str = "", status: int = 200) -> AppResponse:
    """The answer to a form: back to its page, or the text of an error. Scripts receive the text alone."""
    if request.headers.get("X-Token") or status != 200:
        return Response(text, status=status if text else 204, mimetype="text/plain")
    back = request.form.get("back", "/")
    return redirect(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/", 303)


def svg_response(svg: str | None) -> Response:
    if svg is None:
        abort(404)
    headers = {"Cache-Control": FOREVER, "Content-Security-Policy": SVG_POLICY}
    return Response(svg, mimetype="image/svg+xml", headers=headers)


def png_response(png: bytes | None) -> Response:
    if png is None:
        abort(404)
    return Response(png, mimetype="image/png", headers={"Cache-Control": FOREVER})


def face_sizes(proof: Proof) -> str:
    """Style rules with the size and shape of the faces of each component; pages hold no styles of their own."""
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


@cache
def _heading_font() -> bytes:
    press = FontBook(press_theme().fonts)
    return subset_font(press.font(press.face("display", bold=True)), LETTERS)


def heading_font() -> Response:
    """The font of headings, with the letters of Latin languages."""
    return Response(_heading_font(), mimetype="font/woff", headers={"Cache-Control": FOREVER})
