"""The print page: choose a kit and how to print it, see how it will look, wait for the press, download."""

from companion.web.printing.views import init_app, resume

__all__ = ["init_app", "resume"]
