"""The one-line text of a position, as docs/positions.md defines it: writing."""

from __future__ import annotations

from companion.games.xanadu import components
from companion.games.xanadu import state as st
from companion.games.xanadu.letters import card_text
from companion.games.xanadu.names import RESOURCES, SEAT_LETTERS, UNKNOWN, Cards


def text(state: st.State) -> str:
    """The position in one line. What can be worked out from the rest is left out."""
    fields = (f"{name}: {value}" for name, value in _fields(state) if value)
    return " ".join(["xanadu", str(state.players), *fields])


def _fields(state: st.State) -> list[tuple[str, str]]:
    seats: list[tuple[str, str]] = []
    for seat, letter in enumerate(SEAT_LETTERS[: state.players]):
        seats += [
            (letter, _seat(state, seat)),
            (f"hand-{letter}", cards_text(state.hands[seat])),
            (f"pick-{letter}", cards_text(state.picked[seat])),
        ]
    now = state.now
    play = now if isinstance(now, st.Play) else None
    return [
        *_options(state.options),
        ("cards", "paper" if state.paper else ""),
        *seats,
        ("discard", cards_text(state.discard)),
        ("deck", "" if state.deck == default_deck(state) else cards_text(state.deck) or "-"),
        ("run", str(state.run) if state.run != 1 else ""),
        ("idle", str(state.idle) if state.idle else ""),
        ("got", _counts(play.gathered) if play else ""),
        ("paid", _counts(play.paid) if play else ""),
        ("now", now_text(now)),
    ]


def _options(options: st.Options) -> list[tuple[str, str]]:
    usual = st.Options()
    return [
        (switch.name.replace("_", "-"), str(getattr(options, switch.name)))
        for switch in st.SWITCHES
        if getattr(options, switch.name) != getattr(usual, switch.name)
    ]


def cards_text(cards: Cards) -> str:
    """``*x3 07 12``: the unknown ones counted, the others named."""
    unknown = cards.count(UNKNOWN)
    known = [card_text(card) for card in cards if card != UNKNOWN]
    return " ".join([_times(unknown), *known] if unknown else known)


def _times(unknown: int) -> str:
    return "*" if unknown == 1 else f"*x{unknown}"


def _seat(state: st.State, seat: int) -> str:
    coins = state.coins[seat]
    words = [] if coins == 0 else ["c-"] if coins is None else [f"c{coins}"]
    return " ".join([*words, *map(_building, state.city[seat])])


def _building(building: st.Building) -> str:
    stacked = ".".join(map(card_text, (building.card, *building.workers)))
    return f"{stacked}-" if building.sideways else stacked


def _counts(counts: st.Counts) -> str:
    return " ".join(f"{resource}{n}" for resource, n in zip(RESOURCES, counts, strict=True) if n)


def now_text(now: st.Now) -> str:
    """``play A sold``, ``draw B 3``, ``pick A setup``: what comes next."""
    words: list[str] = [st.phase(now)]
    if not isinstance(now, st.Over):
        words.append(SEAT_LETTERS[now.seat])
    if isinstance(now, st.Deal | st.Pick):
        words.append(now.stage)
    if isinstance(now, st.Draw):
        words.append(str(now.left))
    if isinstance(now, st.Play):
        words += ["sold"] * now.sold + ["working"] * now.working + ([f"built{now.built}"] if now.built else [])
    return " ".join(words)


def default_deck(state: st.State) -> Cards:
    """The cards that lie nowhere else; only how many, where some card is not known."""
    elsewhere = st.all_cards(state)
    elsewhere.subtract(state.deck)
    cards = components.EDITIONS[state.options.edition]
    if state.paper or elsewhere[UNKNOWN]:
        return (UNKNOWN,) * max(0, len(cards) - elsewhere.total())
    return tuple(card for card in cards if not elsewhere[card])
