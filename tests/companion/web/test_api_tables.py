"""A program at a table, and without one (who may do what: endpoints.py); each example of docs/api.md answers so."""

from __future__ import annotations

import json
import re
import shlex
import threading
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.engine.game import Seat
from companion.engine.registry import GAMES as ENGINES
from companion.engine.registry import game as engine
from companion.tables import Tables
from companion.tables.game import GAMES
from companion.web.api import OPERATIONS

pytestmark = pytest.mark.long


class Program:
    """A program with a token of its own."""

    def __init__(self, app: Flask, token: str | None = None, language: str = "en") -> None:
        self.client: FlaskClient = app.test_client(use_cookies=False)
        self.headers = {"Accept-Language": language}
        self.take(token or self.post("tokens", 201)["token"])

    def take(self, token: str) -> None:
        self.token = token
        self.headers["Authorization"] = f"Bearer {token}"

    def get(self, path: str, status: int = 200) -> Any:
        return self._json(self.client.get(f"/api/v1/{path}", headers=self.headers), status)

    def post(self, path: str, status: int = 200, **body: Any) -> Any:
        return self._json(self.client.post(f"/api/v1/{path}", json=body, headers=self.headers), status)

    def do(self, code: str, id: str, status: int = 200, expected: int | None = None, **command: Any) -> Any:
        return self.post(f"tables/{code}/commands", status, command=command, command_id=id, expected=expected)

    @staticmethod
    def _json(answer: Any, status: int) -> Any:
        assert answer.status_code == status, answer.text
        assert answer.mimetype == ("application/json" if status < 400 else "application/problem+json")
        return answer.json


def begun(app: Flask, game: str = "hangzhou", **options: str | int) -> tuple[str, Program, Program]:
    """A table of two programs that has begun."""
    host, other = Program(app), Program(app)
    code = host.post("tables", 201, game=game, options=options, chairs=2)["code"]
    host.do(code, "seat-0", do="take", chair=0, name="Ana")
    other.do(code, "seat-1", do="take", chair=1, name="Mei")
    host.do(code, "start", do="start")
    return code, host, other


@pytest.mark.parametrize("game", GAMES)
def test_two_programs_play_a_table_by_what_is_legal(app: Flask, game: str) -> None:
    code, *players = begun(app, game, **({} if game == "hangzhou" else {"cards": "app"}))
    done = 0
    for number in range(60):
        views = [player.get(f"tables/{code}") for player in players]
        mover = next((n for n, view in enumerate(views) if view["legal"]), None)
        if mover is None:
            break
        action, seq = views[mover]["legal"][number % len(views[mover]["legal"])], views[mover]["seq"]
        answer = players[mover].do(code, f"act-{number}", expected=seq, do="act", action=action)
        done += any(entry["effects"] for entry in answer["entries"])
        assert all(effect["says"] for entry in answer["entries"] for effect in entry["effects"])
    assert done > 10


def test_the_answers_to_a_question_are_commands(app: Flask) -> None:
    code, host, other = begun(app)
    text = "hangzhou WB city: A2Br1 A3Wr market: r2 / r2 / y1 / r1 B: hidden now: move black"
    host.do(code, "position", do="position", position=text)
    view = other.get(f"tables/{code}")
    assert view["question"]["kind"] == "pay"
    assert view["answers"] == [{"do": "answer", "answer": "yes"}, {"do": "answer", "answer": "no"}]
    other.do(code, "answer", **view["answers"][0])
    assert not host.get(f"tables/{code}")["answers"]


def test_what_was_done_is_not_done_again(app: Flask) -> None:
    code, host, _ = begun(app)
    first = host.do(code, "name", do="name", chair=0, name="Anna")
    again = host.do(code, "name", do="name", chair=0, name="Anna")
    assert (first["repeated"], again["repeated"]) == (False, True)
    assert first["seq"] == again["seq"] and first["entries"] == again["entries"]


def test_a_table_that_has_moved_on_does_nothing(app: Flask) -> None:
    code, host, other = begun(app)
    views = {player: player.get(f"tables/{code}") for player in (host, other)}
    mover, late = (host, other) if views[host]["legal"] else (other, host)
    mover.do(code, "pick", expected=views[mover]["seq"], do="act", action=views[mover]["legal"][0])
    problem = late.do(code, "late", 409, expected=views[late]["seq"], do="act", action="pass")
    assert problem["code"] == "moved_on"
    assert problem["seq"] > views[late]["seq"]
    assert "picks" in problem["detail"]


def test_refusals_come_with_words_and_rule_in_the_asked_language(app: Flask) -> None:
    code, host, other = begun(app)
    late = other if host.get(f"tables/{code}")["legal"] else host
    late.headers["Accept-Language"] = "es"
    problem = late.do(code, "early", 409, do="act", action="shop B2")
    assert problem["code"] == "refused" and problem["reason"]
    rules = engine("hangzhou")
    state = rules.parse(late.get(f"tables/{code}")["position"]["text"])
    refusal = rules.refusal(state, rules.parse_action("shop B2"), Seat(late.get(f"tables/{code}")["seat"]))
    assert refusal is not None and problem["rule"] == refusal.rule
    assert problem["detail"] == rules.say(refusal, state, "es", ("Ana", "Mei"))


def test_waiting_ends_with_the_next_entry(app: Flask) -> None:
    code, host, other = begun(app)
    seq = host.get(f"tables/{code}")["seq"]
    assert host.get(f"tables/{code}/wait?after={seq}&seconds=0") == {"seq": seq}
    heard: list[int] = []
    waiting = threading.Thread(
        target=lambda: heard.append(other.get(f"tables/{code}/wait?after={seq}&seconds=20")["seq"])
    )
    waiting.start()
    host.do(code, "name", do="name", chair=0, name="Anna")
    waiting.join(15)
    assert heard and heard[0] == seq + 1


def test_a_table_is_carried_to_another_server_and_deleted_here(app: Flask) -> None:
    code, host, _ = begun(app)
    position = host.get(f"tables/{code}")["position"]["text"]
    carried = host.get(f"tables/{code}/export")
    assert host.client.delete(f"/api/v1/tables/{code}", headers=host.headers).status_code == 204
    host.get(f"tables/{code}", 404)
    there = host.client.post("/api/v1/tables/import", json=carried, headers=host.headers)
    assert there.status_code == 201 and there.json is not None
    assert host.get(f"tables/{there.json['code']}")["position"]["text"] == position


@pytest.mark.parametrize("game", ENGINES)
def test_positions_of_every_game_are_played_without_a_table(app: Flask, game: str) -> None:
    program, rules = Program(app), engine(game)
    start = program.post(f"{game}/new", players=max(rules.PLAYERS))["position"]
    assert rules.from_json(json.dumps(start["data"])) == rules.parse(start["text"])
    first = program.post(f"{game}/legal", position=start["data"])
    assert first["turn"] == "chance" and first["actions"] == [] and len(first["outcomes"]) > 1
    after = program.post(f"{game}/play", position=start["text"], action=first["outcomes"][0]["outcome"])
    assert after["effects"][0]["says"]
    rolled = program.post(f"{game}/resolve", position=after["position"]["data"], roll=True, seed=1)
    again = program.post(f"{game}/resolve", position=after["position"]["text"], roll=True, seed=1)
    assert rolled == again and rolled["needs"] == []
    state = rules.parse(rolled["position"]["text"])
    seat = rules.waiting(state)[0]
    legal = program.post(f"{game}/legal", position=rolled["position"]["text"], by=seat)
    assert legal["actions"] == [rules.action_text(action) for action in rules.legal(state, seat)]
    assert program.post(f"{game}/resolve", position=rolled["position"]["text"])["faults"] == []
    score = program.post(f"{game}/score", position=rolled["position"]["text"])
    for sheet, total, says in zip(score["sheets"], score["totals"], score["says"], strict=True):
        assert total == sum(row["count"] * row["worth"] for row in sheet["lines"])
        assert len(says) == len(sheet["lines"]) + len(sheet["ties"]) and all(says)
    by_nobody = program.post(f"{game}/play", 409, position=start["text"], action=legal["actions"][0], by=seat)
    assert by_nobody["code"] == "refused" and by_nobody["detail"]


@pytest.mark.parametrize("sent", ["x", "ff" * 15, "FF" * 16, "ff" * 17, "../../etc"])
def test_what_is_no_token_is_said_to_be_none(app: Flask, sent: str) -> None:
    answer = app.test_client().get("/api/v1/games", headers={"Authorization": f"Bearer {sent}"})
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert answer.json is not None and answer.json["code"] == "bad_token"


def test_a_failure_of_the_program_is_told_without_its_secrets(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*words: object, **named: object) -> None:
        raise RuntimeError("swordfish")

    monkeypatch.setattr(Tables, "view_for", fails)
    app.testing = False
    answer = app.test_client().get("/api/v1/tables/QKTRN")
    assert answer.status_code == 500
    assert answer.json is not None and answer.json["code"] == "internal_server_error"
    assert "swordfish" not in answer.text


def test_the_document_names_each_operation_once_and_all_that_it_refers_to(app: Flask) -> None:
    text = app.test_client().get("/api/v1/openapi.json").text
    document = json.loads(text)
    ids = [operation["operationId"] for path in document["paths"].values() for operation in path.values()]
    assert len(ids) == len(set(ids)) == len(OPERATIONS)
    named = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert named <= set(document["components"]["schemas"])
    described = [operation["description"] for path in document["paths"].values() for operation in path.values()]
    assert all(text.endswith(".") for text in described)


PAGE = (Path(__file__).parents[3] / "docs/api.md").read_text(encoding="utf-8")
SERVER = "http://localhost:8000"
BLOCKS = re.findall(r"```console\n(.*?)```", PAGE, re.S)


def curl(client: FlaskClient, line: str, known: dict[str, str]) -> TestResponse:
    """What curl would send: the options that the page uses."""
    words = iter(shlex.split(re.sub(r"\$([A-Z]+)", lambda name: known[name[1]], line)))
    assert next(words) == "curl"
    method, headers, body, path = "GET", {}, None, ""
    for word in words:
        match word:
            case "-s":
                pass
            case "-X":
                method = next(words)
            case "-H":
                name, _, value = next(words).partition(": ")
                headers[name] = value
            case "--json":
                method, body = "POST", next(words)
                headers |= {"Content-Type": "application/json", "Accept": "application/json"}
            case _:
                assert word.startswith(SERVER)
                path = word.removeprefix(SERVER)
    return client.open(path, method=method, headers=headers, data=body)


def fits(answer: str, shown: str) -> bool:
    """Is the answer what is shown? ``…`` stands for anything."""
    parts = [re.escape(re.sub(r"\s+", "", part)) for part in re.split(r",?\s*…\s*,?", shown)]
    return re.fullmatch(".*".join(parts), re.sub(r"\s+", "", answer)) is not None


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block[2:72])
def test_examples_answer_as_shown(app: Flask, block: str) -> None:
    client, known = app.test_client(use_cookies=False), dict[str, str]()
    for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
        # A command ends with the line in which its quotes are closed.
        line, shown = step.split("\n", 1)
        while line.count("'") % 2:
            more, shown = shown.split("\n", 1)
            line += f"\n{more}"
        answer = curl(client, line, known)
        said: Any = json.loads(answer.text) if answer.text else {}
        known |= {name.upper(): said[name] for name in ("code", "token") if answer.status_code == 201}
        assert fits(json.dumps(said, ensure_ascii=False) if said else "", shown), (line, answer.text)


def test_there_are_examples() -> None:
    assert len(BLOCKS) >= 5


def test_the_page_lists_every_operation() -> None:
    for one in OPERATIONS:
        row = f"| `{one.method}` | `{one.path}` | {' '.join((one.__doc__ or '').split())} |"
        assert row in PAGE, f"docs/api.md lacks: {row}"
    assert PAGE.count("| `GET` |") + PAGE.count("| `POST` |") + PAGE.count("| `DELETE` |") == len(OPERATIONS)
