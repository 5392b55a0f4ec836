"""The app as a player at tables: a process of its own that decides for the seats of rivals."""
