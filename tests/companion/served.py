"""One app over one fresh database for each test: the fixtures of whoever tests pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from companion.tables import Tables, open_tables
from companion.web import Config, create_app


class Compiled(BytecodeCache):
    """Templates as the first app that needed them compiled them: that takes half of a page's time in its test."""

    def __init__(self) -> None:
        self._codes: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._codes:
            bucket.bytecode_from_string(self._codes[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._codes[bucket.key] = bucket.bytecode_to_string()


Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Compiled()}


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    served = open_tables(tmp_path / "tables.sqlite3")
    yield served
    served.close()


@pytest.fixture
def app(tables: Tables, tmp_path: Path) -> Flask:
    made = create_app(tables, Config(prints=tmp_path / "prints", pace=0))
    made.testing = True
    return made
