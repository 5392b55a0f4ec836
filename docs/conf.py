"""The documents as pages, with a reference out of the docstrings (``make docs``). Nothing is asked of the network."""

from __future__ import annotations

from importlib.metadata import version as version_of

project = "Silk Road Print & Play"
release = version = version_of("silk-road-print-and-play")
author = "the authors of Silk Road Print & Play"
copyright = author
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["lab", "oasis", "pig", "pictures"]
templates_path: list[str] = []

myst_heading_anchors = 3
"""Links between the documents are those that a reader of the files follows."""

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": True, "exclude-members": "__init__,__new__"}
default_role = "py:obj"

html_theme = "furo"
html_title = project
html_copy_source = False
html_show_sphinx = False
suppress_warnings = [
    "myst.xref_missing",  # of files beside the documents, which are read where they are
    "ref.python",  # a name that several modules have, said with one back tick
    "misc.highlighting_failure",  # examples leave out with “…” what does not matter
]
