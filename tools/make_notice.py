"""Writes NOTICE: whose work this stands on, by which licence, from what is installed (``make notice``)."""

from __future__ import annotations

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).parents[1]
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;]+)", re.MULTILINE)
OSI = "License :: OSI Approved :: "
HEAD = """\
Silk Road Print & Play is under the MIT licence: see LICENSE.

It stands on the work of others. This is what requirements/run.txt installs, and requirements/camera.txt for whoever
measures a printer with a camera, each with its licence and its home.
The licence texts come with each package, in its folder *.dist-info.
"""


def pinned() -> dict[str, str]:
    """What the program needs to run, and to read photographs, with its versions."""
    texts = ((ROOT / "requirements" / f"{name}.txt").read_text("utf-8") for name in ("run", "camera"))
    return {name: version for text in texts for name, version in PIN.findall(text)}


def licence(of: Distribution) -> str:
    """As the package says it: by SPDX expression, or by the classifiers and words that older ones have."""
    said = of.metadata
    words = [name.removeprefix(OSI) for name in said.get_all("Classifier") or [] if name.startswith(OSI)]
    # Some put the whole text there; then the classifiers say it shorter.
    short = (said.get("License") or "").strip().splitlines()[:1] if len(said.get("License") or "") < 100 else []
    return said.get("License-Expression") or " / ".join(words or short) or "see its licence file"


def home(of: Distribution) -> str:
    """The first address that the package names for itself, its home or its source before all others."""
    said = of.metadata
    named = dict(entry.split(", ", 1) for entry in said.get_all("Project-URL") or [])
    by_name = {name.lower(): address for name, address in named.items()}
    ranked = ("homepage", "home", "source", "source code", "repository", "code")
    best = [by_name[name] for name in ranked if name in by_name]
    return said.get("Home-page") or next(iter([*best, *by_name.values()]), "")


def notice() -> str:
    """The text of NOTICE for this environment. Packages of other systems alone are named at the end."""
    lines, elsewhere = [HEAD], []
    for name, version in sorted(pinned().items()):
        try:
            found = distribution(name)
        except PackageNotFoundError:
            elsewhere.append(f"{name} {version}")
            continue
        lines.append(f"{found.metadata['Name']} {version}\n    {licence(found)}\n    {home(found)}".rstrip() + "\n")
    if elsewhere:
        lines.append(f"On other systems also: {', '.join(elsewhere)}.\n")
    return "\n".join(lines)


if __name__ == "__main__":
    (ROOT / "NOTICE").write_text(notice(), "utf-8")
