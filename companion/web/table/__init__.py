"""The pages of a table that all games share, and what a game's own pages are made with."""
