"""Makes the part of the corpus that is about games: ``python tests/golden/making/games.py [PART …]``.

Parts are `positions`, `steps`, `texts`, `logs`, `resolved` and `words`. Only `words`, today's sentences, is meant to
be made anew, when a sentence is bettered on purpose; whatever else changes is a broken promise to old paper and logs.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import filing  # puts the tests' folders on the path
import records
from cases import CASES
from harness import Case
from house import GAMES, ParseError, command, rules
from spellings import ACTIONS, POSITIONS, WRONG
from test_engine_fuzz import Shaker

from companion.engine.chance import Generator
from companion.engine.drive import at_random, drive
from companion.engine.log import FORMAT, Header, Log, entry, write_log

GAMES_OF_EACH = 70
FAR = 400
"""Steps of a game that are looked at."""
KEPT = 17
"""Positions kept of each game, and odd ones for each of them."""
ALIKE = 2
"""Sentences of one form that are kept."""


def oasis_case() -> Case:
    """Oasis as far as a walk through it needs; the rest is in its own tests."""
    game = rules("oasis")
    from oasis.rules import Drink, Filled, State

    def odd(rng: random.Random) -> Any:
        drunk = tuple(rng.randrange(9) for _ in range(rng.choice(game.PLAYERS)))
        seats = range(len(drunk))
        return State(
            rng.choice([None, 0, 1, 5, 40]), drunk, rng.choice(seats), rng.choice(seats), rng.choice([None, 0])
        )

    return Case(
        game=game,
        options=({},),
        combined={},
        turned={"start": (0, 1)},
        chooser=at_random,
        universe=(*map(Filled, range(8)), *map(Drink, range(5))),
        pieces=lambda state: (),
        accounts=lambda before, step: None,
        twin=lambda state, seat, rng: state,
        odd=odd,
        rules=frozenset(),
        differs=lambda start: start,
        longest=FAR,
    )


def cases() -> dict[str, Case]:
    return {case.game.ID: case for case in (*CASES, oasis_case())}


def settings(case: Case, rng: random.Random) -> tuple[int, dict[str, Any]]:
    """A number of players and house rules, any that go together."""
    for _ in range(1000):
        players = rng.choice(case.game.PLAYERS)
        chosen = dict(rng.choice(case.options))
        for offered in (case.combined, case.turned):
            chosen |= {name: rng.choice(values) for name, values in offered.items() if rng.random() < 0.6}
        try:
            case.game.new(players, **chosen)
        except ValueError:
            continue
        return players, chosen
    raise AssertionError("no settings go together")


def played(case: Case, seed: int) -> tuple[Any, list[Any]]:
    """A start, and the first steps of a game from there."""
    rng = random.Random(seed)
    players, chosen = settings(case, rng)
    start = case.game.new(players, **chosen)
    choose = case.chooser(seed * 10 + 1)
    return start, list(islice(drive(case.game, start, choose, Generator(seed)), FAR))


def walks(case: Case) -> Iterator[tuple[random.Random, list[tuple[Any, Any]]]]:
    """Games, each as pairs of a position and the step from there."""
    for seed in range(GAMES_OF_EACH):
        start, steps = played(case, seed)
        states = [start, *(step.state for step in steps)]
        yield random.Random(seed), list(zip(states, steps, strict=False))


def states(case: Case) -> Iterator[Any]:
    """Positions from games in all stages, as they are and as somebody sees them; and any that can be written."""
    game = case.game
    for rng, pairs in walks(case):
        for before, _ in rng.sample(pairs, min(KEPT, len(pairs))):
            yield before
        last = pairs[-1][1].state
        yield last
        for before, _ in rng.sample(pairs, min(4, len(pairs))):
            yield game.view(before, rng.choice(records.seats(game, before)))
        for _ in range(5 if game.ID != "oasis" else 2):
            yield case.odd(rng)


def unique(found: Iterator[Any], key: str) -> Iterator[Any]:
    """The records, those with the same text once."""
    seen = set()
    for record in found:
        if record[key] not in seen:
            seen.add(record[key])
            yield record


def written(case: Case) -> list[str]:
    """Every action in words, those left out that no words can name."""
    texts = map(case.game.action_text, case.universe)
    return [text for text in texts if "gives" in records.reading(case.game, "action", text)]


def make_positions(case: Case) -> None:
    found = unique((records.position(case.game, state) for state in states(case)), "text")
    filing.write_lines(f"{case.game.ID}/positions.jsonl", found)


def make_steps(case: Case) -> None:
    """Steps of games, and refusals and corrections in the midst of them."""
    game, steps, refused = case.game, [], []
    actions = written(case)
    for rng, pairs in walks(case):
        for before, step in rng.sample(pairs, min(30, len(pairs))):
            steps.append(records.step(game, before, game.action_text(step.action), step.by))
            action, by = rng.choice(actions), rng.choice([None, None, *range(len(game.PLAYERS))])
            if game.refusal(before, game.parse_action(action), by) is not None:
                refused.append(records.refusal(game, before, action, by))
    filing.write_lines(f"{game.ID}/steps.jsonl", steps)
    filing.write_lines(f"{game.ID}/refusals.jsonl", refused)


def make_corrections(case: Case) -> None:
    game = case.game
    made = []
    for seed in range(400):
        shaker = Shaker(case, seed)
        state = shaker.stage()
        try:
            text = game.action_text(shaker.correction(state))
            game.parse_action(text)
        except (ParseError, TypeError, ValueError):  # of values that JSON does not have
            continue
        made.append(records.correction(game, game.parse(game.text(state)), text))
    filing.write_lines(f"{game.ID}/corrections.jsonl", made)


def make_texts(case: Case) -> None:
    """Every action; texts as people spell them; texts with something wrong in them."""
    game, made = case.game, []
    made += (records.reading(game, "action", game.action_text(action)) for action in case.universe)
    for form, texts in (("action", ACTIONS), ("position", POSITIONS)):
        for text in texts[game.ID]:
            found = records.reading(game, form, text)
            assert "gives" in found, found
            made.append(found)
    for form, text in WRONG[game.ID]:
        found = records.reading(game, form, text)
        assert "wrong" in found, found
        made.append(found)
    for seed in range(450):
        shaker = Shaker(case, seed)
        state = shaker.stage()
        actions = [game.action_text(action) for action in list(game.legal(state))[:40]] or ["correct {}"]
        texts = (game.text(state), game.to_json(state), shaker.rng.choice(actions))
        for form, text in zip(("position", "json", "action"), texts, strict=True):
            if form == "json" and seed % 3:
                continue
            made.append(
                records.reading(game, form, respelled(text, shaker.rng) if seed % 4 == 1 else shaker.mutilated(text))
            )
    filing.write_lines(f"{game.ID}/readings.jsonl", unique(iter(made), "text"))


def respelled(text: str, rng: random.Random) -> str:
    """The same in another case, with other gaps and other signs between."""
    if text.lstrip().startswith("{") or text.startswith("correct"):
        return text.replace(",", " ,\n ") if '"' not in text or text.count(",") < 3 else f" {text}\n"
    text = rng.choice([str.upper, str.lower, str.title, str])(text)
    text = text.replace(" ", rng.choice([" ", "  ", "\n", "\t ", " ; "]))
    return rng.choice([text, f" {text} ", text.replace(":", "=", 1)])


def make_logs(case: Case) -> None:
    """Short recorded games, with what the commands print of them."""
    game = case.game
    for number, seed in enumerate(seed for seed in range(4)):
        rng = random.Random(seed)
        players, chosen = settings(case, rng)
        if game.ID == "hangzhou":
            chosen |= {"round_limit": 2}
        start = game.new(players, **chosen)
        steps = list(
            islice(
                drive(game, start, at_random(seed) if game.ID == "hangzhou" else case.chooser(seed), Generator(seed)),
                250,
            )
        )
        log = write_log(Log(Header(game.ID, FORMAT, game.text(start)), tuple(entry(game, step) for step in steps)))
        after = [game.text(step.state) for step in steps]
        made = {"log": log, "positions": after}
        if game.ID != "oasis":
            made["printed"] = [
                {"words": words, "gives": command(*words, "-", typed=log)}
                for words in (("replay",), ("replay", "--language", "es"))
            ]
        filing.write_lines(f"{game.ID}/log-{number + 1}.jsonl", [made])


def make_resolved(case: Case) -> None:
    """What `companion resolve` prints, of positions in all stages, with given dice, with the app's, with none."""
    game, made = case.game, []
    if game.ID == "oasis":
        return
    for seed in range(24):
        shaker = Shaker(case, seed)
        state, rng = shaker.stage(), random.Random(seed)
        text = game.to_json(state) if seed % 3 == 0 else game.text(state)
        dice = (
            ", ".join(game.action_text(o) for o in game.chances(state).outcomes[:2])
            if records.turn(state) == "chance"
            else "b2"
        )
        for words in (("--seed", str(seed)), ("--seed", "1", "--json", "--language", "es"), ("--dice", dice), ()):
            if rng.random() < 0.6:
                whole = ("resolve", game.ID, "-", *words)
                made.append({"words": whole, "typed": text, "gives": command(*whole, typed=text)})
    filing.write_lines(f"{game.ID}/resolved.jsonl", made)


def form_of(sentences: Any) -> str:
    """Sentences without what changes from game to game: numbers, places, names: how they begin."""
    plain = re.sub(r"\b[A-E][1-5]\b|[0-9]+|(?<!^)\b[A-Z][\w’-]+(?: [A-Z][\w’-]+)*", "_", str(sentences))
    return " ".join(plain.split()[:6])


def make_words(case: Case) -> None:
    """Each sentence of a game in its kinds of places, a few times."""
    game, seen, told = case.game, Counter[str](), []
    actions = written(case)

    def keep(kind: str, record: dict[str, Any], sentences: list[Any]) -> None:
        forms = {f"{kind} {form_of(sentence)}" for sentence in sentences}
        if any(seen[form] < ALIKE for form in forms):
            seen.update(forms)
            told.append({"kind": kind, **record})

    for rng, pairs in walks(case):
        for before, step in pairs:
            record = records.step_words(game, before, game.action_text(step.action), step.by)
            keep("step", record, [*record["en"], *(form_of(w)[:60] for why in record["why"]["en"] for w in why)])
        for before, _ in rng.sample(pairs, min(40, len(pairs))):
            for action in rng.sample(actions, min(12, len(actions))):
                by = rng.choice([None, None, *range(len(game.PLAYERS))])
                if game.refusal(before, game.parse_action(action), by) is not None:
                    record = records.refusal_words(game, before, action, by)
                    keep("refusal", record, [record["en"]])
            record = records.position_words(game, before)
            keep("position", record, [*record["faults"]["en"], *record["score"]["en"]])
        for _ in range(20):
            odd = case.odd(rng)
            record = records.position_words(game, odd)
            keep("position", record, record["faults"]["en"])
    filing.write_lines(f"{game.ID}/words.jsonl", told)


PARTS = {
    "positions": (make_positions,),
    "steps": (make_steps, make_corrections),
    "texts": (make_texts,),
    "logs": (make_logs,),
    "resolved": (make_resolved,),
    "words": (make_words,),
}


def main() -> None:
    found = cases()
    assert set(found) == set(GAMES)
    for part in sys.argv[1:] or PARTS:
        for make in PARTS[part]:
            for case in found.values():
                make(case)


if __name__ == "__main__":
    main()
