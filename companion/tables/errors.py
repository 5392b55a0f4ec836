# ruff: noqa: N818 - these are answers to whoever asked, not faults of the program
"""What can go wrong at a table, besides what the rules refuse. Each has a stable code and words for it."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.message import Message, Said, messages, said

message = messages("companion.tables")
Fact = str | int | Message


class TableError(Exception):
    """An answer, not a fault of the program: `code` is stable, `facts` fill the sentence (see `words.say`)."""

    code: ClassVar[str] = "table"

    def __init__(self, **facts: Fact) -> None:
        self.facts = facts
        super().__init__(self.code)

    @property
    def plain(self) -> dict[str, str | int]:
        """The facts with messages in English."""
        return {name: str(fact) if isinstance(fact, Message) else fact for name, fact in self.facts.items()}

    @property
    def what(self) -> Message:
        """The fact `message`: what exactly was wrong. Raises `KeyError` where there is none."""
        fact = self.facts["message"]
        return fact if isinstance(fact, Message) else said(str(fact))

    def __str__(self) -> str:
        return ", ".join([self.code, *(f"{name} = {fact!r}" for name, fact in self.plain.items())])


class NoSuchTable(TableError):
    """Facts: `table`. What other tables there are it never tells, for whoever guesses codes would read it."""

    code = "no_such_table"

    def __init__(self, table: str) -> None:
        super().__init__(table=table)


class TableClosed(TableError):
    code = "table_closed"


class TooManyTables(TableError):
    """Facts: `limit`."""

    code = "too_many_tables"


class TableFull(TableError):
    """The log has as many entries as a table may have. Facts: `limit`."""

    code = "table_full"


class BadOptions(TableError):
    """Facts: `message`, from the game."""

    code = "bad_options"


class CountedElsewhere(TableError):
    """Another phone has entered the numbers of that chair, and said that they are whole."""

    code = "counted_elsewhere"


class Overcounted(TableError):
    """More was counted, by all together, than there is in the box. Facts: `thing`, `found`, `most`."""

    code = "overcounted"


class Miscounted(TableError):
    """What was counted makes no position. Facts: `message`, from the game."""

    code = "miscounted"


class NoRivals(TableError):
    """The app cannot play a seat at this table, as it does not know the cards."""

    code = "no_rivals"


class NoRivalsHere(TableError):
    """The server runs without what plays seats for the app."""

    code = "no_rivals_here"


class NoHints(TableError):
    """The table is played without hints."""

    code = "no_hints"


class BadCommand(TableError):
    """What was sent is no command. Facts: `message`."""

    code = "bad_command"

    def __init__(self, message: Said) -> None:
        super().__init__(message=message)


class NotSeated(TableError):
    """Watchers cannot do this."""

    code = "not_seated"


class HostOnly(TableError):
    code = "host_only"


class HostBegins(TableError):
    """The host begins the game; anybody else once all who have a phone are ready."""

    code = "host_begins"


class NotOver(TableError):
    """The game goes on still, so nobody plays the next one."""

    code = "not_over"


class HiddenYet(TableError):
    """What would be given away is hidden from somebody until the game ends."""

    code = "hidden_yet"


class SeatTaken(TableError):
    """Facts: `name` of who sits there, and `chair`: what the game calls that place, where it has no name."""

    code = "seat_taken"


class AskHost(TableError):
    """The host lets in who would see a hidden hand."""

    code = "ask_host"


class SeatFree(TableError):
    """A seat without a phone needs no giving back: take it."""

    code = "seat_free"


class NoSuchSeat(TableError):
    code = "no_such_seat"


class NoName(TableError):
    """Nothing of the name can be seen."""

    code = "no_name"


class NameTaken(TableError):
    """Somebody else's name looks the same. Facts: `name`."""

    code = "name_taken"


class BadCode(TableError):
    """A move code or request number that is wrong, used up, or too old."""

    code = "bad_code"


class TooManyRequests(TableError):
    """Too many phones ask for this table's seats at once."""

    code = "too_many_requests"


class NotStarted(TableError):
    code = "not_started"


class AlreadyStarted(TableError):
    code = "already_started"


class WrongSeats(TableError):
    """The chairs named do not fit the game. Facts: `least`, `most`."""

    code = "wrong_seats"


class NothingToUndo(TableError):
    code = "nothing_to_undo"


class NothingToRedo(TableError):
    code = "nothing_to_redo"


class NoQuestion(TableError):
    """There is no question open that this phone could answer."""

    code = "no_question"


class AskedFirst(TableError):
    """Others are asked, and have time to answer. Facts: `names` of them."""

    code = "asked_first"


class CardsHidden(TableError):
    """The phone does not see the hand of the seat that it plays for. Facts: `name`, `chair`."""

    code = "cards_hidden"


class NotYours(TableError):
    """A correction of what is hidden from whoever makes it."""

    code = "not_yours"


class NoSuchCards(TableError):
    """A correction that would make cards, or take them away, where nothing but phones holds them."""

    code = "no_such_cards"


class CountsAlone(TableError):
    """The count of a player who counts on another phone. Facts: `name`, `chair`."""

    code = "counts_alone"


class NotARoll(TableError):
    """Chance is not at work here, or cannot give this. Facts: `message`."""

    code = "not_a_roll"


class MixedTooLate(TableError):
    """The app has rolled already."""

    code = "mixed_too_late"


class MixedAlready(TableError):
    """The phone of this seat has mixed into the dice already: each does so once."""

    code = "mixed_already"


class DiceUnknown(TableError):
    """The app does not know which dice are in the bag, so it cannot roll."""

    code = "dice_unknown"


class NoSuchEntry(TableError):
    """The log has no such entry, or it is not of that kind. Facts: `entry`."""

    code = "no_such_entry"


class TooLate(TableError):
    """Somebody has played on since that entry. Facts: `entry`."""

    code = "too_late"


class BeatOver(TableError):
    """The table has read that beat already, or gone back behind it."""

    code = "beat_over"


class PlayedSince(TableError):
    """Others have played on since that step, with cards that this phone does not see."""

    code = "played_since"


class OtherRules(TableError):
    """The table was begun under other rules than this program has. Facts: `table`, `begun`, `here`."""

    code = "other_rules"


class GameMissing(TableError):
    """The game of the table is not installed, or was left out for a mistake in its package. Facts: `table`, `game`."""

    code = "game_missing"


class BadImport(TableError):
    """Facts: `message`: what does not fit, and at which entry."""

    code = "bad_import"

    def __init__(self, message: Said) -> None:
        super().__init__(message=message)


class StorageFailed(TableError):
    """The database does not answer or cannot write; nothing was changed. Facts: `message`."""

    code = "storage_failed"


class StorageFull(StorageFailed):
    """There is no room left for the database; what is there can be read. Facts: `message`."""

    code = "storage_full"


class OtherDataVersion(TableError):
    """The database was written by a newer version. Facts: `found`, `known`."""

    code = "data_version"


class NotEmpty(TableError):
    """A backup would replace tables that are there. Facts: `tables`, how many."""

    code = "not_empty"


class InUse(TableError):
    """Servers have the database open, so it cannot be exchanged under them."""

    code = "in_use"
