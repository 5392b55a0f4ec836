"""Rivals for the table and the lab: players that choose by what their seat may know, and say why."""
