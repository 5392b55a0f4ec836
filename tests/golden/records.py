"""What there is to say of a position, a step, a refusal: as plain data, through a game's public calls alone.

The corpus holds these records; the tests make them again of the texts in them.
"""

from __future__ import annotations

import json
from typing import Any

from house import ParseError, data, turn, unreadable

NAMES = ("Ana", "Bruno", "Chen", "Dai", "Eva", "Fu")
LANGUAGES = ("en", "es")


def seats(rules: Any, state: Any) -> list[int | None]:
    """A watcher, and every seat."""
    return [None, *range(len(rules.score(state).sheets))]


def position(rules: Any, state: Any) -> dict[str, Any]:
    """A position: both forms, what is next, what each seat may know, what is odd, what it is worth."""
    text = rules.text(state)
    views = {str(seat): rules.text(rules.view(state, seat)) for seat in seats(rules, state)}
    found = {
        "text": text,
        "json": json.loads(rules.to_json(state)),
        "turn": turn(state),
        "waiting": list(map(int, rules.waiting(state))),
        "legal": legal(rules, state),
        "views": {seat: view for seat, view in views.items() if view != text},
        "faults": data(rules.faults(state)),
        "score": data(rules.score(state)),
    }
    if turn(state) == "chance":
        chances = rules.chances(state)
        found["weights"] = list(chances.weights)
    resolving = rules.text(rules.resolving(state)) if hasattr(rules, "resolving") else text
    if resolving != text:
        found["resolving"] = resolving
    return found


def legal(rules: Any, state: Any) -> list[str]:
    """What may be done, in words: in the order of the list."""
    return [rules.action_text(action) for action in rules.legal(state)]


def step(rules: Any, before: Any, text: str, by: int | None) -> dict[str, Any]:
    """What an action does: its effects, whatever of them is hidden from somebody, and the position after."""
    after, effects = rules.play(before, rules.parse_action(text), by)
    plain = data(effects)
    seen = {str(seat): data([rules.seen(after, e, seat) for e in effects]) for seat in seats(rules, after)}
    return {
        "at": rules.text(before),
        "do": text,
        "by": by,
        "effects": plain,
        "seen": {seat: view for seat, view in seen.items() if view != plain},
        "to": rules.text(after),
    }


def step_words(rules: Any, before: Any, text: str, by: int | None) -> dict[str, Any]:
    """What an action does, in words: for all, for each who does not see all of it, and the reasons."""
    after, effects = rules.play(before, rules.parse_action(text), by)

    def said(language: str, names: tuple[str, ...], seat: int | str | None = "all") -> list[str]:
        told = effects if seat == "all" else [rules.seen(after, e, seat) for e in effects]
        return [rules.say(effect, after, language, names) for effect in told]

    spoken = {language: said(language, NAMES) for language in LANGUAGES}
    seen = {str(seat): said("en", NAMES, seat) for seat in seats(rules, after)}
    return {
        "at": rules.text(before),
        "do": text,
        "by": by,
        **spoken,
        "nameless": said("en", ()),
        "seen": {seat: view for seat, view in seen.items() if view != spoken["en"]},
        "why": {language: [data(rules.why(e, after, language, NAMES)) for e in effects] for language in LANGUAGES},
    }


def refusal(rules: Any, state: Any, text: str, by: int | None) -> dict[str, Any]:
    """Why the rules refuse an action; nothing: they do not."""
    found = rules.refusal(state, rules.parse_action(text), by)
    return {"at": rules.text(state), "do": text, "by": by, "refused": data(found)}


def refusal_words(rules: Any, state: Any, text: str, by: int | None) -> dict[str, Any]:
    """The same in words: a sentence, and a few words for a key."""
    found = rules.refusal(state, rules.parse_action(text), by)
    return {
        "at": rules.text(state),
        "do": text,
        "by": by,
        **{language: rules.say(found, state, language, NAMES) for language in LANGUAGES},
    }


def position_words(rules: Any, state: Any) -> dict[str, Any]:
    """What is odd about a position, and each line of its score, in words."""
    score = rules.score(state)
    lines = [line for sheet in score.sheets for line in (*sheet.lines, *sheet.ties)]
    return {
        "at": rules.text(state),
        "faults": {x: [rules.say(fault, state, x, NAMES) for fault in rules.faults(state)] for x in LANGUAGES},
        "score": {x: [rules.say(line, state, x, NAMES) for line in lines] for x in LANGUAGES},
    }


def reading(rules: Any, form: str, text: str) -> dict[str, Any]:
    """A text read as a `position`, as `json` or as an `action`: its usual spelling, or what is wrong with it."""
    try:
        if form == "position":
            gives = rules.text(rules.parse(text))
        elif form == "json":
            gives = rules.text(rules.from_json(text))
        else:
            gives = rules.action_text(rules.parse_action(text))
    except ParseError as error:
        return {"form": form, "text": text, "wrong": unreadable(error)}
    return {"form": form, "text": text, "gives": gives}


def correction(rules: Any, state: Any, text: str) -> dict[str, Any]:
    """A correction of a position: where it leads, or why it does not fit."""
    action = rules.parse_action(text)
    refused = rules.refusal(state, action)
    if refused is not None:
        return {"at": rules.text(state), "do": text, "refused": data(refused)}
    return {"at": rules.text(state), "do": text, "to": rules.text(rules.play(state, action)[0])}
