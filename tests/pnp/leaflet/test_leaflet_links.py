"""Links in running text: each holds its own words, and no letter moves for it."""

from __future__ import annotations

import pytest
from draw_builders import seen
from leaflet_builders import set_text
from msgspec.structs import replace
from tagged import Part, read_tags, written

WEB = "https://example.org/x"
LONG = "the long way to the house of the dyer who sells nothing but blue, and nothing else in all the city of silk"


def paragraph(text: str) -> Part:
    """The part that a paragraph is."""
    pages = set_text(f"# Rules\n\nCover.\n\n## First {{#first}}\n\n{text}\n\n## Second {{#second}}\n\nText.\n").pages
    tree = read_tags(written(pages))
    parts = [part for part in tree.all() if part.role in ("P", "Table", "H2")]
    (heading,) = [index for index, part in enumerate(parts) if str(part) == "First" and part.role == "H2"]
    assert not [kid for kid in tree.kids if isinstance(kid, Part) and kid.role == "Link"], "none without a paragraph"
    return parts[heading + 1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            f"See [alpha](#second), or [web]({WEB}).",
            ["See ", ("Link", "alpha (p. 2)"), ", or ", ("Link", "web"), "."],
        ),
        (
            "See [alpha](#second) and then [beta](#first) here.",
            ["See ", ("Link", "alpha (p. 2)"), " and then ", ("Link", "beta (p. 2)"), " here."],
        ),
        (f"[one](#second) [two]({WEB})", [("Link", "one (p. 2)"), " ", ("Link", "two")]),
        (f"[one]({WEB})[two]({WEB}/2)", [("Link", "one"), ("Link", "two")]),
        (f"[all of it]({WEB})", [("Link", "all of it")]),
        (f"A [*slanted* way]({WEB}) out.", ["A ", ("Link", "slanted way"), " out."]),
        (f"A **bold [way]({WEB})**, too.", ["A ", "bold ", ("Link", "way"), ", too."]),
        (f"VA[VA]({WEB})VA", ["VA", ("Link", "VA"), "VA"]),
        ("No link.", ["No link."]),
    ],
)
def test_each_link_holds_its_own_words_where_they_are_read(text: str, expected: list[object]) -> None:
    assert paragraph(text).plain() == expected


def test_what_is_said_of_a_place_to_tap_are_the_words_of_its_link() -> None:
    whole = paragraph(
        f"See [alpha](#second), or [*the* web]({WEB}), or [1 {{coin}} more]({WEB}) [({{coin}})]({WEB}/2)."
    )
    links = [part for part in whole.all() if part.role == "Link"]
    assert [link.tapped for link in links] == [("alpha (p. 2)",), ("the web",), ("1 coin more",), ("(coin)",)]
    assert links[2].plain() == ["1 ", ("Span", "coin "), "more"]


def test_a_link_over_two_lines_is_two_in_its_paragraph() -> None:
    whole = paragraph(f"This is [{LONG}]({WEB}), they say.")
    links = [part for part in whole.all() if part.role == "Link"]
    assert len(links) == 2 and all(str(link).strip() == link.tapped[0] for link in links)
    assert "".join(map(str, links)).replace("\u00ad", "") == LONG, "words at the ends of lines stand apart as others do"
    assert str(whole).startswith("This is the long") and str(whole).endswith(", they say.")


def test_cells_of_a_table_hold_their_links() -> None:
    table = paragraph(f"| a | b |\n|---|---|\n| go [there]({WEB}) now | {{coin}} |\n")
    cells = [part.plain() for part in table.all() if part.role == "TD"]
    assert cells == [["go ", ("Link", "there"), " now"], [("Span", "coin")]]


def test_no_letter_moves_for_a_link() -> None:
    text = (
        f"# Rules\n\n## First {{#a}}\n\nAVAST, [VAT](#a) *of* [A{LONG}V]({WEB})AWAY: [Tea]({WEB}), To [**1**]({WEB}).\n"
    )
    pages = set_text(text).pages
    linked, plain = written(pages), written(tuple(replace(page, links=()) for page in pages))
    assert linked != plain
    for number in range(len(pages)):
        assert seen(linked, number, 8).tobytes() == seen(plain, number, 8).tobytes()
