"""What the engine offers by name: games, and errors by the names that they had."""

import sys

import pytest

from companion import engine

contract = sys.modules["companion.engine.game"]  # as a name of the engine, "game" finds a game


@pytest.mark.parametrize(
    ("former", "error"),
    [("Refused", engine.RefusedError), ("Unreadable", engine.ParseError), ("BadOption", contract.OptionError)],
)
def test_an_error_is_found_by_its_former_name(former: str, error: type[ValueError]) -> None:
    for module in (engine, contract):
        with pytest.warns(DeprecationWarning, match=f"{former} is called {error.__name__}"):
            assert getattr(module, former) is error


def test_a_game_is_a_name_of_the_engine() -> None:
    assert engine.hangzhou.ID == "hangzhou"
    with pytest.raises(AttributeError, match="ludo"):
        engine.ludo  # noqa: B018 - looking is what is tried
