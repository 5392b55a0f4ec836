"""The proof page: a kit on the screen while it is being made, and what is moved on it written into its files."""
