"""Operations: views whose signatures and docstrings say what they take and give, as JSON."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from inspect import signature
from typing import Any, TypeVar, get_type_hints

import msgspec
from flask import Blueprint, Response, request

from companion.engine.msgspec_ready import ready
from companion.tables.errors import TableError
from companion.tables.executor import EXPORT_BYTES
from companion.web.api.problems import PREFIX, ProblemError
from companion.web.limits import SAFE
from companion.web.phone import this_phone

JSON = "application/json"
V = TypeVar("V", bound=Callable[..., object])
bp = Blueprint("api", __name__, url_prefix=PREFIX)


class Operation:
    """A view, as Flask calls it. `takes` is a struct of its arguments that are not in the address, for the query or the
    body; or `bytes`: the body as it is."""

    def __init__(self, view: Callable[..., object], path: str, status: int, *, needs_token: bool) -> None:
        types = get_type_hints(view, include_extras=True)
        arguments = [one for one in signature(view).parameters.values() if f"<{one.name}>" not in path]
        fields = [(a.name, types[a.name], *([] if a.default is a.empty else [a.default])) for a in arguments]
        self.takes: Any = types.get("body")
        if fields and self.takes is None:
            title = view.__name__.title().replace("_", "")
            self.takes = msgspec.defstruct(title, fields, forbid_unknown_fields=True, kw_only=True)
        self.view, self.gives, self.status, self.needs_token = view, types["return"], status, needs_token
        update_wrapper(self, view)

    def __call__(self, **arguments: object) -> Response:
        if self.needs_token and this_phone().fresh:
            raise ProblemError(401, "token_needed")
        if self.takes is not None:
            arguments |= self._read()
        answer = self.view(**arguments)
        if isinstance(answer, Response):
            return answer
        return Response(b"" if answer is None else msgspec.json.encode(answer), self.status, mimetype=JSON)

    def _read(self) -> dict[str, Any]:
        """The arguments sent. Unknown ones are refused, so that a typing error is noticed."""
        if request.method not in SAFE and request.mimetype != JSON:
            raise ProblemError(415, "unsupported_media_type")  # forms of other sites cannot send JSON
        if self.takes is bytes:
            request.max_content_length = EXPORT_BYTES
            return {"body": request.get_data()}
        kind = ready(self.takes)
        try:
            if request.method in SAFE:
                return msgspec.structs.asdict(msgspec.convert(request.args.to_dict(), kind, strict=False))
            return msgspec.structs.asdict(msgspec.json.decode(request.get_data(), type=kind))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise TableError("bad_command", message=str(error)) from error


def operation(method: str, path: str, status: int = 200, *, needs_token: bool = False) -> Callable[[V], V]:
    """Declares a view; `status` is that of success."""

    def declare(view: V) -> V:
        served = Operation(view, path, status, needs_token=needs_token)
        bp.add_url_rule(path, view.__name__, served, methods=[method])
        return view

    return declare
