"""The end of a game: counted line by line on all phones, who has won and why, the numbers behind a score, a picture."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from finished import Played
from flask import Flask
from paperless import Phone, begun, give, opened
from PIL import Image

from companion.engine.game import Score, ScoreLine, Seat, Sheet
from companion.tables import Tables, TakeSeat, new_token
from companion.web import Config, create_app
from companion.web.game_pages import GAMES
from companion.web.table.count import CountLine, columns

POSITION = "hangzhou WBRY city: A1W C1Y now: play W W: c7 r1 b1 p3 B: c4 r1 b1 p4 R: c9 r1 y1 p3 Y: c3 b1 r1 y1 p2"
LINES = ("Coins in hand", "Coins at own shops", "Dyes in hand", "Victory points")


@pytest.fixture
def slow(tables: Tables, tmp_path: Path) -> Flask:
    """Counts on when the host taps, and by itself an hour later."""
    return create_app(tables, Config(pace=3600))


def over(
    app: Flask, tables: Tables, names: tuple[str, ...] = ("Ana", "Mei", "Tomás", "Priya")
) -> tuple[str, list[Phone]]:
    """A table of Hangzhou whose game has just ended, and a phone for each name, the host's first."""
    table, phones = opened(app, names)
    phones[0].go_on_from(table, POSITION)
    phones[0].at(f"{table}/menu").press("End the game")
    return table, phones


def test_all_phones_count_together_and_the_host_goes_on(slow: Flask, tables: Tables) -> None:
    table, (ana, mei, *_) = over(slow, tables)
    room = Phone(slow)
    for number, line in enumerate(LINES):
        for phone in (ana, mei):
            assert phone.at(table).h1 == f"Next: {line}"
            assert f"{number} of 4 lines" in phone.text
        assert f"{number} of 4 lines" in room.at(f"{table}/screen").text and "wins" not in room.text
        assert not room.page.xpath("//main//button | //main//a")
        ana.press(line)
    assert mei.at(table).h1 == "Who has won?"
    done = mei.page.xpath('//*[@class="beats"]/li')[0]
    assert done.text_content().strip() == "Coins in hand: Tomás 9, Ana 7"
    ana.press("Who has won?")
    for phone in (ana, mei):
        assert phone.at(table).h1 == "Tomás wins"


def test_a_game_that_somebody_ended_is_kept_playing_until_its_result(slow: Flask, tables: Tables) -> None:
    table, (ana, mei, tomas) = begun(slow, ("Ana", "Mei", "Tomás"))
    before = tables.view_for(table[3:]).state
    ana.at(f"{table}/menu").press("End the game")
    (kept,) = tomas.at(table).page.xpath('//*[@id="keep-playing"]')
    said = " ".join(kept.text_content().split())
    nothing_lost = "Nothing is lost. Until the result is shown, anyone can go back to the game."
    assert said == f"Ana ended the game.{nothing_lost} Keep playingback to Ana’s turn"
    tomas.press("Keep playing")
    assert tables.view_for(table[3:]).state == before and ana.at(table).h1 == "Your turn: 2 actions"
    for language, told in (("en", "Ana ended the game."), ("es", "Ana ha terminado la partida.")):
        mei.language = language
        assert told in mei.at(f"{table}/log").text
    ana.at(f"{table}/menu").press("End the game")
    key = tomas.at(table).key("Keep playing")
    for _ in range(5):
        ana.at(table).send(ana.page.xpath('//footer//button[contains(@class, "key--go")]')[0])
    tomas.send(key, status=409)
    assert "The result has been shown." in tomas.text and tables.view_for(table[3:]).state != before
    assert not tomas.at(table).page.xpath('//*[@id="keep-playing"]')


def test_a_guest_looks_ahead_alone(slow: Flask, tables: Tables) -> None:
    table, (ana, mei, *_) = over(slow, tables)
    assert not mei.at(table).page.xpath('//*[@id="thumb"]//button'), "the count is the host's"
    (skip,) = mei.page.xpath('//*[@id="thumb"]//a[contains(., "Skip")]/@href')
    assert mei.at(skip).h1 == "Tomás wins"
    assert ana.at(table).h1 == "Next: Coins in hand"
    ana.press("Skip")
    assert ana.h1 == "Tomás wins"


def test_the_winner_and_the_reason(app: Flask, tables: Tables) -> None:
    table, (_, mei, *_) = over(app, tables)
    assert (mei.at(table).h1, mei.page.xpath('string(//*[@id="result"]//h2)')) == ("Tomás wins", "Tomás, 24")
    assert "2 points ahead of Ana and Mei." in mei.text
    totals = mei.page.xpath('//*[@id="columns"]//*[@class="total"]/text()')
    assert totals == ["24", "22", "22", "18"]
    assert not mei.page.xpath('//*[@id="next"]')
    room = Phone(app)
    assert "Tomás wins" in room.at(f"{table}/screen").text
    assert not room.page.xpath("//main//button | //main//a")


def test_the_picture_is_a_png_of_the_size_that_links_show(app: Flask, tables: Tables) -> None:
    table, (ana, *_) = over(app, tables, ("Ana", "王伟", "Tomás", "W" * 20))
    answer = ana.client.get(f"{table}/picture.png")
    assert answer.mimetype == "image/png"
    with Image.open(io.BytesIO(answer.data)) as picture:
        assert picture.size == (1200, 630)
        assert len(picture.getcolors(1 << 20) or ()) > 50
    assert len(answer.data) < 120_000


@pytest.mark.parametrize("game", GAMES)
def test_there_is_no_picture_before_the_end(app: Flask, tables: Tables, game: str) -> None:
    host = new_token()
    code = tables.open(game, host)
    give(tables, code, host, TakeSeat(0, "Ana"))
    give(tables, code, new_token(), TakeSeat(1, "Mei"))
    assert app.test_client().get(f"/t/{code}/picture.png").status_code == 404


def sheets(*totals: int) -> Score:
    made = tuple(Sheet(Seat(i), (ScoreLine("points", n, 1, "score"),)) for i, n in enumerate(totals))
    return Score(made, (Seat(totals.index(max(totals))),), "score", True)


def test_columns_are_as_high_as_their_points() -> None:
    score = sheets(10, 5, 0)
    lines = (CountLine("a", "", (4, 5, 0), 0, 1), CountLine("b", "", (6, 0, 0), 1, 1))
    half = columns(score, lines, 1)
    assert [round(column.height) for column in half] == [40, 50, 0], "as high as the highest will be at the end"
    whole = columns(score, lines, 2)
    assert [(column.total, round(column.height)) for column in whole] == [(10, 100), (5, 50), (0, 0)]
    assert sum(part.height for part in whole[0].parts) == pytest.approx(100)
    assert [column.won for column in whole] == [True, False, False]


LAST = (
    ("hangzhou", "hangzhou WB city: A1W now: play B seals: WB", "Last turn of the round"),
    ("hangzhou", "hangzhou WB city: A1W now: play B seals: W", ""),
)


@pytest.mark.parametrize(("game", "position", "says"), LAST)
def test_the_last_turn_is_announced_on_all_phones(
    app: Flask, tables: Tables, game: str, position: str, says: str
) -> None:
    host, watcher = Phone(app), Phone(app)
    host.at(f"/new/{game}").press("Open a table", name="Ana", position=position)
    watcher.get(f"{host.path}?watch=1")
    for phone in (host, watcher):
        assert says in phone.page.xpath('string(//*[@id="last"])') and bool(
            phone.page.xpath('//*[@id="last"]')
        ) == bool(says)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "options"),
    [("hangzhou", {}), ("dunhuang", {"cards": "app"}), ("dunhuang", {"cards": "paper"}), ("xanadu", {"cards": "app"})],
)
def test_every_number_of_a_played_game_adds_up(app: Flask, tables: Tables, game: str, options: dict[str, str]) -> None:
    """Also where hands were hidden until the end: what scores then lay open, or counts only now."""
    played = Played(tables, game, 3, **options)
    played.play()
    phone = Phone(app, token=played.phones[0]).at(f"/t/{played.code}/score")
    links = [a.get("href") for a in phone.page.xpath('//table//td/a[contains(@href, "/score/")]')]
    assert links, "how many score is chance; that some do is not"
    for link in links:
        (made,) = phone.at(link).page.xpath('//*[@id="made"]')
        numbers = [cell.text_content().replace("−", "-") for cell in made.find_class("n")]
        assert all(numbers), (link, "it tells how the number came about")
        *steps, total = map(int, numbers)
        count = re.findall(r"\d+", phone.page.get_element_by_id("made-of").text_content())[-1]
        assert sum(steps) == total == int(count), link
