"""How a game ends: the count line by line, who has won and why, a picture to share, a score sheet to print."""

from typing import Final

WORDS: Final = __name__
"""The package with the words of these pages."""
