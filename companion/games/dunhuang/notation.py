"""Actions in a few words, as logs and forms hold them: ``camel 3``, ``into shop tea``, ``give 6``."""

from __future__ import annotations

from companion.engine.correction import Correction, correction_text
from companion.engine.game import Unreadable
from companion.engine.notation import Notation, item
from companion.engine.reading import Token, number
from companion.games.dunhuang import actions as act
from companion.games.dunhuang.jsonform import MOST_CARDS
from companion.games.dunhuang.letters import CHARACTER_NAMED, one_card, one_good, one_seat
from companion.games.dunhuang.names import CARD_INDEX, CARDS, CHARACTERS, SEATS, SPACES, Good

_FIXED: dict[str, act.Action] = {
    "into hand": act.INTO_HAND,
    "coins": act.TAKE_COINS,
    "draw": act.DRAW_GOODS,
    "prestige": act.TAKE_PRESTIGE,
    "pay": act.PAY,
    "claim": act.CLAIM,
    "decline": act.DECLINE,
    "go on": act.GO_ON,
}
_FIXED_TEXT = {type(action): text for text, action in _FIXED.items()}
_EXAMPLES = "camel 3, into hand, into shop tea, coins, draw, keep tea, exchange tea 5 silk, pay, decline"


def action_text(action: act.Action) -> str:
    """The action's words; `parse_action` reads them back."""
    match action:
        case act.PlaceCamel():
            return f"place camel {action.space + 1}"
        case act.MoveCamel():
            return f"camel {action.steps}"
        case act.ExchangeShop():
            return f"exchange {action.give} {action.space + 1} {action.take}"
        case act.ExchangeHand():
            return f"exchange {action.give} {action.space + 1}"
        case act.Fetch():
            return f"fetch {action.space + 1}"
        case act.Visit():
            return f"visit {SEATS[action.seat]}"
        case act.Swap():
            return f"swap {action.shop} {action.hand}"
        case act.TileLaid():
            return f"tile {action.character}"
        case Correction():
            return correction_text(action)
        case act.Keep() | act.Bury() | act.Discard() | act.Give() | act.CardDrawn():
            return f"{_CARD_VERBS[type(action)]} {action.card}"
        case act.IntoShop() | act.Guard() | act.ToHand() | act.ToShop() | act.Show():
            return f"{_GOOD_VERBS[type(action)]} {action.good}"
    return _FIXED_TEXT[type(action)]


_CARD_VERBS: dict[type, str] = {
    act.Keep: "keep",
    act.Bury: "bury",
    act.Discard: "discard",
    act.Give: "give",
    act.CardDrawn: "card",
}
_GOOD_VERBS: dict[type, str] = {
    act.IntoShop: "into shop",
    act.Guard: "guard",
    act.ToHand: "to hand",
    act.ToShop: "to shop",
    act.Show: "show",
}


def parse_action(text: str) -> act.Action:
    """Reads an action in any case; cards by name, number, or ``*`` where they are not known.

    Raises `Unreadable`.
    """
    return _NOTATION.read(text)


def _bare(words: list[Token]) -> act.Action | None:
    """A card may stand without its word."""
    return act.CardDrawn(one_card(words[0], "card")) if len(words) == 1 and _is_card(words[0]) else None


def _is_card(token: Token) -> bool:
    try:
        one_card(token, "card")
    except Unreadable:
        return False
    return True


def _card(verb: Token, items: list[Token]) -> Good:
    return CARDS[CARD_INDEX[one_card(item(verb, items, 0, 1, "a card, 1 to 10 or its name"), verb.text)]]


def _good(verb: Token, items: list[Token], at: int = 0, of: int = 1) -> Good:
    return one_good(item(verb, items, at, of, "a kind of goods, 1 to 10 or its name"), verb.text)


def _space(verb: Token, items: list[Token], at: int = 0, of: int = 1) -> int:
    token = item(verb, items, at, of, f"a space, 1 to {SPACES}")
    space = number(token.text)
    if space is None or not 1 <= space <= SPACES:
        raise token.wrong(f"{token.text!r} is no space; expected 1 to {SPACES}")
    return space - 1


def _steps(verb: Token, items: list[Token]) -> act.MoveCamel:
    token = item(verb, items, 0, 1, "how many steps")
    steps = number(token.text)
    if steps is None or not 1 <= steps <= MOST_CARDS:
        raise token.wrong(f"{token.text!r}: expected how many steps, 1 or more")
    return act.MoveCamel(steps)


def _exchange(verb: Token, items: list[Token]) -> act.Action:
    of = max(2, min(3, len(items)))
    give, space = _good(verb, items, 0, of), _space(verb, items, 1, of)
    return act.ExchangeShop(give, space, _good(verb, items, 2, 3)) if of == 3 else act.ExchangeHand(give, space)


def _visit(verb: Token, items: list[Token]) -> act.Visit:
    token = item(verb, items, 0, 1, f"a player, {', '.join(SEATS)}")
    return act.Visit(one_seat(token, token.text, len(SEATS), "visit"))


def _tile(verb: Token, items: list[Token]) -> act.TileLaid:
    token = item(verb, items, 0, 1, "a character")
    if token.text.lower() not in CHARACTER_NAMED:
        raise token.wrong(f"{token.text!r} is no character; expected {', '.join(CHARACTERS)}")
    return act.TileLaid(CHARACTER_NAMED[token.text.lower()])


_NOTATION: Notation[act.Action] = Notation(
    _FIXED,
    {
        "place camel": lambda verb, items: act.PlaceCamel(_space(verb, items)),
        "camel": _steps,
        "into shop": lambda verb, items: act.IntoShop(_good(verb, items)),
        "to hand": lambda verb, items: act.ToHand(_good(verb, items)),
        "to shop": lambda verb, items: act.ToShop(_good(verb, items)),
        "guard": lambda verb, items: act.Guard(_good(verb, items)),
        "show": lambda verb, items: act.Show(_good(verb, items)),
        "keep": lambda verb, items: act.Keep(_card(verb, items)),
        "bury": lambda verb, items: act.Bury(_card(verb, items)),
        "discard": lambda verb, items: act.Discard(_card(verb, items)),
        "give": lambda verb, items: act.Give(_card(verb, items)),
        "card": lambda verb, items: act.CardDrawn(_card(verb, items)),
        "exchange": _exchange,
        "fetch": lambda verb, items: act.Fetch(_space(verb, items)),
        "visit": _visit,
        "swap": lambda verb, items: act.Swap(_good(verb, items, 0, 2), _good(verb, items, 1, 2)),
        "tile": _tile,
    },
    _EXAMPLES,
    _bare,
)
