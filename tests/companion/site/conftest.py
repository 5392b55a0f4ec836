"""One site for all tests of a run, and a plain server of static files before it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from visits import Host, Visitor, visiting

from companion.site import fetch
from companion.site.build import build
from companion.web.table import photograph


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site."""
    if missing := fetch.missing():
        pytest.skip(f"{missing} is missing: apt-get install npm")
    folder = tmp_path_factory.mktemp("site") / "out"
    try:
        build(folder, kits=False)
    except fetch.CompileError:
        raise
    except fetch.FetchError as error:
        pytest.skip(f"no site without a package registry: {error}")
    return folder


@pytest.fixture
def sightless(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a single device nothing is installed that reads photographs: so a server that it is compared with."""
    monkeypatch.setattr(photograph, "offered", lambda game: False)


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    """A host of the site of its own: to a browser each has its own storage."""
    found = Host(site)
    yield found
    found.stop()


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Visitor]:
    with visiting(browser) as found:
        yield found
