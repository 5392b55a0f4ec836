"""Looking back: the list, one game, statistics; who may see and delete what; hostile names; the owner's phone."""

from __future__ import annotations

import io

import pytest
from finished import exported
from flask import Flask
from lxml.html import HtmlElement
from paperless import Phone, give
from played import NAMES, counted, finished

from companion.tables import Finish, Start, Tables, TakeSeat, new_token
from companion.web.game_pages import GAMES

pytestmark = pytest.mark.long


def rows(found: Phone) -> list[HtmlElement]:
    return found.page.xpath('//*[@id="games"]/li')


def test_nobody_has_a_history_at_first(app: Flask) -> None:
    new = Phone(app)
    assert "No games here yet." in new.at("/history").text
    assert "Statistics start with five finished games" in new.at("/history/statistics").text


def test_the_newest_comes_first_with_names_and_points(app: Flask, tables: Tables) -> None:
    code, tokens = finished(tables)
    second, _ = counted(tables, {"Ana": 4, "Mei": 9}, host=tokens[0])
    ana = Phone(app, token=tokens[0]).at("/history")
    newest, oldest = rows(ana)
    assert newest.find("a").get("href") == f"/history/{second}"
    assert "Ana and Mei" in newest.text_content() and "Mei wins" in newest.text_content()
    score = tables.view_for(code).score
    assert score is not None
    told = oldest.xpath('.//*[@class="points"]/span[not(@class="vh")]')
    assert [span.text for span in told] == [str(sheet.total) for sheet in score.sheets]
    assert "Hangzhou" in oldest.text_content() and code in oldest.text_content()
    assert [one.text for one in newest.xpath('.//*[@class="points"]/*[@class="best"]')] == ["22"]


def test_a_game_without_a_winner_is_lost(app: Flask, tables: Tables) -> None:
    host = new_token()
    code = tables.open("hangzhou", host)
    give(tables, code, host, TakeSeat(0, "Ana"), Start(), Finish())
    ana = Phone(app, token=host)
    for page in ("/history", f"/history/{code}"):
        assert "The game is lost" in ana.at(page).text


def test_wishes_find_games_and_stay_in_the_links(app: Flask, tables: Tables) -> None:
    host = new_token()
    for n in range(22):
        counted(tables, {"Ana": n, "Zoë": n + 1}, host=host)
    tables.open("xanadu", host)
    found = Phone(app, token=host).at("/history?game=hangzhou")
    assert len(rows(found)) == 20
    (older,) = found.page.xpath('//a[contains(., "Older")]/@href')
    assert "game=hangzhou" in older
    assert len(rows(found.at(older))) == 2 and "All games" in found.text
    assert "No games here yet." in found.at("/history?game=dunhuang").text


def test_a_game_opens_to_log_score_and_charts(app: Flask, tables: Tables) -> None:
    code, tokens = finished(tables)
    mei = Phone(app, token=tokens[1]).at(f"/history/{code.lower()}")
    for link in (f"/t/{code}/log", f"/t/{code}/score", f"/t/{code}", f"/t/{code}/export"):
        assert mei.page.xpath(f'//a[@href="{link}"]'), link
        mei.client.get(link)
    score = tables.view_for(code).score
    assert score is not None
    (table,) = mei.page.xpath('//*[@aria-labelledby="made"]//table')
    assert [cell.text for cell in table.xpath('.//tr[@class="sum"]/td')] == [str(s.total) for s in score.sheets]
    assert [head.text for head in table.xpath(".//thead//th")[1:]] == list(NAMES)
    lines = len(score.sheets[0].lines)
    assert len(table.xpath(".//tbody/tr")) == lines + 1


def test_statistics_of_a_few_games(app: Flask, tables: Tables) -> None:
    host = new_token()
    found = Phone(app, token=host)
    for coins in ({"Ana": 10, "Mei": 4}, {"ana": 20, "Mei": 31, "Zoë": 2}, *[{"Bo": 1, "Al": 2}] * 2):
        counted(tables, coins, host=host)
    assert not found.at("/history/statistics").page.xpath("//table"), "four games tell nothing"
    counted(tables, {"Bo": 1, "Al": 2}, host=host)
    found.get("/history/statistics")
    table = {
        cells[0].text_content().lower(): [cell.text for cell in cells[1:]]
        for row in found.page.xpath('//*[@aria-labelledby="hangzhou-player"]//tbody/tr')
        if (cells := list(row))
    }
    # Each made 12 points besides coins, and chair n another n.
    assert table["ana"] == ["2", "1", "27.0", "32"] and table["mei"] == ["2", "1", "30.5", "44"]
    assert table["zoë"] == ["1", "0", "16.0", "16"] and "5 games" in found.text
    assert not found.at("/history/statistics?game=xanadu").page.xpath("//table")


def test_strangers_and_forged_phones_see_nothing(app: Flask, tables: Tables) -> None:
    code, tokens = finished(tables)
    for token in ("", new_token(), "0" * 32, "x", tokens[0][:-1], code):
        stranger = Phone(app, token=token)
        assert "No games here yet." in stranger.at("/history").text and "Ana" not in stranger.text
        stranger.get(f"/history/{code}", 404)
        assert "Mei" not in stranger.at("/history/statistics").text
        stranger.post(f"/history/{code}/delete", 404)
    assert tables.view_for(code).seq


def test_deleting_asks_once_and_is_for_good(app: Flask, tables: Tables) -> None:
    code, (ana, mei, *_) = finished(tables)
    host, other = Phone(app, token=ana), Phone(app, token=mei)
    other.get(f"/history/{code}")
    other.post(f"/history/{code}/delete", 403)
    assert host.at(f"/history/{code}").page.xpath('//details//button[@id="delete"]'), "the question comes first"
    assert host.client.get(f"/history/{code}/delete").status_code in (404, 405), "no link deletes"
    host.post(f"/history/{code}/delete", 403, origin="http://evil.example")
    host.at(f"/history/{code}").press("Delete for good")
    assert f"Table {code} is deleted." in host.text and "No games here yet." in host.text
    host.get(f"/t/{code}", 404)
    other.get(f"/history/{code}", 404)


def sent(found: Phone, data: bytes, status: int = 303) -> str:
    """Sends a file as the form does; where the answer leads."""
    file = {"table": (io.BytesIO(data), "a.zip")}
    answer = found.client.post("/import", data=file, headers={"Origin": "http://localhost"})
    assert answer.status_code == status, answer.text[-500:]
    found.answer = answer
    return answer.location or ""


@pytest.mark.parametrize("data", [b"", b"PK", b"PK\x05\x06" + b"\0" * 18, b"{}", b"\x00\xff", b"a letter"])
def test_a_file_that_is_none_gets_one_sentence(app: Flask, tables: Tables, data: bytes) -> None:
    new = Phone(app)
    sent(new, data, 409)
    assert new.page.xpath('//*[@role="alert"]') and "This is no exported table" in new.text
    assert not tables.history.listing()
    new.post("/import", 409)


def test_a_game_is_carried_in_once_to_go_on_with(app: Flask, tables: Tables) -> None:
    to = sent(Phone(app), exported("hangzhou").encode())
    assert to.endswith("/seats") and tables.view_for(to.split("/")[2]).score is not None


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_each_kind(app: Flask, tables: Tables, game: str, language: str) -> None:
    token = new_token()
    code, *_ = [tables.carry_in(exported(game), token) for _ in range(5)]
    score = tables.view_for(code).score
    assert score is not None and score.final
    found = Phone(app, language, token)
    (made,) = found.at(f"/history/{code}").page.xpath('//table[@class="numbers"]')
    kinds = [[int(cell.text) for cell in row.xpath("./td")] for row in made.xpath(".//tbody/tr[not(@class)]")]
    assert [sum(column) for column in zip(*kinds, strict=True)] == [sheet.total for sheet in score.sheets]
    assert found.at(f"/history/statistics?game={game}").page.xpath(f'//*[@id="{game}-made"]')
