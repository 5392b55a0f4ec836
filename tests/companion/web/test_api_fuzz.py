"""Schemathesis tries every operation with bodies, parameters and headers made from the OpenAPI document."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from companion.tables import NameSeat, Start, TableError, Tables, TakeSeat, new_command_id
from companion.tables.game import GAMES
from companion.web import create_app
from companion.web.api import OPERATIONS as ALL

pytestmark = pytest.mark.long

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
HOST = "0123456789abcdef" * 2
UNTRIED = ("stream_news", "get_document")
"""An answer without an end, of which test_api_tables.py reads the beginning; and the document itself."""
LARGEST = "send_command"
"""Making bodies for all commands takes seconds before the first is sent: only the slow test does it."""
OPERATIONS = {one.name: one for one in ALL if one.name not in UNTRIED}


class Server:
    """An app with a table for programs to try things at; another one is opened when it is deleted."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.app = create_app(tables)
        self.game, self.code = next(iter(GAMES)), ""
        document = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", self.app)
        found = (result.ok() for result in document.get_all_operations())
        self.operations: dict[str, APIOperation] = {each.definition.raw["operationId"]: each for each in found}

    def table(self) -> str:
        """The code of a table whose host asks."""
        try:
            if self.tables.view_for(self.code).game != self.game:
                self.code = ""
        except TableError:
            self.code = ""
        if not self.code:
            self.code = self.tables.open(self.game, HOST)
            for command in (TakeSeat(0, "Ana"), NameSeat(1, "Mei"), Start()):
                self.tables.command(self.code, HOST, command, command_id=new_command_id())
        return self.code

    def tries(self, case: Case) -> None:
        """Sends it, mostly to a table that there is, as its host; nobody waits for long."""
        sent = case.path_parameters
        if sent and "code" in sent and len(str(sent["code"])) % 4:
            sent["code"] = self.table()
        if case.path.endswith("/wait") and isinstance(case.query, dict):
            case.query.update(seconds="0.01")
        headers = {"Authorization": f"Bearer {HOST}", "Accept-Encoding": "identity"}  # its client unpacks nothing
        case.call_and_validate(headers=headers, checks=CHECKS)


@pytest.fixture(scope="module")
def server(module_tables: Tables) -> Server:
    return Server(module_tables)


def tried(server: Server, name: str, examples: int) -> None:
    """Tries an operation with what it wants and with what it does not want."""
    operation, takes = server.operations[name], OPERATIONS[name].takes
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE) if takes else (GenerationMode.POSITIVE,):

        @settings(
            max_examples=examples,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.explicit, Phase.generate),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def sends(case: Case) -> None:
            server.tries(case)

        sends()


@pytest.mark.parametrize("name", sorted(OPERATIONS.keys() - {LARGEST}))
def test_nothing_that_is_sent_breaks_anything(server: Server, name: str) -> None:
    tried(server, name, 2)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", OPERATIONS)
def test_nothing_breaks_anything_for_long(server: Server, name: str, game: str) -> None:
    if game != next(iter(GAMES)) and "<code>" not in OPERATIONS[name].path:
        pytest.skip("of no table")
    server.game = game
    tried(server, name, 300)
