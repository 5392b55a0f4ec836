"""Pages that look back: the games of this phone, one game, statistics, and carrying tables here and away."""

from typing import Final

WORDS: Final = __name__
"""The package with the words of these pages."""
