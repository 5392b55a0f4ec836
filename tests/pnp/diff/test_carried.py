"""A build of what changed names all that lies in the box, also what it left out: as it was printed before."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pypdfium2
import pytest
from changes_builders import BACK, ROWS, SIGN, goods, in_two_languages, manifest_of, printed, write_rows
from output_builders import pnp
from PIL import Image

pytestmark = pytest.mark.long


def since(kit: Path, name: str, *arguments: object) -> str:
    """The text of the swap lists since a build that lies beside the kit; "" if nothing changed."""
    out = kit.parent / "out"
    result = pnp("build", kit, "--out", out, "--changed-since", out / name, *arguments)
    assert result.exit_code == 0, result.output
    lists = () if "nothing changed" in result.output else sorted((out / "tiny-changed").rglob("*-swap-list-*.pdf"))
    return "\n".join(page.get_textpage().get_text_range() for file in lists for page in pypdfium2.PdfDocument(file))


def with_seal(kit: Path, x: int) -> None:
    """A drawing and a picture on the map."""
    (kit / "art").mkdir(exist_ok=True)
    (kit / "art" / "seal.svg").write_text(SIGN)
    Image.new("RGB", (40, 40), "#AA3311").save(kit / "art" / "x.png")
    (kit / "faces" / "map.toml").write_text(
        f'{BACK}[[draw]]\npicture = "x.png"\nbox = [{x}, 90, 30, 30]\nopacity = 0.5\n'
        f'[[draw]]\nicon = "seal"\nbox = [{x}, 20, 30, 30]\n'
    )


def test_what_is_left_out_for_once_lies_in_the_box_as_it_was(tmp_path: Path) -> None:
    kit = goods(tmp_path / "kit")
    with_seal(kit, 20)
    printed(kit, tmp_path / "out")
    write_rows(kit, (("ink", "Ink", "4", "1"), *ROWS[1:]))
    assert "in the box before and after: 9 pieces" in since(kit, "tiny", "--without", "map")
    changed = manifest_of(tmp_path / "out" / "tiny-changed")
    assert changed.without == ("map",)
    assert {one.id: one.count for one in changed.components} == {"cards": 1, "map": 0, "rules": 0}
    was, now = (
        [piece for piece in manifest_of(tmp_path / "out" / name).pieces if piece.component == "map"]
        for name in ("tiny", "tiny-changed")
    )
    assert was == now
    assert since(kit, "tiny-changed") == ""
    with_seal(kit, 30)
    said = since(kit, "tiny-changed")
    assert "drawing 10 mm right" in said and "picture 10 mm right" in said and "not kept" not in said
    assert "Ink" not in said


def test_what_is_not_printed_in_a_language_for_once_is_what_was(tmp_path: Path) -> None:
    names = "name.en,name.es"
    kit = in_two_languages(tmp_path / "kit", ("silk", "Silk", "Seda", "5", "1"), names)
    printed(kit, tmp_path / "out")
    in_two_languages(kit, ("silk", "Silk", "Seda", "6", "1"), names)
    assert "5 → 6" in since(kit, "tiny", "--language", "es")
    changed = tmp_path / "out" / "tiny-changed"
    assert [(piece.language, piece.key) for piece in manifest_of(changed).pieces] == [("es", "silk"), ("en", "silk")]
    lines = gzip.decompress((changed / "for-programs/faces.jsonl.gz").read_bytes()).splitlines()
    rows = [row for row in map(json.loads, lines) if row["kept"] == "row"]
    assert [(row.get("language"), row["cells"]["price"]) for row in rows] == [(None, "6"), ("en", "5")]
    assert "price: 5 → 6" in pnp("diff", changed, kit, "--language", "en").output
    assert pnp("diff", changed, kit, "--language", "es").exit_code == 0
    in_two_languages(kit, ("silk", "Silk", "Seda", "7", "1"), names)
    said = since(kit, "tiny-changed")
    assert "5 → 7" in said and "6 → 7" in said
