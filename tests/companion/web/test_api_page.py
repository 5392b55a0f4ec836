"""docs/api.md: each example answers what the page says, and its list of addresses is the program's."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.web.api import OPERATIONS

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
