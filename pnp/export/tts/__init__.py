"""Tabletop Simulator: a save that opens the whole game, with its pictures, models and rules beside it."""
