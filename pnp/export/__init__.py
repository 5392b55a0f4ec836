"""Exports other than paper: pictures for screens, and games for virtual tables."""
