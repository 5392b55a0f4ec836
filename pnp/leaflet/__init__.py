"""Leaflets: Markdown in, pages out."""
