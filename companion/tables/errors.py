"""Errors at a table, apart from refusals by the rules. Each has a stable code and a sentence."""

from __future__ import annotations

from companion.engine.wording import Message, Said, messages, said, wording

message = messages("companion.tables")
Fact = str | int | Message

STATUS = {
    "bad_command": 422,
    "bad_import": 422,
    "bad_options": 422,
    "host_only": 403,
    "no_such_entry": 404,
    "no_such_seat": 404,
    "no_such_table": 404,
    "not_seated": 403,
    "storage_failed": 503,
    "storage_full": 503,
    "too_many_requests": 429,
    "too_many_tables": 429,
}
"""The HTTP status of codes for which it is not 409. The sentences (words.*.toml) name the facts of each code."""


class TableError(Exception):
    """An expected error: `facts` fill the sentence of the `code` (see `say`).

    The fact `message` gives the exact reason.
    """

    def __init__(self, code: str, **facts: Said | Fact) -> None:
        self.code = code
        self.status = STATUS.get(code, 409)
        self.facts = facts
        super().__init__(code)

    @property
    def plain(self) -> dict[str, str | int]:
        """The facts with messages in English."""
        return {name: fact if isinstance(fact, int) else str(fact) for name, fact in self.facts.items()}

    @property
    def what(self) -> Message:
        """The fact `message`: the exact reason; the code if there is none."""
        fact = self.facts.get("message", self.code)
        return fact if isinstance(fact, Message) else said(str(fact))

    def __str__(self) -> str:
        return ", ".join([self.code, *(f"{name} = {fact!r}" for name, fact in self.plain.items())])


class StorageFailed(TableError):  # noqa: N818
    """The database does not answer, cannot write or (``storage_full``) is full; nothing was changed."""

    def __init__(self, message: Said, code: str = "storage_failed") -> None:
        super().__init__(code, message=message)


PACKAGE = "companion.tables"
ALIKE = {"no_such_entry": "nothing_to_undo", "storage_full": "storage_failed"}
"""Codes that have the sentence of another one."""


def say(error: TableError, language: str = "en") -> str:
    """Returns the sentence for an error. Raises `KeyError` for a language without words."""
    facts = {k: v.say(language) if isinstance(v, Message) else str(v) for k, v in error.facts.items()}
    return wording(PACKAGE, language).phrase(f"error.{ALIKE.get(error.code, error.code)}", **facts)
