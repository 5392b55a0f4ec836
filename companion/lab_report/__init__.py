"""The report of a run of the lab: a page, and its figures as pictures."""

from typing import Final

WORDS: Final = __name__
"""The package with the words of the report."""
