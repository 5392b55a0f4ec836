"""`companion serve` with the drawings of a file, which takes a second to start; drawing takes another four."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

from companion.cli import main
from companion.web import assets

if __name__ == "__main__":
    drawings = Path(sys.argv.pop(1))
    assets.adopt(pickle.loads(drawings.read_bytes()))
    main()
