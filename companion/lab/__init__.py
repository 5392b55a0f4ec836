"""Bots for the table and the lab: players that choose from their seat's knowledge, and give reasons."""
