"""Files of cameras: upright, within bounds, or refused with what to do; and broken ones hurt nobody."""

from __future__ import annotations

import io
import random
import sys

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

import numpy as np
from PIL import Image

from companion.sight import process
from companion.sight.process import read
from companion.sight.reading import Request
from pnp.camera import LONGEST, MOST_BYTES, PhotographError, decode_photograph


def jpeg(width: int = 400, height: int = 300, turned: int = 1, kind: str = "JPEG") -> bytes:
    """A picture that is red on its left half, blue on its right; `turned` is the EXIF word for how it was held."""
    rows = np.zeros((height, width, 3), np.uint8)
    rows[:, : width // 2, 0], rows[:, width // 2 :, 2] = 220, 220
    exif = Image.Exif()
    exif[0x0112] = turned
    out = io.BytesIO()
    Image.fromarray(rows).save(out, kind, exif=exif)
    return out.getvalue()


def reason(data: bytes) -> str:
    with pytest.raises(PhotographError) as error:
        decode_photograph(data)
    return error.value.reason


def test_a_picture_is_turned_as_the_camera_was_held() -> None:
    assert decode_photograph(jpeg()).shape == (300, 400, 3)
    held = decode_photograph(jpeg(turned=6))  # a quarter clockwise: what was left is on top
    assert held.shape == (400, 300, 3)
    assert held[10, 150].argmax() == 2 and held[-10, 150].argmax() == 0


def test_a_large_one_is_made_smaller() -> None:
    for width, height in ((5000, 2500), (8000, 2000), (2000, 3700)):
        assert max(decode_photograph(jpeg(width, height)).shape) == LONGEST
    assert decode_photograph(jpeg(kind="PNG")).shape == (300, 400, 3)


def test_what_is_no_picture_is_refused() -> None:
    assert reason(b"") == reason(b"no picture") == reason(jpeg()[:400]) == "unreadable"
    assert reason(b"\x00\x00\x00\x18ftypheic" + b"\x00" * 100) == "heic"
    assert reason(jpeg() + b"\x00" * MOST_BYTES) == "too-large"


def test_a_small_file_of_an_endless_picture_is_not_decoded() -> None:
    out = io.BytesIO()
    Image.new("L", (20_000, 9_000)).save(out, "PNG")
    assert reason(out.getvalue()) == "too-large"


def test_another_process_reads_and_says_what_is_wrong() -> None:
    with pytest.raises(PhotographError, match="nothing of this kit") as error:
        read(Request(photograph=jpeg(), sides=()))
    assert error.value.reason == "no-marks"
    with pytest.raises(PhotographError, match="took too long"):
        read(Request(photograph=jpeg(), sides=()), patience=0.01)


def test_a_file_that_breaks_its_process_is_refused_and_a_fault_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    request = Request(photograph=jpeg(), sides=())
    monkeypatch.setattr(process, "COMMAND", (sys.executable, "-c", "import os; os.abort()"))
    with pytest.raises(PhotographError, match="could not be read"):
        read(request)
    monkeypatch.setattr(process, "COMMAND", (sys.executable, "-c", "raise ValueError('a fault')"))
    with pytest.raises(RuntimeError, match="a fault"):
        read(request)


@pytest.mark.slow
def test_a_thousand_broken_files_are_pictures_or_refused() -> None:
    dice = random.Random(5)
    whole = [jpeg(), jpeg(kind="PNG"), jpeg(turned=6), jpeg(kind="WEBP")]
    for _ in range(1_000):
        data = bytearray(dice.choice(whole))
        for _ in range(dice.choice((1, 3, 20))):
            at = dice.randrange(len(data))
            if dice.random() < 0.2:
                del data[at : at + dice.randrange(1, 50)]
            else:
                data[at] = dice.randrange(256)
        try:
            assert max(decode_photograph(bytes(data)).shape) <= LONGEST
        except PhotographError as error:
            assert error.reason in ("unreadable", "too-large", "heic")
