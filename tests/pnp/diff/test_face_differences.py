"""What is different between two faces, in words that say something whatever it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from changes_builders import BACK, goods
from output_builders import pnp
from PIL import Image

from pnp.diff.compare import ChangeWords, compare_scenes
from pnp.scene import Scene, Text

pytestmark = pytest.mark.long

PICTURE = '[[draw]]\npicture = "x.png"\nbox = [4, 4, 9, 9]\n'


def kit(folder: Path, back: str, size: str = "") -> Path:
    """The kit of cards with something on their back."""
    made = goods(folder, board=0)
    (made / "art").mkdir(exist_ok=True)
    Image.new("RGB", (40, 40), "#AA3311").save(made / "art" / "x.png")
    (made / "faces" / "back.toml").write_text(BACK + back)
    toml = (made / "kit.toml").read_text().replace('each = "goods"', f'each = "goods"\n{size}')
    (made / "kit.toml").write_text(toml)
    return made


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (PICTURE, f"{PICTURE}opacity = 0.3\n", "another outline, or another opacity, of a picture"),
        (
            '[[draw]]\nrect = [4, 4, 9, 9]\nfill = "sand"\n',
            '[[draw]]\nrect = [4, 4, 9, 9]\nfill = "sand"\nradius = 2\n',
            "another outline, or another opacity, of a shape",
        ),
        (PICTURE, PICTURE.replace("[4, 4,", "[4, 6,"), "picture 2 mm down"),
    ],
)
def test_how_a_thing_is_cut_and_seen_through_is_said(old: str, new: str, said: str, tmp_path: Path) -> None:
    result = pnp("diff", kit(tmp_path / "old", old), kit(tmp_path / "new", new))
    assert result.exit_code == 1 and f"    back: {said}\n" in result.output, result.output


def test_a_text_whose_letters_alone_stand_otherwise_is_set_anew() -> None:
    def face(width: float) -> Scene:
        text = Text(4.0, 9.0, "Silk", "text", 10.0, "#000000", width)
        return Scene(60.0, 90.0, 3.0, (text,))

    found = compare_scenes(face(8.0), face(8.2), ("aaaaaa", "bbbbbb"), ChangeWords("en"))
    assert found.statements == ("text set anew",)
