"""Before the game: who is here, who is ready, who starts; on phones, and on the big screen."""

from typing import Final

WORDS: Final = __name__
"""The package with the words of these pages."""
