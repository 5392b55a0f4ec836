"""The report of a run: one page without external parts. Comparisons come first, in sentences; tables are folded, each
with a sentence that says what it may mean."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.resources import files
from statistics import fmean

from jinja2 import Environment, PackageLoader
from markupsafe import Markup
from msgspec import Struct

from companion.engine.registry import game
from companion.lab.compare import CompareError, compare
from companion.lab.experiment import Arm
from companion.lab.measures import Share, Spread, Thing, half_time, spread, things, wilson
from companion.lab.results import Results
from companion.lab.study import Kind, study_of
from companion.lab.trial import NOBODY, Row
from companion.lab_report import WORDS
from companion.lab_report.speaker import Speaker, interval, percent
from companion.web.assets import read
from companion.web.game_pages import find_game_title

_FONT_FACE = re.compile(r"@font-face \{[^}]*\}\n?")
SPREAD = ("what", "least", "lower", "median", "upper", "most")
SHARE = ("what", "part", "between", "cases")
FEW = 30
"""Cases below which nothing is said of a thing by itself."""
NAMED = 12
"""Things that a sentence names at most."""
Rows = Sequence[tuple[str, ...]]


class Table(Struct, frozen=True):
    """A table with its heads; the first cell of a row is its label."""

    title: str
    heads: tuple[str, ...]
    rows: Rows
    note: str = ""


class Section(Struct, frozen=True):
    """One arm in the report."""

    arm: Arm
    games: int
    tables: tuple[Table, ...]


class Report(Struct, frozen=True):
    """A run in one language. `compared` has sentences for each arm beside the first one, where they share deals."""

    results: Results
    speaker: Speaker
    compared: tuple[list[str], ...]
    sections: tuple[Section, ...]

    def page(self) -> str:
        """Returns the page as HTML."""
        environment = Environment(loader=PackageLoader(WORDS), autoescape=True, trim_blocks=True)
        own = files(WORDS).joinpath("static", "report.css").read_text("utf-8")
        return environment.get_template("report.html").render(
            h=self.speaker.words.phrase,
            report=self,
            name=find_game_title(self.results.experiment.game, self.speaker.language),
            experiment=self.results.experiment,
            style=Markup(_FONT_FACE.sub("", read("companion.css").decode() + own)),
        )


def report(results: Results, language: str) -> Report:
    """Returns the report of the games played so far. Arms without games are left out."""
    speaker, sections = Speaker(game(results.experiment.game), language), list[Section]()
    for number, arm in enumerate(results.experiment.arms):
        if rows := list(results.rows(number)):
            sections.append(Section(arm, len(rows), tuple(make_arm_tables(speaker, arm, rows))))
    compared = list[list[str]]()
    for other in range(1, len(results.experiment.arms)):
        with suppress(CompareError):  # they share no deals
            compared.append(speaker.compared(compare(results, 0, results, other)))
    return Report(results, speaker, tuple(compared), tuple(sections))


def make_arm_tables(speaker: Speaker, arm: Arm, rows: Sequence[Row]) -> Iterator[Table]:
    """Yields the tables of an arm with at least one game."""
    phrase, bots = speaker.words.phrase, tuple(dict.fromkeys(arm.bots))
    seats = {bot: [seat for row in rows for seat in row.seats if seat.bot == bot] for bot in bots}
    decisions = spread(sum(seat.decisions for seat in row.seats) for row in rows)
    length = {phrase("in_decisions"): decisions, phrase("in_actions"): spread(row.actions for row in rows)}
    yield _spreads(speaker, "length", length)
    points = {speaker.bot(bot): spread(seat.points for seat in own) for bot, own in seats.items()}
    yield _spreads(speaker, "points", points)
    if arm.players > 1:
        if len(bots) > 1:
            wins = {bot: wilson(sum(seat.share for seat in own), len(own), len(bots)) for bot, own in seats.items()}
            yield _table(speaker, "wins", SHARE, _shares({speaker.bot(bot): share for bot, share in wins.items()}))
        yield _seats(speaker, arm, rows)
        lead: list[tuple[str, ...]] = [(phrase("changes"), f"{fmean(row.changes for row in rows):.1f}", "")]
        if half := half_time(rows):
            lead.append((phrase("half"), *interval(half)))
        yield _table(speaker, "leads", ("what", "value", "between"), lead)
    endings = Counter(row.ending for row in rows).most_common()
    ends = [(speaker.ending(key), str(n), percent(n / len(rows))) for key, n in endings]
    yield _table(speaker, "endings", ("what", "games", "part"), ends)
    for kind in study_of(speaker.game).KINDS:
        seated = any(one.seat != NOBODY for row in rows for one in row.counts if one.kind == kind.id)
        for bot in bots if seated and len(bots) > 1 else ("",):
            found = things(speaker.game, kind, rows, bot)
            if any(one.times for one in found):
                yield _counts(speaker, kind, bot, found, 1 / arm.players)


def _table(speaker: Speaker, key: str, heads: Sequence[str], rows: Rows, note: str = "") -> Table:
    return Table(speaker.words.phrase(key), tuple(map(speaker.words.phrase, heads)), rows, note)


def _spreads(speaker: Speaker, key: str, spreads: Mapping[str, Spread]) -> Table:
    rows = [(label, *(f"{number:.0f}" for number in one)) for label, one in spreads.items()]
    return _table(speaker, key, SPREAD, rows)


def _shares(shares: Mapping[str, Share]) -> Rows:
    return [(label, *interval(share), str(share.cases)) for label, share in shares.items()]


def _seats(speaker: Speaker, arm: Arm, rows: Sequence[Row]) -> Table:
    words, players = speaker.words, arm.players
    wins = [wilson(sum(row.seats[seat].share for row in rows), len(rows), players) for seat in range(players)]
    shares = {words.phrase("seat_n", n=str(n)): share for n, share in enumerate(wins, 1)}
    apart = [name for name, share in shares.items() if not share.low <= 1 / players <= share.high]
    note = words.phrase("note.seats_apart", seats=words.listed(apart)) if apart else ""
    return _table(speaker, "seats", SHARE, _shares(shares), note)


def _counts(speaker: Speaker, kind: Kind, bot: str, counts: Sequence[Thing], fair: float) -> Table:
    study, phrase = study_of(speaker.game), speaker.words.phrase
    rated, won = kind.of and any(one.rate for one in counts), any(one.wins for one in counts)

    def name(one: Thing) -> str:
        named = study.name(kind.id, one.thing, speaker.language)
        return f"{named[:1].upper()}{named[1:]}"

    def share(one: Share | None) -> tuple[str, str]:
        return interval(one) if one else ("–", "")

    ranked = sorted(counts, key=lambda one: -((one.rate.value if one.rate else -1.0) if rated else one.times))
    rows = [
        (name(one), str(one.times), *(share(one.rate) if rated else ()), *(share(one.wins) if won else ()))
        for one in ranked
    ]
    heads = ["what", "times", *(["part", "between"] if rated else []), *(["won", "between"] if won else [])]
    title = speaker.counted(kind.id)
    title = f"{title}: {speaker.bot(bot)}" if bot else title
    sets = _remarkable(kind, counts, fair)
    said = [phrase(key, things=speaker.words.listed(map(name, some[:NAMED]))) for key, some in sets.items() if some]
    return Table(title, tuple(map(phrase, heads)), rows, " ".join(said))


def _remarkable(kind: Kind, things: Sequence[Thing], fair: float) -> dict[str, list[Thing]]:
    """Things that are never or always done, and with which seats win or lose, as far as the intervals tell."""
    wins = [(one, one.wins) for one in things if one.wins and one.wins.cases >= FEW]
    return {
        "never": [one for one in things if not one.times and (one.of >= FEW or not kind.of)],
        "always": [one for one in things if one.rate and one.of >= FEW and one.rate.low > 0.9],
        "gains": [one for one, share in wins if share.low > fair],
        "loses": [one for one, share in wins if share.high < fair],
    }
