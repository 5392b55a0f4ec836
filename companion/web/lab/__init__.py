"""What the lab has found, as pages: the report of a run, and what lies beside a phone's own games."""

from typing import Final

WORDS: Final = __name__
"""The package with the words of these pages."""
