"""Names of files: one content each, on systems that fold letters too."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from export_builders import meeting
from output_builders import pnp

from pnp.output.names import Names


def test_a_name_is_for_one_content() -> None:
    names = Names()
    assert names.named("a", ".png", b"1") == names.named("A", ".png", b"1") == "a.png", "the file that is there"
    assert names.named("a-2", ".png", b"2") == "a-2.png"
    assert names.named("A", ".png", b"3") == "A-3.png", "its number is free"
    assert names.named("a", ".pdf", b"3") == "a.pdf"
    assert names.named("\u00e9", ".png", b"1") == "\u00e9.png"
    assert names.named("e\u0301", ".png", b"2") == "e\u0301-2.png"
    assert names.named("a.b", "", b"1") == "a.b" and names.named("a.b", "", b"2") == "a.b-2"


def test_faces_whose_names_meet_have_a_file_each(tmp_path: Path) -> None:
    kit = meeting(tmp_path / "kit")
    text = (kit / "kit.toml").read_text().replace('"chip-sheet"', '"chip-blue"')
    (kit / "kit.toml").write_text(text)
    result = pnp("build", kit, "--format", "svg,png", "--out", tmp_path)
    assert result.exit_code == 0, result.output
    files = Counter(path.parent.name for path in (tmp_path / "meeting" / "faces").rglob("*.*"))
    assert files == dict.fromkeys(("svg-trim", "svg-bleed", "png-trim", "png-bleed"), 14)
    trim = tmp_path / "meeting" / "faces" / "en" / "svg-trim"
    known = {path.stem for path in trim.iterdir()}
    assert {"chip-red-front", "chip-Red-front-2", "chip-blue-front", "chip-blue-front-2"} <= known
    assert "#B0D0B0" in (trim / "chip-Red-front-2.svg").read_text().upper()
