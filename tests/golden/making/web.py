"""Makes the part of the corpus that is about addresses: ``python tests/golden/making/web.py``.

What the codes on printed paper open, every address of a page, every operation for programs, a stream's beginning,
cookies: asked of a server over the kept tables (see tables.py), in order, so that it can be asked again.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import filing  # puts the tests' folders on the path
import web_again as again
from corpus import lines
from house import OURS, client, manifest
from tables_again import database

ADDRESSES = ("", "http://192.168.1.20:8000", "https://spiele.example.org/table", "http://silkroad.local")
SHARED = ("", "/table", "/watch", "/tally", "/check", "/seats", "/menu", "/log", "/log/1", "/settings", "/move",
          "/score", "/screen", "/position", "/score.pdf", "/export", "/since", "/since?after=1", "/nonsense",
          "/position?typed=hangzhou%20RB", "/check/all", "/log?after=3", "/seats?note=x")  # fmt: skip
OWN = {
    "hangzhou": ("/game", "/at/A3", "/at/C3", "/at?space=B2", "/at", "/step", "/step/3", "/market", "/list", "/dice",
                 "/reroll/3", "/city", "/city/A3", "/city-dice/orange", "/elsewhere/3", "/screen-side"),
    "dunhuang": ("/game", "/list", "/screen-side", "/game/hand"),
    "xanadu": ("/game", "/row/49", "/sell", "/cards", "/list", "/screen-side"),
}  # fmt: skip
BEFORE = (
    "/", "/join", "/join?code=", "/join?code=abc", "/join?code=ABCDE&game=hangzhou&position=hangzhou%20RB", "/history",
    "/history?page=2", "/history/statistics", "/history/export", "/history/ABCDE", "/print", "/print/none",
    "/print/none/x.pdf", "/print/picture.png?game=none", "/verify", "/verify/ABCDE", "/selftest/echo", "/healthz",
    "/metrics", "/t/ABCDE", "/t/ABCDE/log", "/static/companion.js", "/static/companion.css", "/nonsense", "/k",
    "/k/chess/1",
    "/k/chess", "/new", "/new/chess", "/rules/chess", "/score/chess", "/api/v1/openapi.json", "/api/v1/nonsense",
    "/t/ABCDE/stream", "/t/ABCDE/since", "/sprite/none.svg", "/api/v1/games", "/api/v1/chess", "/selftest",
)  # fmt: skip
OF_GAMES = (
    "/new/{}", "/new/{}?way=score", "/new/{}?way=follow&position={}%202", "/score/{}", "/rules/{}", "/api/v1/{}",
    "/api/v1/{}/rules", "/api/v1/{}/position-schema", "/k/{}/abc", "/k/{}/", "/k/{}",
)  # fmt: skip


def printed() -> list[dict[str, Any]]:
    """The codes of all kits, as printed for several addresses of the companion; and builds that are no more."""
    found: dict[str, None] = {}
    with tempfile.TemporaryDirectory() as folder:
        for address in ADDRESSES:
            for game in (*OURS, "oasis"):
                for code in manifest(game, Path(folder) / str(len(found)), address)["qr"]:
                    found[code["content"]] = None
    for game in OURS:
        for build in ("000000", "ffffff", "3a9c17", "1", "x" * 40, "%C3%A1"):
            found[f"http://silkroad.local:8000/k/{game}/{build}"] = None
    with database() as (tables, folder):
        asked = client(tables, folder)
        return [{"printed": url, "answers": again.page(asked, path_of(url))} for url in found]


def path_of(url: str) -> str:
    """The path of a printed address below the address of the companion."""
    return url[url.index("/k/") :]


def pages() -> Iterator[dict[str, Any]]:
    """Every address of a page and who asks: a host, a player, a watcher, somebody new."""
    for path in (*BEFORE, *(shape.format(game, game) for game in OURS for shape in OF_GAMES)):
        yield {"path": path}
    for number, phones in enumerate(lines("tables/phones.jsonl")):
        game = phones["game"]
        for who in ("host", "Ana", "watcher"):
            if who in phones:
                for shape in (*SHARED, *OWN[game]) if number % 3 == 0 or who == "Ana" else ("", "/log", "/score"):
                    yield {"path": f"/t/{phones['table']}{shape}", "phone": phones[who]}
        for shape in ("/history/{}", "/verify/{}", "/join?code={}", "/t/{}/export"):
            yield {"path": shape.format(phones["table"]), "phone": phones.get("Ana", "")}
            yield {"path": shape.format(phones["table"].lower())}


COOKIES: tuple[dict[str, str], ...] = (
    {"language": "es"}, {"language": "en", "theme": "dark"}, {"theme": "light", "turned": "2"}, {"language": "xx"},
    {"phone": "0" * 32, "name": "Ana"}, {"phone": "wrong", "theme": "pink", "turned": "9"},
)  # fmt: skip


COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("golden-0", {"do": "check"}), ("golden-1", {"do": "jump"}), ("golden-2", {"do": "act", "action": "jump"}),
    ("golden-3", {"do": "set", "settings": {"dice": "hand"}}), ("golden-4", {"do": "mix", "text": "x"}),
    ("golden-0", {"do": "check"}), ("x y", {"do": "check"}),
)  # fmt: skip
"""One is sent twice, and one has a bad id."""


def operations() -> list[dict[str, Any]]:
    """Every operation for programs, in an order in which each has something to do."""
    phones = {phone["game"]: phone for phone in lines("tables/phones.jsonl") if "Ana" in phone and "Mei" in phone}
    at = {
        "hangzhou": ("hangzhou RB city: A1R B1Bb merchants: C1 - - - R: c3 B: c5", "shop B2"),
        "dunhuang": ("dunhuang 3 now: lay", "tile interpreter"),
        "xanadu": ("xanadu 3 now: deal A setup", "draw 01"),
    }
    resolving = "hangzhou RB city: A2Br1 A3Rr market: r2 b1 b2 k4 / y1 y2 y3 g4 / o4 o5 p4 p5 / r1 b3 y2 k6"
    asked: list[dict[str, Any]] = [{"method": "GET", "path": "/games"}]
    for game, (position, action) in at.items():
        plain = {"position": position}
        asked += [{"method": "GET", "path": f"/{game}", "language": language} for language in ("en", "es")]
        asked += [
            {"method": "POST", "path": f"/{game}/{name}", "json": body, "language": language}
            for language in ("en", "es")
            for name, body in (
                ("new", {"players": 2}), ("new", {"players": 9}), ("new", {"players": 2, "options": {"none": "x"}}),
                ("new", {"players": 3, "more": 1}), ("legal", plain), ("legal", plain | {"by": 0}),
                ("legal", {"position": "?"}), ("legal", {"position": {"round": "x"}}), ("score", plain),
                ("faults", plain),
                ("play", plain | {"action": action}), ("play", plain | {"action": action, "by": 1}),
                ("play", plain | {"action": "jump"}), ("play", plain | {"action": 3}), ("play", {}),
                ("resolve", plain), ("resolve", plain | {"roll": True, "seed": 1}),
                ("resolve", plain | {"dice": [action]}),
            )
        ]  # fmt: skip
    for body in ({"dice": ["blue 2"]}, {"roll": True, "seed": 8}, {"dice": ["pink 2"]}, {}):
        for path in ("/hangzhou/merchant-round", "/hangzhou/resolve"):
            asked.append({"method": "POST", "path": path, "json": {"position": resolving, **body}})
    asked += [{"method": "POST", "path": "/tokens"}, {"method": "POST", "path": "/chess/new", "json": {"players": 2}}]
    for game, phone in phones.items():
        table, mine = f"/tables/{phone['table']}", {"token": phone["Ana"]}
        asked += [
            {"method": "POST", "path": "/tables", "json": {"game": game, "chairs": 2}, **mine},
            {"method": "POST", "path": "/tables", "json": {"game": game, "options": {"none": 1}}, **mine},
            {"method": "POST", "path": "/tables/import", "json": {}, **mine},
            *({"method": "GET", "path": f"{table}{part}", **mine}
              for part in ("", "/log", "/log?after=3&limit=2", "/log?limit=999", "/wait?after=0&seconds=0", "/score",
                           "/export", "/seat-requests", "/stream")),
            *({"method": "GET", "path": f"{table}{part}"} for part in ("", "/export", "/seat-requests", "/stream")),
            *({"method": "POST", "path": f"{table}/commands", "json": {"command": command, "command_id": id}, **mine}
              for id, command in COMMANDS),
            {"method": "POST", "path": f"{table}/move-code", **mine},
            {"method": "POST", "path": f"{table}/seat-requests", "json": {"chair": 0}, **mine},
            {"method": "DELETE", "path": table, **mine},
            {"method": "DELETE", "path": table, "token": phone["host"]},
            {"method": "GET", "path": table},
        ]  # fmt: skip
    return [{**one, "path": f"/api/v1{one['path']}"} for one in asked]


def main() -> None:
    filing.write_lines("web/printed.jsonl", printed())
    with database() as (tables, folder):
        asked = client(tables, folder)
        cookie = [{"sent": sent, "answers": again.page(asked, "/", sent)} for sent in COOKIES]
        sets = []
        for form in ({"language": "es"}, {"theme": "dark"}, {"turned": "1", "back": "/history"}, {"back": "//evil"}):
            said = asked.post("/phone", data=form, headers={"Origin": "http://localhost"})
            sets.append({"form": form, "location": said.location, "sets": again.cookies_of(said)})
        sets.append({"form": None, "location": None, "sets": again.cookies_of(asked.get("/"))})
        filing.write_lines("web/cookies.jsonl", [*cookie, *sets])
        found = []
        for one in pages():
            sent = {"phone": one["phone"]} if one.get("phone") else None
            answers = again.page(asked, one["path"], sent)
            found.append(
                {**one, "answers": {key: answers[key] for key in answers if key in ("status", "type", "location")}}
            )
        filing.write_lines("web/pages.jsonl", found)
        document = asked.get("/api/v1/openapi.json").get_json()
        filing.write_text("web/openapi.json", json.dumps(again.shapes(document), indent=1) + "\n")
    with database() as (tables, folder):
        asked = client(tables, folder)
        filing.write_lines(
            "web/operations.jsonl", [{**one, "answers": again.operation(asked, one)} for one in operations()]
        )


if __name__ == "__main__":
    main()
