"""Separates colours and pictures into the inks of a press, by its ICC profile."""

from __future__ import annotations

import io
import math
import re
from collections import Counter
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Literal

import msgspec
from PIL import Image, ImageChops, ImageCms, ImageFilter, ImageMath

from pnp.scene import BLACK, Colour, Gradient, convert_to_black, convert_to_grey, is_grey, luminance


def encode_inks(picture: Image.Image, kept: Image.Image) -> bytes:
    """Encodes a picture in four inks as a TIFF file, with a stencil as its second page."""
    out = io.BytesIO()
    picture.save(out, "TIFF", compression="tiff_adobe_deflate", save_all=True, append_images=[kept.convert("1")])
    return out.getvalue()


Inks = tuple[int, int, int, int]
"""Cyan, magenta, yellow, black, 0 to 255."""
GRID = 33
"""Places of a table of colours along each axis, between which those of pictures are mixed."""
_INTENT = ImageCms.Intent.RELATIVE_COLORIMETRIC
_FLAGS = ImageCms.Flags.BLACKPOINTCOMPENSATION
_REGISTERED = re.compile(r"FOGRA ?(\d+)", re.IGNORECASE)


class IccError(ValueError):
    """A file is not the ICC profile of a press with four inks."""


class IccProfile:
    """The ICC profile of a press: its bytes, its name, and its printing condition."""

    def __init__(self, path: Path) -> None:
        """Raises IccError if the file is not one, OSError if it cannot be read."""
        self.data = path.read_bytes()
        try:
            self.profile = ImageCms.ImageCmsProfile(io.BytesIO(self.data))
        except (OSError, ImageCms.PyCMSError):
            raise IccError(f"{path} is no ICC profile") from None
        if self.profile.profile.xcolor_space != "CMYK" or self.profile.profile.device_class != "prtr":
            raise IccError(f"{path} is not the profile of a press with four inks")
        self.name = " ".join((self.profile.profile.profile_description or path.stem).split())

    @property
    def condition(self) -> str:
        """Its printing condition in the ICC registry; `Custom` if it names none."""
        found = _REGISTERED.search(self.name)
        return f"FOGRA{found[1]}" if found else "Custom"


class Separation:
    """Converts colours and pictures to four inks with a total of at most `most` percent.

    Greys and near-blacks use black alone: text and fine lines in four inks would show coloured fringes.
    """

    def __init__(self, profile: IccProfile, most: int) -> None:
        self.profile = profile
        self.most = most
        self._most = (most * 255 - 1) // 100  # less than that: files round each part to a ten-thousandth
        srgb, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
        self._to_inks = ImageCms.buildTransform(srgb, profile.profile, "RGB", "CMYK", _INTENT, _FLAGS)
        self._to_lab = ImageCms.buildTransform(profile.profile, lab, "CMYK", "LAB", _INTENT)
        self.colour = lru_cache(maxsize=4096)(self._colour)
        self.difference = lru_cache(maxsize=4096)(self._difference)

    def _colour(self, colour: Colour) -> Colour:
        red, green, blue = bytes.fromhex(colour[1:7])
        if red == green == blue:
            return _format((0, 0, 0, self._black[red]))
        if is_grey(colour) and convert_to_black(colour) == BLACK:
            return _format((0, 0, 0, 255))
        return self._mix_limited(colour)

    def gradient(self, fill: Gradient, steps: int) -> Gradient:
        """Converts a gradient of colours `#RRGGBB` to `#CCMMYYKK`, remixed at this many steps between its stops.

        Stops match flat shapes of their colours. All steps between them use four inks, as one in black alone would be a
        paler band; unless all stops are black alone.
        """
        alone = all(not any(_read(self.colour(stop.colour))[:3]) for stop in fill.stops)
        inked = fill.inked(
            steps, self.colour, (lambda colour: self.colour(convert_to_grey(colour))) if alone else self._mix_limited
        )
        return inked.recoloured(lambda colour: _format(limit_inks(_read(colour), self._most)))

    def _mix_limited(self, colour: Colour) -> Colour:
        """Converts a colour by the press's profile, within the ink limit."""
        return _format(limit_inks(self._mix(colour), self._most))

    def measure_ink(self, colour: Colour) -> float:
        """Returns the ink percentage of a colour without the limit."""
        return 0.0 if is_grey(colour) else sum(self._mix(colour)) / 2.55

    def _difference(self, colour: Colour) -> float:
        """Returns how far the ink limit changes a colour (ΔE 1976)."""
        return self._measure_move(self._mix(colour)) if self.measure_ink(colour) > self.most else 0.0

    def _measure_move(self, mixed: Inks) -> float:
        """Returns how far the ink limit changes a mixture (ΔE 1976)."""
        return math.dist(self._lab(mixed), self._lab(limit_inks(mixed, self._most)))

    def measure_excess(self, picture: Image.Image, seen: float) -> tuple[float, float]:
        """Returns the share of pixels of an RGB picture that the ink limit changes by more than `seen` (ΔE 1976), and
        the highest ink percentage without the limit."""
        data = picture.tobytes()
        counts = Counter(data[at : at + 3] for at in range(0, len(data), 3))
        mixtures = dict(zip(counts, self._transform(list(counts)), strict=True))
        rich = {
            colour: sum(mixed) / 2.55
            for colour, mixed in mixtures.items()
            if sum(mixed) > self._most and self._measure_move(mixed) > seen
        }
        return sum(map(counts.__getitem__, rich)) / counts.total(), max(rich.values(), default=0.0)

    def picture(self, picture: Image.Image) -> Image.Image:
        """Converts an opaque picture to the press's inks; a grey one to black alone; one in inks stays unchanged."""
        if picture.mode == "CMYK":
            return picture
        if picture.mode in ("1", "L"):
            black = picture.convert("L").point(self._black)
            none = Image.new("L", black.size)
            return Image.merge("CMYK", (none, none, none, black))
        return picture.convert("RGB").filter(self._table)

    def settle(self, picture: Image.Image) -> Image.Image:
        """Reduces three inks slightly where rounding exceeds the ink limit."""
        parts = picture.split()
        over = ImageMath.lambda_eval(
            lambda given: given["min"](given["max"](sum(given[ink] for ink in "cmyk") - self._most, 0), 255),
            **dict(zip("cmyk", parts, strict=True)),
        ).convert("L")
        return Image.merge("CMYK", (*(ImageChops.subtract(part, over) for part in parts[:3]), parts[3]))

    def _mix(self, colour: Colour) -> Inks:
        return self._transform([bytes.fromhex(colour[1:7])])[0]

    def _transform(self, colours: list[bytes]) -> list[Inks]:
        strip = Image.frombytes("RGB", (len(colours), 1), b"".join(colours))
        inks = ImageCms.applyTransform(strip, self._to_inks)
        assert inks is not None  # it makes a new picture
        data = inks.tobytes()
        return [_inks(data[at : at + 4]) for at in range(0, len(data), 4)]

    def _lab(self, inks: Inks) -> tuple[float, float, float]:
        spot = ImageCms.applyTransform(Image.new("CMYK", (1, 1), inks), self._to_lab)
        assert spot is not None
        light, a, b = spot.tobytes()
        return light / 2.55, (a ^ 128) - 128.0, (b ^ 128) - 128.0

    @cached_property
    def _black(self) -> list[int]:
        """Maps grey levels to the black ink of equal luminance, from the darkest that black prints alone to paper."""
        lights = [self._lab((0, 0, 0, black))[0] for black in range(256)]
        found = []
        for value in range(256):
            luminous = luminance(f"#{bytes([value] * 3).hex()}")
            light = 116 * luminous ** (1 / 3) - 16 if luminous > 0.008856 else 903.3 * luminous
            wanted = lights[255] + light / 100 * (lights[0] - lights[255])
            found.append(min(range(256), key=lambda black: abs(lights[black] - wanted)))
        found[0], found[255] = 255, 0
        return found

    @cached_property
    def _table(self) -> ImageFilter.Color3DLUT:
        steps = [round(255 * step / (GRID - 1)) for step in range(GRID)]
        colours = [bytes((red, green, blue)) for blue in steps for green in steps for red in steps]
        inks = (limit_inks(mixed, self._most) for mixed in self._transform(colours))
        # Rounding a mixture up must not take it over the limit.
        table = [max(0.0, part - 0.5) / 255 for four in inks for part in four]
        return ImageFilter.Color3DLUT(GRID, table, channels=4, target_mode="CMYK")


class PlateConversion(msgspec.Struct, frozen=True, eq=False):
    """Screen colours of some printing inks on paper: the coloured inks as RGB, or black as grey."""

    separation: Separation
    which: Literal["colours", "black"]

    def colour(self, colour: Colour) -> Colour:
        """Converts a colour `#RRGGBB` to the screen colour of the chosen inks."""
        return self._invert(self.separation.colour(colour))

    def gradient(self, fill: Gradient, steps: int) -> Gradient:
        """Converts a gradient of colours `#RRGGBB` in the same way."""
        return self.separation.gradient(fill, steps).recoloured(self._invert)

    def picture(self, picture: Image.Image) -> Image.Image:
        """Converts a picture without transparency in the same way."""
        *colours, black = self.separation.picture(picture).split()
        return ImageChops.invert(Image.merge("RGB", colours) if self.which == "colours" else black)

    def _invert(self, inked: Colour) -> Colour:
        *colours, black = (255 - ink for ink in _read(inked))
        return f"#{bytes(colours if self.which == 'colours' else [black] * 3).hex().upper()}"


def limit_inks(inks: Inks, most: int) -> Inks:
    """Limits the inks to a total of `most`: black replaces the common part of the colours, then all colours become
    paler."""
    cyan, magenta, yellow, black = inks
    over = cyan + magenta + yellow + black - most
    if over <= 0:
        return inks
    common = min(cyan, magenta, yellow, 255 - black, -(-over // 2))
    cyan, magenta, yellow, black = cyan - common, magenta - common, yellow - common, black + common
    colours = cyan + magenta + yellow
    if colours + black > most:
        share = max(0, most - black) / colours
        cyan, magenta, yellow = (math.floor(part * share) for part in (cyan, magenta, yellow))
    return cyan, magenta, yellow, black


def _inks(data: bytes) -> Inks:
    cyan, magenta, yellow, black = data
    return cyan, magenta, yellow, black


def _read(colour: Colour) -> Inks:
    return _inks(bytes.fromhex(colour[1:]))


def _format(inks: Inks) -> Colour:
    return f"#{bytes(inks).hex().upper()}"
