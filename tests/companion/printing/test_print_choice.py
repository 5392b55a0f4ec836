"""What is chosen comes from lists; an address has a host and nothing else; what makes no sense is said."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tinykit import tiny_kit

from companion.printing.kits import Offer, offers, own_kits, titles
from companion.printing.options import ALL, WAYS, BadChoiceError, Choice, Way, host_address, read_choice, remembered

KITS = {
    "one": Offer("one", Path("one"), "1", {"en": "One", "es": "Uno"}, ("en", "es")),
    "two": Offer("two", Path("two"), "2", {"en": "Two"}, ("en",)),
    "broken": Offer("broken", Path("broken"), "3", {}, ()),
}
USUAL = Choice("one", "es", address="http://silkroad.local:8000")


def test_what_is_left_out_is_as_usual() -> None:
    assert read_choice({}, KITS, USUAL) == USUAL
    asked = read_choice({"paper": "both", "ink": "low", "address": "https://a.example/"}, KITS, USUAL)
    assert asked == Choice("one", "es", "both", "long-edge", "low", "https://a.example")


def test_a_kit_without_the_usual_language_comes_in_its_own() -> None:
    assert read_choice({"game": "two"}, KITS, USUAL).language == "en"
    assert read_choice({"game": "broken", "language": "es"}, KITS, USUAL).language == ALL
    assert read_choice({"language": ALL}, KITS, USUAL).options(Path()).languages == ()


@pytest.mark.parametrize("sent", [{"game": "two"}, {"game": "two", "language": ALL}])
def test_all_languages_of_a_kit_of_one_are_that_one(sent: dict[str, str]) -> None:
    assert read_choice(sent, KITS, Choice("one", ALL)).language == "en"


@pytest.mark.parametrize(
    "sent",
    [
        {"game": "three"}, {"game": "../one"}, {"game": "two", "language": "es"}, {"language": "xx"}, {"paper": "A4"},
        {"paper": ""}, {"backs": "sideways"}, {"ink": "9" * 100_000}, {"address": ""}, {"address": "javascript:1"},
    ],
)  # fmt: skip
def test_what_is_not_offered_is_said(sent: dict[str, str]) -> None:
    with pytest.raises(BadChoiceError) as error:
        read_choice(sent, KITS, USUAL)
    assert error.value.field in sent
    assert len(error.value.value) <= 41


@pytest.mark.parametrize(
    "address",
    [
        "silkroad.local:8000", "ftp://a", "http://a/path", "http://a?x", "http://a#x", "http://u@a", "http://a:99999",
        "http://a:0", "http://<b>", "http://a\nb", "http://" + "a" * 60, "//a", "http://[::1", 'http://"', "http://{x}",
        "http://a b", "http://ä.example", "http://%41", "http://a\u202eb",
    ],
)  # fmt: skip
def test_an_address_is_a_host_and_nothing_else(address: str) -> None:
    with pytest.raises(BadChoiceError):
        host_address(address)


@given(st.text(max_size=80))
def test_no_address_brings_markup(text: str) -> None:
    for typed in (text, f"http://{text}"):
        try:
            address = host_address(typed)
        except BadChoiceError:
            continue
        assert address.startswith(("http://", "https://"))
        assert not set(address) & set("<>&\"'{}\\*_`$ \t\n") - set("_")


@given(st.text(max_size=300))
def test_any_cookie_gives_a_choice(cookie: str) -> None:
    choice = remembered(cookie, KITS, USUAL)
    assert choice.game in KITS


def test_a_cookie_brings_the_choice_back() -> None:
    chosen = Choice("one", ALL, "a3", "gutterfold", "low", "http://10.0.0.7:8000")
    assert remembered(chosen.query, KITS, USUAL) == chosen
    assert remembered(chosen.query.replace("a3", "a9"), KITS, USUAL).paper == USUAL.paper
    assert remembered("&".join(["game=two"] * 50), KITS, USUAL) == USUAL


@pytest.mark.parametrize("way", WAYS)
def test_an_address_brings_the_choice_back_whatever_was_chosen_since(way: Way) -> None:
    chosen = Choice("two", "en", "a3", "none", "low", "http://10.0.0.7:8000", way)
    since = Choice("one", "es", "letter", "separate", "full", "http://10.0.0.8:8000", "fan")
    assert read_choice(dict(parse_qsl(chosen.query)), KITS, since) == chosen


def test_own_kits_are_offered_and_stand_in_for_ours(tmp_path: Path) -> None:
    tiny_kit(tmp_path)
    tiny_kit(tmp_path, name="hangzhou")
    tiny_kit(tmp_path, name="y" * 80)
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "kit.toml").write_text("[kit")
    found = offers(tmp_path)
    assert {"dunhuang", "hangzhou", "xanadu", "tiny", "broken", "y" * 80} <= set(found)
    assert "empty" not in found
    assert found["hangzhou"].called("es") == "Mini <b>&"
    assert dict(titles((found["tiny"], found["dunhuang"]), "es"))["tiny"] == "Mini <b>&"
    assert dict(titles((found["tiny"], found["hangzhou"]), "es")) == {
        "tiny": "Mini <b>& (tiny)", "hangzhou": "Mini <b>& (hangzhou)",
    }  # fmt: skip
    assert found["broken"].languages == () and found["broken"].called("en") == "broken"
    assert offers(tmp_path / "tiny")["tiny"].digest == found["tiny"].digest
    assert set(offers(tmp_path / "nothing")) == set(offers(None))


def test_kits_are_called_as_in_their_folder(tmp_path: Path) -> None:
    """Links as well: the folders that they lead to may share a name, and it may be any."""
    long = "long-name-" * 6
    kits = tmp_path / "kits"
    for name in (f"{long}one", f"{long}two"):
        tiny_kit(kits, name=name)
    for name in ("alpha", "hangzhou"):
        (kits / name).symlink_to(tiny_kit(tmp_path / name, name="kit"))
    assert own_kits(kits) == {
        "alpha": tmp_path / "alpha" / "kit", "hangzhou": tmp_path / "hangzhou" / "kit",
        f"{long}one": kits / f"{long}one", f"{long}two": kits / f"{long}two",
    }  # fmt: skip
    assert offers(kits)["hangzhou"].folder == tmp_path / "hangzhou" / "kit"
    assert set(own_kits(kits / "alpha")) == {"kit"}


def test_a_changed_kit_has_another_digest(tmp_path: Path) -> None:
    tiny_kit(tmp_path)
    before = offers(tmp_path)["tiny"].digest
    tiny_kit(tmp_path, text="Other words")
    assert offers(tmp_path)["tiny"].digest != before
    tiny_kit(tmp_path)
    assert offers(tmp_path)["tiny"].digest == before
