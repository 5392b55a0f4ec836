"""Dunhuang in photographs: the market on its mat, or, without the mat, goods that lie open."""

from __future__ import annotations

from typing import Final

from companion.games.dunhuang.sight.goods import GoodsReader
from companion.games.dunhuang.sight.market import MarketReader
from companion.sight.reader import Readers

SIGHT: Final = Readers(board=MarketReader(), pieces=GoodsReader())
