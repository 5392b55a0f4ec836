"""Turns faces into pages: packing, imposition, backs, marks, nets, tiles, booklets, print guide."""
