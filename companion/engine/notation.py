"""Actions in a few words, derived from their types: ``PlaceDye(B2, red)`` is ``dye B2 red``.

The verb, of one or two words, is a type's tag; its fields in their order are the items after it, and a field with a
default may be left out. How an item is written stands in the field's type, as an `Item`.

    class PlaceDye(Struct, frozen=True, tag="dye"):
        space: Annotated[Space, SPACE]
        dye: Dye
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Annotated, Any, Generic, NoReturn, TypeVar, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from companion.engine.correction import Correction, correction_text, parse_correction
from companion.engine.game import ParseError, Word
from companion.engine.message import Said, Value, message
from companion.engine.reading import Token, number, tokens

KNOWN = 1024
"""Actions kept as they were read last: who enters one reads it, the log does at once, and others write it again."""
A = TypeVar("A")
Reader = Callable[[Token, list[Token]], A]
"""Makes the action of its verb and of the words after it. Raises `ParseError` at the word that does not fit."""


class Item(Struct, frozen=True):
    """How a field of an action is written: ``Annotated[int, Item(…)]``."""

    expected: Said
    """What to ask for where it is missing; ``{verb}`` is the verb as written."""
    read: Callable[[Token, str], Any]
    """The value of a word that stands after a verb. Raises `ParseError`."""
    write: Callable[[Any], str] = str


def named(noun: Said, names: Mapping[str, object], which: Value, expected: Said | None = None) -> Item:
    """An item with a name, in any case; `names` has them in lower case, `which` tells what they are."""

    def read(token: Token, verb: str) -> object:
        found = names.get(token.text.lower())
        if found is None:
            raise token.wrong(message("no_such", given=token.text, noun=noun, which=which))
        return found

    return Item(expected or message("noun_of", noun=noun, which=which), read)


def whole(noun: Said, which: Value = "", expected: Said | None = None) -> Item:
    """An item that is a whole number, at least 0."""

    def read(token: Token, verb: str) -> int:
        found = number(token.text)
        if found is None:
            if which:
                raise token.wrong(message("no_such", given=token.text, noun=noun, which=which))
            raise token.wrong(message("no_noun", given=token.text, noun=noun))
        return found

    return Item(expected or message("noun", noun=noun), read)


class Form(Struct, Generic[A], frozen=True):
    """How one type of action is written."""

    verb: str
    made: Callable[..., A]
    fields: tuple[str, ...]
    items: tuple[Item, ...]
    """One for each field."""
    needed: int
    """How many of them cannot be left out."""

    def read(self, verb: Token, words: list[Token]) -> A:
        """The action of the words after a verb. Raises `ParseError` at the word that does not fit."""
        if not self.needed <= len(words) <= len(self.items):
            self._complain(verb, words)
        return self.made(*[self.items[i].read(word, verb.text) for i, word in enumerate(words)])

    def _complain(self, verb: Token, words: list[Token]) -> NoReturn:
        """Of the word that is too much; or else of the first that does not fit, or is missing."""
        for word in words[len(self.items) :]:
            raise word.wrong(message("too_much", field=verb.text, given=word.text))
        for item, word in zip(self.items, words, strict=False):
            item.read(word, verb.text)
        what = self.items[len(words)].expected
        what = what.format(verb=verb.text) if isinstance(what, str) else what.having(verb=verb.text)
        raise verb.lacking(what)

    def writer(self) -> Callable[[A], str]:
        """Makes the words of an action: code made for the type, as logs and searches write millions."""
        words = [f"{{write{i}(action.{name})}}" for i, name in enumerate(self.fields)]
        writes = {f"write{i}": item.write for i, item in enumerate(self.items)}
        made: Callable[[A], str] = eval(f"lambda action: f{' '.join([self.verb, *words])!r}", writes)
        return made


class Notation(Generic[A]):
    """How a game's actions are written. `actions` is the union of their types.

    `examples` are actions to name where one is expected. `bare` reads actions that are written without a verb: it
    gets all words, and gives none if they are no such action. `irregular` reads those of a verb in a way of its own.
    """

    def __init__(
        self,
        actions: object,
        examples: str,
        bare: Callable[[list[Token]], A | None] = lambda words: None,
        irregular: Mapping[str, Reader[A]] | None = None,
    ) -> None:
        types = get_args(actions) or (actions,)
        self.forms: dict[type, Form[A]] = {made: _form(made) for made in types if made is not Correction}
        self._writers: dict[type, Callable[[Any], str]] = {made: form.writer() for made, form in self.forms.items()}
        self._writers[Correction] = correction_text
        self._examples = examples
        self._bare = bare
        self._fixed = {form.verb: form.made() for form in self.forms.values() if not form.items}
        verbs: dict[str, list[Form[A]]] = {}
        for form in self.forms.values():
            if form.items:
                verbs.setdefault(form.verb, []).append(form)
        self._readers = {verb: _reader(forms) for verb, forms in verbs.items()} | dict(irregular or {})
        self._known = lru_cache(KNOWN)(self._read)

    def text(self, action: A | Correction) -> str:
        """The action's words; `read` reads them back."""
        return self._writers[type(action)](action)

    def read(self, text: str) -> A | Correction:
        """The action, written in any case. Raises `ParseError`."""
        head, _, rest = text.strip().partition(" ")
        if head.lower() == "correct":
            return parse_correction(rest)
        return self._known(text)

    def _read(self, text: str) -> A:
        words = tokens(text)
        plain = [word.text.lower() for word in words]
        fixed = self._fixed.get(" ".join(plain))
        if fixed is not None:
            return fixed
        for length in (2, 1):
            reader = self._readers.get(" ".join(plain[:length]))
            if reader is not None and len(words) >= length:
                return reader(words[0], words[length:])
        if not words:
            raise ParseError(message("no_action_yet", examples=self._examples))
        bare = self._bare(words)
        if bare is None:
            raise words[0].wrong(message("no_action", given=text.strip(), examples=self._examples))
        return bare


def _reader(forms: list[Form[A]]) -> Reader[A]:
    """Of the types with one verb, the shortest that takes so many words is meant."""
    if len(forms) == 1:
        return forms[0].read
    ordered = sorted(forms, key=lambda form: len(form.items))
    most = len(ordered[-1].items)
    fitting = [next(form for form in ordered if len(form.items) >= n) for n in range(most + 1)]
    return lambda verb, words: fitting[min(len(words), most)].read(verb, words)


def _form(made: type[Struct]) -> Form[Any]:
    verb = made.__struct_config__.tag
    if not isinstance(verb, str):
        raise TypeError(f"{made.__name__} has no verb: a tag, such as class {made.__name__}(Struct, tag='go on')")
    hints = get_type_hints(made, include_extras=True)
    names = made.__struct_fields__
    needed = sum(field.default is NODEFAULT for field in fields(made))
    return Form(verb, made, names, tuple(_item(hints[name]) for name in names), needed)


def _item(hint: Any) -> Item:
    if get_origin(hint) is Annotated:
        found = next((extra for extra in get_args(hint)[1:] if isinstance(extra, Item)), None)
        return found or _item(get_args(hint)[0])
    if hint is int:
        return whole(message("number"))
    if isinstance(hint, type) and issubclass(hint, Word):
        return named(hint.__name__.lower(), {name.lower(): name for name in hint}, ", ".join(hint))
    raise TypeError(f"it is not known how {hint!r} is written in an action: annotate it with an Item")
