"""The one-line text of a position, as docs/positions.md defines it: writing."""

from __future__ import annotations

from companion.engine.game import Seat
from companion.games.dunhuang import state as st
from companion.games.dunhuang.letters import card_letter, cards_text
from companion.games.dunhuang.names import GOODS, SEATS, UNKNOWN, Counts


def text(state: st.State) -> str:
    """The position in one line. What can be worked out from the rest is left out."""
    fields = (f"{name}: {value}" for name, value in _fields(state) if value)
    return " ".join(["dunhuang", str(len(state.players)), *fields])


def _fields(state: st.State) -> list[tuple[str, str]]:
    market = " ".join("-" if card is None else card_letter(card) for card in state.market)
    return [
        *_options(state),
        ("ring", " ".join(state.ring)),
        ("market", market if any(state.market) else ""),
        ("camel", "" if state.camel is None else str(state.camel + 1)),
        ("tokens", _tokens(state)),
        *((SEATS[seat], _player(state, player)) for seat, player in enumerate(state.players)),
        ("deck", "" if state.pile == default_pile(state) else cards_text(state.pile) or "-"),
        ("under", " ".join(f"{_seat(card.by)}{card_letter(card.card)}" for card in state.under)),
        ("gone", cards_text(state.gone)),
        ("start", _seat(state.start) if state.start else ""),
        ("last", "yes" if state.last_round else ""),
        ("now", now_text(state.now)),
    ]


def _options(state: st.State) -> list[tuple[str, str]]:
    usual = st.Options()
    changed = [s.name for s in st.SWITCHES if getattr(state.options, s.name) != getattr(usual, s.name)]
    return [(name.replace("_", "-"), getattr(state.options, name).replace("_", "-")) for name in changed]


def _seat(seat: Seat | None) -> str:
    return "" if seat is None else SEATS[seat]


def _tokens(state: st.State) -> str:
    tokens = zip(GOODS, state.holders, state.guards, strict=True)
    return " ".join(f"{card_letter(g)}{SEATS[h]}{'+' if guarded else ''}" for g, h, guarded in tokens if h is not None)


def _player(state: st.State, player: st.Player) -> str:
    if player == st.Player(state.setup.coins):
        return ""
    parts = [f"c{player.coins}"]
    if player.prestige:
        parts.append(f"p{player.prestige}")
    for name, counts in (("hand", player.hand), ("shop", player.shop), ("out", player.removed)):
        if any(counts):
            parts.append(f"{name} {cards_text(counts)}")
    return " ".join(parts)


def now_text(now: st.Now) -> str:
    """``act A 3``, ``give B A 2``, ``over``: the phase and its fields, in their order."""
    words: list[str] = [now.phase]
    for name in st.FIELDS.get(now.phase, ()):
        value = getattr(now, name)
        if name == "good":
            words.append(card_letter(value))
        elif name == "drawn":
            words.append(cards_text(value))
        else:
            words.append(_seat(value) if name in ("seat", "other") else str(value))
    return " ".join(word for word in words if word)


def default_pile(state: st.State) -> Counts:
    """The cards that lie nowhere else; all of them unknown, if cards elsewhere are."""
    found = st.everywhere(state)
    elsewhere = tuple(n - pile for n, pile in zip(found, state.pile, strict=True))
    left = tuple(max(0, n - there) for n, there in zip(state.setup.copies, elsewhere[:UNKNOWN], strict=True))
    if elsewhere[UNKNOWN]:
        return (*st.EMPTY_SHOP, max(0, sum(left) - elsewhere[UNKNOWN]))
    return (*left, 0)
