"""The ring as it is printed: eight stalls round the deck, walked clockwise."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.games.dunhuang.effects import CamelMoved
from companion.games.dunhuang.names import SPACES, Character, Good
from companion.games.dunhuang.pages import labels
from companion.games.dunhuang.pages.labels import TableContext
from companion.games.dunhuang.phases import Park, Walk
from companion.games.dunhuang.state import State, step_on, with_player
from companion.web.widgets import Key, both, do


class Stall(Struct, frozen=True):
    """A space of the ring: who stands there, which card lies there, and how the camel comes there."""

    space: int
    character: Character | None
    card: Good | None
    name: str
    says: str
    """What a screen reader says behind its name."""
    price: int | None
    """Coins of the walk to it; None: nobody moves the camel."""
    walked: bool
    """The camel came past here."""
    dear: bool
    """The camel cannot be sent there."""
    key: Key | None


class Ring(Struct, frozen=True):
    """The stalls in the order of the walk. `lap`: the address of the same ring with one round more to each stall;
    empty: too dear, or nobody moves."""

    stalls: tuple[Stall, ...]
    lap: str = ""


def ring(context: TableContext, state: State, *, moves: bool) -> Ring:
    """Returns the ring; with keys where the acting seat `moves` the camel, or may still send it elsewhere."""
    before = _find_start(context, state) if moves else None
    lap = SPACES if before is not None and context.wishes.get("lap") == "1" else 0
    further = before is not None and not lap and not context.key(f"camel {SPACES + 1}", "+", state=before).off
    stalls = tuple([_make_stall(context, state, space, before, lap) for space in range(1, SPACES + 1)])
    return Ring(stalls, context.address(lap=1) if further else "")


def count_steps(state: State) -> int:
    """Returns the steps that the camel took in this turn; 0 before it moves."""
    return int(getattr(state.now, "steps", 0))


def _find_start(context: TableContext, state: State) -> State | None:
    """Returns the position from which the acting seat sends the camel: now, or again while undo would revert only its
    last walk."""
    seat, offer, steps = context.acting, context.view.undoes, count_steps(state)
    if seat is None or state.camel is None:
        return None
    if isinstance(state.now, Walk):
        return state
    if offer is None or offer.asks or not any(isinstance(effect, CamelMoved) for effect in offer.gone):
        return None
    player = state.players[seat]
    back = with_player(state, seat, replace(player, coins=player.coins + steps - 1))
    return replace(back, camel=step_on(state.camel, -steps), now=Walk(seat))


def _distance(start: int | None, space: int) -> int:
    """Returns the steps to a space, one to eight; 0 before the camel is placed."""
    return 0 if start is None else (space - start - 1) % SPACES + 1


def _make_stall(context: TableContext, state: State, space: int, before: State | None, lap: int) -> Stall:
    words, here, card, character = (
        context.own_words,
        state.camel == space,
        state.card_at(space),
        state.character_at(space),
    )
    name = labels.character(context, character) if character else str(space)
    steps, key = _distance((before or state).camel, space) + lap, None
    if isinstance(state.now, Park) and context.acting in context.view.waiting and context.seated:
        key = context.key(f"place camel {space}", name)
    elif before is not None:
        key = context.key(f"camel {steps}", name, state=before)
        if before is not state:
            key = None if here or key.off else replace(key, do=both(do("undo"), key.do))
    priced = steps > 0 and (before is not None or isinstance(state.now, Walk))
    said = [labels.good(context, card)] if card and card is not Good.UNKNOWN else []
    if priced and key and key.off:
        said += [words.count("thing.steps", steps), key.small]
    elif priced:
        said.append(labels.walk(context, steps))
    elif here:
        said.append(words.phrase("camel_now"))
    hint = f": {labels.hint(context, character)}" if character else ""
    return Stall(
        space,
        character,
        card,
        name,
        says="".join([f", {part}" for part in said]) + hint,
        price=steps - 1 if priced else None,
        walked=not here and _distance(state.camel, space) + count_steps(state) >= SPACES,
        dear=not here and before is not None and (key is None or key.off),
        key=key,
    )
