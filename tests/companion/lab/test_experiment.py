"""What an experiment's file says, what is said of a wrong one, and one game of it."""

from __future__ import annotations

import csv
import re
import zlib
from pathlib import Path

import pytest
from experiments import DUNHUANG, experiment, written

from companion.engine import OVER, game
from companion.engine.log import read_log, replay
from companion.engine.registry import GAMES
from companion.engine.wording import wording
from companion.lab.experiment import read, rotated
from companion.lab.study import study_of
from companion.lab.trial import NOBODY, STOPPED, follow_lead, trial
from pnp.findings import KitError

DOCS = Path(__file__).parents[3] / "docs"


def test_arms_have_what_stands_above_them_and_what_they_say_themselves(tmp_path: Path) -> None:
    made = experiment(
        tmp_path,
        """
        game = "hangzhou"
        players = 3
        games = 100
        bots = ["random"]
        house = { trade = "optional" }

        [[arm]]
        name = "as printed"

        [[arm]]
        name = "short, for two"
        players = 2
        games = 10
        bots = ["greedy", "random"]
        house = { round_limit = 5 }
        """,
    )
    first, second = made.arms
    assert (first.players, first.games, first.bots, first.house) == (3, 100, ("random",) * 3, {"trade": "optional"})
    assert (second.players, second.games, second.bots) == (2, 10, ("greedy", "random"))
    assert second.house == {"trade": "optional", "round_limit": 5}
    assert made.games == 110 and made.seed == 1


def test_bots_change_seats_from_game_to_game_and_may_play_each_deal_from_every_seat(tmp_path: Path) -> None:
    two = DUNHUANG.replace('["random"]', '["random", "greedy"]')
    made = experiment(tmp_path, two)
    assert [rotated(made, made.arms[0], n) for n in range(3)] == [
        (0, ("random", "greedy")),
        (1, ("greedy", "random")),
        (2, ("random", "greedy")),
    ]
    made = experiment(tmp_path, two + 'seating = "swapped"')
    assert [rotated(made, made.arms[0], n)[0] for n in range(4)] == [0, 0, 1, 1]
    assert [rotated(made, made.arms[0], n)[1][0] for n in range(4)] == ["random", "greedy"] * 2
    made = experiment(tmp_path, two + 'seating = "fixed"')
    assert {rotated(made, made.arms[0], n)[1] for n in range(4)} == {("random", "greedy")}


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('game = "dunhuang"\nplayers = 2', 0, "bots is missing"),
        ('game = "chess"\nplayers = 2\nbots = ["random"]', 1, "there is no game chess"),
        ('game = "dunhuang"\nplayers = 5\nbots = ["random"]', 2, "5 cannot play dunhuang"),
        ('game = "dunhuang"\nplayers = 3\nbots = ["random", "greedy"]', 3, "bots has 2 names"),
        ('game = "dunhuang"\nplayers = 3\nbots = ["clever"]', 3, "no player clever"),
        ('game = "dunhuang"\nplayers = 3\nbots = ["random"]\nhouse = { tie = "nobody" }', 4, "tie"),
        ('game = "dunhuang"\nplayers = 3\nbots = ["random"]\nhouse = { tea = "no" }', 4, "tea"),
        ('game = "dunhuang"\nplayers = 3\nbots = ["random"]\ngames = 0', 4, "games is 0"),
        ('game = "dunhuang"\nplayers = 3\nbots = ["random"]\nseating = "round"', 4, "round"),
        ('game = "dunhuang"\nplayers = 3\nbots = ["random"]\ncolour = "red"', 4, "“colour” is not a key here"),
        ('game = "dunhuang"\nplayers =\n', 2, "not valid TOML"),
        (DUNHUANG + '[[arm]]\nname = "a"\n[[arm]]\nname = "a"', 9, "two arms are called a"),
        (DUNHUANG + '[[arm]]\nname = "a"\nkit = "nowhere"', 8, "is no folder"),
        (DUNHUANG + '[[change]]\nfile = "silk.csv"\nrow = "a"\ncolumn = "b"\nvalue = 1', 6, "no table silk.csv"),
        (DUNHUANG + '[[change]]\nfile = "goods.csv"\nrow = "salt"\ncolumn = "value"\nvalue = 1', 6, "no row salt"),
        (DUNHUANG + '[[change]]\nfile = "goods.csv"\nrow = "tea"\ncolumn = "taste"\nvalue = 1', 6, "no column taste"),
        (DUNHUANG + '[[change]]\nfile = "goods.csv"\nrow = "tea"\ncolumn = "value"\nvalue = true', 10, "value is true"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str, line: int, says: str) -> None:
    with pytest.raises(KitError) as wrong:
        read(written(tmp_path, text))
    found = wrong.value.findings[0]
    assert says in found.message
    assert (found.place.file, found.place.row) == ("test.toml", line)


def test_a_cell_and_a_whole_folder_take_the_place_of_what_is_printed(tmp_path: Path) -> None:
    other = tmp_path / "mine"
    other.mkdir()
    (other / "pieces.csv").write_text("id,count\nprestige,99\n", "utf-8")
    made = experiment(
        tmp_path, DUNHUANG + 'kit = "mine"\n[[change]]\nfile = "goods.csv"\nrow = "tea"\ncolumn = "value"\nvalue = 7\n'
    )
    kit = made.arms[0].kit
    assert "prestige,99" in kit["pieces.csv"]
    (tea,) = (row for row in csv.DictReader(kit["goods.csv"].splitlines()) if row["id"] == "tea")
    assert tea["value"] == "7"
    assert "characters.csv" in kit, "what the folder does not have is as it was"


def test_the_experiment_of_the_document_and_our_own_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", (DOCS / "lab.md").read_text("utf-8"), re.DOTALL)
    made = experiment(tmp_path, text)
    assert [arm.name for arm in made.arms] == ["as printed", "shorter", "victory points worth 5"]
    assert not made.arms[0].kit and "\npoint,12,0,5," in made.arms[2].kit["pieces.csv"]
    monkeypatch.syspath_prepend(DOCS / "lab")
    ours = sorted((DOCS / "lab").glob("*.toml"))
    assert len(ours) >= 5
    for path in ours:
        assert read(path).games


# --- one game, told in the project's own notation ---


@pytest.mark.parametrize("name", GAMES)
def test_its_log_replays_to_the_same_end(tmp_path: Path, name: str) -> None:
    rules = game(name)
    made = experiment(tmp_path, f'game = "{name}"\nplayers = 2\nbots = ["random"]\nlongest = 1000000')
    row = trial(rules, made, 3, 0)
    again = trial(rules, made, 3, 0)
    assert (again.log, again.seats, again.counts) == (row.log, row.seats, row.counts)
    steps = list(replay(read_log(zlib.decompress(row.log).decode())))
    assert len(steps) == row.actions
    assert steps[-1].state.turn is OVER
    score = rules.score(steps[-1].state)
    assert [seat.points for seat in row.seats] == [sheet.total for sheet in score.sheets]
    assert [seat.share for seat in row.seats] == list(rules.returns(steps[-1].state))
    assert sum(seat.decisions for seat in row.seats) <= sum(step.by is not None for step in steps)
    assert trial(rules, made, 4, 0).log != row.log


@pytest.mark.parametrize("name", GAMES)
def test_what_is_counted_is_among_the_things_there_are_and_every_word_is_there(tmp_path: Path, name: str) -> None:
    rules, study = game(name), study_of(game(name))
    made = experiment(tmp_path, f'game = "{name}"\nplayers = 2\nbots = ["random"]\nlongest = 1000000')
    row = trial(rules, made, 0, 0)
    kinds = {kind.id for kind in study.KINDS}
    assert {one.kind for one in row.counts} <= kinds
    for one in row.counts:
        assert one.thing in study.things(rules, one.kind)
    for kind in study.KINDS:
        assert not kind.of or kind.of in kinds
        for language in ("en", "es"):
            assert f"study.{kind.id}" in wording(rules.WORDS, language).phrases
            assert all(study.name(kind.id, thing, language) for thing in study.things(rules, kind.id))
    for language in ("en", "es"):
        assert f"study.ending.{row.ending}" in wording(rules.WORDS, language).phrases


def test_the_same_deal_is_played_from_every_seat(tmp_path: Path) -> None:
    made = experiment(tmp_path, DUNHUANG.replace('["random"]', '["random", "greedy"]') + 'seating = "swapped"')
    first, second, third = (trial(game("dunhuang"), made, n, 0) for n in range(3))
    laid = [zlib.decompress(row.log).decode().splitlines()[1:17] for row in (first, second, third)]
    assert laid[0] == laid[1] != laid[2]
    assert [seat.bot for seat in second.seats] == ["greedy", "random"]


def test_a_game_without_an_end_is_stopped_and_nobody_wins(tmp_path: Path) -> None:
    made = experiment(tmp_path, DUNHUANG + "longest = 30")
    row = trial(game("dunhuang"), made, 0, 0)
    assert (row.actions, row.ending) == (30, STOPPED)
    assert [seat.share for seat in row.seats] == [0.0, 0.0]


def test_the_lead_is_followed() -> None:
    """A leads, B passes it, A passes back, they draw level, A stays ahead; without decisions nobody leads."""
    assert follow_lead([0, 1, 0, NOBODY, 0]) == (2, 0)
    assert follow_lead([NOBODY, 1, NOBODY, 1]) == (0, NOBODY)
    assert follow_lead([]) == (0, NOBODY)
