"""The press: from a kit folder to printable pages."""
