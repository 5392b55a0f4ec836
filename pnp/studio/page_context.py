"""What all pages share: the guard against other sites, the texts of both languages, the view in the address, and the
rendering of templates."""

from __future__ import annotations

import hashlib
import re
import secrets
import shlex
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias, get_args
from urllib.parse import urlencode

import msgspec
from flask import Flask, Response, abort, current_app, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from pnp.face.ink import InkMode
from pnp.findings import KitError
from pnp.kit.theme import press_theme
from pnp.render.svg import subset_font
from pnp.scene import Ellipse
from pnp.studio.fault_lines import FindingList
from pnp.studio.proof import Mode, Proof, ProofFace
from pnp.studio.session import Session
from pnp.text.fonts import FontBook

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
PHOTO_PATH, MOST_PHOTO_BYTES = "/sheets/photographs", 80_000_000


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
        if request.path == PHOTO_PATH:
            request.max_content_length = MOST_PHOTO_BYTES
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

    def listed(self, names: Sequence[str], most: int = 4) -> str:
        """Names with commas; of many the first ones and the number of others."""
        shown = ", ".join(names[:most])
        return self("and_more", names=shown, n=len(names) - most) if len(names) > most else shown


@cache
def words_of(language: str) -> StudioWords:
    """The texts of a language, English for an unknown one."""
    known = language if language in LANGUAGES else LANGUAGES[0]
    data = (files("pnp.studio") / "texts" / f"{known}.toml").read_bytes()
    return StudioWords(known, msgspec.toml.decode(data, type=dict[str, str | list[str]]))


def words() -> StudioWords:
    """The texts in the reader's language."""
    return words_of(request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0])


# --- the view in the address ------------------------------------------------------------------------------

BOTH = "both"
"""All languages of a kit side by side."""


class GalleryView(msgspec.Struct, frozen=True, kw_only=True):
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

    def query(self, **changes: object) -> str:
        """This view, changed, as the query of an address; "" for the default."""
        default = msgspec.structs.asdict(GalleryView())
        values = msgspec.structs.asdict(self) | changes
        pairs = {key: "on" if value is True else value for key, value in values.items() if value != default[key]}
        return f"?{urlencode(pairs)}" if pairs else ""


def choices_of(kind: object) -> tuple[str, ...]:
    """The values of a Literal type."""
    found: tuple[str, ...] = get_args(kind)
    return found


VIEW_CHOICES = {
    field.name: choices_of(field.type)
    for field in msgspec.structs.fields(GalleryView)
    if field.name not in ("language", "q", "backs")
}


def view_of(query: Mapping[str, str]) -> GalleryView:
    """The view that a query asks for; unknown values are ignored."""
    found: dict[str, object] = {key: query[key] for key, known in VIEW_CHOICES.items() if query.get(key) in known}
    found |= {"q": query.get("q", "")[:200].strip(), "backs": query.get("backs") == "on"}
    return msgspec.convert({**found, "language": query.get("language", "")[:20]}, GalleryView)


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


def millimetres(length: float) -> str:
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
    session, view = current_session(), view_of(request.args)
    proof, language = session.proof, language_of(view)
    context: dict[str, object] = {
        "say": words(),
        "view": view,
        "view_choices": VIEW_CHOICES,
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
        "mm": millimetres,
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
