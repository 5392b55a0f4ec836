"""Words are divided where pyphen would divide them, which reads its patterns in another way."""

from __future__ import annotations

import random

import pyphen
import pytest

from pnp.text.hyphens import Patterns


@pytest.mark.parametrize("language", ["en", "es", "eo", "hr"])
def test_places_are_those_of_pyphen(language: str) -> None:
    """Of words of syllables that the patterns know, and of letters in no order."""
    path = pyphen.LANGUAGES[language]
    theirs, ours = pyphen.HyphDict(path), Patterns(path)
    chance = random.Random(language)
    syllables = [key.strip(".") for key in theirs.patterns if key.strip(".").isalpha()]
    letters = sorted(set("".join(syllables)))
    words = ["".join(chance.choices(syllables, k=3)) for _ in range(200)]
    words += ["".join(chance.choices(letters, k=9)) for _ in range(100)]
    divided = {word: list(ours.places(word)) for word in words}
    assert divided == {word: [int(place) for place in theirs.positions(word)] for word in words}
    assert sum(map(len, divided.values())) > 100


def test_a_letter_by_its_number_and_one_that_changes(tmp_path_factory: pytest.TempPathFactory) -> None:
    """As few files have them: `^^e9` is é, and where a hyphen changes letters (`l·l` to `l-l`) it is a place too."""
    path = tmp_path_factory.mktemp("patterns") / "hyph_xx.dic"
    path.write_text("ISO8859-1\n% remark 1\nca1f^^e9\nl1l/l=l,1,2\n", encoding="latin-1")
    assert list(Patterns(path).places("caférillo")) == [2, 7]
