"""Column types: `count`, `list of ref dyes`, `optional text` … of tables and of the inputs of faces."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from pnp.kit.measures import is_word
from pnp.kit.structs import BadValueError, shown, text

Sort: TypeAlias = Literal["text", "number", "count", "colour", "icon", "choice", "ref", "truth"]

PLAIN: dict[str, Sort] = {"text": "text", "number": "number", "count": "count", "colour": "colour", "icon": "icon"}

TYPES_HINT = "text, number, count, colour, icon, one of a b c, ref TABLE, and list of … or optional … of these"


class ColumnType(msgspec.Struct, frozen=True):
    """What the cells of a column hold. `table` is that of a `ref`, `choices` are those of a `one of`. No column holds
    a `truth`, which conditions come to."""

    sort: Sort
    table: str = ""
    choices: tuple[str, ...] = ()
    many: bool = False
    optional: bool = False

    @property
    def one(self) -> ColumnType:
        """The type of a list's items."""
        return msgspec.structs.replace(self, many=False, optional=False)

    def __str__(self) -> str:
        named = {"choice": f"one of {' '.join(self.choices)}", "ref": f"ref {self.table}", "truth": "true or false"}
        sort = named.get(self.sort, self.sort)
        return f"{'optional ' * self.optional}{'list of ' * self.many}{sort}"


NUMBER = ColumnType("number")
TRUTH = ColumnType("truth")
TEXT = ColumnType("text", optional=True)
"""What a column holds whose type is not declared."""


def parse_column_type(value: object) -> ColumnType:
    """A type from kit.toml or from the `[input]` of a face; raises `BadValueError`."""
    words = text(value).split()
    optional = words[:1] == ["optional"]
    words = words[optional:]
    many = words[:2] == ["list", "of"]
    words = words[2 * many :]
    match words:
        case [word] if word in PLAIN:
            return ColumnType(PLAIN[word], many=many, optional=optional)
        case ["ref", table]:
            return ColumnType("ref", table=table, many=many, optional=optional)
        case ["one", "of", *choices] if choices and all(map(is_word, choices)):
            return ColumnType("choice", choices=tuple(choices), many=many, optional=optional)
    raise BadValueError(f"is {shown(value)}, not a column type", TYPES_HINT)
