"""Compares two states of a kit, shows the changes, and prints them with a swap list."""
