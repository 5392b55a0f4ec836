"""`pnp export` as a user meets it."""

from __future__ import annotations

from pathlib import Path

import pytest
from export_builders import market
from output_builders import pnp, tiny

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
        ((), "Missing option '--as'"),
        (("--as", "poster"), "'poster' is not one of"),
        (("--as", "fan", "--name", "{row}.png"), "--name is for --as faces"),
        (("--as", "fan", "--dpi", "72"), "--dpi is for --as faces"),
        (("--as", "tts", "--width", "900"), "--width is for --as faces or contact or fan or table"),
        (("--as", "fan", "--url", "https://example.org"), "--url is for --as tts"),
        (("--as", "tts", "--url", "example.org"), "'example.org' is not an address"),
        (("--as", "tts", "--url", "https://example.org/?a"), "without '?' or '#'"),
        (("--as", "faces", "--dpi", "72", "--width", "90"), "leave out one"),
        (("--as", "faces", "--width", "9"), "not in the range"),
        (("--as", "faces", "--name", "{colour}.png"), "asks for {colour}"),
        (("--as", "fan", "--only", "nothing"), "there is no component 'nothing'"),
        (("--as", "fan", "--language", "fr"), "not in 'fr', only in en"),
    ],
)
def test_a_wrong_use_gets_one_message_and_writes_nothing(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    result = pnp("export", market(tmp_path / "kit"), *arguments, "--out", tmp_path / "out")
    assert result.exit_code == 2
    assert said in result.output and result.output.count("Error:") == 1
    assert not (tmp_path / "out").exists() or not list((tmp_path / "out").iterdir())


def test_a_kit_with_errors_is_told_and_writes_nothing(tmp_path: Path) -> None:
    kit = tiny(tmp_path / "kit", text="A line that is far too long for its box. " * 40)
    result = pnp("export", kit, "--as", "contact", "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert "kit/faces/card.toml:5:text: error:" in result.output
    assert not list((tmp_path / "out").iterdir())
