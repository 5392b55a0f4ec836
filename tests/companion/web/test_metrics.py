"""Figures: what is counted, and that nothing secret is in them."""

from __future__ import annotations

import re

from flask import Flask
from paperless import Phone, begun


def figures(app: Flask) -> dict[str, float]:
    """Each sample by its name and labels."""
    answer = app.test_client().get("/metrics")
    assert answer.content_type == "text/plain; version=0.0.4"
    found = {}
    for line in answer.text.splitlines():
        sample = re.fullmatch(r"([a-z_]+)(?:\{(.*)\})? ([0-9.e+-]+)", line)
        assert sample is not None, line
        labels = re.findall(r'(\w+)="([^"]*)"', sample[2] or "")
        found[f"{sample[1]} {' '.join(f'{key}={value}' for key, value in sorted(labels))}"] = float(sample[3])
    return found


def test_requests_are_counted_by_route_and_status(app: Flask) -> None:
    phone = Phone(app)
    phone.get("/")
    phone.get("/t/QKTRM", 404)
    app.test_client().open("/t/QKTRM", method="BREW")
    found = figures(app)
    assert found["companion_requests_total method=GET route=/ status=200"] == 1
    assert found["companion_requests_total method=GET route=/t/<code> status=404"] == 1
    assert found["companion_requests_total method=other route= status=403"] == 1
    assert found["companion_request_seconds_count route=/"] == 1


def test_commands_are_counted_by_what_came_of_them(app: Flask) -> None:
    table, (_, mei) = begun(app, ("Ana", "Mei"))
    mei.post(table, 409, do='{"do":"act","action":"pass"}', command_id="a")
    found = figures(app)
    assert found["companion_commands_total command=start game=hangzhou result=done"] == 1
    assert found["companion_commands_total command=act game=hangzhou result=refused"] == 1


def test_no_label_holds_a_name_a_code_or_a_token(app: Flask) -> None:
    table, (ana, mei) = begun(app, ("Anastasia", "Meifeng"))
    for page in ("", "/log", "/log/3", "/nothing", "/stream"):
        ana.client.get(table + page, buffered=False).close()
    text = app.test_client().get("/metrics").text
    secrets = [table[3:], "Anastasia", "Meifeng", "nothing"]
    secrets += [phone.client.get_cookie("phone").value for phone in (ana, mei)]  # type: ignore[union-attr]  # they have one
    assert not [secret for secret in secrets if secret in text]
