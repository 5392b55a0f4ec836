"""A site is the same whenever it is built of the same, and holds all that its pages name."""

from __future__ import annotations

import base64
import hashlib
import html
import re
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from companion.site.build import build
from companion.web.assets import signs
from companion.web.game_pages import GAMES
from companion.web.security import POLICY

pytestmark = [pytest.mark.outside, pytest.mark.landing, pytest.mark.long]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_built_again_it_is_the_same(site: Path, tmp_path: Path) -> None:
    build(tmp_path / "again", kits=False)
    assert contents(tmp_path / "again") == contents(site)


def test_its_parts_are_those_that_the_worker_brings(site: Path) -> None:
    (told,) = re.findall(r"^const FILES = (.*);$", site.joinpath("worker.js").read_text("utf-8"), re.MULTILINE)
    brought = {one["part"]: one["bytes"] for one in msgspec.json.decode(told)}
    assert brought == {f"parts/{path.name}": path.stat().st_size for path in site.joinpath("parts").iterdir()}


def test_it_allows_what_a_server_does_and_webassembly(site: Path) -> None:
    """A policy in a page cannot say who may show it in a frame."""
    server = set(POLICY.split("; "))
    assert not any("unsafe" in rule or "//" in rule for rule in server)
    shell = html.unescape(site.joinpath("index.html").read_text("utf-8"))
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', shell)
    assert set(policy.split("; ")) == server - {"frame-ancestors 'none'"} | {"script-src 'self' 'wasm-unsafe-eval'"}
    (kept,) = re.findall(r'^const POLICY = "(.*)";$', site.joinpath("worker.js").read_text("utf-8"), re.MULTILINE)
    assert kept == policy, "what the service worker gives has the same"
    assert not re.findall(r"<script(?![^>]* src=)|<style|\son\w+=|\sstyle=", shell), "nothing is written into the page"


def test_printed_codes_of_every_game_find_a_page(site: Path) -> None:
    for game in GAMES:
        page = site.joinpath("k", game, signs(game).build, "index.html").read_text("utf-8")
        (script,) = re.findall("<script>(.*)</script>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"script-src &#x27;sha256-{digest}&#x27;" in page and "{" not in page.replace(script, "")
        assert page == site.joinpath("404.html").read_text("utf-8"), "earlier prints lead there as well"


def test_no_host_of_others_is_named_in_what_a_browser_runs_of_ours(site: Path) -> None:
    scripts = files("companion.site").joinpath("static").iterdir()
    shell = [path.read_text("utf-8") for path in (*site.glob("*.js"), *site.glob("*.html"), *site.glob("*.css"))]
    assert not re.findall(r"https?://[\w.-]+", "".join([*(path.read_text("utf-8") for path in scripts), *shell]))
