"""The drawing words of faces, a file for each: the keys of its table, the values it needs, what it paints.

To add one, write its file and name it here; docs/kit-format.md describes it with an example.
"""

from pnp.face.words.ellipse import EllipseDraw
from pnp.face.words.face import FaceDraw
from pnp.face.words.flow import FlowDraw
from pnp.face.words.hexagon import HexagonDraw
from pnp.face.words.icon import IconDraw
from pnp.face.words.line import LineDraw
from pnp.face.words.path import PathDraw
from pnp.face.words.picture import PictureDraw
from pnp.face.words.piece import PieceDraw
from pnp.face.words.polygon import PolygonDraw
from pnp.face.words.qr import QrDraw
from pnp.face.words.rect import RectDraw
from pnp.face.words.seal import SealDraw
from pnp.face.words.star import StarDraw
from pnp.face.words.table import TableDraw
from pnp.face.words.text import TextDraw
from pnp.face.words.word import Word

WORDS: dict[str, type[Word]] = {
    "rect": RectDraw,
    "ellipse": EllipseDraw,
    "hexagon": HexagonDraw,
    "line": LineDraw,
    "polygon": PolygonDraw,
    "star": StarDraw,
    "path": PathDraw,
    "text": TextDraw,
    "flow": FlowDraw,
    "table": TableDraw,
    "icon": IconDraw,
    "picture": PictureDraw,
    "qr": QrDraw,
    "seal": SealDraw,
    "face": FaceDraw,
    "piece": PieceDraw,
}
"""Every word by its name."""
