"""Merchants of Dunhuang, 2 to 4 players: one camel, eight characters, ten kinds of goods.

>>> from companion.engine import dunhuang
>>> dunhuang.new(players=3).turn
CHANCE
"""
