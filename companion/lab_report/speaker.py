"""Numbers of the lab in one language."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from companion.engine.rules import AnyGame
from companion.engine.wording import Wording, wording
from companion.lab.compare import Comparison, Difference
from companion.lab.measures import Share
from companion.lab.trial import STOPPED
from companion.lab_report import WORDS

NO_BREAK = "\u00a0"
"""Before a sign for per cent, which stays with its number."""
SHARES = frozenset({"wins", "first"})
"""Questions whose numbers are shares of games."""
ANSWERS = ("same", "more", "less")
"""Keys of the answers to a question, by `Difference.told`."""


def percent(value: float) -> str:
    """Formats a share: ``34 %``."""
    return f"{100 * value:.0f}{NO_BREAK}%"


def interval(share: Share) -> tuple[str, str]:
    """Formats a share and its interval."""
    return percent(share.value), f"{100 * share.low:.0f}–{100 * share.high:.0f}{NO_BREAK}%"


class Speaker(Struct, frozen=True):
    """Writes numbers of a game in one language."""

    game: AnyGame
    language: str

    @property
    def words(self) -> Wording:
        return wording(WORDS, self.language)

    def bot(self, name: str) -> str:
        """Returns the strength of a bot in words, or the name of a stranger's player."""
        return self.words.get(f"bot.{name}", name)

    def bots(self, names: Iterable[str]) -> str:
        """Returns the names of an arm's bots, each once."""
        return ", ".join(dict.fromkeys(map(self.bot, names)))

    def ending(self, key: str) -> str:
        """Returns how a game ended, in words."""
        if key == STOPPED:
            return self.words.phrase("stopped")
        return self.counted(f"ending.{key}")

    def counted(self, key: str) -> str:
        """Returns the name of a counted kind or of an ending, or its key."""
        return wording(self.game.WORDS, self.language).get(f"study.{key}", key.rpartition(".")[2])

    def compared(self, found: Comparison) -> list[str]:
        """Returns a comparison in sentences: the arms, the answer to each question, and what the intervals mean."""
        names = {"first": found.first, "second": found.second}
        return [
            self.words.phrase("compared", n=str(found.pairs), **names),
            *map(self.answer, found.differences),
            self.words.phrase("corrected", n=str(len(found.differences))),
        ]

    def answer(self, one: Difference) -> str:
        """Returns the answer to one question, with its interval."""
        ends = (one.value, one.low, one.high) if one.told >= 0 else (-one.value, -one.high, -one.low)
        value, low, high = (self._number(one, n) for n in ends)
        bot = self.bot(one.bot) if one.bot else self.words.phrase("all")
        return self.words.phrase(f"answer.{one.question}.{ANSWERS[one.told]}", bot=bot, n=value, low=low, high=high)

    def details(self, found: Comparison) -> list[tuple[str, ...]]:
        """Returns the numbers of a comparison as rows. The first row holds the headings: question, bot, both means,
        difference, interval."""
        phrase = self.words.phrase
        rows: list[tuple[str, ...]] = [
            (phrase("question"), phrase("bot_head"), found.first, found.second, phrase("difference"), phrase("between"))
        ]
        for one in found.differences:
            first, second, value, low, high = (
                self._number(one, n) for n in (one.first, one.second, one.value, one.low, one.high)
            )
            rows.append((phrase(one.question), self.bot(one.bot), first, second, value, f"{low} … {high}"))
        return rows

    def _number(self, one: Difference, value: float) -> str:
        return f"{100 * value:.0f}" if one.question in SHARES else f"{value:.1f}"
