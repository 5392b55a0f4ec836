"""Where logs, phones and bounds are kept: SQLite or PostgreSQL."""
