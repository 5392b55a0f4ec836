"""An error message as data: a code and its fields. It is put into words when it is shown, in the reader's language.

    message = messages("stones")
    raise token.unexpected("market", message("die"))

The words stand in ``words.<language>.toml`` of that package, under ``[error]``, with the fields in braces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from companion.engine.wording import wording

LISTED = 12


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
