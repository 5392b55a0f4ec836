"""What should lie on the table: zone by zone, to be compared, confirmed, or set right."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.engine.game import Seat
from companion.engine.hangzhou import Dye, State
from companion.engine.hangzhou.box import DYE_NAMES, NATURAL
from companion.engine.hangzhou.names import DYES
from companion.tables import ForgottenStep, TableError
from companion.web.desk import Desk, Key, do, tables
from companion.web.hangzhou import said

REASONS = ("forgotten", "wrong_tap", "moved", "other")
NATURALS = tuple(dye for i, dye in enumerate(DYES) if NATURAL[i])


class Count(Struct, frozen=True):
    """Something countable: its path in the position, what the app believes, and what the table is said to have."""

    path: str
    name: str
    sign: str
    app: int
    found: int


class Explained(Struct, frozen=True):
    """A forgotten step that explains a difference, as a key."""

    key: Key


def hand(desk: Desk, state: State, seat: Seat) -> tuple[Count, ...]:
    """What a hand should hold."""
    words, held = said.words(desk), state.hands[seat]
    colour = state.colours[seat]
    path = f"hands.{colour}"
    counts = [Count(f"{path}.coins", words.phrase("coins_in_hand"), "coin", held.coins, held.coins)]
    counts += [_dye(desk, path, held.dyes[DYES.index(dye)], dye) for dye in NATURALS]
    counts.append(Count(f"{path}.points", words.phrase("points"), "point", held.points, held.points))
    counts.append(Count(f"{path}.shops", words.phrase("shops_in_hand"), f"shop-{colour}", held.shops, held.shops))
    return tuple(_wished(desk, count) for count in counts)


def _dye(desk: Desk, path: str, n: int, dye: Dye) -> Count:
    return Count(f"{path}.dyes.{dye}", DYE_NAMES[desk.language][dye], f"dye-{dye}", n, n)


def supply(desk: Desk, state: State) -> tuple[Count, ...]:
    """The supply, dye by dye, and the round die."""
    counts = [
        Count(f"supply.{dye}", DYE_NAMES[desk.language][dye], f"dye-{dye}", state.supply[i], state.supply[i])
        for i, dye in enumerate(DYES)
    ]
    die = Count("round_die", said.words(desk).phrase("round_die"), "die", state.round_die, state.round_die)
    return tuple(_wished(desk, count) for count in (*counts, die))


def _wished(desk: Desk, count: Count) -> Count:
    """The count with what the address says the table has."""
    wish = desk.wishes.get(count.path, "")
    found = min(int(wish), 99) if wish.isdecimal() and len(wish) < 4 else count.app
    return Count(count.path, count.name, count.sign, count.app, found)


def differing(counts: tuple[Count, ...]) -> tuple[Count, ...]:
    return tuple(count for count in counts if count.found != count.app)


def address(counts: tuple[Count, ...], changed: Count, by: int) -> str:
    """The query that says the same differences and one more."""
    wanted = {count.path: count.found for count in counts if count.found != count.app}
    wanted[changed.path] = max(0, changed.found + by)
    if wanted[changed.path] == changed.app:
        del wanted[changed.path]
    return "&".join(f"{path}={value}" for path, value in wanted.items())


def explanations(desk: Desk, differences: tuple[Count, ...]) -> tuple[Explained, ...]:
    """The one forgotten step behind a single difference, if there is one."""
    if len(differences) != 1:
        return ()
    only = differences[0]
    try:
        steps = tables().explain(desk.code, desk.phone.token, only.path, only.found)
    except TableError:
        return ()
    return tuple(_explained(desk, step) for step in steps[:2])


def _explained(desk: Desk, step: ForgottenStep) -> Explained:
    words = said.words(desk)
    what = " ".join(desk.game.say(effect, step.state, desk.language, desk.names) for effect in step.effects)
    small = words.phrase(f"explains.{step.kind}", at=str(step.at))
    sent = do("correct", changes=_plain(step.changes), why=words.phrase("why.forgotten"), explains=step.key)
    return Explained(Key(what, sent, small, go=True))


def _plain(changes: tuple[Any, ...]) -> list[dict[str, Any]]:
    return [{"path": change.path, "value": change.value} for change in changes]


def reasons(desk: Desk, differences: tuple[Count, ...]) -> tuple[Key, ...]:
    """Just set it, because …"""
    words = said.words(desk)
    changes = [{"path": count.path, "value": count.found} for count in differences]
    return tuple(
        Key(words.phrase(f"why.{reason}"), do("correct", changes=changes, why=words.phrase(f"why.{reason}")))
        for reason in REASONS
    )
