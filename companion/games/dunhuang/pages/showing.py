"""The end: what is counted of a hand on paper. It stays on its own phone, to be changed, until its player is done."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.game import Seat
from companion.engine.reading import number
from companion.games.dunhuang.moves import Show
from companion.games.dunhuang.names import GOODS, UNKNOWN, Good
from companion.games.dunhuang.pages import labels
from companion.games.dunhuang.pages.context import TableContext
from companion.games.dunhuang.rules import DUNHUANG
from companion.games.dunhuang.state import State
from companion.web.widgets import Key, both


class Shown(Struct, frozen=True):
    """A kind: how many cards of it were counted, and addresses with one less and one more; empty: there is none."""

    sign: str
    name: str
    count: int
    less: str
    more: str


class Counting(Struct, frozen=True):
    """The hand so far; `done` says that it is whole."""

    kinds: tuple[Shown, ...]
    done: Key


def counting(context: TableContext, state: State, seat: Seat | None) -> Counting | None:
    """Things to count now for a paper hand. None if this phone has nothing to show."""
    if state.now.phase != "show" or seat is None or seat not in context.view.waiting:
        return None
    words, cards = context.own_words, state.players[seat].hand[UNKNOWN]
    counts = {good: min(number(context.wishes.get(good, "")) or 0, cards) for i, good in enumerate(GOODS)}
    counts = {good: n for (good, n), copies in zip(counts.items(), state.setup.copies, strict=False) if copies}
    left = cards - sum(counts.values())
    shows = [context.act(DUNHUANG.action_text(Show(good))) for good, n in counts.items() for _ in range(n)]
    small = words.count("thing.cards", left if left > 0 else cards)
    off = left != 0
    done = Key(words.phrase("that_is_it"), both() if off else both(*shows), small, off=off, go=True)
    return Counting(tuple(_shown(context, counts, good, left) for good in counts), done)


def _shown(context: TableContext, counts: dict[Good, int], good: Good, left: int) -> Shown:
    n = counts[good]
    less = context.address(**(counts | {good: n - 1})) if n else ""
    more = context.address(**(counts | {good: n + 1})) if left > 0 else ""
    return Shown(labels.sign(good), labels.numbered(context, good), n, less, more)
