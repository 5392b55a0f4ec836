"""Figures share the real servers of the tests of the pages."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "companion" / "web"))
