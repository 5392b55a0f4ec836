"""Games as names of the engine."""

from __future__ import annotations

import pytest

from companion import engine


def test_a_game_is_a_name_of_the_engine() -> None:
    assert engine.hangzhou.ID == "hangzhou"
    with pytest.raises(AttributeError, match="ludo"):
        engine.ludo  # noqa: B018 - looking is what is tried
