"""Merchants of Hangzhou, 1 to 4 players: dyes, shops, and four merchants who go their own way.

>>> from companion.engine import hangzhou
>>> hangzhou.new(players=3).turn
CHANCE
"""
