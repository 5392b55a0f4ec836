"""The documents hang together, are all found from the index, and become pages that ask nothing of anybody."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path

import click
import pytest

from pnp.cli import main

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(path.name for path in DOCS.glob("*.md"))
FETCHED = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src", "object": "data"}
"""The elements that a browser loads something for, and where they say what."""


def anchors(page: Path) -> set[str]:
    """What a link into a page may say after its #, as those who show Markdown make it of the headings."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    heads = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", [f"docs/{name}" for name in PAGES] + ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_somewhere(page: str) -> None:
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", (ROOT / page).read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"https?:|face:|mailto:", link):
            continue
        file, _, anchor = link.partition("#")
        target = (ROOT / page).parent / file if file else ROOT / page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", [f"docs/{name}" for name in PAGES] + ["README.md"])
def test_commands_of_the_press_are_there_with_their_options(page: str) -> None:
    for line in re.findall(r"^    pnp ([^#\n]+)", (ROOT / page).read_text("utf-8"), re.MULTILINE):
        command: click.Command = main
        context, words = click.Context(main), line.split()
        while words and isinstance(command, click.Group) and words[0] in command.list_commands(context):
            command = command.get_command(context, words.pop(0)) or command
        assert command is not main, line
        known = {name for one in command.params for name in (*one.opts, *one.secondary_opts)} | {"--help"}
        assert {word.partition("=")[0] for word in words if word.startswith("--")} <= known, line


def test_every_option_of_the_press_is_in_a_document() -> None:
    said = {word for page in ("README.md", *(f"docs/{name}" for name in PAGES)) for word in options(ROOT / page)}
    context = click.Context(main)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        assert {word for one in command.params for word in one.opts if word.startswith("--")} <= said, name


def options(page: Path) -> list[str]:
    return re.findall(r"--[a-z][a-z-]*", page.read_text("utf-8"))


def test_every_document_is_found_from_the_index() -> None:
    listed = re.findall(r"```\{toctree\}\n(?::.*\n)*\n((?:.+\n)+)```", (DOCS / "index.md").read_text("utf-8"))
    assert sorted(f"{name}.md" for block in listed for name in block.split()) == sorted({*PAGES} - {"index.md"})


def test_the_reference_names_modules_that_are_there_and_say_what_they_are() -> None:
    named = re.findall(r"automodule:: (\S+)", (DOCS / "reference.md").read_text("utf-8"))
    assert len(named) == len(set(named)) > 10
    for name in named:
        assert import_module(name).__doc__, name


class Loads(HTMLParser):
    """The addresses that a page loads something from by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if FETCHED.get(tag) == name]


@pytest.mark.slow
def test_the_pages_load_nothing_from_elsewhere(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="make docs installs it")
    built = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", str(DOCS), str(tmp_path / "pages")]
    done = subprocess.run(built, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    pages = sorted((tmp_path / "pages").glob("*.html"))
    assert {f"{name.removesuffix('.md')}.html" for name in PAGES} <= {page.name for page in pages}
    for page in pages:
        loads = Loads()
        loads.feed(page.read_text("utf-8"))
        assert loads.found and not [one for one in loads.found if re.match(r"(https?:)?//", one)], page.name
    for style in (tmp_path / "pages" / "_static").rglob("*.css"):
        assert not re.search(r"(@import|url\()\s*['\"]?(https?:)?//", style.read_text("utf-8")), style.name
    assert "legal" in (tmp_path / "pages" / "reference.html").read_text("utf-8")
