"""A program that plays, by chance: `bot.py http://localhost:8000 hangzhou` opens a table for two bots and plays it to
its end, `bot.py http://localhost:8000 QKTRN` is one more player at a table that is open. It needs Python alone."""

import json
import random
import sys
from itertools import count
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def ask(address: str, token: str = "", body: object = None) -> Any:
    """What the server answers to GET; to POST, if there is something to send."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    sent = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, sent, headers)) as answer:
        return json.load(answer)


def choice(table: Any) -> str:
    """One of the actions that are legal."""
    kinds: dict[str, list[str]] = {}
    for action in table["legal"]:  # a kind first: of some there are many, and few that go on
        kinds.setdefault(action.split()[0], []).append(action)
    return random.choice(random.choice(list(kinds.values())))


def play(server: str, where: str) -> Any:
    """Opens a table or sits down at one, and plays to the end: how it looks then."""
    api, ids = f"{server}/api/v1", count()
    games = {game["game"]: game for game in ask(f"{api}/games") if game["chairs"]}
    tokens, code = [ask(f"{api}/tokens", body={})["token"] for _ in range(1 + (where in games))], where
    if where in games:  # whoever opens a table is its host; bots have no hands for cards on paper
        rules = {"cards": "app"} if "cards" in {rule["name"] for rule in games[where]["table_rules"]} else {}
        code = ask(f"{api}/tables", tokens[0], {"game": where, "chairs": len(tokens), "options": rules})["code"]
    address = f"{api}/tables/{code}"

    def do(token: str, **command: object) -> None:
        """An id makes it one command, however often it is sent; what the rules refuse (409) does nothing."""
        ask(f"{address}/commands", token, {"command": command, "command_id": f"bot-{next(ids)}"})

    for token in tokens:
        chair = next(chair["number"] for chair in ask(address)["chairs"] if not chair["held"])
        do(token, do="take", chair=chair, name=f"Bot {chair + 1}")
    if where in games:
        do(tokens[0], do="start")
    while not (tables := [ask(address, token) for token in tokens])[0]["over"]:
        moves = [(token, choice(table)) for token, table in zip(tokens, tables, strict=True) if table["legal"]]
        token, action = moves[0] if moves else (tokens[0], "")
        try:
            do(token, do="act", action=action) if action else ask(f"{address}/wait?after={tables[0]['seq']}", token)
        except HTTPError as error:
            if error.code != 409:  # somebody was faster: it looks again
                raise
    return tables[0]


if __name__ == "__main__":
    print(json.dumps(play(*sys.argv[1:])["score"], indent=2))
