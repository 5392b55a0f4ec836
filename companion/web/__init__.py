"""The phones' pages: Flask on top of `companion.tables`. Every action is a form that works without script."""

from companion.web.app import create_app
from companion.web.config import Config

__all__ = ["Config", "create_app"]
