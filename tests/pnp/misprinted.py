"""A printer that misses and a camera that looks aslant, for test pages: what they do is known, so it can be found."""

from __future__ import annotations

from pathlib import Path

import cv2
import msgspec
import numpy as np
import pypdfium2

from pnp.art.paths import inverse, map_point
from pnp.sheet.printer import PrintShift

DPI = 220
PER_MM = DPI / 25.4
ABOVE, BESIDE = 430.0, (25.0, -35.0)
"""How high a camera is above a curled sheet, and where beside its middle, mm."""
COARSE = 8
"""Pixels between those of which is reckoned where a curled sheet shows them."""
GAMMA = 2.2
"""Of what files keep of light."""


class Camera(msgspec.Struct, frozen=True, kw_only=True):
    """How a photograph is taken: from how far aslant (each way, as a share), turned by how many degrees, with how much
    blur and noise, how the lens bends, how dark a shadow lies over half of it, how much light there is besides, on a
    table of which brightness. A larger sheet may lie below (how far it shows, mm, and how bright it is), and a shadow
    along the left edge (how far in from it, mm, how dark, and how soft, mm). The sheet may be a part of a cylinder: how
    far its ends rise, or its middle if that is less than nothing, mm, and how its axis is turned, degrees."""

    aslant: tuple[float, float] = (0.03, -0.04)
    turned: float = 3.0
    blur: float = 0.8
    noise: float = 4.0
    bend: float = 0.0
    shadow: float = 0.0
    light: float = 1.0
    table: int = 70
    width: int = 2700
    below: tuple[float, int] = (0.0, 0)
    beside: tuple[float, float, float] = (0.0, 0.0, 0.0)
    curl: tuple[float, float] = (0.0, 0.0)


def printed(pdf: bytes, page: int, misses: PrintShift, on_its_head: bool = False) -> np.ndarray:
    """The sheet that comes out of the printer, the edge up that went in first: grey, `PER_MM` pixels to the millimetre.

    A sheet that is turned about its short edge takes its second page on its head.
    """
    with pypdfium2.PdfDocument(pdf) as document:
        meant = document[page].render(scale=DPI / 72, grayscale=True).to_numpy().reshape(-1)
        width, height = (round(length / 72 * DPI) for length in document[page].get_size())
        meant = meant[: len(meant) // height * height].reshape(height, -1)[:, :width]
        size = tuple(length / 72 * 25.4 for length in document[page].get_size())
    meant = np.ascontiguousarray(meant[::-1, ::-1]) if on_its_head else meant
    a, b, c, d, e, f = misses.matrix(*size)
    matrix = np.array([[a, c, e * PER_MM], [b, d, f * PER_MM]])
    return cv2.warpAffine(meant, matrix, (meant.shape[1], meant.shape[0]), flags=cv2.INTER_AREA, borderValue=255)


def photographed(sheet: np.ndarray, look: Camera, seed: int = 0) -> np.ndarray:
    """The sheet on a table, as the camera sees it."""
    noise = np.random.default_rng(seed)
    height, width = sheet.shape
    table = np.full((round(height * 1.3), round(width * 1.4)), look.table, np.float32)
    table += cv2.resize(noise.normal(0, 10, (60, 60)).astype(np.float32), table.shape[::-1])
    top, left = (table.shape[0] - height) // 2, (table.shape[1] - width) // 2
    shows = round(look.below[0] * PER_MM)
    table[top - shows : top + height + shows, left - shows : left + width + shows] = look.below[1]
    table[top : top + height, left : left + width] = 30 + 0.82 * sheet.astype(np.float32)
    if look.curl[0]:
        table = _curled(table, sheet.shape, *look.curl)
    if look.beside[1]:
        inside, dark, soft = look.beside
        out = (np.arange(table.shape[1])[None, :] - left - inside * PER_MM) / (soft * PER_MM)
        table *= (1 - dark / (1 + np.exp(np.clip(out, -40, 40)))).astype(np.float32)
    scale = look.width / max(table.shape)
    out = (look.width, round(look.width * 0.75)) if abs(np.sin(np.radians(look.turned))) > 0.7 else None
    size = out or (round(look.width * 0.75), look.width)
    matrix = _view(table.shape, size, look, scale)
    # A lens mixes light, not the steps in which a file keeps it.
    ground = float(255 * (look.table / 255) ** GAMMA)
    light = 255 * (np.clip(table, 0, 255) / 255) ** GAMMA
    seen = cv2.warpPerspective(light, matrix, size, flags=cv2.INTER_AREA, borderValue=ground)
    if look.bend:
        seen = _bent(seen, look.bend)
    seen = 255 * (cv2.GaussianBlur(seen, (0, 0), look.blur) / 255) ** (1 / GAMMA)
    if look.shadow:
        edge = np.linspace(-6, 6, size[0])[None, :] + np.linspace(-2, 2, size[1])[:, None]
        seen = seen * (1 - look.shadow / (1 + np.exp(-4 * edge)))
    seen = look.light * seen.astype(np.float32)
    seen += look.noise * noise.standard_normal(seen.shape, np.float32)
    return np.clip(seen, 0, 255).astype(np.uint8)


def _view(table: tuple[int, ...], size: tuple[int, int], look: Camera, scale: float) -> np.ndarray:
    """From the table to the picture: turned, made smaller, seen aslant."""
    turn = np.radians(look.turned)
    cos, sin = np.cos(turn), np.sin(turn)
    to_middle = np.array([[1, 0, -table[1] / 2], [0, 1, -table[0] / 2], [0, 0, 1.0]])
    turned = np.array([[cos * scale, -sin * scale, 0], [sin * scale, cos * scale, 0], [0, 0, 1.0]])
    reach = max(size) / 2
    aslant = np.array([[1, 0, 0], [0, 1, 0], [look.aslant[0] / reach, look.aslant[1] / reach, 1.0]])
    back = np.array([[1, 0, size[0] / 2], [0, 1, size[1] / 2], [0, 0, 1.0]])
    return back @ aslant @ turned @ to_middle


def _curled(table: np.ndarray, sheet: tuple[int, ...], rises: float, turned: float) -> np.ndarray:
    """The table with its sheet curled, as it is seen from `ABOVE` a place beside its middle."""
    height, width = table.shape
    # Where each eighth pixel comes from: between them it hardly differs from a straight line.
    x, y = (np.arange(-(-side // COARSE)) * COARSE + (COARSE - 1 - side) / 2 for side in (width, height))
    x, y = (side / PER_MM for side in np.meshgrid(x, y))
    cos, sin = np.cos(np.radians(turned)), np.sin(np.radians(turned))
    half = (abs(cos) * sheet[1] + abs(sin) * sheet[0]) / 2 / PER_MM
    u, v = x, y
    for _ in range(12):  # what is seen at x, y lies at u, v, as far up as it is there
        across = u * cos + v * sin
        up = abs(rises) * ((across / half) ** 2 if rises > 0 else 1 - (across / half) ** 2)
        u, v = x - (u - BESIDE[0]) * up / (ABOVE - up), y - (v - BESIDE[1]) * up / (ABOVE - up)
    across = u * cos + v * sin
    longer = 2 / 3 * (rises / half**2) ** 2 * across**3  # paper is longer than what lies below it
    coarse = (u + longer * cos) * PER_MM + width / 2, (v + longer * sin) * PER_MM + height / 2
    fine = (cv2.resize(side.astype(np.float32), None, fx=COARSE, fy=COARSE)[:height, :width] for side in coarse)
    return cv2.remap(table, *fine, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)


def _bent(picture: np.ndarray, bend: float) -> np.ndarray:
    """What a lens does that moves corners outwards or inwards."""
    height, width = picture.shape
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    dx, dy = x - width / 2, y - height / 2
    factor = 1 + bend * (dx**2 + dy**2) / (width**2 + height**2) * 4
    return cv2.remap(
        picture,
        (width / 2 + dx * factor).astype(np.float32),
        (height / 2 + dy * factor).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )


def save(picture: np.ndarray, path: Path) -> Path:
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
    return path


def landing(
    misses: PrintShift, found: PrintShift, size: tuple[float, float], x: float, y: float
) -> tuple[float, float]:
    """Where a point of a page lands that is corrected by what was found, and printed by what is true."""
    return map_point(misses.matrix(*size), *map_point(inverse(found.matrix(*size)), x, y))
