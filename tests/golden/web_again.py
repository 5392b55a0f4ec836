"""What addresses answer: asked by the corpus' maker when it was made, and by the tests again."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from tables_again import lasting

ENDS = 400
"""Characters of a stream that are looked at."""


def page(asked: Any, path: str, cookies: dict[str, str] | None = None) -> dict[str, Any]:
    """The main facts of a page: status, where it sends to, its kind, language and title, where one can go from it."""
    header = {"Cookie": "; ".join(f"{name}={value}" for name, value in (cookies or {}).items())} if cookies else {}
    said = asked.get(path, headers=header, buffered=False)
    found: dict[str, Any] = {"status": said.status_code, "type": said.mimetype}
    if said.location:
        found["location"] = said.location
    if said.mimetype == "text/html" and said.status_code == 200:
        found |= facts(said.get_data(as_text=True))
    said.close()
    return found


def facts(html: str) -> dict[str, Any]:
    """Language, theme, title, and all links and forms that stay in the app."""
    title = re.search(r"<title>(.*?)</title>", html, re.S)
    language = re.search(r'<html lang="(\w+)"(?: data-theme="(\w+)")?', html)
    links = {unescape(link) for link in re.findall(r'<a [^>]*?href="(/[^"]*)"', html)}
    return {
        "language": language and language[1],
        "theme": language and language[2],
        "title": title and unescape(title[1]).strip(),
        "links": sorted(links),
        "forms": sorted({unescape(form) for form in re.findall(r'<form [^>]*?action="(/[^"]*)"', html)}),
    }


def cookies_of(said: Any) -> list[str]:
    """The cookies that an answer sets, by name, with what browsers are told about them."""
    kept = []
    for header in said.headers.getlist("Set-Cookie"):
        name, *rules = header.split("; ")
        kept.append("; ".join([name.partition("=")[0], *sorted(r for r in rules if not r.startswith("Expires"))]))
    return sorted(kept)


def operation(asked: Any, was: dict[str, Any]) -> dict[str, Any]:
    """What a program is answered: status and JSON, without what is by chance."""
    headers = {"Accept-Language": was.get("language", "en")}
    if was.get("token"):
        headers["Authorization"] = f"Bearer {was['token']}"
    sent = {"json": was["json"]} if "json" in was else {}
    said = asked.open(was["path"], method=was["method"], headers=headers, buffered=False, **sent)
    if said.mimetype == "text/event-stream":
        return {"status": said.status_code, "type": said.mimetype, "begins": stream(said)}
    gives = {"status": said.status_code, "type": said.mimetype, "gives": lasting(said.get_json(silent=True))}
    said.close()
    return gives


def stream(said: Any) -> str:
    """How a stream begins: up to the first event."""
    text = ""
    for part in said.iter_encoded():
        text += part.decode()
        if "event:" in text or len(text) > ENDS:
            break
    said.close()
    return text


def shapes(document: dict[str, Any]) -> dict[str, Any]:
    """Of an OpenAPI document what programs go by: each operation's parameters, bodies and answers, spelled out."""
    found = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            found[f"{method} {path}"] = _spelled(document, operation, ())
    return found


LEFT_OUT = ("title", "summary", "tags", "example", "examples", "operationId")


def _spelled(document: dict[str, Any], value: Any, within: tuple[str, ...]) -> Any:
    """The value with what it refers to in its place, without names of types and sentences for people."""
    if isinstance(value, list):
        made = [_spelled(document, item, within) for item in value]
        return sorted(made) if made and all(isinstance(item, str) for item in made) else made
    if not isinstance(value, dict):
        return value
    name = value.get("$ref")
    if isinstance(name, str):
        if name in within:
            return {"again": True}
        here: Any = document
        for key in name.removeprefix("#/").split("/"):
            here = here[key]
        return _spelled(document, here, (*within, name))
    return {
        key: _spelled(document, item, within)
        for key, item in value.items()
        if not (key == "description" and isinstance(item, str)) and not (key in LEFT_OUT and not isinstance(item, dict))
    }
