"""The numbers of actions stay for ever: models of other people go by them. What is new in a game comes at the end."""

from __future__ import annotations

import hashlib

import pytest
from house import rules

ACTIONS = {
    "dunhuang": (1228, "e5c228cb798d9161d743ce3b9e58eedc38c49daea6540619774ef304743851a6"),
    "hangzhou": (261, "d909ba1ced0f0d3e509aa802e270253da1386045b3bafd3fafe909b69b40bd8e"),
    "xanadu": (5850, "b534c95dce28b38c66d69bf71c65d04bf152f21bb598106cde55488de0445ec2"),
}
"""Of each game how many actions there were first, and the hash of their texts in the order of their numbers."""


@pytest.mark.parametrize("game", ACTIONS)
def test_an_action_keeps_its_number(game: str) -> None:
    played, (count, known) = rules(game), ACTIONS[game]
    texts = [played.action_text(action) for action in played.actions[:count]]
    assert hashlib.sha256("\n".join(texts).encode()).hexdigest() == known


def test_some_of_them_by_hand() -> None:
    hangzhou, dunhuang, xanadu = map(rules, ("hangzhou", "dunhuang", "xanadu"))
    assert [hangzhou.action_text(hangzhou.actions[n]) for n in (0, 24, 192, 216)] == [
        "shop A1", "dye A1 blue", "coin A1", "pass",
    ]  # fmt: skip
    assert [dunhuang.action_text(dunhuang.actions[n]) for n in (0, 11, 19)] == ["keep gold", "place camel 1", "camel 1"]
    assert [xanadu.action_text(xanadu.actions[n]) for n in (0, 1, 223)] == ["end turn", "start 01", "worker 01 *"]
