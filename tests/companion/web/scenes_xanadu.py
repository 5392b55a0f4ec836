"""Xanadú's pages at moments worth looking at."""

from __future__ import annotations

from collections.abc import Sequence

from scenes import Scene, key, learnt, started

BUILT = ("c14 07.*.* 12.* 33 51.*", "c11 21.*.* 62 40 02", "c17 05.*", "c9 17.* 20")
KNOWN = ("c14 07.03.04 12.06 33 51.08", "c11 21.09 62 40 02", "c17 05.25", "c9 17.26 20")
HELD = ("hand 10 18 28 38 61", "hand 11 13 14", "hand 15 16 19", "hand 22 23 24")
HIDDEN = ("hand *x6", "hand *x5", "hand *x7", "hand *x4")
HANDS = "A: hand 08 17 20 28 33 49 62 B: hand 01 02 C: hand 09 10 D: hand 11 12"


def players(built: Sequence[str], held: Sequence[str]) -> str:
    """The players' fields of a position: what stands in front of each, and the hand."""
    return " ".join(f"{seat}: {one} {hand}" for seat, one, hand in zip("ABCD", built, held, strict=True))


SCENES = (
    Scene("xanadu", "room", ("", "/settings", "/screen"), settings={"players": "6"}),
    Scene("xanadu", "starting", ("", "?n=07", "/card", "/screen"), taps=started),
    Scene(
        "xanadu",
        "paper",
        ("", "?n=18", "?n=38", "?n=02", "?seat=2", "/card/07", "/fix/0-0", "/sell",
         "/card?q=pagoda", "/card/0-1", "/check", "/check/0?coins.A=12",
         "/score", "/score/0-coins", "/log", "/screen"),
        f"xanadu 4 cards: paper {players(BUILT, HIDDEN)} now: play A",
    ),
    Scene("xanadu", "phones",
          ("", "/card/18", "/card/61", "/card/07", "/at/07", "/at/33?n=61", "/sell", "/check", "/log", "/screen"),
          f"xanadu 4 {players(KNOWN, HELD)} now: play A"),
    Scene("xanadu", "faces", ("", "?n=17", "?all=1"), f"xanadu 4 {HANDS} now: pick A setup"),
    Scene("xanadu", "twice", ("", "?n=17"), "xanadu 2 cards: paper A: 01 hand *x7 B: 01 hand *x7 now: play A"),
    Scene("xanadu", "end-card", ("", "/screen"),
          "xanadu 2 cards: paper A: 07 hand *x4 B: 02 hand *x7 discard: 01 run: 2 now: draw A 3 deck: *x8"),
    Scene("xanadu", "curtain", ("", "/sell", "/menu"), f"xanadu 4 {players(KNOWN, HELD)} now: play A",
          taps=key("End turn")),
    Scene("xanadu", "lesson", ("",), f"xanadu 4 {players(KNOWN, HELD)} now: play A", settings={"lessons": "on"},
          taps=learnt(1)),
    Scene("xanadu", "counting", ("", "/tally/1?n=0", "/screen"), way="score", settings={"players": "2"},
          taps=lambda phone: (phone.tap("[data-as='digit-0']"), phone.tap("[data-as='digit-7']"))),
    Scene("xanadu", "over", ("", "/score/0-coins", "/table/last", "/screen"),
          f"xanadu 4 {players(BUILT, HELD)} now: over"),
)  # fmt: skip
