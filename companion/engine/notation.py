"""Actions in a few words, derived from their types: ``PlaceDye(B2, red)`` is ``dye B2 red``.

The verb, of one or two words, is a class's tag; its fields are the words after it, and one with a default may be left
out. A class with `BARE` is also read without its verb: ``b2`` is ``die blue 2``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from companion.engine.annotations import fields_of, may_be_none
from companion.engine.correction import Correction, correction_text, parse_correction
from companion.engine.game import ParseError
from companion.engine.message import message
from companion.engine.pieces import Piece, Pieces, Players
from companion.engine.reading import Token, tokens


class _Form(Struct):
    """How the actions of one class are written."""

    kind: type[Struct]
    verb: str
    fields: tuple[tuple[str, Piece, bool], ...]
    """Name, piece, and whether None stands for it (``-``)."""
    needed: int

    def write(self, action: Any, players: Players) -> str:
        values = [(getattr(action, name), piece) for name, piece, _ in self.fields]
        return " ".join(
            [self.verb, *["-" if value is None else piece.write(value, players) for value, piece in values]]
        )

    def read(self, verb: Token, words: Sequence[Token], players: Players) -> Any:
        """The action of the words after a verb. Raises `ParseError` at the word that does not fit."""
        given = {}
        for word, (name, piece, none) in zip(words, self.fields, strict=False):
            given[name] = None if none and word.text == "-" else piece.of(word, verb.text, players)
        if len(words) > len(self.fields):
            raise words[len(self.fields)].wrong(
                message("too_much", field=verb.text, given=words[len(self.fields)].text)
            )
        if len(words) < self.needed:
            raise verb.lacking(self.fields[len(words)][1].expected)
        return self.kind(**given)


class Notation:
    """How a game's actions are written. `examples` are some to name where one is expected."""

    def __init__(
        self, kinds: Sequence[type[Struct]], examples: str, own: Mapping[Any, Piece], letters: Sequence[str]
    ) -> None:
        pieces = Pieces(own, short=False)
        self._players = Players.called(letters)
        self._examples = examples
        self._forms: dict[type, _Form] = {}
        for kind in kinds:
            fields = [(field, pieces.of(hint), may_be_none(hint)) for field, hint in fields_of(kind)]
            parts = tuple((field.name, piece, none) for field, piece, none in fields)
            needed = sum(field.required for field, _, _ in fields)
            self._forms[kind] = _Form(kind, str(kind.__struct_config__.tag), parts, needed)

    def text(self, action: Any) -> str:
        """The action's words; `read` reads them back."""
        if isinstance(action, Correction):
            return correction_text(action)
        return self._forms[type(action)].write(action, self._players)

    def read(self, text: str) -> Any:
        """The action, written in any case. Raises `ParseError`."""
        head, _, rest = text.strip().partition(" ")
        if head.lower() == "correct":
            return parse_correction(rest)
        words = tokens(text)
        if not words:
            raise ParseError(message("no_action_yet", examples=self._examples))
        for length in (2, 1):
            verb = " ".join(word.text.lower() for word in words[:length])
            forms = [form for form in self._forms.values() if form.verb == verb]
            if forms:
                after = words[length:]
                fitting = [form for form in forms if form.needed <= len(after) <= len(form.fields)]
                return (fitting or forms)[0].read(words[0], after, self._players)
        return self._bare(words, text)

    def _bare(self, words: Sequence[Token], text: str) -> Any:
        """An action without its verb: its words, beside each other or apart."""
        for form in self._forms.values():
            if getattr(form.kind, "BARE", False):
                pattern = r"\s*".join(f"({piece.pattern(self._players)})" for _, piece, _ in form.fields)
                found = re.fullmatch(pattern, " ".join(word.text.lower() for word in words))
                if found:
                    return form.read(words[0], [Token(part, 1, 1) for part in found.groups()], self._players)
        raise words[0].other(self._examples, text.strip())
