"""Hangzhou's pages, each at a moment when it is full."""

from __future__ import annotations

from scenes import Scene, key, learnt

CITY = "city: B1Wy A2Br1 A3Rr D3Yb E3Yr A5B market: y2 b3 o4 k5 / r2 b1 y1 p4 / b1 r3 y2 g4 / r1 r1 p5 k6"
GAME = f"hangzhou WBRY {CITY} W: c6 r1 B: c3 b1 R: c6 y1 Y: c4 y1"
UNKNOWN = f"hangzhou WBRY {CITY} W: hidden B: hidden R: hidden Y: hidden now: move orange"
SCENES = (
    Scene("hangzhou", "room", ("", "/seats", "/menu", "/settings", "/move", "/advanced", "/screen", "/seats?number=7")),
    Scene(
        "hangzhou",
        "turn",
        ("", "/at/B1", "/at/C2", "/at/A3", "/at/B1?slept=1", "?seat=1", "/check", "/check/supply",
         "/fix/B1", "/fix/C2?merchants.green=1",
         "/check?hands.white.coins=9", "/log", "/log/3", "/score", "/score/0-coins", "/advanced", "/seats", "/menu",
         "/settings", "/move", "/city", "/city/B2", "/city/dice", "/screen", "?watch=1"),
        f"{GAME} now: play W",
    ),
    Scene("hangzhou", "hint", ("/hint",), f"{GAME} now: play W", taps=key("Hint")),
    Scene("hangzhou", "steps", ("", "/step/1", "/step/elsewhere-1", "/log/4", "/screen"), f"{GAME} now: move orange"),
    Scene("hangzhou", "dice", ("", "/dice", "/log"), settings={"dice": "hand", "players": "1"}, taps=key("Start")),
    Scene("hangzhou", "lesson", ("", "?pick=2"), settings={"lessons": "on", "players": "1"}, taps=learnt(4)),
    Scene("hangzhou", "question", ("", "/screen"), UNKNOWN),
    Scene("hangzhou", "cardboard", ("", "/city", "/city/A3", "/city/dice-2"), f"{GAME} now: play W", way="merchants"),
    Scene("hangzhou", "counting", ("", "/tally/1", "/screen"), way="score"),
    Scene("hangzhou", "curtain", ("", "/at/B1", "/menu"), f"{GAME} open-hands: hidden now: play W", taps=key("Pass")),
    Scene("hangzhou", "over", ("", "/result", "/score/0-points", "/table/last", "/screen"), f"{GAME} now: over"),
)  # fmt: skip
