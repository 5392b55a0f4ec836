"""Every printed code, address, cookie and operation of before is answered as it was.

What answers gain is no difference. `python tests/golden/making/web.py` asks anew where one is bettered on purpose.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
import web_again as again
from corpus import lines, missing, sampled, text_of
from house import OURS, client
from tables_again import database

pytestmark = pytest.mark.long
HALF_ENGLISH = re.compile(
    r"^\.gives\.detail was .*(no se puede leer en la línea .*: .*expected .*|: de players: .*), is "
)
"""Where a Spanish answer of before ended in English, or in disorder."""


@pytest.fixture(scope="module")
def asked() -> Iterator[Any]:
    """A server over the kept tables."""
    with database() as (tables, folder):
        yield client(tables, folder)


def path_of(url: str) -> str:
    """The path of a printed address below the address of the companion."""
    return url[url.index("/k/") :]


def test_a_printed_code_opens_its_game_whatever_its_build(asked: Any) -> None:
    """Oasis is not installed here; its code tells so."""
    found = list(lines("web/printed.jsonl"))
    assert {path_of(was["printed"]).split("/")[2] for was in found} == {*OURS, "oasis"}
    for was in found:
        page = again.page(asked, path_of(was["printed"]))
        gone = set(was["answers"].pop("links", ())) - set(page.get("links", ()))
        assert not gone, (was["printed"], gone)
        forms = set(was["answers"].pop("forms", ())) - set(page.get("forms", ()))
        assert not forms, (was["printed"], forms)
        assert not missing(was["answers"], page), was["printed"]


@sampled(6)
def test_every_address_is_answered(asked: Any, part: int, of: int) -> None:
    for was in lines("web/pages.jsonl", part, of):
        page = again.page(asked, was["path"], {"phone": was["phone"]} if was.get("phone") else None)
        assert not missing(was["answers"], page), was


def test_cookies_are_understood_and_given_as_they_were(asked: Any) -> None:
    for was in lines("web/cookies.jsonl"):
        if "sent" in was:
            page = again.page(asked, "/", was["sent"])
            assert {k: page[k] for k in ("language", "theme")} == {k: was["answers"][k] for k in ("language", "theme")}
        elif was["form"] is None:
            assert again.cookies_of(asked.get("/")) == was["sets"]
        else:
            said = asked.post("/phone", data=was["form"], headers={"Origin": "http://localhost"})
            assert (said.location, again.cookies_of(said)) == (was["location"], was["sets"])


def test_operations_answer_programs_as_they_did() -> None:
    """In the order in which they were asked, for some change their table."""
    with database() as (tables, folder):
        program = client(tables, folder)
        for was in lines("web/operations.jsonl"):
            lost = missing(was["answers"], again.operation(program, was))
            assert not [line for line in lost if not HALF_ENGLISH.search(line)], (was["method"], was["path"], lost[:5])


def test_the_document_still_promises_what_it_promised(asked: Any) -> None:
    was, found = json.loads(text_of("web/openapi.json")), again.shapes(asked.get("/api/v1/openapi.json").get_json())
    assert set(was) <= set(found), "no operation is ever given up"
    for name, operation in was.items():
        assert not broken(operation, found[name]), (name, broken(operation, found[name])[:5])


def broken(was: Any, found: Any, path: str = "") -> list[str]:
    """Where a promise is not kept: an answer may have further fields, a choice further ways."""
    if isinstance(was, dict) and isinstance(found, dict):
        lost = [f"{path}.{key} is gone" for key in was if key not in found]
        return lost + [x for key in was if key in found for x in broken(was[key], found[key], f"{path}.{key}")]
    if isinstance(was, list) and isinstance(found, list):
        ways = (way for way in was if not any(not broken(way, other) for other in found))
        return [f"{path}: {str(way)[:80]} is gone" for way in ways]
    return [] if was == found else [f"{path} was {was!r}, is {found!r}"]


@pytest.mark.parametrize("game", OURS)
def test_positions_of_before_keep_to_the_schema(asked: Any, game: str) -> None:
    schema = jsonschema.Draft202012Validator(asked.get(f"/api/v1/{game}/position-schema").get_json())
    for was in lines(f"{game}/positions.jsonl", 0, 40):
        assert schema.is_valid(was["json"]), was["text"]
