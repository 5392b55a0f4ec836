"""Pages on which the app's dice are checked: of a table here, and of any finished log."""

from typing import Final

WORDS: Final = __name__
"""The package with the words of these pages."""
