"""Pages as the inks of a press lie on them: what is see-through is mixed in these, as presses mix it."""

from __future__ import annotations

import io
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Literal

from PIL import Image, ImageChops, ImageCms, ImageFilter, ImageMath

from pnp.render.colours import ColourConversion
from pnp.render.png import page_pictures
from pnp.scene import Colour, Gradient, Page
from pnp.scene.colour import BLACK, Black, as_bright, black_alone, is_grey, luminance
from pnp.text.fonts import FontBook


class InkPreview:
    """Draws pages in the inks of a press; `black` is what is in black alone."""

    def __init__(self, separation: Separation, fonts: FontBook, black: Black) -> None:
        self.separation = separation
        self._fonts = fonts
        self._black = black

    def pictures(self, pages: Iterable[Page], dpi: float) -> Iterator[Image.Image]:
        """Pages as pictures in four inks, which may come to a trifle more than the press takes."""
        drawn = tuple(pages)
        colours, blacks = (
            page_pictures(
                drawn,
                fonts=self._fonts,
                dpi=dpi,
                colours=ColourConversion(self._black, PlateConversion(self.separation, which)),
            )
            for which in ("colours", "black")
        )
        for three, one in zip(colours, blacks, strict=True):
            inks = ImageChops.invert(three).split()
            yield Image.merge("CMYK", (*inks, ImageChops.invert(one).getchannel("R")))

    def seen(self, pages: Iterable[Page], dpi: float) -> Iterator[Image.Image]:
        """Pages as pictures as eyes see them, in red, green and blue."""
        return page_pictures(pages, fonts=self._fonts, dpi=dpi, black=self._black)


def as_file(picture: Image.Image, kept: Image.Image) -> bytes:
    """A picture in four inks as a file: TIFF, with which of its dots are kept on a page of its own. The others stay in
    it, for viewers mix dots that lie beside one another."""
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
    """A file is no profile of a press with four inks."""


class IccProfile:
    """The ICC profile of a press: its bytes, its name, and the printing condition that it stands for."""

    def __init__(self, path: Path) -> None:
        """Raises IccError if the file is none, OSError if it cannot be read."""
        self.data = path.read_bytes()
        try:
            self.profile = ImageCms.ImageCmsProfile(io.BytesIO(self.data))
        except (OSError, ImageCms.PyCMSError):
            raise IccError(f"{path} is no ICC profile") from None
        if self.profile.profile.xcolor_space != "CMYK" or self.profile.profile.device_class != "prtr":
            raise IccError(f"{path} is not the profile of a press with four inks")
        self.name = " ".join((self.profile.profile.profile_description or path.stem).split())

    @cached_property
    def digest(self) -> str:
        """What no other profile has."""
        return sha256(self.data).hexdigest()

    @property
    def condition(self) -> str:
        """Its printing condition in the registry of the ICC; `Custom`, if it names none."""
        found = _REGISTERED.search(self.name)
        return f"FOGRA{found[1]}" if found else "Custom"


class Separation:
    """Colours and pictures in four inks of which together never more than `most` percent lie on each other.

    Greys are black alone, and so is what is nearly black: text and fine lines of four inks would show coloured seams.
    """

    def __init__(self, profile: IccProfile, most: int) -> None:
        self.profile = profile
        self.most = most
        self.name = f"{profile.digest} {most}"
        self._most = (most * 255 - 1) // 100  # less than that: files round each part to a ten-thousandth
        srgb, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
        self._to_inks = ImageCms.buildTransform(srgb, profile.profile, "RGB", "CMYK", _INTENT, _FLAGS)
        self._to_lab = ImageCms.buildTransform(profile.profile, lab, "CMYK", "LAB", _INTENT)
        self.colour = lru_cache(maxsize=4096)(self._colour)
        self.difference = lru_cache(maxsize=4096)(self._difference)

    def _colour(self, colour: Colour) -> Colour:
        """A colour `#RRGGBB` as `#CCMMYYKK`."""
        red, green, blue = bytes.fromhex(colour[1:7])
        if red == green == blue:
            return _written((0, 0, 0, self._black[red]))
        if is_grey(colour) and black_alone(colour) == BLACK:
            return _written((0, 0, 0, 255))
        return self._mixture(colour)

    def gradient(self, fill: Gradient, steps: int) -> Gradient:
        """A gradient of colours `#RRGGBB` as one of `#CCMMYYKK`, mixed anew at so many steps between its stops. These
        are of the very inks of flat shapes of their colours: it ends unseen on such a ground. From a stop that is black
        alone the other inks come in along the whole way to the next, for a step that was black alone beside one of four
        inks would stand as a paler band; if all of them are, so is the way."""
        alone = all(not any(_inks(self.colour(stop.colour))[:3]) for stop in fill.stops)
        inked = fill.inked(steps, self.colour, self._grey if alone else self._mixture)
        return inked.recoloured(lambda colour: _written(limited(_inks(colour), self._most)))

    def _grey(self, colour: Colour) -> Colour:
        """A colour in black alone, as bright."""
        return self.colour(as_bright(colour))

    def _mixture(self, colour: Colour) -> Colour:
        """A colour of as many inks as the press mixes it of."""
        return _written(limited(self._mixed(colour), self._most))

    def wanted(self, colour: Colour) -> float:
        """The percent of ink that a colour would take if the paper took any amount."""
        return 0.0 if is_grey(colour) else sum(self._mixed(colour)) / 2.55

    def _difference(self, colour: Colour) -> float:
        """How far a colour goes from what the press would print if its paper took any amount of ink (ΔE 1976)."""
        if self.wanted(colour) <= self.most:
            return 0.0
        return self._moved(self._mixed(colour))

    def _moved(self, mixed: Inks) -> float:
        """How far a mixture goes when it is limited (ΔE 1976)."""
        return math.dist(self._lab(mixed), self._lab(limited(mixed, self._most)))

    def strained(self, picture: Image.Image, seen: float) -> tuple[float, float]:
        """The share of dots of a picture in RGB that go further than `seen` (ΔE 1976) from what the press would print
        if its paper took any amount of ink; the percent of ink that the richest of them would take."""
        counts = Counter(_three(picture.tobytes()))
        mixtures = dict(zip(counts, self._transformed(list(counts)), strict=True))
        rich = {
            colour: sum(mixed) / 2.55
            for colour, mixed in mixtures.items()
            if sum(mixed) > self._most and self._moved(mixed) > seen
        }
        return sum(map(counts.__getitem__, rich)) / counts.total(), max(rich.values(), default=0.0)

    def picture(self, picture: Image.Image) -> Image.Image:
        """A picture without transparency in the inks of the press; one in grey in black alone, one in inks as it is."""
        if picture.mode == "CMYK":
            return picture
        if picture.mode in ("1", "L"):
            black = picture.convert("L").point(self._black)
            none = Image.new("L", black.size)
            return Image.merge("CMYK", (none, none, none, black))
        return picture.convert("RGB").filter(self._table)

    def settled(self, picture: Image.Image) -> Image.Image:
        """A picture in inks that were rounded, with a trifle less of three of them where that made them too many."""
        parts = picture.split()
        over = ImageMath.lambda_eval(
            lambda given: given["min"](given["max"](sum(given[ink] for ink in "cmyk") - self._most, 0), 255),
            **dict(zip("cmyk", parts, strict=True)),
        ).convert("L")
        return Image.merge("CMYK", (*(ImageChops.subtract(part, over) for part in parts[:3]), parts[3]))

    def _mixed(self, colour: Colour) -> Inks:
        cyan, magenta, yellow, black = self._transformed([bytes.fromhex(colour[1:7])])[0]
        return cyan, magenta, yellow, black

    def _transformed(self, colours: list[bytes]) -> list[Inks]:
        strip = Image.frombytes("RGB", (len(colours), 1), b"".join(colours))
        inks = ImageCms.applyTransform(strip, self._to_inks)
        assert inks is not None  # it makes a new picture
        return _four(inks.tobytes())

    def _lab(self, inks: Inks) -> tuple[float, float, float]:
        spot = ImageCms.applyTransform(Image.new("CMYK", (1, 1), inks), self._to_lab)
        assert spot is not None
        light, a, b = spot.tobytes()
        return light / 2.55, (a ^ 128) - 128.0, (b ^ 128) - 128.0

    @cached_property
    def _black(self) -> list[int]:
        """By the parts of a grey the black ink that is as bright, from the darkest that it prints alone to paper."""
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
        inks = (limited(mixed, self._most) for mixed in self._transformed(colours))
        # Rounding a mixture up must not take it over the limit.
        table = [max(0.0, part - 0.5) / 255 for four in inks for part in four]
        return ImageFilter.Color3DLUT(GRID, table, channels=4, target_mode="CMYK")


class PlateConversion:
    """What a press's inks leave of paper, as colours of a screen: cyan, magenta and yellow of red, green and blue; or
    black of a grey."""

    def __init__(self, separation: Separation, which: Literal["colours", "black"]) -> None:
        self._separation = separation
        self._which = which
        self.name = f"{separation.name} {which}"

    def colour(self, colour: Colour) -> Colour:
        """What is left at a colour `#RRGGBB`."""
        return self._left(self._separation.colour(colour))

    def gradient(self, fill: Gradient, steps: int) -> Gradient:
        """What is left along a gradient of colours `#RRGGBB`."""
        return self._separation.gradient(fill, steps).recoloured(self._left)

    def picture(self, picture: Image.Image) -> Image.Image:
        """What is left at a picture without transparency."""
        *colours, black = self._separation.picture(picture).split()
        return ImageChops.invert(Image.merge("RGB", colours) if self._which == "colours" else black)

    def _left(self, inked: Colour) -> Colour:
        *colours, black = (255 - ink for ink in _inks(inked))
        return f"#{bytes(colours if self._which == 'colours' else [black] * 3).hex().upper()}"


def limited(inks: Inks, most: int) -> Inks:
    """Inks of which together no more than `most` are left: black takes the place of what is common to the colours, and
    if that does not do, all colours grow paler."""
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


def _four(data: bytes) -> list[Inks]:
    return [(data[at], data[at + 1], data[at + 2], data[at + 3]) for at in range(0, len(data), 4)]


def _three(data: bytes) -> list[bytes]:
    return [data[at : at + 3] for at in range(0, len(data), 3)]


def _inks(colour: Colour) -> Inks:
    cyan, magenta, yellow, black = bytes.fromhex(colour[1:])
    return cyan, magenta, yellow, black


def _written(inks: Inks) -> Colour:
    return f"#{bytes(inks).hex().upper()}"
