"""Materials of faces: colours, icons, pictures, typefaces, and the facts of a kit that texts can use."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from pnp.art.drawing import Drawing, read_drawing
from pnp.art.low_ink import low_ink, recolour, reduce_art, spared
from pnp.art.raster import RasterFile, read_picture
from pnp.face.paint import InkMode, convert_colour, weigh_art
from pnp.face.scope import BuildScope, PaintError, RowScope, Scope, UnknownNameError
from pnp.findings import Finding, KitError, Place
from pnp.kit import bounds
from pnp.kit.bounds import Bound
from pnp.kit.components import list_component_paths
from pnp.kit.evaluation import expand
from pnp.kit.expressions import parse_template
from pnp.kit.model import Kit, Localised, Record, Table, Value
from pnp.kit.toml_source import BadValueError, hint_colours, quote
from pnp.kit.values import TEXT, ColumnType, is_colour
from pnp.scene import READABLE, VISIBLE, Art, Colour, Image
from pnp.text.fonts import OWN, FontBook
from pnp.text.wrap import Typesetting

if TYPE_CHECKING:
    from pnp.kit.folder import KeyPath
    from pnp.kit.toml_source import TomlDocument, TomlSource

T = TypeVar("T")
ICON_MM = 12.0
"""Height in which signs for running text are rendered, if they are pictures."""
_INVENTORY = {"id": TEXT, "kind": TEXT, "title": TEXT, "stock": TEXT, "count": ColumnType("count")}
_ESCAPED = r"\\([\\*{}\[\]])"
_SIGN = r"(?s)\\.|(\{[^{}]*\})"


def build_scope(kit: Kit, language: str, facts: Mapping[str, str | Localised]) -> BuildScope:
    """Returns the names available to faces: facts, words, tables, and `components`, a table of the box's contents."""
    rows = []
    for component in kit.components:
        values: dict[str, Value] = {key: getattr(component, key) for key in ("id", "kind", "title", "stock")}
        values["count"] = sum(copies for _, copies in expand(kit, component))
        rows.append(Record("components", component.id, component.line, values))
    inventory = Table("components", kit.file, "id", _INVENTORY, tuple(rows), {row.key: row for row in rows})
    return BuildScope(language, kit.languages, kit.words, facts, {"components": inventory, **kit.tables})


def list_facts(kit: Kit) -> dict[str, str | Localised]:
    """Returns facts of a kit that expressions can name."""
    return {
        "kit.title": kit.title,
        "kit.version": kit.version,
        "kit.players": _span(kit.players),
        "kit.minutes": _span(kit.minutes) if kit.minutes else "",
        "kit.age": "" if kit.age is None else str(kit.age),
    }


def _span(ends: tuple[int, int]) -> str:
    least, most = ends
    return str(least) if least == most else f"{least}–{most}"


def bind_titles(kit: Kit, document: TomlDocument) -> Kit:
    """Evaluates the bindings of titles and `[[bring]]` and reports unknown ones. Running text keeps its escapes."""
    own = {name: fact for name, fact in list_facts(kit).items() if name != "kit.title"}  # a title does not hold itself
    kit = replace(kit, title=_bound(kit, own, kit.title, ("kit", "title"), document.source, running=False))
    facts = list_facts(kit)
    paths = list_component_paths(document)
    components = []
    for component in kit.components:
        title = _bound(kit, facts, component.title, (*paths[component.id], "title"), document.source, running=False)
        components.append(replace(component, title=title))
    bring = (
        _bound(kit, facts, text, ("bring", number, "text"), document.source, running=True)
        for number, text in enumerate(kit.bring)
    )
    return replace(kit, components=tuple(components), bring=tuple(bring))


def _bound(
    kit: Kit,
    facts: Mapping[str, str | Localised],
    texts: Localised,
    path: KeyPath,
    source: TomlSource,
    *,
    running: bool,
) -> Localised:
    """Evaluates the bindings of a text in all languages. Keeps a text that cannot be evaluated, and reports it."""
    alike = len(set(texts.texts.values())) == 1
    bound: dict[str, str] = {}
    for language, text in texts.texts.items():
        bound[language] = text
        if "{" not in text:
            continue
        where = path if alike else (*path, language)
        scope = Scope(build_scope(kit, language, {**facts, "language": language}), {}, None)
        try:
            template = parse_template(text)
            for node in template.nodes:
                scope.node(str(where[-1]), node)  # an unknown name is no sign here
            found = str(scope.text(str(where[-1]), template, running=True).get(RowScope(None, {})))
            sign = next((match[1] for match in re.finditer(_SIGN, found) if match[1]), "")
            if sign:
                message = f"holds {quote(sign)}, a sign, which only faces and leaflets show"
                raise BadValueError(message, "say it in words")
        except UnknownNameError as unknown:
            source.error(where, "unknown-name", f"{quote(unknown.name)} means nothing here", unknown.hint)
        except PaintError as wrong:
            source.error(where, "value", wrong.message, wrong.hint)
        except BadValueError as wrong:
            source.error(where, "value", f"{where[-1]} {wrong.message}", wrong.hint)
        else:
            bound[language] = found if running else re.sub(_ESCAPED, r"\1", found)
    return Localised(bound)


class Materials:
    """Looks up each material once, so that an icon is the same `Art` on every card."""

    def __init__(self, kit: Kit, language: str, ink: InkMode, shares: int = 1) -> None:
        """`shares` is the number of layouts of one build, which share the limit on variants of drawings."""
        self.kit = kit
        self.language = language
        self.ink: InkMode = ink
        theme = (Path(kit.file).parent / "theme.toml").as_posix()
        self.fonts = FontBook(kit.theme.fonts, kit.folder, theme, language)
        self.sheet_fonts = FontBook(kit.theme.sheet_fonts, kit.folder, theme, language)
        self.typesetting = Typesetting(self.fonts, self.icon, self.find_text_colour, language)
        self.line_colour = kit.theme.colours["ink"]
        self.noticed: list[Finding] = []
        """What was found in drawings since it was last read: faults of signs, and what comes out otherwise."""
        self._shares = shares
        self._stems = {
            name[: name.rindex(".")]: path for name, path in kit.art.items() if name.lower().endswith(".svg")
        }
        self._spent: Counter[Bound] = Counter()
        self._exceeded: dict[Bound, KitError] = {}
        self._faulty: dict[Path, KitError] = {}
        self._arts: dict[Path, Art] = {}
        self._as_pictures: dict[str, tuple[Path, Drawing]] = {}
        """Files and drawings that are printed as pictures, by the keys of their arts."""
        self._sized: dict[tuple[str, float], Art] = {}
        self._pictures: dict[str, RasterFile] = {}
        self._signs: dict[tuple[str, Colour | None], Art | None] = {}
        self._reduced: dict[tuple[str, float], Art] = {}

    def colour(self, name: str) -> Colour | None:
        """Returns a colour of the theme or a colour value; None if it is neither."""
        found = self.kit.theme.colours.get(name)
        return found or (name.upper() if is_colour(name) else None)

    def require_colour(self, name: str, key: str) -> Colour:
        """Same as `colour`, but raises `PaintError` for an unknown name."""
        found = self.colour(name)
        if found is None:
            hint = hint_colours(self.kit.theme.colours, name)
            raise PaintError(key, "unknown-colour", f"there is no colour {name}", hint)
        return found

    def line(self, name: str, key: str) -> Colour:
        """Returns the printed colour of a line. Raises `PaintError`."""
        return convert_colour(self.require_colour(name, key), self.ink, self.line_colour, VISIBLE)

    def find_text_colour(self, name: str) -> Colour | None:
        """Returns the printed colour of text."""
        found = self.colour(name)
        return convert_colour(found, self.ink, self.line_colour, READABLE) if found else None

    def icon(self, name: str) -> Art | None:
        """Returns an icon for running text, by its name or its short name in the theme."""
        art = self.sign(name, None)
        try:
            return self.sized(art, ICON_MM / art.height, ICON_MM / art.height) if art else None
        except KitError as error:
            return self._report_faulty_icon(name, error)

    def sign(self, name: str, on: Colour | None) -> Art | None:
        """Returns an icon for a ground or for low ink; None if there is none. A faulty one draws nothing and is in
        `noticed`."""
        key = (name, on if self.ink == "full" else None)
        if key not in self._signs:
            self._signs[key] = self._read_sign(*key)
        return self._signs[key]

    def sign_names(self) -> list[str]:
        """Returns the names of all icons, the kit's own first."""
        own = (name for name, path in self._stems.items() if path.is_relative_to(self.kit.folder))
        return [*dict.fromkeys((*own, *self.kit.theme.icons, *self._stems))]

    def drawing(self, name: str) -> Art:
        """Returns an SVG drawing of `art/`. Raises `KitError` if its file is faulty."""
        return self._read_art(self.kit.art[name])

    def sized(self, art: Art, across: float, down: float) -> Art:
        """Returns a drawing at a scale in mm per unit, rendered as a picture if it is not a vector drawing. Raises
        `KitError`."""
        path, drawing = self._as_pictures.get(art.key, (Path(), None))
        if drawing is None:
            return art
        scale = float(f"{max(across, down):.3g}")
        found = self._sized.get((art.key, scale))
        if found is None:
            fonts = self._font_files if "text" in drawing.text else ()
            try:
                found = self._read_once(path, lambda _: drawing.picture(scale, fonts, self.language))
            except KitError as error:
                # A drawing that takes too long is not followed by others that do.
                self._exceeded.setdefault(bounds.ALL_PIXELS, error)
                raise
            (image,) = (item for item in found.items if isinstance(item, Image))
            self._spend(image.pixels[0] * image.pixels[1], bounds.ALL_PIXELS, "picture-too-large", path)
            self._sized[art.key, scale] = found
        return found

    def printed(self, art: Art, across: float, down: float) -> Art:
        """Returns an SVG drawing as it is printed, at `across` and `down` mm per unit. Raises `KitError`."""
        if self.ink == "low" and art.key not in self._as_pictures:
            return _spared(art, float(f"{min(across, down):.3g}"))
        return self.sized(art, across, down)

    def picture(self, name: str) -> RasterFile:
        """Returns a PNG or JPEG picture of `art/`. Raises `KitError` if its file is faulty."""
        if name not in self._pictures:
            self._pictures[name] = self._read_once(self.kit.art[name], self._read_photograph)
        return self._pictures[name]

    def reduced(self, art: Art, scale: float) -> Art:
        """Returns a drawing whose lines still print at `scale`. Raises `KitError` if there are too many variants."""
        key = (art.key, round(scale, 3))
        if key not in self._reduced:
            self._spend(weigh_art(art) * self._shares, bounds.FORMS, "art-too-large", Path(self.kit.file))
            self._reduced[key] = _reduced_art(art, scale)
        return self._reduced[key]

    def _read_sign(self, name: str, on: Colour | None) -> Art | None:
        path = self._stems.get(self.kit.theme.icons.get(name, name)) or self._stems.get(name)
        if path is None:
            return None
        try:
            art = self._read_art(path)
            if on:
                self._spend(weigh_art(art) * self._shares, bounds.FORMS, "art-too-large", path)
        except KitError as error:
            return self._report_faulty_icon(name, error)
        if art.key in self._as_pictures:  # a picture has no form for a ground or with little ink
            return art
        if self.ink == "low":
            return _low_ink(art)
        return _recoloured(art, on) if on else art

    def _report_faulty_icon(self, name: str, error: KitError) -> Art:
        self._notice(error.findings)
        return Art(f"faulty {name}", 24.0, 24.0, ())

    def _read_art(self, path: Path) -> Art:
        if path not in self._arts:
            self._arts[path] = self._read_once(path, self._read_drawing)
        return self._arts[path]

    def _read_drawing(self, path: Path) -> Art:
        drawing = read_drawing(path, format_art_name(self.kit, path))
        if drawing.reason is not None:
            self._as_pictures[drawing.art.key] = path, drawing
            self._notice((drawing.reason,))
        self._spend(weigh_art(drawing.art), bounds.ALL_LINES, "art-too-large", path)
        return drawing.art

    def _read_photograph(self, path: Path) -> RasterFile:
        picture = _read_picture(path, format_art_name(self.kit, path), path.stat().st_mtime_ns)
        self._spend(picture.pixels[0] * picture.pixels[1], bounds.ALL_PIXELS, "picture-too-large", path)
        return picture

    @cached_property
    def _font_files(self) -> tuple[str, ...]:
        """Typefaces available to rendered drawings: the kit's and the press's own."""
        packages = [place for name in OWN for place in getattr(find_spec(name), "submodule_search_locations", ())]
        folders = [self.kit.folder / "fonts", *map(Path, packages)]
        found = (path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file())
        return tuple(str(path) for path in found if path.suffix.lower() in (".ttf", ".otf"))

    def _notice(self, findings: Iterable[Finding]) -> None:
        self.noticed += [finding for finding in findings if finding not in self.noticed]

    def _read_once(self, path: Path, read: Callable[[Path], T]) -> T:
        if path in self._faulty:
            raise self._faulty[path]
        for bound in (bounds.ALL_LINES, bounds.ALL_PIXELS):
            if bound in self._exceeded:
                raise self._exceeded[bound]
        try:
            return read(path)
        except KitError as error:
            self._faulty[path] = error
            raise

    def _spend(self, count: int, bound: Bound, code: str, path: Path) -> None:
        """Raises the same `KitError` each time once a kit exceeds a drawing limit."""
        if bound not in self._exceeded:
            self._spent[bound] += count
            if self._spent[bound] <= bound.most:
                return
            message = f"with this the kit has more than {bound.most} {bound.unit}"
            finding = Finding(
                "error", code, Place(format_art_name(self.kit, path)), message, "simplify it, or split the kit"
            )
            self._exceeded[bound] = KitError([finding])
        raise self._exceeded[bound]


def format_art_name(kit: Kit, path: Path) -> str:
    """Returns the name of a drawing or picture in findings: its path in the kit, or the name of one of the press's
    own."""
    if not path.is_relative_to(kit.folder):
        return path.name
    return (Path(kit.file).parent / path.relative_to(kit.folder)).as_posix()


# Forms are made once a process: files share what is written of a drawing that is the same one.
_spared, _low_ink = lru_cache(maxsize=4096)(spared), lru_cache(maxsize=4096)(low_ink)
_recoloured, _reduced_art = lru_cache(maxsize=4096)(recolour), lru_cache(maxsize=4096)(reduce_art)


@lru_cache(maxsize=256)
def _read_picture(path: Path, file: str, _modified: int) -> RasterFile:
    return read_picture(path, file)
