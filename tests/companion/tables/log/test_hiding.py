"""What a seat may not know leaves the tables by no way."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from party import NAMES, SAMPLE, Party

from companion.engine import hangzhou
from companion.engine.correction import Change
from companion.tables import Correct, EnterPosition, Finish, Tables, Undo, new_token
from companion.tables.errors import TableError
from companion.tables.tokens import hashed

HIDDEN = SAMPLE.replace("W: c6 r1 B: c3 b1", "W: c7177 r1 B: c5599 b1") + " open-hands: hidden seals: WBRY now: play Y"


def everything(party: Party, name: str | None) -> str:
    """All that a phone can get, as text."""
    token = party.token(name)
    view = party.view(name)
    lines = party.tables.log_for(party.code, token, limit=1000)
    states = [hangzhou.to_json(line.state) for line in lines if line.state is not None]
    told = [repr(line.effects) + repr(line.body) for line in lines]
    rest = msgspec.json.encode(msgspec.structs.replace(view, state=None, legal=(), outcomes=())).decode()
    return "\n".join([hangzhou.to_json(view.state), repr(view.legal), rest, *states, *told])


def test_hidden_hands_stay_hidden_on_every_way_out(tables: Tables) -> None:
    party = Party(tables, position=HIDDEN)
    party.act("Priya", "take coin")
    changes = (Change("hands.white.coins", 7188), Change("round_die", 2))
    party.agree("Ana", Correct(changes, "counted"), "Mei", "Tomás", "Priya")
    for name in ("Mei", "Tomás", "Priya", "host", None):
        seen = everything(party, name)
        assert "71" not in re.sub("[0-9a-f]{64}", "", seen)
        assert ("5599" in seen) == (name == "Mei")
    own = everything(party, "Ana")
    assert "7177" in own and "7188" in own and "5599" not in own
    assert party.view("Ana").corrected == ("hands.white.coins", "round_die")
    assert party.view("Mei").corrected == ("round_die",)


def test_the_score_is_told_at_the_end(tables: Tables) -> None:
    party = Party(tables, position=HIDDEN)
    for view in (party.view("Ana"), party.view()):
        assert view.score is None and view.scored is None
    party.agree("host", Finish(), *NAMES)
    score = party.view().score
    assert score is not None and score.sheets[0].lines[0].count == 7177


def test_an_export_holds_all_and_waits_for_the_end_where_something_is_hidden(tables: Tables) -> None:
    party = Party(tables, position=HIDDEN)
    for token in (party.phones["Ana"], "0" * 32):
        with pytest.raises(TableError, match="host_only"):
            tables.export(party.code, token)
    with pytest.raises(TableError, match="hidden_yet"):
        tables.export(party.code, party.host)
    party.do("host", Undo(to=0))
    with pytest.raises(TableError, match="hidden_yet"):
        tables.export(party.code, party.host)
    party.agree("host", EnterPosition(HIDDEN), *NAMES)
    party.agree("host", Finish(), *NAMES)
    assert "7177" in tables.export(party.code, party.host)
    assert tables.export(party.code, party.phones["Ana"])
    with pytest.raises(TableError, match="host_only"):
        tables.export(party.code, "0" * 32)


def test_neither_the_seed_nor_a_token_is_in_any_view_or_export(tables: Tables, tmp_path: Path) -> None:
    party = Party(tables, position=SAMPLE)
    party.act("Ana", "pass")
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as database:
        ((seed,),) = database.execute("SELECT seed FROM game_table").fetchall()
    tables.ask_seat(party.code, asking := new_token(), 0)
    for text in [*(everything(party, name) for name in ("Ana", "host", None)), tables.export(party.code, party.host)]:
        for secret in (seed.hex(), hashed(asking), party.host, *party.phones.values()):
            assert secret not in text
