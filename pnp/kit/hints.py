"""Hints that say what would do, where something else stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.kit import bounds


def accepted(names: Iterable[str], wrong: str = "") -> str:
    """A hint that lists the names that would do, in their order: `did you mean size? accepted: title, size, corner`."""
    known = sorted(names) if isinstance(names, set | frozenset) else list(dict.fromkeys(names))
    close = nearest(known, wrong)
    shown = ", ".join(known[:24]) + (", …" if len(known) > 24 else "")
    return (f"did you mean {close}? " if close else "") + (f"accepted: {shown}" if known else "there are none")


def nearest(names: Sequence[str], wrong: str) -> str:
    """The name that was meant; empty, if none is near, or nothing is `wrong`."""
    near = names[: bounds.CANDIDATES.most]
    close = [name for name in near if name.lower() == wrong.lower()] if wrong else []
    if wrong and not close:
        from difflib import get_close_matches  # kits without faults need not wait for it

        close = get_close_matches(wrong[:60], near, n=1)
    return close[0] if close else ""


def colours_hint(colours: Iterable[str], wrong: str) -> str:
    """What would do as a colour."""
    return f"{accepted(colours, wrong)}, or such as #B3361F"
