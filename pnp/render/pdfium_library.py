"""The few functions of pdfium that draw pages, as they are in C (`fpdfview.h`).

`pypdfium2_raw`, which brings pdfium, names all 450 of them, and imports what finds libraries elsewhere: that takes as
long as to measure the ink of a deck. Where it brings none, but names that of the system, it is asked.
"""

from __future__ import annotations

import ctypes
import sys
from ctypes import c_char_p, c_float, c_int, c_size_t, c_ulong, c_void_p
from importlib.util import find_spec
from pathlib import Path
from typing import Any

BGRX = 3
"""Four bytes to a dot, the last of which says nothing."""
ANNOTATIONS, REVERSE_BYTES = 0x01, 0x10
NO_SMOOTH_TEXT, NO_SMOOTH_IMAGE, NO_SMOOTH_PATH = 0x1000, 0x2000, 0x4000

_FILES = {"win32": "pdfium.dll", "darwin": "libpdfium.dylib"}
_FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "FPDF_InitLibrary": (None, ()),
    "FPDF_LoadMemDocument64": (c_void_p, (c_char_p, c_size_t, c_char_p)),
    "FPDF_CloseDocument": (None, (c_void_p,)),
    "FPDF_GetPageCount": (c_int, (c_void_p,)),
    "FPDF_LoadPage": (c_void_p, (c_void_p, c_int)),
    "FPDF_ClosePage": (None, (c_void_p,)),
    "FPDF_GetPageWidthF": (c_float, (c_void_p,)),
    "FPDF_GetPageHeightF": (c_float, (c_void_p,)),
    "FPDFBitmap_CreateEx": (c_void_p, (c_int, c_int, c_int, c_void_p, c_int)),
    "FPDFBitmap_FillRect": (None, (c_void_p, c_int, c_int, c_int, c_int, c_ulong)),
    "FPDFBitmap_Destroy": (None, (c_void_p,)),
    "FPDF_RenderPageBitmap": (None, (c_void_p, c_void_p, c_int, c_int, c_int, c_int, c_int, c_int)),
}
"""What each gives, and takes."""


def library() -> Any:
    """pdfium, begun."""
    package = find_spec("pypdfium2_raw")
    file = Path(str(package.origin)).with_name(_FILES.get(sys.platform, "libpdfium.so")) if package else None
    if file is None or not file.is_file():
        import pypdfium2_raw

        pypdfium2_raw.FPDF_InitLibrary()
        return pypdfium2_raw
    found = ctypes.CDLL(str(file))
    for name, (gives, takes) in _FUNCTIONS.items():
        function = getattr(found, name)
        function.restype, function.argtypes = gives, takes
    found.FPDF_InitLibrary()
    return found
