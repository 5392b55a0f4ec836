"""Kits made to hang the press, of every kind of file: `pnp check` and `pnp build` end, and say where it is too much.

What they would have been: hours, or a killed process. How long a check may take is `HANGS`; most take a second.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from check_builders import KIT, LEAFLET, TINY, checked, write_kit
from output_builders import HANGS, limited

pytestmark = pytest.mark.long

SOUND = {**TINY, "kit.toml": KIT + LEAFLET}
HEAD = "# Houses\n\n## Goal\n\n"
DRAW = "[[draw]]\n"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
SUN = DRAW + 'icon = "sun"\nbox = "safe"\n'


def filled(text: str, size: int = 400_000) -> str:
    """Markdown of so many letters, one piece of it again and again."""
    return HEAD + text * (size // len(text))


def leaflet(text: str) -> dict[str, str | bytes]:
    return {"rules.en.md": text}


def components(count: int, keys: str) -> dict[str, str | bytes]:
    parts = (f'\n[[component]]\nid = "x{n}"\ntitle = "X"\n{keys}\n' for n in range(count))
    return {"kit.toml": KIT + "".join(parts), "faces/lid.toml": TINY["faces/lid.toml"]}


TOO_MUCH: dict[str, tuple[dict[str, str | bytes], str]] = {
    "brackets in a leaflet": (leaflet(filled("[")), "rules.en.md:5"),
    "a paragraph without end": (leaflet(filled("**a _b ")), "rules.en.md:5"),
    "too many languages": (
        {"kit.toml": KIT.replace('"en"', ",".join(f'"a{c}"' for c in "abcdefghijklmnopqrstu"))},
        "kit.toml:5",
    ),
    "pieces of many components": (
        components(40, 'kind = "token"\nsize = [9, 9]\nface = "lid"\ncopies = 9999'),
        "kit.toml",
    ),
    "a drawing of a hundred thousand lines": (
        {"art/sun.svg": SVG + ('<path fill="#000" d="M0 0' + "h1v1" * 26_000 + '"/>') * 2 + "</svg>"},
        "art/sun.svg:1",
    ),
    "a path used again and again": (
        {
            "art/sun.svg": SVG
            + '<path id="p" fill="#000" d="M0 0'
            + "l1 1" * 1_000
            + '"/>'
            + '<use href="#p"/>' * 9_000
            + "</svg>"
        },
        "art/sun.svg:1",
    ),
    "codes without end": (
        {"faces/marker.toml": DRAW + 'qr = "{name}{index}"\neach = "1..21"\nbox = [1, 1, 20, 20]\n'},
        "faces/marker.toml",
    ),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_too_much_is_said_with_its_place(name: str, tmp_path: Path) -> None:
    changes, place = TOO_MUCH[name]
    folder = write_kit(tmp_path / "kit", changes.get("faces/marker.toml", SUN), {**SOUND, **changes})
    with limited():
        found = checked(folder)
    much = [
        finding for finding in found if finding.code in ("size", "art-too-large", "picture-too-large", "art-unknown")
    ]
    assert [finding for finding in much if str(finding.place).startswith(place)], found[:5]
    assert len(much) <= 2, "said once, not for every piece"
    assert all(finding.hint or finding.code == "art-unknown" for finding in much if finding.code == "size")


def test_a_word_without_end_is_not_divided(tmp_path: Path) -> None:
    words = leaflet(HEAD + ("internationalization" * 490 + "\n\n") * 20)
    with limited(HANGS / 6):
        found = checked(write_kit(tmp_path, SUN, {**SOUND, **words}))
    assert {finding.code for finding in found if finding.severity == "error"} == {"text-wide"}


@pytest.mark.parametrize(
    ("spanish", "found"),
    [
        ("## Meta {#goal}\n\n### Más\n", "warning headings-differ rules.es.md:5"),
        ("## Meta {#goal}\n\nGana.\n", None),
    ],
)
def test_languages_have_the_same_headings(spanish: str, found: str | None, tmp_path: Path) -> None:
    kit = (KIT + LEAFLET).replace('["en"]', '["en", "es"]')
    english, title = "# Houses\n\n## Goal {#goal}\n\nWin.\n", "# Casas\n\n"
    folder = write_kit(tmp_path, changes={"kit.toml": kit, "rules.en.md": english, "rules.es.md": title + spanish})
    differing = [f for f in checked(folder) if f.code == "headings-differ"]
    assert [f"{f.severity} {f.code} {f.place}" for f in differing] == ([found] if found else [])
