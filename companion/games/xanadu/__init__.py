"""Xanadú, 2 to 6 players: building for the Khan with one's own workers and on everybody's buildings.

>>> from companion.engine import xanadu
>>> xanadu.new(players=3).turn
CHANCE
"""
