"""Run as a program: a server under load, forked anew for every line read, to be killed by `test_killing`.

Started with a database and the tables' codes with their phones' tokens (``CODE:token``, a phone each). Each line of
input holds a seed, then commands that were sent and not answered before (``CODE:id``): these come first
again, as phones do. It writes ``pid N``, then ``sent CODE id`` before each command and ``done CODE id`` after it.
No two commands check the same zone, so each changes something.
"""

from __future__ import annotations

import os
import random
import sys
from threading import Thread

from companion.engine import game
from companion.tables import Accepted, Act, AnyCommand, Check, Tables, Undo, open_tables
from companion.tables.errors import TableError

THREADS = 4


def say(line: str) -> None:
    """One line, in one system call, so that a kill cannot cut it in two."""
    os.write(1, f"{line}\n".encode())


def command(tables: Tables, code: str, token: str, rng: random.Random) -> tuple[AnyCommand, int]:
    """What this phone may do now, for its own seat or another, and the entry that it was seen at."""
    view = tables.view_for(code, token)
    kind = rng.random()
    if kind < 0.3 or not view.plays:
        return Check(f"zone {kind}"), view.seq
    if kind < 0.4 and view.undoes:
        return Undo(), view.seq
    rules = game(view.game)
    seat = view.eyes if view.eyes in view.plays else view.plays[0]
    legal = rules.legal(view.state, seat)
    if not legal:
        return Check(f"zone {kind}"), view.seq
    return Act(rules.action_text(rng.choice(legal)), seat=seat), view.seq


def give(tables: Tables, code: str, token: str, id: str, asked: AnyCommand, expected: int | None) -> None:
    say(f"sent {code} {id}")
    try:
        result = tables.command(code, token, asked, command_id=id, expected=expected)
    except TableError as error:
        if error.code not in ("nothing_to_undo", "bad_command", "cards_hidden"):
            raise
        result = None
    say(f"{'done' if isinstance(result, Accepted) else 'none'} {code} {id}")


def load(tables: Tables, seats: list[tuple[str, str]], seed: int) -> None:
    rng = random.Random(seed)
    while True:
        place = rng.randrange(len(seats))
        code, token = seats[place]
        asked, seen = command(tables, code, token, rng)
        give(tables, code, token, f"{os.getpid()}-{seed}-{rng.getrandbits(64):x}-{place}", asked, seen)


def serve(where: str, seats: list[tuple[str, str]], seed: int, again: list[str]) -> None:
    tables = open_tables(where)
    for item in again:
        code, _, id = item.partition(":")
        # By the same phone: the id of another is another command.
        give(tables, code, seats[int(id.rpartition("-")[2])][1], id, Check(f"zone {id}"), None)
    threads = [Thread(target=load, args=(tables, seats, seed * THREADS + n)) for n in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def main() -> None:
    where, *named = sys.argv[1:]
    seats = [(item.partition(":")[0], item.partition(":")[2]) for item in named]
    for line in sys.stdin:
        seed, *again = line.split()
        child = os.fork()
        if not child:
            try:
                serve(where, seats, int(seed), again)
            finally:
                os._exit(1)
        say(f"pid {child}")
        os.waitpid(child, 0)
        say("dead")


if __name__ == "__main__":
    main()
