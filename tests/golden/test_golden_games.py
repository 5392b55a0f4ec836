"""Every position, step, refusal, correction, text and sentence of before is read and answered as it was then.

A sentence that is bettered on purpose is one of `words`: `python tests/golden/making/games.py words` makes those anew.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
import records
from corpus import FOLDER, lines, missing, said_alike, sampled
from house import GAMES, OURS, command, log_again, rules

pytestmark = pytest.mark.long

EACH = pytest.mark.parametrize("game", GAMES)


def differing(was: dict[str, Any], found: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """The fields that are not what they were: what was, what is."""
    return {key: (was.get(key), found.get(key)) for key in {**was, **found} if was.get(key) != found.get(key)}


@EACH
@sampled(10)
def test_a_position_reads_alike_as_text_and_as_json_and_says_the_same(game: str, part: int, of: int) -> None:
    played = rules(game)
    for was in lines(f"{game}/positions.jsonl", part, of):
        state = played.parse(was["text"])
        assert played.from_json(json.dumps(was["json"])) == state, was["text"]
        assert not differing(was, records.position(played, state)), was["text"]


@EACH
@sampled(5)
def test_an_action_does_the_same(game: str, part: int, of: int) -> None:
    played = rules(game)
    for was in lines(f"{game}/steps.jsonl", part, of):
        found = records.step(played, played.parse(was["at"]), was["do"], was["by"])
        assert not differing(was, found), (was["at"], was["do"])


@EACH
@sampled(5)
def test_what_was_refused_is_refused_for_the_same_reason(game: str, part: int, of: int) -> None:
    played = rules(game)
    for was in lines(f"{game}/refusals.jsonl", part, of):
        found = records.refusal(played, played.parse(was["at"]), was["do"], was["by"])
        assert not differing(was, found), (was["at"], was["do"])


@EACH
@sampled(3)
def test_a_correction_leads_where_it_led(game: str, part: int, of: int) -> None:
    played = rules(game)
    for was in lines(f"{game}/corrections.jsonl", part, of):
        found = records.correction(played, played.parse(was["at"]), was["do"])
        assert not missing(was, found), (was["at"], was["do"])


@EACH
@sampled(2)
def test_a_text_reads_as_it_did(game: str, part: int, of: int) -> None:
    """Whatever was read is read, to the same; whatever was not, is wrong at the same place."""
    played = rules(game)
    for was in lines(f"{game}/readings.jsonl", part, of):
        found = records.reading(played, was["form"], was["text"])
        assert found.get("gives") == was.get("gives"), was["text"]
        if "wrong" in was:
            places = [(error["line"], error["column"]) for error in (was["wrong"], found["wrong"])]
            assert places[0] == places[1], was["text"]


@EACH
@sampled(2)
def test_what_is_wrong_with_a_text_is_said_as_it_was(game: str, part: int, of: int) -> None:
    played = rules(game)
    for was in lines(f"{game}/readings.jsonl", part, of):
        if "wrong" in was:
            found = records.reading(played, was["form"], was["text"])
            assert said_alike(was["wrong"], found["wrong"]), (was["wrong"], found["wrong"])


@EACH
@sampled(2)
def test_it_is_told_in_the_same_words(game: str, part: int, of: int) -> None:
    played = rules(game)
    for was in lines(f"{game}/words.jsonl", part, of):
        state = played.parse(was["at"])
        if was["kind"] == "position":
            found = records.position_words(played, state)
        elif was["kind"] == "step":
            found = records.step_words(played, state, was["do"], was["by"])
        else:
            found = records.refusal_words(played, state, was["do"], was["by"])
        assert not differing(was, {"kind": was["kind"], **found}), (was["at"], was.get("do"))


@EACH
def test_a_recorded_game_replays_to_the_same_positions(game: str) -> None:
    kept = [path.name.removesuffix(".xz") for path in sorted((FOLDER / game).glob("log-*"))]
    assert len(kept) >= 4
    for name in kept:
        (was,) = lines(f"{game}/{name}")
        if game in OURS:
            assert [after for *_, after in log_again(was["log"])] == was["positions"]
        for printed in was.get("printed", ()):
            assert list(command(*printed["words"], "-", typed=was["log"])) == printed["gives"]
        head, *entries = map(json.loads, was["log"].splitlines())
        played = rules(game)
        state = played.parse(head["position"])
        for entry, after in zip(entries, was["positions"], strict=True):
            state, _ = played.play(state, played.parse_action(entry["action"]), entry.get("by"))
            assert played.text(state) == after


@pytest.mark.parametrize("game", OURS)
def test_positions_are_resolved_to_the_same_prints(game: str) -> None:
    for was in lines(f"{game}/resolved.jsonl"):
        assert list(command(*was["words"], typed=was["typed"])) == was["gives"], was["words"]
