"""House rules of a game as fields of one struct."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

from msgspec import Meta, Struct, ValidationError, convert

from companion.engine.annotations import MOST, Rule, inspect_type, list_fields
from companion.engine.game import OptionError, Switch
from companion.engine.reading import number
from companion.engine.wording import message


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of a game; a subclass has a field for each. The default is what holds if nothing is said.

    blocking: Annotated[Literal["none", "no_sharing"], Rule("house-blocking")] = "none"
    start_at: Annotated[int, Meta(ge=1, le=5), Rule("house-start-at")] = 1
    """


def list_switches(options: type[Options]) -> tuple[Switch, ...]:
    """Returns the house rules of a game, from the fields of its options."""
    found = []
    for field, hint in list_fields(options):
        shape = inspect_type(hint)
        rule, bounds = shape.note(Rule), shape.note(Meta)
        usual = "none" if field.default is None else str(field.default)
        others = get_args(shape.kind) if get_origin(shape.kind) is Literal else ()
        values = (usual, *(value for value in others if value != usual))
        lowest = None if bounds is None else int(bounds.ge or 0)
        highest = None if bounds is None or bounds.le in (None, MOST) else int(bounds.le or 0)
        assert rule is not None, f"{field.name}: a house rule names its rule"
        found.append(Switch(field.name, values, rule.id, lowest, highest))
    return tuple(found)


def make_options(kind: type[Options], known: Sequence[Switch], given: Mapping[str, object]) -> Any:
    """Returns the house rules with these values by name; a number and its text are equal. Raises `OptionError`."""
    switches = {switch.name: switch for switch in known}
    hints = {field.name: hint for field, hint in list_fields(kind)}
    made = {}
    for name, value in given.items():
        if name not in switches:
            raise OptionError(message("unexpected", field=name, what=tuple(switches), given=name))
        made[name] = _convert(switches[name], value)
        try:
            convert(made[name], hints[name])
        except ValidationError as error:
            raise switches[name].unfit(value) from error
    return kind(**made)


def _convert(switch: Switch, value: object) -> object:
    """Converts a value to the field's type if possible."""
    if switch.lowest is None:
        return str(value) if type(value) is int else value
    if value == switch.values[0] == "none":
        return None
    found = number(value) if isinstance(value, str) else None
    return value if found is None else found
