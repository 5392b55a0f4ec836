"""The one-line text of a position, as docs/positions.md defines it: writing."""

from __future__ import annotations

from companion.games.hangzhou import components
from companion.games.hangzhou import state as st
from companion.games.hangzhou.letters import COLOUR_LETTERS, DYE_LETTERS, dye_letter
from companion.games.hangzhou.names import DYE_INDEX, DYES, Colour


def text(state: st.State) -> str:
    """The position in one line. What can be worked out from the rest is left out."""
    letters = "".join(COLOUR_LETTERS[colour] for colour in state.colours)
    return " ".join(["hangzhou", letters, *(f"{name}: {value}" for name, value in _fields(state) if value)])


def _fields(state: st.State) -> list[tuple[str, str]]:
    hands = [(COLOUR_LETTERS[c], _hand(state, seat)) for seat, c in enumerate(state.colours)]
    return [
        *_options(state),
        ("city", " ".join(_shop(state, space, shop) for space, shop in state.shops())),
        ("merchants", " ".join(at or "-" for at in state.merchants) if any(state.merchants) else ""),
        ("market", _market(state)),
        ("bag", _unless(state.bag, default_bag(state.market))),
        *hands,
        ("pool", _counts(state.pool)),
        ("sold", _counts(state.sold)),
        ("supply", _unless(state.supply, default_supply(state))),
        ("seals", _seals(state)),
        ("start", COLOUR_LETTERS[state.colours[state.start]] if state.start else ""),
        ("round", str(state.round) if state.round != 1 else ""),
        ("die", str(state.round_die) if state.round_die != state.options.start_at else ""),
        ("mixed", "yes" if state.mixed_returned else ""),
        ("now", now_text(state)),
    ]


def _options(state: st.State) -> list[tuple[str, str]]:
    found = []
    for switch in st.SWITCHES:
        value, usual = getattr(state.options, switch.name), getattr(st.Options(), switch.name)
        if switch.name == "round_limit" and state.options.round_die == "sold_only":
            usual = st.SOLD_ONLY_LIMIT
        if value != usual:
            found.append((switch.name.replace("_", "-"), str(value or "none").replace("_", "-")))
    return found


def _shop(state: st.State, space: str, shop: st.Shop) -> str:
    dye = dye_letter(shop.dye) if shop.dye else ""
    return f"{space}{COLOUR_LETTERS[state.colours[shop.owner]]}{dye}{shop.coins or ''}"


def _market(state: st.State) -> str:
    if not any(state.market):
        return ""
    rows = (" ".join(f"{dye_letter(die.dye)}{die.price}" for die in row) for row in state.market)
    return " / ".join(rows)


def _counts(counts: st.Counts) -> str:
    return " ".join(f"{letter}{n}" for letter, n in zip(DYE_LETTERS, counts, strict=True) if n)


def _unless(counts: st.Counts, default: st.Counts) -> str:
    return "" if counts == default else _counts(counts) or "-"


def _hand(state: st.State, seat: int) -> str:
    hand = state.hands[seat]
    in_hand = default_shops(state.city, state.colours, seat)
    if hand == st.Hand(components.START_COINS, in_hand):
        return ""
    shops = f"s{hand.shops}" if hand.shops != in_hand else ""
    if hand.hidden:
        return f"hidden {shops}".strip()
    points = f"v{hand.points}" if hand.points else ""
    return " ".join(part for part in (f"c{hand.coins}", _counts(hand.dyes), points, shops) if part)


def _seals(state: st.State) -> str:
    return "".join(COLOUR_LETTERS[c] for c, down in zip(state.colours, state.seals, strict=True) if down)


def now_text(state: st.State) -> str:
    """``play R``, ``play R shop``, ``move orange``: what comes next."""
    now = state.now
    words: list[str] = [st.phase(now)]
    if isinstance(now, st.Play | st.Pick):
        words.append(COLOUR_LETTERS[state.colours[now.seat]])
    if isinstance(now, st.Play) and now.taken:
        words.append(now.taken)
    if isinstance(now, st.Move | st.Ask | st.Roll):
        words.append(now.merchant)
    return " ".join(words)


def default_bag(market: tuple[tuple[st.Die, ...], ...]) -> st.Counts:
    """The dice that are not on the market."""
    dice = list(components.DICE)
    for row in market:
        for die in row:
            dice[DYE_INDEX[die.dye]] -= 1
    return tuple(max(0, n) for n in dice)


def default_supply(state: st.State) -> st.Counts:
    """The dyes that lie nowhere else."""
    left = [n - pool - sold for n, pool, sold in zip(components.CUBES, state.pool, state.sold, strict=True)]
    for _, shop in state.shops():
        if shop.dye:
            left[DYE_INDEX[shop.dye]] -= 1
    for hand in state.hands:
        for i in range(len(DYES)):
            left[i] -= hand.dyes[i]
    return tuple(max(0, n) for n in left)


def default_shops(city: tuple[st.Shop | None, ...], colours: tuple[Colour, ...], seat: int) -> int:
    """The shops of a seat that do not stand in the city."""
    standing = sum(1 for shop in city if shop is not None and shop.owner == seat)
    return max(0, components.SHOPS[colours[seat]] - standing)
