"""One app over one fresh database for each test: the fixtures of whoever tests pages.

What is the same in all of them is made once: templates, addresses, the tables of an empty database.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

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


class Address(Rule):
    """An address that is taken apart for the first app that has it: that takes most of the making of an app."""

    _known: ClassVar[dict[object, dict[str, Any]]] = {}

    def compile(self) -> None:
        key = (self.rule, self.subdomain, self.host, str(self.defaults), self.is_leaf, self.merge_slashes)
        if key not in self._known:
            super().compile()
            self._known[key] = {name: getattr(self, name) for name in ("_parts", "_trace", "_converters", "arguments")}
            self._known[key] |= {name: getattr(self, name).__func__ for name in ("_build", "_build_unknown")}
        for name, value in self._known[key].items():
            setattr(self, name, value.__get__(self) if callable(value) else value)


Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Compiled()}
Flask.url_rule_class = Address


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a database that is up to date and has no tables of games yet."""
    file = tmp_path_factory.mktemp("empty") / "tables.sqlite3"
    open_tables(file).close()
    return file.read_bytes()


@pytest.fixture
def tables(tmp_path: Path, empty: bytes) -> Iterator[Tables]:
    (tmp_path / "tables.sqlite3").write_bytes(empty)
    served = open_tables(tmp_path / "tables.sqlite3")
    yield served
    served.close()


@pytest.fixture
def app(tables: Tables, tmp_path: Path) -> Flask:
    made = create_app(tables, Config(pace=0, output=tmp_path / "output"))
    made.testing = True
    return made
