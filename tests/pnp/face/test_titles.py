"""Titles, and what to bring, bind what is there as a kit is read; nothing in braces is printed as it stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from export_builders import market

from pnp.findings import Findings
from pnp.kit import Kit
from pnp.kits import read


def kit_with(folder: Path, title: str, bring: str, words: str = "a bag") -> tuple[Kit | None, Findings, int]:
    """A kit with a title, a text of what to bring and one in its words; the line of `[[bring]]`."""
    kit = market(folder, rows=2)
    toml = (kit / "kit.toml").read_text().replace('title = { en = "Market", es = "Mercado" }', f"title = '{title}'")
    (kit / "kit.toml").write_text(f"{toml}\n[[bring]]\ntext = '{bring}'\n")
    for language in ("en", "es"):
        (kit / f"words.{language}.toml").write_text(f"bag = '{words} {language}'\n")
    kit_read, findings = read(kit)
    return kit_read, findings, toml.count("\n") + 2


@pytest.mark.parametrize(
    ("title", "bring", "texts"),
    [
        (r"Market AC\DC **", r"a \\ **bag**", (r"Market AC\DC **", r"a \\ **bag**")),
        (
            r"Market {kit.version} AC\DC **",
            "{bag}, **{kit.title}**",
            (r"Market 1.0 AC\DC **", r"a bag es, **Market 1.0 AC\\DC \*\***"),
        ),
        (r"Market \{1}", "a {language} bag for {kit.players}", ("Market {1}", "a es bag for 2–4")),
    ],
)
def test_what_is_there_is_bound(title: str, bring: str, texts: tuple[str, str], tmp_path: Path) -> None:
    kit, findings, _ = kit_with(tmp_path / "kit", title, bring)
    assert kit is not None and not findings.errors
    assert (kit.title["es"], kit.bring[0]["es"]) == texts


@pytest.mark.parametrize(
    ("bring", "words", "message"),
    [
        ("a {nonsense}", "a bag", "“nonsense” means nothing here"),
        ("a {kit.version", "a bag", "a brace that does not close"),
        ("a {1 / 0}", "a bag", "divides by 0"),
        ("{bag}", "{bulb}", "holds “{bulb}”, a sign"),
    ],
)
def test_what_is_not_there_is_an_error_at_its_line(bring: str, words: str, message: str, tmp_path: Path) -> None:
    _, findings, line = kit_with(tmp_path / "kit", "Market", bring, words)
    (error,) = findings.errors
    assert message in error.message and error.place.row == line + 1
