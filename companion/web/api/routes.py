"""The blueprint of the interface and the list of its operations; `games` and `tables` declare them."""

from __future__ import annotations

from flask import Blueprint

from companion.web.api.operations import Operations
from companion.web.api.problems import PREFIX

bp = Blueprint("api", __name__, url_prefix=PREFIX)
api = Operations(bp)
