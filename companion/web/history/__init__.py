"""Pages that look back: the games of a phone, one game, statistics, export and import."""
