"""A table of players: log, seats, undo, corrections, dice, storage. The layer under the phones' pages.

    tables = open_tables("data/tables.sqlite3")        # or a PostgreSQL URL
    host = new_token()
    code = tables.open("hangzhou", host)
    tables.command(code, token, Act("shop B2"), command_id=new_command_id(), expected=view.seq)

See docs/tables.md.
"""

from companion.tables.errors import TableError, say
from companion.tables.game import Question
from companion.tables.log.entries import (
    Act,
    Answer,
    AnyCommand,
    Check,
    Correct,
    Elsewhere,
    Enter,
    EnterPosition,
    Finish,
    LeaveSeat,
    Mix,
    NameSeat,
    Ready,
    Redo,
    Replace,
    ReplyUndo,
    Reroll,
    Roll,
    SeatRival,
    Set,
    Settings,
    Show,
    Start,
    TakeSeat,
    Tally,
    Tap,
    Undo,
    Untap,
    parse_command,
)
from companion.tables.log.views import (
    Accepted,
    AnyView,
    Chair,
    Line,
    MovedOn,
    Presence,
    RefusedByRule,
    Result,
    TallyView,
    UndoCard,
    View,
    Who,
)
from companion.tables.service import Limits, Tables, open_tables
from companion.tables.tokens import new_command_id, new_token
