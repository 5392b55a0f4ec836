"""DOCTYPEs of drawings: what texts are short for, as Illustrator writes it, and nothing else."""

from __future__ import annotations

import re

_DOCTYPE = re.compile(rb"<!DOCTYPE\s+svg\b[^\[>]*(?:\[(.*?)\]\s*)?>", re.DOTALL)
_ENTITY = re.compile(rb"""<!ENTITY\s+([A-Za-z_][\w.-]*)\s+(?:"([^"<>&%]*)"|'([^'<>&%]*)')\s*>""")


def without_doctype(data: bytes, most: int) -> bytes:
    """The file without a DOCTYPE that says nothing, or only what texts are short for, as Illustrator writes it. Line
    ends stay, and no more than `most` bytes are made."""
    found = _DOCTYPE.search(data)
    if found is None:
        return data
    inner = found[1] or b""
    if _ENTITY.sub(b"", inner).strip():
        return data
    rest = data[: found.start()] + b"\n" * found[0].count(b"\n") + data[found.end() :]
    for name, double, single in _ENTITY.findall(inner):
        text = double or single
        if len(rest) + rest.count(b"&" + name + b";") * len(text) > most:
            return data
        rest = rest.replace(b"&" + name + b";", text)
    return rest
