"""How the types of a state are spelled in JSON: worked out once from their annotations, and made into code.

A tuple with an axis (`By`) is a mapping from the axis' names, a seat goes by its name, and what is one of several
types (structs with tags) has the fields of all of them. What has a default may be left out. Numbers, words and
structs of these are as msgspec has them, with the bounds of their `Meta`. Whatever is written in a way of its own
says so with a `Spelling`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import getdoc
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, UNSET, Meta, Struct, defstruct, field, structs
from msgspec.structs import FieldInfo

from companion.engine.game import Seat
from companion.engine.message import MessageError, Said, message

MOST = 999_999_999
"""The largest number that a position can hold, in JSON as in text."""
Count = Annotated[int, Meta(ge=0, le=MOST)]
Positive = Annotated[int, Meta(ge=1, le=MOST)]
Names = Sequence[Any]
"""What the seats are called, in their order."""
Seats = Mapping[Any, Seat]
"""The seats by their names, in their order."""


class Wrong(MessageError):  # noqa: N818 - short, for it only lives until it becomes a ParseError
    """What a spelling or a check says of a value that does not fit; the path leads on from the value."""

    def __init__(self, what: Said, path: str = "") -> None:
        super().__init__(what)
        self.path = path


UNWRITTEN: Final = object()
"""In the annotation of a state's last field: it is written neither in JSON nor in a line, and read as its default."""


class Spelling(Struct, frozen=True):
    """How a value is spelled in JSON: the type of its form, and the way there and back.

    Without `write` and `read` the value is its own form. `read` raises `ValueError` where the form does not fit.
    """

    form: Any
    write: Callable[[Any, Names], Any] | None = None
    read: Callable[[Any, Seats], Any] | None = None
    parts: Callable[[Any, Seats], Iterable[Part]] = lambda form, seats: ()
    """The parts of a form, in the order in which faults are looked for. Raises `ValueError`, too."""
    also: tuple[str, ...] = ()
    """The fields that follow and are spelled here, too: the value is a tuple of this field's and theirs."""
    first: bool = False
    """Faults are looked for here first: the rest leans on it."""
    optional: bool = False
    """The field may be left out, though it has no default."""


Part = tuple[str, Spelling, Any]
"""A step of a path, such as ``.coins`` or ``[2]``, and the spelling and the form of what is there."""
Own = tuple[FieldInfo, Spelling]
"""A field of a struct."""


class By(Struct, frozen=True):
    """A tuple that is a mapping in JSON: its places have the names of an axis, or of the seats."""

    axis: Any
    """The names, or `Seat`."""
    blank: Any = UNSET
    """What a name stands for that is left out; without a blank, none may be."""
    sparse: bool = False
    """Blanks are left out in writing; they are what is false."""
    entry: Said = message("entry")
    """What an entry is called where it is missing."""
    optional: bool = False
    """The whole mapping may be left out, though it has no default."""

    def entries(self, form: Any, seats: Seats) -> Iterable[Any]:
        """The names. Raises `Wrong` if the form has others, or lacks some."""
        if self.axis is Seat and not form.keys() <= seats.keys():
            for name in form:
                seat_of(name, seats)
        names = seats if self.axis is Seat else self.axis
        if self.blank is UNSET:
            for name in names:
                if name not in form:
                    raise Wrong(message("entry_missing", entry=self.entry, name=str(name)))
        return names


class First(Struct, frozen=True):
    """Marks a field: faults are looked for here before its neighbours."""


def seat_of(name: Any, seats: Seats) -> Seat:
    """The seat of that name. Raises `Wrong`."""
    seat = seats.get(name)
    if isinstance(name, int) and seat is None:
        raise Wrong(message("no_seat", name=name))
    if seat is None:
        given = "null" if name is None else str(name)
        raise Wrong(message("no_player", name=given, players=tuple(map(str, seats))))
    return seat


class Speller:
    """Works out the spelling of types; `name` is the JSON type of a seat's name."""

    def __init__(self, name: Any) -> None:
        self._name = name
        self._names: Names = get_args(name) or (tuple(name) if hasattr(name, "__members__") else range(MOST))
        self._structs: dict[type, Spelling] = {}

    def of(self, hint: Any) -> Spelling:
        """The spelling of a type as it is annotated."""
        origin, inner = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self._annotated(*inner)
        if hint is Seat:
            return Spelling(self._name, lambda seat, names: names[seat], seat_of)
        if origin in (Union, UnionType):
            return self._union(hint, inner)
        if origin is tuple and inner[1:] == (...,):
            return _row(hint, self.of(inner[0]))
        if isinstance(hint, type) and issubclass(hint, Struct):
            if hint not in self._structs:
                self._structs[hint] = self.struct(hint, hint.__name__, {})
            return self._structs[hint]
        if origin is not Literal and any(self.of(one).read for one in inner if one is not ...):
            raise TypeError(f"it is not known how {hint} is spelled in JSON: annotate it with a Spelling")
        return Spelling(hint)

    def _annotated(self, inner: Any, *extras: Any) -> Spelling:
        own = next((extra for extra in extras if isinstance(extra, Spelling)), None)
        found = own or self.of(inner)
        for extra in extras:
            if isinstance(extra, By):
                found = _mapping(extra, self._name, self.of(get_args(inner)[0]))
            elif isinstance(extra, First):
                found = structs.replace(found, first=True)
            elif isinstance(extra, Meta):
                found = structs.replace(found, form=Annotated[found.form, extra])
        return found

    def _union(self, hint: Any, types: tuple[Any, ...]) -> Spelling:
        if NoneType not in types:
            structs_only = all(isinstance(one, type) and issubclass(one, Struct) for one in types)
            return self._tagged(types) if structs_only else Spelling(hint)
        item = self.of(Union[tuple(one for one in types if one is not NoneType)])  # noqa: UP007 - of what is there
        read, write = item.read, item.write
        if read is None or write is None:
            return Spelling(hint)
        return Spelling(
            item.form | None,
            lambda value, names: None if value is None else write(value, names),
            lambda form, seats: None if form is None else read(form, seats),
            lambda form, seats: () if form is None else item.parts(form, seats),
        )

    def struct(self, made: type[Any], name: str, head: Mapping[str, Any]) -> Spelling:
        """The spelling of a struct; `head` are fields before its own, constants or properties of it."""
        own = self._fields(made)
        config = made.__struct_config__
        if config.forbid_unknown_fields and not head and not any(one.read for _, one in own):
            return Spelling(made)
        form = _form(
            name, getdoc(made), config.omit_defaults, [*head.items(), *[self._field(info, one) for info, one in own]]
        )
        code = _Code(own, {"form": form, "made": made})
        constants = [_constant(name, hint) for name, hint in head.items()]
        ordered = sorted((one for one in own if one[1].read), key=lambda one: not one[1].first)
        return Spelling(
            form,
            code.compiled(f"lambda value, names: form({', '.join([*constants, *code.writes])})"),
            code.compiled(f"lambda form, seats: made({', '.join(code.reads)})"),
            lambda form, seats: [(f".{info.encode_name}", one, getattr(form, info.name)) for info, one in ordered],
        )

    def _fields(self, made: type[Any]) -> list[Own]:
        hints = get_type_hints(made, include_extras=True)
        fields = [(info, hints[info.name]) for info in structs.fields(made)]
        own = [(info, self.of(hint)) for info, hint in fields if UNWRITTEN not in getattr(hint, "__metadata__", ())]
        elsewhere = {name for _, one in own for name in one.also}
        return [(info, one) for info, one in own if info.name not in elsewhere]

    def _field(self, info: FieldInfo, one: Spelling) -> tuple[str, Any, Any]:
        """A field of the form, as `defstruct` takes it."""
        name, container = info.encode_name, get_origin(_bare(one.form))
        made: Any = field(name=name)
        if one.optional or (not info.required and one.write and container in (dict, list)):
            made = field(default_factory=container, name=name)
        elif info.default_factory is not NODEFAULT:
            made = field(default=info.default_factory(), name=name)  # a value, so that the schema has it
        elif info.default is not NODEFAULT:
            default = info.default
            if one.write is not None and default is not None:
                default = one.write(default, self._names)
            made = field(default=default, name=name)
        return info.name, one.form, made

    def _tagged(self, types: tuple[type[Any], ...]) -> Spelling:
        tagged = _Tagged({made: self._fields(made) for made in types})
        own = [(tagged.tag, Literal[tuple(tagged.own)]), *[self._maybe(*one) for one in tagged.every.values()]]
        form = _form(tagged.tag.title(), tagged.doc(), not tagged.full, own)
        return Spelling(form, tagged.writer(form), tagged.read, tagged.parts)

    def _maybe(self, info: FieldInfo, one: Spelling) -> tuple[str, Any, Any]:
        """A field that not every type has."""
        if info.required:
            return info.name, one.form | None, field(default=None, name=info.encode_name)
        return self._field(info, one)


class _Tagged:
    """One of several structs: in JSON one for all, with the tag and the fields of all of them.

    A field that the tag's struct does not have is null, and must fit where it is given all the same; where the structs
    omit defaults it is left out, and not looked at.
    """

    def __init__(self, structs: Mapping[type[Any], list[Own]]) -> None:
        first, called = next(iter(structs)), ", ".join(made.__name__ for made in structs)
        self.tag, self.full = str(first.__struct_config__.tag_field), not first.__struct_config__.omit_defaults
        self.own: dict[str, tuple[type[Any], list[Own]]] = {}
        self.every: dict[str, Own] = {}
        for made, found in structs.items():
            if made.__struct_config__.tag_field != self.tag:
                raise TypeError(f"{made.__name__} needs a tag, and the same tag_field as its kin in {called}")
            self.own[made.__struct_config__.tag] = made, found
            for info, one in found:
                if self.every.setdefault(info.name, (info, one))[1].form != one.form:
                    raise TypeError(f"{info.name} is of two types in {called}")

    def doc(self) -> str:
        return "\n".join(f"{kind}: {getdoc(made)}" for kind, (made, _) in self.own.items())

    def writer(self, form: type[Struct]) -> Callable[[Any, Names], Any]:
        writes = {}
        for kind, (made, found) in self.own.items():
            code = _Code(found, {"form": form})
            writes[made] = code.compiled(f"lambda value, names: form({', '.join([repr(kind), *code.writes_by_name])})")
        return lambda value, names: writes[type(value)](value, names)

    def parts(self, form: Any, seats: Seats) -> Iterable[Part]:
        for info, one in self.every.values() if self.full else self.own[getattr(form, self.tag)][1]:
            inner = getattr(form, info.name)
            if one.read is not None and not (self.full and inner is None):
                yield f".{info.encode_name}", one, inner

    def read(self, form: Any, seats: Seats) -> Any:
        kind = getattr(form, self.tag)
        made, found = self.own[kind]
        given = {step: one.read(inner, seats) for step, one, inner in self.parts(form, seats) if one.read}
        values = [given.get(f".{info.encode_name}", getattr(form, info.name)) for info, _ in found]
        for (info, _), value in zip(found, values, strict=True):
            if info.required and value is None:
                raise Wrong(message("kind_needs", tag=self.tag, kind=kind, field=info.encode_name))
        return made(*values)


class _Code:
    """The expressions that write and read the fields of a struct: code, as states are written often."""

    def __init__(self, own: Sequence[Own], known: dict[str, Any]) -> None:
        self._known = known
        self.writes: list[str] = []
        self.reads: list[str] = []
        for i, (info, one) in enumerate(own):
            known |= {f"write{i}": one.write, f"read{i}": one.read}
            value = ", ".join(f"value.{name}" for name in (info.name, *one.also))
            value = f"({value})" if one.also else value
            self.writes.append(f"write{i}({value}, names)" if one.write else value)
            read = f"read{i}(form.{info.name}, seats)" if one.read else f"form.{info.name}"
            self.reads.append(f"*{read}" if one.also else read)
        self.writes_by_name = [f"{info.name}={write}" for (info, _), write in zip(own, self.writes, strict=True)]

    def compiled(self, source: str) -> Callable[[Any, Any], Any]:
        made: Callable[[Any, Any], Any] = eval(source, self._known)
        return made


def _form(name: str, doc: str | None, omit_defaults: bool, own: Iterable[tuple[Any, ...]]) -> type[Struct]:
    made = {"__doc__": doc}
    return defstruct(name, own, namespace=made, omit_defaults=omit_defaults, forbid_unknown_fields=True)


def _constant(name: str, hint: Any) -> str:
    return repr(get_args(hint)[0]) if get_origin(hint) is Literal else f"value.{name}"


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _row(hint: Any, item: Spelling) -> Spelling:
    """A list of whatever it holds."""
    read, write = item.read, item.write
    if read is None or write is None:
        return Spelling(hint)
    return Spelling(
        list[item.form],  # type: ignore[name-defined]  # a type made here
        lambda row, names: [write(value, names) for value in row],
        lambda form, seats: tuple([read(value, seats) for value in form]),
        lambda form, seats: [(f"[{i}]", item, value) for i, value in enumerate(form)],
    )


def _mapping(by: By, seat: Any, item: Spelling) -> Spelling:
    """A tuple by its axis; `seat` is the JSON type of a seat's name."""
    write_one, read_one, seated, blank = item.write, item.read, by.axis is Seat, by.blank

    def write(row: Any, names: Names) -> dict[Any, Any]:
        pairs: Iterable[tuple[Any, Any]] = zip(names if seated else by.axis, row, strict=True)
        if by.sparse:
            pairs = [pair for pair in pairs if pair[1]]
        return {name: write_one(value, names) for name, value in pairs} if write_one else dict(pairs)

    def read(form: dict[Any, Any], seats: Seats) -> tuple[Any, ...]:
        entries = by.entries(form, seats)
        if read_one is None:
            return tuple([form.get(name, blank) for name in entries])
        return tuple([read_one(form[name], seats) if name in form else blank for name in entries])

    def parts(form: dict[Any, Any], seats: Seats) -> Iterable[Part]:
        by.entries(form, seats)
        return [(f".{name}", item, inner) for name, inner in form.items()] if read_one else ()

    key = seat if seated else type(by.axis[0])
    form = dict[key, item.form]  # type: ignore[valid-type,name-defined]  # a type made here
    return Spelling(form, write, read, parts, first=seated, optional=by.optional)
