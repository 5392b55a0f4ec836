"""Names of files: one content each, on systems that fold letters too."""

from __future__ import annotations

from pnp.build.manifest import Names


def test_a_name_is_for_one_content() -> None:
    names = Names()
    assert names.choose_name("a", ".png", b"1") == names.choose_name("A", ".png", b"1") == "a.png", (
        "the file that is there"
    )
    assert names.choose_name("a-2", ".png", b"2") == "a-2.png"
    assert names.choose_name("A", ".png", b"3") == "A-3.png", "its number is free"
    assert names.choose_name("a", ".pdf", b"3") == "a.pdf"
    assert names.choose_name("\u00e9", ".png", b"1") == "\u00e9.png"
    assert names.choose_name("e\u0301", ".png", b"2") == "e\u0301-2.png"
    assert names.choose_name("a.b", "", b"1") == "a.b" and names.choose_name("a.b", "", b"2") == "a.b-2"
