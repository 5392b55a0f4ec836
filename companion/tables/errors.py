"""Errors at a table, apart from refusals by the rules. Each has a stable code and a sentence."""

from __future__ import annotations

from companion.engine.message import Message, Said, messages, said
from companion.engine.wording import wording

message = messages("companion.tables")
Fact = str | int | Message

STATUS = {
    "ask_host": 409,  # the host lets in who would see a hidden hand
    "asked_first": 409,  # others have time to answer; `names` of them
    "bad_code": 409,  # a request number that is wrong, used up or too old
    "bad_command": 422,
    "bad_import": 422,
    "bad_options": 422,
    "cards_hidden": 409,  # the phone does not see the hand of the seat that it plays for; `name`, `chair`
    "counts_alone": 409,  # the count of a player who counts on another phone; `name`, `chair`
    "data_version": 409,  # `found`, `known`
    "dice_unknown": 409,  # the app does not know which dice are in the bag
    "game_missing": 409,  # the game is not installed, or its package has a mistake; `table`, `game`
    "hidden_yet": 409,  # what would be given away is hidden until the game ends
    "host_only": 403,
    "in_use": 409,  # servers have the database open
    "miscounted": 409,  # what was counted makes no position
    "name_taken": 409,  # somebody else's `name` looks the same
    "no_hints": 409,
    "no_name": 409,  # nothing of the name can be seen
    "no_rivals": 409,  # the app does not know the cards, so it cannot play a seat
    "no_such_entry": 404,  # `entry`
    "no_such_seat": 404,
    "no_such_table": 404,  # `table`; other tables are never named
    "not_empty": 409,  # a backup would replace `tables` tables
    "not_seated": 403,
    "not_started": 409,
    "not_yours": 409,  # a correction of what is hidden from whoever makes it
    "nothing_to_undo": 409,
    "other_rules": 409,  # `table`, `begun` under and `here`
    "overcounted": 409,  # more than the box has; `thing`, `found`, `most`
    "played_since": 409,  # others have played on with cards that this phone does not see
    "seat_taken": 409,  # `name`, or the `chair` where it has none
    "storage_failed": 503,
    "storage_full": 503,
    "table_full": 409,  # `limit`
    "too_late": 409,  # somebody has played on since that `entry`
    "too_many_requests": 429,
    "too_many_tables": 429,  # `limit`
    "wrong_seats": 409,  # `least`, `most`
}
"""All codes with their HTTP status, and the facts of each besides `message`."""


class TableError(Exception):
    """An expected error: `facts` fill the sentence of the `code` (see `say`).

    The fact `message` gives the exact reason.
    """

    def __init__(self, code: str, **facts: Said | Fact) -> None:
        self.code = code
        self.status = STATUS[code]
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
ALIKE = {"bad_import": "bad_command", "no_such_entry": "nothing_to_undo", "storage_full": "storage_failed"}
"""Codes that have the sentence of another one."""


def say(error: TableError, language: str = "en") -> str:
    """Returns the sentence for an error. Raises `KeyError` for a language without words."""
    facts = {k: v.say(language) if isinstance(v, Message) else str(v) for k, v in error.facts.items()}
    return wording(PACKAGE, language).phrase(f"error.{ALIKE.get(error.code, error.code)}", **facts)
