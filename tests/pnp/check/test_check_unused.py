"""What a kit never uses is a warning at its own line; what leaflets, words or other faces use is used."""

from __future__ import annotations

from pathlib import Path

from check_builders import KIT, NAMED, codes, write_kit

LEAFLET = '\n[[component]]\nid = "rules"\nkind = "leaflet"\ntitle = "Rules"\nfile = "rules"\n'
RULES = "# Houses\n\n## Goal {#goal}\n\nTake the {sun}, [now]{dawn}.\n\n![A house](face:fig)\n"
SUN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="9" fill="#2B2320"/></svg>'
FIG = 'size = [30, 20]\n\n[[draw]]\nface = "inner"\nbox = [0, 0, 30, 20]\n'
INNER = 'size = [30, 20]\n\n[[draw]]\nellipse = "trim"\nfill = "dusk"\n'


def test_what_is_never_used_is_found_at_its_line(tmp_path: Path) -> None:
    changes = {
        "theme.toml": '[colour]\ndawn = "#AA3311"\n\n[style.shout]\nsize = 20\n',
        "faces/lost.toml": INNER.replace("dusk", "ink"),
        "faces/marker.toml": "[style.name]\nsize = 9\n\n[style.loud]\nsize = 12\n\n"
        + NAMED.replace('"safe"', '"safe"\nstyle = "name"'),
        "art/sun.svg": SUN,
        "words.en.toml": '[aid]\npay = "Pay"\n',
    }
    assert sorted(codes(write_kit(tmp_path / "kit", NAMED, changes))) == [
        "warning unused-art art/sun.svg",
        "warning unused-colour theme.toml:2:dawn",
        "warning unused-face faces/lost.toml",
        "warning unused-style faces/marker.toml:4:loud",
        "warning unused-style theme.toml:4:shout",
        "warning unused-word words.en.toml:2:aid.pay",
    ]


def test_what_a_leaflet_shows_is_used(tmp_path: Path) -> None:
    changes = {
        "kit.toml": KIT + LEAFLET,
        "rules.en.md": RULES,
        "faces/fig.toml": FIG,
        "faces/inner.toml": INNER,
        "theme.toml": '[colour]\ndawn = "#AA3311"\ndusk = "#223355"\naccent = "dusk"\n',
        "art/sun.svg": SUN,
    }
    assert codes(write_kit(tmp_path / "kit", NAMED, changes)) == []


def test_colours_used_through_a_pattern_a_style_or_another_colour_are_used(tmp_path: Path) -> None:
    colours = (
        '[colour]\ntint-ann = "#FFEEEE"\ntint-bob = "#EEFFEE"\ntint-eve = "#FFFFEE"\nsoot = "#111111"\nname = "soot"\n'
    )
    face = NAMED.replace('"white"', '"tint-{id}"').replace('"safe"', '"safe"\nstyle = "name"')
    face = '[style.name]\ncolour = "name"\n\n' + face
    assert codes(write_kit(tmp_path / "kit", face, {"theme.toml": colours})) == []
