"""Pig, an old dice game: roll as often as you dare, for a 1 takes all of the turn."""
