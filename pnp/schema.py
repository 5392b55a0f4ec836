"""JSON schemas, generated from the structs that read kits, so that both accept the same keys.

A schema covers the form of a file; `pnp check` also covers the meaning of names.
"""

from __future__ import annotations

import json
import types
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePath, PurePosixPath
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import click
import msgspec

from pnp.check.kit_rules import Term
from pnp.cli import kit_folders
from pnp.face.shapes import ShadowSpec
from pnp.face.words import WORDS
from pnp.findings import ACCEPTABLE
from pnp.kit.components import Bring
from pnp.kit.expressions import Each, Node, Template, When
from pnp.kit.face_files import AnyBox
from pnp.kit.model import KINDS, Head, KitProfile, Lesson, Localised, OwnPaper, Tree
from pnp.kit.theme import FontFamily, GradientSpec, Stops, Style, TwoShares
from pnp.kit.toml_source import ParsedBy
from pnp.kit.values import AXES, Base, Identifier, Size, Warnings
from pnp.kit.word_files import OTHERWISE, PARTS, PRESS, texts

Schema: TypeAlias = dict[str, Any]

DRAFT = "http://json-schema.org/draft-07/schema#"
"""What Taplo, and so Even Better TOML in VS Code, reads."""
NUMBER: Schema = {"type": ["number", "string"]}
"""A length with or without its unit, or a binding."""
SIMPLE: Schema = {"type": ["string", "number", "boolean"]}
TEXTS: Schema = {"anyOf": [{"type": "string"}, {"type": "object", "additionalProperties": {"type": "string"}}]}
SIZE: Schema = {"anyOf": [NUMBER, {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2}]}
LENGTHS: Schema = {"anyOf": [NUMBER, {"type": "array", "items": NUMBER}]}
BOX: Schema = {
    "anyOf": [
        {"type": "array", "items": NUMBER, "minItems": 4, "maxItems": 4},
        {
            "type": "object",
            "properties": {key: NUMBER for axis in AXES for key in axis},
            "additionalProperties": False,
        },
    ]
}
STOP: Schema = {
    "anyOf": [
        {"type": "string"},
        {"type": "array", "items": {"type": ["string", "number"]}, "minItems": 1, "maxItems": 3},
    ]
}
_BY_TYPE: tuple[tuple[Any, Schema], ...] = (
    (Size, SIZE),
    (Base, LENGTHS),
    (AnyBox, {"anyOf": [{"type": "string"}, *BOX["anyOf"]]}),
    (Each, {"anyOf": [{"type": "string"}, {"type": "array", "items": SIMPLE}]}),
    (When, {"type": "string"}),
    (ShadowSpec, {"type": "array", "items": NUMBER, "minItems": 3, "maxItems": 3}),
    (Stops, {"type": "array", "items": STOP, "minItems": 2}),
    (TwoShares, {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}),
    (Identifier, {"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9-]{0,63}$"}),
    (
        Warnings,
        {"anyOf": [{"enum": list(ACCEPTABLE)}, {"type": "array", "items": {"enum": list(ACCEPTABLE)}}]},
    ),
)
"""What is written otherwise than its type says."""


def schemas() -> Mapping[str, Schema]:
    """Returns every schema by file name."""
    lesson = _list(_struct(Lesson, given="words"))
    documents: dict[str, tuple[str, Schema]] = {
        "kit": ("what the kit is, and what is in the box", _kit()),
        "face": ("what is drawn", _face()),
        "theme": ("colours, typefaces, styles", _theme()),
        "words": ("texts", {"$ref": "#/definitions/words", "definitions": {"words": _words()}}),
        "glossary": ("one word for one thing", _map(_struct(Term))),
        "lessons": ("a first game, for phones", _object({"lesson": lesson})),
    }
    return {
        name: {"$schema": DRAFT, "title": f"{FILES[name][0]}: {title}", **schema}
        for name, (title, schema) in documents.items()
    }


FILES = {
    "kit": ("kit.toml",),
    "face": ("faces/*.toml",),
    "theme": ("theme.toml",),
    "words": ("words.*.toml", "lessons.*.toml"),
    "glossary": ("glossary.*.toml",),
    "lessons": ("lessons.toml",),
}
"""The files of a kit that a schema is of."""


def _kit() -> Schema:
    column = {"type": "string"}
    texts = dict.fromkeys(("file", "sheet", "key", "url"), column)
    table = _object({**texts, "columns": _map(column), "product": _list(column)}) | {
        "anyOf": [{"required": ["file"]}, {"required": ["product"]}]
    }
    components: dict[str, tuple[Schema, Schema]] = {}
    for kind, cls in KINDS.items():
        component = _struct(cls, {"kind": {"const": kind}}, given="line", required=["kind"])
        if "size" in component["properties"]:  # of some, one number for all sides, or three
            component["properties"]["size"] = {"anyOf": [SIZE, LENGTHS]}
        components[kind] = {"properties": {"kind": {"const": kind}}, "required": ["kind"]}, component
    sections = {
        "kit": _struct(Head),
        "table": _map(table),
        "component": _list(_either(components, {"kind": {"enum": list(KINDS)}}, {"required": ["kind"]})),
        "profile": _map(_struct(KitProfile)),
        "bring": _list(_struct(Bring)),
        "paper": _map(_struct(OwnPaper)),
    }
    return _object(sections, ["kit", "component"])


def _face() -> Schema:
    words = {word: ({"required": [word]}, _struct(cls, given="row", required=[word])) for word, cls in WORDS.items()}
    sections = {
        "size": SIZE,
        "box": _map(BOX),
        "style": _map(_struct(Style)),
        "input": _map({"type": "string"}),
        "draw": _list(_either(words, {}, {"anyOf": [{"required": [word]} for word in WORDS]})),
    }
    return _object(sections)


def _theme() -> Schema:
    family = _struct(FontFamily)
    families = {**family, "additionalProperties": family, "required": []}
    sections = {
        "colour": _map({"type": "string"}),
        "font": _map(families),
        "style": _map(_struct(Style)),
        "icon": _map({"type": "string"}),
        "gradient": _map(_struct(GradientSpec)),
    }
    return _object(sections)


def _words() -> Schema:
    own = {part: _translated(texts(part, OTHERWISE)) for part in PARTS}
    words = _map({"anyOf": [{"type": "string"}, {"$ref": "#/definitions/words"}]})
    return {**words, "properties": {PRESS: _object(own)}}


def _translated(tree: Tree) -> Schema:
    """Returns the schema of texts to translate, and of lists with this many texts."""
    properties: Schema = {}
    for key, value in tree.items():
        properties[key] = _translated(value) if isinstance(value, dict) else {"type": "string"}
        if isinstance(value, list):
            count = len(value)
            properties[key] = {"type": "array", "items": {"type": "string"}, "minItems": count, "maxItems": count}
    return _object(properties)


def _struct(
    cls: type[msgspec.Struct], more: Schema | None = None, *, given: str = "", required: Iterable[str] = ()
) -> Schema:
    """Returns the schema of a table that becomes a struct; the press sets the `given` field itself."""
    hints = get_type_hints(cls, include_extras=True)
    fields = [field for field in msgspec.structs.fields(cls) if field.name != given]
    properties = {field.encode_name: _value(hints[field.name]) for field in fields}
    needed = [field.encode_name for field in fields if field.required]
    return _object({**properties, **(more or {})}, list(dict.fromkeys([*needed, *required])))


def _value(hint: Any) -> Schema:
    """Returns the schema of a value of this type."""
    for known, schema in _BY_TYPE:
        if hint == known:
            return schema
    origin = get_origin(hint)
    if origin is Annotated:
        return _parsed(hint)
    if origin is Literal:
        return {"enum": list(get_args(hint))}
    if origin in (Union, types.UnionType):
        parts = [_value(part) for part in get_args(hint) if part is not types.NoneType]
        return parts[0] if len(parts) == 1 else {"anyOf": parts}
    if origin is tuple:
        return _list(_value(get_args(hint)[0]))
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return TEXTS if hint is Localised else SIMPLE if hint in (Template, Node) else _struct(hint)
    return {bool: {"type": "boolean"}, int: {"type": "integer"}, float: NUMBER, str: {"type": "string"}}[hint]


def _parsed(hint: Any) -> Schema:
    """Returns the schema of a value with a custom parser: its type, and its short forms."""
    assert any(isinstance(note, ParsedBy) for note in hint.__metadata__)
    kind = get_args(hint)[0]
    parts = get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)
    if kind == tuple[tuple[str, Template], ...]:
        return _map(SIMPLE)
    if any(get_origin(part) is tuple for part in parts):
        return {"anyOf": [SIMPLE, _list({"anyOf": [SIMPLE, _list(SIMPLE)]})]}
    if Localised in parts:
        return {"anyOf": [*TEXTS["anyOf"], {"type": "boolean"}]} if bool in parts else TEXTS
    if float in parts or Template in parts:
        return NUMBER if float in parts else SIMPLE
    return {"anyOf": [_value(part) for part in parts]} if len(parts) > 1 else _value(kind)


def _object(properties: Schema, required: list[str] | None = None) -> Schema:
    closed = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**closed, "required": required} if required else closed


def _either(forms: Mapping[str, tuple[Schema, Schema]], known: Schema, needed: Schema) -> Schema:
    """Returns the schema of a table with one of several forms, each with its discriminator.

    Editors then underline only the wrong key, while `anyOf` makes them underline the whole table. They complete the
    keys of all forms together, as they ignore conditions.
    """
    together: dict[str, list[Schema]] = {}
    for _, form in forms.values():
        for key, value in form["properties"].items():
            if value not in together.setdefault(key, []):
                together[key].append(value)
    properties = {key: {"anyOf": found} if len(found) > 1 else found[0] for key, found in together.items()}
    conditions = [{"if": told, "then": form} for told, form in forms.values()]
    return {"type": "object", "properties": {**properties, **known}, **needed, "allOf": conditions}


def _map(schema: Schema) -> Schema:
    return {"type": "object", "additionalProperties": schema}


def _list(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


FOLDER = ".schema"
SETTINGS = ".taplo.toml"
"""Where Taplo, the tool behind Even Better TOML, finds which schema a file has, if the kit is what is opened."""


def write_schemas(folder: Path) -> Path:
    """Writes the schemas and the settings, whose path it returns. Raises ClickException if the settings are not from
    the press, or `OSError`."""
    settings = folder / SETTINGS
    if settings.is_file() and FOLDER not in settings.read_text(encoding="utf-8"):
        message = f"{settings} is there, and is your own: add to it what `pnp schema NAME` prints"
        raise click.ClickException(message)
    (folder / FOLDER).mkdir(exist_ok=True)
    for name, document in schemas().items():
        (folder / FOLDER / f"{name}.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    rules = (
        f'[[rule]]\ninclude = {json.dumps(list(files))}\n\n[rule.schema]\npath = "./{FOLDER}/{name}.json"\n\n'
        for name, files in FILES.items()
    )
    settings.write_text("".join(rules), encoding="utf-8")
    return settings


def directive(path: PurePath) -> str:
    """Returns the first line of a kit's TOML file that points editors to its schema, wherever the kit is opened
    from."""
    name = next(name for name, files in FILES.items() if any(PurePosixPath(path).match(file) for file in files))
    return f"#:schema {'../' * (len(path.parts) - 1) or './'}{FOLDER}/{name}.json\n"


@click.command()
@click.argument("what", metavar="[KIT|NAME]", required=False)
def schema(what: str | None) -> None:
    """Let editors complete and underline a kit's TOML files.

    With a kit, or in its folder, writes the schemas into its folder .schema and says in .taplo.toml which file has
    which, as Even Better TOML for VS Code and other editors with Taplo read it. With kit, face, theme, words, glossary
    or lessons, prints that schema.
    """
    if what in FILES:
        click.echo(json.dumps(schemas()[what], indent=2))
        return
    try:
        folders = kit_folders([what] if what is not None else [])
    except click.UsageError as error:
        if what is None:
            raise
        raise click.UsageError(f"{error.message}; and it is none of {', '.join(FILES)}") from None
    for folder in folders:
        try:
            settings = write_schemas(folder)
        except OSError as error:
            raise click.ClickException(f"{error.filename}: {error.strerror}") from None
        click.echo(f"{settings}: {len(FILES)} schemas for editors with Taplo, such as VS Code with Even Better TOML")
