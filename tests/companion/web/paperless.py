"""Phones without script: each is a test client that reads pages and presses keys as a browser would."""

from __future__ import annotations

from typing import Any, Self
from urllib.parse import urlencode

from flask import Flask
from lxml import html as markup
from lxml.html import FormElement, HtmlElement
from werkzeug.test import TestResponse

from companion.tables import AnyCommand, Tables, new_command_id

ORIGIN = "http://localhost"


class Phone:
    """A browser without script: the page it shows, and its cookies."""

    def __init__(self, app: Flask, language: str = "en", token: str = "") -> None:
        self.client = app.test_client()
        if token:
            self.client.set_cookie("phone", token)
        self.language = language
        self.answer: TestResponse | None = None
        self.path = "/"

    def get(self, path: str, status: int = 200) -> HtmlElement:
        """Opens a page, following redirects."""
        self.answer = self.client.get(path, headers={"Accept-Language": self.language}, follow_redirects=True)
        assert self.answer.status_code == status, (path, self.answer.status_code, self.answer.text[-600:])
        self.path = self.answer.request.path
        return self.page

    def at(self, path: str, status: int = 200) -> Self:
        """The same phone, with another page open."""
        self.get(path, status)
        return self

    @property
    def page(self) -> HtmlElement:
        return markup.document_fromstring(self.answer.text)

    @property
    def html(self) -> str:
        return self.answer.text

    @property
    def h1(self) -> str:
        return " ".join(self.page.find(".//h1").text_content().split())

    @property
    def text(self) -> str:
        return " ".join(self.page.text_content().split())

    def texts(self, xpath: str) -> list[str]:
        """The text of each of these elements."""
        return [" ".join(" ".join(one.itertext()).split()) for one in self.page.xpath(xpath)]

    def all_keys(self) -> list[HtmlElement]:
        return [key for key in self.page.iter("button") if _form(key) is not None]

    @property
    def beat(self) -> str:
        """The number of the merchants' beat that the page shows; empty: it shows none."""
        return next(iter(self.page.xpath('//*[@id="act"]/@data-beat')), "")

    def end_beat(self) -> None:
        """Presses the key that ends the beat, or rolls its die; of the 21 keys of a die the first that can be used."""
        keys = [key for key in self.all_keys() if "key--go" in (key.get("class") or "")]
        self.send((keys or self.page.xpath('//*[contains(@class, "dice7")]//button[not(@aria-disabled)]'))[0])

    def end_merchants(self) -> list[str]:
        """Ends all beats; their numbers."""
        seen = []
        while self.beat:
            seen.append(self.beat)
            self.end_beat()
        return seen

    def key(self, words: str) -> HtmlElement:
        """The key that says these words, on it or to a screen reader."""
        found = [key for key in self.all_keys() if words in _said(key)]
        assert found, f"no key {words!r} on {self.path}; there are: {[_said(key) for key in self.all_keys()]}"
        return found[0]

    def go_on_from(self, table: str, position: str) -> None:
        """Enters a position at a table."""
        self.at(f"{table}/advanced").press("Play on from a position", **{"set.position": position})

    def press(self, words: str, status: int = 200, **fields: str) -> None:
        """Presses a key, with what was typed into the fields of its form."""
        self.send(self.key(words), status, **fields)

    def send(self, key: HtmlElement, status: int = 200, **fields: str) -> None:
        form = _form(key)
        values = dict(form.form_values()) | fields
        if key.get("name"):
            values[key.get("name")] = key.get("value", "")
        path = key.get("formaction") or form.get("action") or self.path
        if form.method == "GET":
            self.get(f"{path}?{urlencode(values)}" if values else path, status)
            return
        self.post(path, status, **values)

    def post(self, path: str, status: int = 200, origin: str | None = ORIGIN, **values: str) -> None:
        headers: dict[str, Any] = {"Accept-Language": self.language}
        if origin is not None:
            headers["Origin"] = origin
        answer = self.client.post(path, data=values, headers=headers)
        if answer.status_code == 303:
            self.get(answer.location, status)
            return
        self.answer, self.path = answer, path
        assert answer.status_code == status, (path, answer.status_code, answer.text[-600:])


def _form(key: HtmlElement) -> FormElement | None:
    if key.get("form"):
        return key.getroottree().getroot().get_element_by_id(key.get("form"))
    return next((above for above in key.iterancestors("form")), None)


def _said(key: HtmlElement) -> str:
    return f"{key.get('aria-label') or ''} {' '.join(key.text_content().split())}"


def give(tables: Tables, code: str, token: str, *commands: AnyCommand) -> Any:
    """Gives a phone's commands; the result of the last."""
    return [tables.command(code, token, command, command_id=new_command_id()) for command in commands][-1]


NAMES = ("Ana", "Mei", "Tomás")


def opened(
    app: Flask, names: tuple[str, ...] = NAMES, way: str = "follow", game: str = "hangzhou", **settings: str
) -> tuple[str, list[Phone]]:
    """A table with a phone for each name, the first its host: its address, and the phones in its room."""
    phones = [Phone(app) for _ in names]
    host = phones[0]
    host.at(f"/new/{game}?way={way}").press("Open a table", name=names[0], **{"players": str(len(names)), **settings})
    table = host.path
    for phone, name in zip(phones[1:], names[1:], strict=True):
        phone.at(table).press("Sit here", **{"set.name": name})
    return table, phones


def begun(app: Flask, names: tuple[str, ...], **settings: str) -> tuple[str, list[Phone]]:
    """A table whose first player round has begun: start dyes are picked, the app has rolled the market."""
    table, phones = opened(app, names, **settings)
    phones[0].at(f"{table}?first=0").press("Start")
    for phone in reversed(phones):  # the last player picks first
        phone.at(table).send(next(key for key in phone.all_keys() if '"pick' in key.get("value", "")))
    phones[0].get(table)
    return table, phones


def entered(app: Flask, position: str, names: tuple[str, ...] = NAMES, **settings: str) -> tuple[str, list[Phone]]:
    """A table that goes on from a position, which every phone shows."""
    table, phones = opened(app, names, game=position.split()[0], **settings)
    phones[0].go_on_from(table, position)
    for phone in phones:
        phone.get(table)
    return table, phones


def followed(app: Flask, position: str) -> tuple[str, Phone]:
    """A new table at a position, and the phone of its host, who has the first seat."""
    ana = Phone(app)
    ana.at(f"/new/{position.split()[0]}?{urlencode({'position': position})}").press("Open", name="Ana")
    return ana.path, ana


def state_of(tables: Tables, table: str) -> Any:
    """The state of the game at the table of this address."""
    return tables.view_for(table[3:]).state
