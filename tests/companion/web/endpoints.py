"""Every endpoint, and what it answers to whom: the rows that test_endpoints.py goes through.

A new endpoint needs a row, by its method and its rule. The six numbers are the statuses for `ROLES`: the
phone that opened the table and has a seat there; another seat's phone; a phone that watches; one that has
never been here; one with a token that nobody gave; and a page of another site that sends the own phone's
cookie along. ``200/404``: as the game hides its score or shows it. Whoever is refused must not have
changed the table either, which is tried too. A table's pages are in `PAGES`.
"""

from __future__ import annotations

import json
from typing import Any

from msgspec import Struct

ROLES = ("own", "other", "spectator", "stranger", "forged", "foreign")


class Row(Struct, frozen=True):
    """One endpoint. `path`: where its parts are not those of the table at hand; `form` or `json`: what is sent."""

    says: str
    path: str = ""
    form: dict[str, str] = {}
    json: Any = None
    page: str = ""
    """Of a table's page: its name. It is asked for where the game has it."""

    @property
    def statuses(self) -> dict[str, set[int]]:
        """By role."""
        return {role: {int(s) for s in says.split("/")} for role, says in zip(ROLES, self.says.split(), strict=True)}


ALL = "200 200 200 200 200 200"
"""Anybody may look; what is hidden is hidden in what they see."""
FORM = "303 303 303 303 303 403"
"""Anybody may send this form, but not from another site."""
SEATED = "303 303 409 409 409 403"
PROGRAM = "200 200 200 200 200 403"
NOTHING = "404 404 404 404 404 404"
CHECK = {"do": json.dumps({"do": "check"}), "command_id": "matrix-{role}"}
POSITION = "hangzhou RB city: A1R B1Bb merchants: C1 - - - R: c3 B: c5"
AT = {"position": POSITION}

ROWS: dict[tuple[str, str], Row] = {
    # Before a table.
    ("GET", "/"): Row(ALL),
    ("GET", "/k/<game>/<build>"): Row(ALL, path="/k/{game}/abc"),
    ("GET", "/join"): Row(FORM.replace("403", "303"), path="/join?code={code}"),
    ("GET", "/new/<game>"): Row(ALL),
    ("GET", "/offline"): Row(ALL),
    ("GET", "/worker.js"): Row(ALL),
    ("GET", "/manifest.webmanifest"): Row(ALL),
    ("GET", "/score/<game>"): Row(ALL),
    ("POST", "/score/<game>"): Row(FORM, form={"players": "2"}),
    ("POST", "/new/<game>"): Row(FORM, form={"players": "2", "name": "Ana"}),
    ("POST", "/import"): Row("409 409 409 409 409 403"),
    ("POST", "/phone"): Row(FORM, form={"language": "es"}),
    ("GET", "/rules/<game>"): Row(ALL),
    ("GET", "/static/<path:filename>"): Row(ALL, path="/static/companion.js"),
    ("GET", "/static/dunhuang/<path:filename>"): Row(ALL, path="/static/dunhuang/game.css"),
    ("GET", "/static/hangzhou/<path:filename>"): Row(ALL, path="/static/hangzhou/game.css"),
    ("GET", "/static/xanadu/<path:filename>"): Row(ALL, path="/static/xanadu/game.css"),
    ("GET", "/drawn/<game>/<name>"): Row(ALL, path="{sprite}"),
    ("GET", "/face/<game>/<build>/<language>/<name>.svg"): Row(ALL, path="/face/xanadu/000000/en/49.svg"),
    ("GET", "/healthz"): Row(ALL),
    ("GET", "/metrics"): Row(ALL),
    # A table's pages.
    ("GET", "/t/<code>"): Row(ALL),
    ("POST", "/t/<code>"): Row(SEATED, form=CHECK),
    ("GET", "/t/<code>/picture.png"): Row(NOTHING),
    ("GET", "/t/<code>/export"): Row("409 403 403 403 403 409"),
    ("GET", "/t/<code>/since"): Row(ALL),
    ("GET", "/t/<code>/here"): Row("204 204 204 204 204 204"),
    ("GET", "/t/<code>/stream"): Row(ALL),
    # History.
    ("GET", "/history"): Row(ALL),
    ("GET", "/history/statistics"): Row(ALL),
    ("GET", "/history/<code>"): Row("200 200 404 404 404 200"),
    ("POST", "/history/<code>/delete"): Row("303 403 404 404 404 403"),
    # Printing.
    ("GET", "/print"): Row(ALL),
    ("GET", "/print/<kit>/<path:name>"): Row("404 404 404 404 404 404", path="/print/none/x.pdf"),
    # For programs.
    ("GET", "/api/v1/openapi.json"): Row(ALL),
    ("GET", "/api/v1/games"): Row(ALL),
    ("POST", "/api/v1/<game>/new"): Row(PROGRAM, json={"players": 2}),
    ("POST", "/api/v1/<game>/legal"): Row(PROGRAM, path="/api/v1/hangzhou/legal", json=AT),
    ("POST", "/api/v1/<game>/play"): Row(PROGRAM, path="/api/v1/hangzhou/play", json=AT | {"action": "pass"}),
    ("POST", "/api/v1/<game>/score"): Row(PROGRAM, path="/api/v1/hangzhou/score", json=AT),
    ("POST", "/api/v1/<game>/resolve"): Row(PROGRAM, path="/api/v1/hangzhou/resolve", json=AT),
    ("POST", "/api/v1/tokens"): Row("201 201 201 201 201 403"),
    ("POST", "/api/v1/tables"): Row("201 201 201 201 201 403", json={"game": "{game}"}),
    ("POST", "/api/v1/tables/import"): Row("422 422 422 422 422 403", json={}),
    ("GET", "/api/v1/tables/<code>"): Row(ALL),
    ("POST", "/api/v1/tables/<code>/commands"): Row(
        "200 200 403 401 403 403", json={"command": {"do": "check"}, "command_id": "matrix-{role}"}
    ),
    ("GET", "/api/v1/tables/<code>/log"): Row(ALL),
    ("GET", "/api/v1/tables/<code>/wait"): Row(ALL),
    ("GET", "/api/v1/tables/<code>/stream"): Row(ALL),
    ("GET", "/api/v1/tables/<code>/export"): Row("409 403 403 401 403 409"),
    ("DELETE", "/api/v1/tables/<code>"): Row("204 403 403 401 403 403"),
}

UNSHOWN = "303 303 404 404 404 403"
"""Whoever is refused would see why on the same page, but it shows nothing now."""
LEFT = "303 303 303 303 303 303"
"""A page to act on whose phase is not on leads to the table."""
TURN = "200/303 200/303 303 303 303 200/303"
"""A page for whose turn it is."""
MAYBE = " ".join(["200/404"] * 6)
"""A page that only some games have, and only where photographs are read."""
EITHER = "303 303 404/409 404/409 404/409 403"
PAGES: dict[str, tuple[str, str, str]] = {
    # By name: what GET answers to all without the last part of the address, and with it; that part.
    "table": (ALL, ALL, "last"),
    "tally": (LEFT, LEFT, "1"),
    "numbers": (LEFT, LEFT, "1"),
    "fix": ("200 200 303 303 303 200", "404 404 303 303 303 404", "nowhere"),
    "check": (ALL, NOTHING, "nowhere"),
    "seats": (ALL, ALL, "ABCDEF"),
    "menu": (ALL, ALL, "1"),
    "log": (ALL, ALL, "1"),
    "settings": (ALL, ALL, "1"),
    "hint": (TURN, TURN, "2"),
    "score": (ALL, ALL, "0-coin"),
    "result": (ALL, ALL, "1"),
    "screen": (ALL, ALL, "1"),
    "advanced": (ALL, ALL, "1"),
    "verify": (ALL, ALL, "1"),
    "at": (LEFT, LEFT, "A1"),
    "step": (NOTHING, LEFT, "1"),
    "dice": (LEFT, LEFT, "1"),
    "city": (LEFT, LEFT, "A1"),
    "photo": (LEFT, LEFT, "1"),
    "card": (ALL, ALL, "49"),
}
"""The pages of tables: the frame's, then those of the games."""
for _name, (_bare, _full, _item) in PAGES.items():
    for _rule, _says, _part in ((f"/t/<code>/{_name}", _bare, ""), (f"/t/<code>/{_name}/<item>", _full, f"/{_item}")):
        _path = f"/t/{{code}}/{_name}{_part}"
        _sent = {NOTHING: UNSHOWN, MAYBE: EITHER}.get(_says, SEATED)
        ROWS["GET", _rule] = Row(_says, path=_path, page=_name)
        ROWS["POST", _rule] = Row(_sent, path=_path, form=CHECK, page=_name)
