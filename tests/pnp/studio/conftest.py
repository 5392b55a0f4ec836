"""What tests of the studio share."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from pnp.studio.app import create_app
from pnp.studio.session import Session


@pytest.fixture
def client(session: Session) -> FlaskClient:
    """A client of the pages over the session of the test's module."""
    return create_app(session).test_client()
