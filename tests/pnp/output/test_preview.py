"""A contact sheet shows what a build would print, without printing it."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
import pytest
from output_builders import in_two_languages
from PIL import Image

from pnp.findings import KitError
from pnp.kits import find, known_kits
from pnp.output.preview import COLUMNS, GAP, WIDTH, preview
from pnp.sheet.options import BadOptionError, Options

pytestmark = pytest.mark.long

PAGE = WIDTH + 2
"""A page across with its edges, in pixels."""


def picture(kit: Path, **options: object) -> Image.Image:
    asked = msgspec.structs.replace(Options(out=Path("/nowhere")), **options)
    return Image.open(io.BytesIO(preview(kit, asked))).convert("RGBA")


def colours(shown: Image.Image) -> float:
    """The mean saturation of a picture on white, 0 to 255."""
    white = Image.new("RGBA", shown.size, "white")
    white.alpha_composite(shown)
    histogram = white.convert("HSV").getchannel("S").histogram()
    return sum(value * count for value, count in enumerate(histogram)) / sum(histogram)


@pytest.mark.parametrize("kit", sorted(known_kits()))
def test_each_kit_has_a_picture(kit: str) -> None:
    shown = picture(find(kit))
    assert shown.width == COLUMNS * PAGE + (COLUMNS - 1) * GAP
    assert colours(shown) > 10


def test_the_picture_follows_what_is_chosen(tmp_path: Path) -> None:
    kit = in_two_languages(tmp_path, "tea", text="{greeting}")
    (kit / "words.en.toml").write_text('greeting = "Hello"\n')
    (kit / "words.es.toml").write_text('greeting = "Buenas tardes"\n')
    (kit / "kit.toml").write_text((kit / "kit.toml").read_text().replace("copies = 2", 'copies = 9\nback = "card"'))
    usual = picture(kit)
    assert colours(picture(kit, ink="low")) < colours(usual) / 2
    assert picture(kit, paper="letter").height < usual.height
    assert picture(kit, backs="none").tobytes() != usual.tobytes()
    assert picture(kit, languages=("es",)).tobytes() != usual.tobytes()


def test_a_kit_that_cannot_be_read_has_none(tmp_path: Path) -> None:
    with pytest.raises(KitError):
        preview(tmp_path, Options(out=tmp_path))


def test_another_language_is_said() -> None:
    with pytest.raises(BadOptionError, match="only in en"):
        preview(find("hangzhou"), Options(out=Path(), languages=("fr",)))
