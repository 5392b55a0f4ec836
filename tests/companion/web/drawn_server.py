"""`companion serve` with the drawings of a file, which takes a second to start; drawing takes another four."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

from companion.cli import main
from companion.web import assets, serve

if __name__ == "__main__":
    drawings = Path(sys.argv.pop(1))
    serve.draw_apart = lambda: assets.adopt(pickle.loads(drawings.read_bytes()))  # type: ignore[attr-defined]
    main()
