"""`pnp export` as a user meets it."""

from __future__ import annotations

from pathlib import Path

import pytest
from export_builders import market
from output_builders import pnp

pytestmark = pytest.mark.long


def test_both_languages_are_written_and_said(tmp_path: Path) -> None:
    result = pnp("export", market(tmp_path / "kit"), "--as", "fan", "--width", 200, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    for language in ("en", "es"):
        assert (tmp_path / "out" / "market-fan" / language / "fan.png").is_file()
        assert f"{language}/fan.png  200 × " in result.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--as", "poster"), "'poster' is not one of"),
        (("--as", "fan", "--name", "{row}.png"), "--name is for --as faces"),
        (("--as", "fan", "--url", "https://example.org"), "--url is for --as tts"),
        (("--as", "tts", "--url", "https://example.org/?a"), "without '?' or '#'"),
        (("--as", "faces", "--dpi", "72", "--width", "90"), "leave out one"),
    ],
)
def test_a_wrong_use_gets_one_message_and_writes_nothing(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    result = pnp("export", market(tmp_path / "kit"), *arguments, "--out", tmp_path / "out")
    assert result.exit_code == 2
    assert said in result.output and result.output.count("Error:") == 1
    assert not (tmp_path / "out").exists() or not list((tmp_path / "out").iterdir())
