"""Counting at the end, and the score sheet."""
