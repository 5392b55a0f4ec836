"""The pages of a table that all games share, and the parts of games' own pages."""
