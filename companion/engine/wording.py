"""Sentences from data: phrases of one language, with plurals and lists, and error messages that are put into words
when they are shown, in the reader's language.

    message = messages("stones")
    raise token.unexpected("market", message("die"))

The phrases stand in ``words.<language>.toml`` of a package, those of messages under ``[error]``, with the fields in
braces. A package also has the phrases of its parent packages and of the engine; its own come first, so a game only
defines what differs. A missing or broken phrase stops no game: the key is shown in readable form, and logged once.
"""

from __future__ import annotations

import logging
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from babel import Locale
from msgspec import Struct
from msgspec.structs import asdict

LANGUAGES = ("en", "es")
ENGINE = __package__
LISTED = 12
"""Items of a list that a message names; of longer ones it names three."""
log = logging.getLogger(__name__)


class Wording(Struct, frozen=True):
    """The phrases of a package in one language, by dotted key."""

    language: str
    phrases: dict[str, str]
    package: str = ""

    def get(self, key: str, default: str) -> str:
        """Returns the phrase as written, or the default."""
        return self.phrases.get(key, default)

    def phrase(self, key: str, /, **fields: object) -> str:
        """Returns the phrase with its fields filled in; a field's capitalised name capitalises its first letter."""
        found = self.phrases.get(key)
        if found is None:
            _report(self.package, self.language, key, "missing")
            return readable(key)
        try:
            return found.format_map(_Fields(fields))
        except (LookupError, ValueError, TypeError, AttributeError):
            _report(self.package, self.language, key, "asking for other fields than there are")
        return re.sub(r"\{(\w*)[^{}]*\}", lambda hole: str(fields.get(hole[1], readable(hole[1]))), found)

    def count(self, key: str, n: int, **fields: object) -> str:
        """Returns ``1 coin``, ``2 coins``: the phrase of the number's plural form, or ``other``."""
        form = f"{key}.{Locale.parse(self.language).plural_form(n)}"
        form = form if form in self.phrases else f"{key}.other"
        if form not in self.phrases:
            _report(self.package, self.language, form, "missing")
            return f"{n} {readable(key)}"
        return self.phrase(form, n=n, **fields)

    def field(self, name: str, value: object) -> str:
        """Returns a field of the data in words; a number with phrases ``one`` and ``other`` is counted."""
        return self.count(name, value) if type(value) is int and f"{name}.one" in self.phrases else str(value)

    def named(self, kind: str, thing: Any, **fields: str) -> str:
        """Returns the phrase for a value by its type, ``step.ShopPlaced``, with its fields; empty if there is none."""
        key = f"{kind}.{type(thing).__name__}"
        if key not in self.phrases:
            return ""
        said = {name: self.field(name, value) for name, value in asdict(thing).items() if value is not None}
        return self.phrase(key, **said | fields)

    def listed(self, items: Iterable[str]) -> str:
        """Returns ``A, B and C``; empty for none."""
        *most, last = list(items) or [""]
        return f"{', '.join(most)} {self.phrase('list.and')} {last}" if most else last


class _Fields(dict[str, Any]):
    def __missing__(self, name: str) -> str:
        if name == name.lower():
            raise KeyError(name)
        text = str(self[name.lower()])
        return text[:1].upper() + text[1:]


def language_name(language: str) -> str:
    """Returns a language's name in itself: English, Español."""
    return str(Locale.parse(language).get_language_name()).capitalize()


def readable(key: str) -> str:
    """Returns a key as words, in place of a missing phrase: ``score.left_over`` is “score left over”."""
    return re.sub(r"[\W_]+|(?<=[a-z])(?=[A-Z])", " ", key).strip().lower()


@lru_cache(1000)  # so that each is logged once
def _report(package: str, language: str, key: str, fault: str) -> None:
    log.warning("words.%s.toml of %s: %.100r is %s", language, package, key, fault)


@cache
def wording(package: str, language: str) -> Wording:
    """Returns the phrases in ``words.<language>.toml`` of a package. Raises `KeyError` for another language, `OSError`
    or `ValueError` for an unreadable file."""
    if language not in LANGUAGES:
        raise KeyError(f"no words in {language!r}; there are: {', '.join(LANGUAGES)}")
    return Wording(language, _read_phrases(package, language), package)


def check_words(package: str) -> None:
    """Raises `ValueError` if one language of a package lacks phrases of another."""
    found = {language: _read_phrases(package, language) for language in LANGUAGES}
    every = frozenset().union(*found.values())
    for language, phrases in found.items():
        lacking = sorted(every - phrases.keys())
        if lacking:
            raise ValueError(f"words.{language}.toml of {package} lacks {', '.join(lacking)}")


def _read_phrases(package: str, language: str) -> dict[str, str]:
    """Returns the phrases of a package: its own, then missing ones from its parent packages and the engine."""
    parts = package.split(".")
    around = (".".join(parts[:depth]) for depth in range(len(parts) - 1, 0, -1))
    found = read_own_phrases(package, language)
    for place in (*around, ENGINE):
        if files(place).joinpath(f"words.{language}.toml").is_file():
            found |= {key: says for key, says in read_own_phrases(place, language).items() if key not in found}
    return found


def read_own_phrases(package: str, language: str) -> dict[str, str]:
    """Returns the phrases in the package's own file. Raises `OSError` or `ValueError` if it is unreadable."""
    return dict(_flatten(tomllib.loads(files(package).joinpath(f"words.{language}.toml").read_text(encoding="utf-8"))))


def _flatten(tree: dict[str, object], prefix: str = "") -> Iterable[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)


class Message(Struct, frozen=True):
    """A sentence or a part of one. `code` is stable and the same in every language.

    A field is user text, a number, a message, or several of them, which are joined by commas.
    """

    package: str
    """Whose words say it."""
    code: str
    fields: Mapping[str, Value] = {}

    def __hash__(self) -> int:
        return hash((self.package, self.code))

    def __str__(self) -> str:
        return self.say()

    def say(self, language: str = "en") -> str:
        """Returns the message in words. Raises `KeyError` for a language without words."""
        fields = {name: _said(value, language) for name, value in self.fields.items()}
        return wording(self.package, language).phrase(f"error.{self.code}", **fields)

    @property
    def reason(self) -> str | None:
        """The code without a place before it; None for plain text."""
        if self.code == "at" and isinstance(inner := self.fields["what"], Message):
            return inner.reason
        return None if self.code == "text" else self.code


Value = str | int | Message | tuple["Value", ...]
Said = str | Message
"""What is wrong; or a text that stands as it is in every language."""


def _said(value: Value, language: str) -> str | int:
    if isinstance(value, Message):
        return value.say(language)
    if isinstance(value, tuple):
        return ", ".join(str(_said(item, language)) for item in value)
    return value


def messages(package: str) -> Callable[..., Message]:
    """Returns a factory of a package's messages: ``message("given_twice", thing="city")``."""
    return lambda code, **fields: Message(package, code, fields)


message = messages("companion.engine")


def said(what: Said) -> Message:
    """Returns a message in words, or the text itself."""
    return what if isinstance(what, Message) else message("text", text=what)


def either(items: tuple[Value, ...] | list[Value]) -> Value:
    """Returns ``A, B or C``; of more than twelve the first two and the last."""
    *most, last = items if len(items) <= LISTED else (*items[:2], "…", items[-1])
    return message("or", most=tuple(most), last=last) if most else last


def shorten(text: str, most: int = 400) -> str:
    """Shortens a text that quotes user input of any length."""
    return text if len(text) <= most else f"{text[:most]}…"


def expect_whole_number(lowest: int, highest: int | None) -> Message:
    """Returns a message for a whole number in a range; without `highest` there is no upper limit."""
    if highest is None:
        return message("number_from", lowest=lowest)
    return message("number_between", lowest=lowest, highest=highest)


class MessageError(ValueError):
    """An error with a message in every language: `what` as data, `message` in English."""

    def __init__(self, what: Said) -> None:
        self.what = said(what)
        super().__init__(what)

    @property
    def code(self) -> str:
        return self.what.code

    @property
    def fields(self) -> Mapping[str, Value]:
        return self.what.fields

    @property
    def message(self) -> str:
        return str(self.what)

    @property
    def sentence(self) -> Message:
        """Returns the full sentence with its place."""
        return self.what

    def __str__(self) -> str:
        return str(self.sentence)


def format_error(error: Exception) -> Message:
    """Returns the full sentence of an error; for foreign errors, their text."""
    return error.sentence if isinstance(error, MessageError) else said(str(error))
