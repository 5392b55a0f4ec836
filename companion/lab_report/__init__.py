"""The report of a run of the lab: a page with its tables, and comparisons of arms in sentences."""

from typing import Final

WORDS: Final = __name__
"""The package with the words of the report."""
