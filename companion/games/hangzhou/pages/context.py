"""A table of Hangzhou, as one phone's pages see it."""

from __future__ import annotations

from typing import TypeAlias

from companion.games.hangzhou.state import State
from companion.web import context

TableContext: TypeAlias = context.TableContext[State]
Page: TypeAlias = context.Page[State]
