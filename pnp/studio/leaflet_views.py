"""The page of a leaflet as it will print: `/leaflet/<id>`."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Literal, TypeAlias, get_args
from urllib.parse import urlencode

import msgspec
from flask import Flask, abort, request

from pnp.findings import KitError
from pnp.kit import Kit
from pnp.kit.folder import source_text
from pnp.kit.model import Leaflet
from pnp.leaflet.documents import Documents
from pnp.sheet.booklet import signature
from pnp.studio.leaves import Leaf
from pnp.studio.notes import Notes
from pnp.studio.pages import rendered, spoken
from pnp.studio.passages import State, linked_from, parts, pinned, set_anew
from pnp.studio.printing import Printing
from pnp.studio.prints import Print, Printed, Prints, laid_out
from pnp.studio.session import Session
from pnp.studio.view import viewed
from pnp.studio.words import Words
from pnp.text.direction import is_right_to_left

Way: TypeAlias = Literal["spreads", "pages", "booklet"]
WAYS: tuple[Way, ...] = get_args(Way)
"""How a leaflet is looked at: as it lies open, page by page, or as sheets to be folded into one another."""


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """How a leaflet lies open, as the address of the page says it."""

    way: Way = "spreads"
    rules: bool = False
    """With the names of rules beside them."""
    baselines: bool = False
    real: bool = False
    language: str = ""

    @property
    def query(self) -> str:
        """The part of an address that says it; "" for the usual."""
        said = {"language": self.language} if self.language else {}
        said |= {"as": self.way} if self.way != "spreads" else {}
        said |= {name: "on" for name in ("rules", "baselines", "real") if getattr(self, name)}
        return f"?{urlencode(said)}" if said else ""


class Setting(msgspec.Struct, frozen=True):
    """A leaflet as it was set for a proof, what it was like for the one before, and how many milliseconds it took."""

    proof: int
    state: State
    before: State | None
    took: int


class Settings:
    """What leaflets were like when they were last looked at, by language and id; so a page can say what a save did."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[tuple[str, str], Setting] = {}
        self._orders: dict[str, tuple[int, Mapping[str, tuple[str, ...]]]] = {}

    def orders(self, proof: int, kit: Kit, leaflet: Leaflet) -> Mapping[str, tuple[str, ...]]:
        """The rules of a leaflet, by language, in the order in which they are read."""
        with self._lock:
            if self._orders.get(leaflet.id, (0,))[0] != proof:
                self._orders[leaflet.id] = proof, {one: _order(kit, leaflet, one) for one in kit.languages}
            return self._orders[leaflet.id][1]

    def set(self, key: tuple[str, str], proof: int, state: State, took: int) -> Setting:
        """Keeps a leaflet as it was set for a proof."""
        with self._lock:
            known = self._known.get(key)
            if known is None or known.proof != proof:
                self._known[key] = Setting(proof, state, known.state if known else None, took)
            return self._known[key]


def init_app(app: Flask, session: Session, prints: Prints) -> None:
    settings = Settings()

    def leaflet(name: str, number: int = 1) -> str:
        return _leaflet(session, prints, settings, name, number)

    for rule in ("/leaflet/<name>", "/leaflet/<name>/<int:number>"):
        app.add_url_rule(rule, "leaflet", leaflet)


def opened() -> Opened:
    """How a leaflet is to lie open, as an address says it."""
    said = request.args
    return Opened(
        way=next((one for one in WAYS if one == said.get("as")), "spreads"),
        rules=said.get("rules") == "on",
        baselines=said.get("baselines") == "on",
        real=said.get("real") == "on",
        language=viewed(said).language,
    )


def _leaflet(session: Session, prints: Prints, settings: Settings, name: str, number: int) -> str:
    leaflet = next((one for one in session.proof.components if one.id == name), None)
    kit, say, look = session.proof.kit, spoken(), opened()
    if not isinstance(leaflet, Leaflet) or kit is None:
        abort(404)
    languages = [mode[0] for mode in viewed(request.args).modes(kit.languages)]
    those, fault, told = _set(session, prints, settings, kit, leaflet, languages)
    rule = request.args.get("rule", "")
    number = next((_page_of(rule, file) for file in those.values() if rule), 0) or number
    most = max((len(one.pages) for one in those.values()), default=0)
    bound = look.way == "booklet" and len(those) == 1
    place = _place(number, tuple(_spreads(most, "booklet" if bound else "pages" if len(those) > 1 else look.way)))
    sheets = _sheets(laid_out(session, prints, Printing(), languages[0], "booklet"), kit, leaflet) if bound else ()
    files = {language: _file(leaflet, language) for language in languages}
    notes = [one for one in Notes(session.proof, say).all if PurePosixPath(one.file).name in files.values()]
    return rendered(
        session,
        "leaflet.html",
        prints=those,
        place=place,
        sheet=sheets[place.here] if place.here < len(sheets) else None,
        sheets_of=len(sheets),
        ways=WAYS,
        most=most,
        turned=len(those) == 1 and is_right_to_left(languages[0]),
        look_at=look,
        fault_said=fault,
        leaflet=leaflet,
        found=notes,
        pins={language: pinned(notes, files[language], file.pages) for language, file in those.items()},
        files=files,
        lines={language: _lines(session, file) for language, file in files.items()},
        orders=settings.orders(session.proof.number, kit, leaflet),
        parts=parts,
        linked_from=linked_from,
        set_anew=told,
    )


def _set(
    session: Session, prints: Prints, settings: Settings, kit: Kit, leaflet: Leaflet, languages: Iterable[str]
) -> tuple[Mapping[str, Print], str, str]:
    """A leaflet in these languages; what is wrong with it, and what the last save did to it."""
    those: dict[str, Print] = {}
    faults: list[str] = []
    told: list[str] = []
    for language in languages:
        printed = laid_out(session, prints, Printing(), language, "leaflet")
        faults.append(printed.fault)
        file = _own(printed, kit, leaflet)
        if file:
            those[language] = file
            state = _state(session, leaflet, language, file)
            key = language, leaflet.id
            told.append(_told(settings.set(key, session.proof.number, state, printed.took), spoken()))
    return those, next(filter(None, faults), ""), next(filter(None, told), "")


class Place(msgspec.Struct, frozen=True):
    """Where a leaflet lies open: the pages that can be seen at once, and which of them are."""

    spreads: tuple[tuple[int, ...], ...]
    here: int

    @property
    def spread(self) -> tuple[int, ...]:
        return self.spreads[self.here] if self.spreads else ()

    @property
    def before(self) -> int:
        """A page that comes before these; 0, if there is none."""
        return max(self.spreads[self.here - 1]) if self.here else 0

    @property
    def after(self) -> int:
        """A page that comes after these; 0, if there is none."""
        return next(filter(None, self.spreads[self.here + 1])) if self.here + 1 < len(self.spreads) else 0


def _place(number: int, spreads: tuple[tuple[int, ...], ...]) -> Place:
    """Where a page is seen; the end, if the leaflet has become shorter."""
    here = next((n for n, spread in enumerate(spreads) if number in spread), None)
    return Place(spreads, max(0, len(spreads) - 1) if here is None else here)


def _spreads(most: int, way: Way) -> Iterator[tuple[int, ...]]:
    """The pages that are seen at once; 0 is none. Open, the first lies on the right; on a sheet of a booklet lie two on
    its front and two on its back."""
    if way == "pages":
        yield from ((page,) for page in range(1, most + 1))
    elif way == "booklet":
        yield from (tuple(page or 0 for page in sheet) for sheet in signature(most))
    else:
        yield from ((left, left + 1) if left < most else (left, 0) for left in range(0, most + 1, 2))


def _own(printed: Printed, kit: Kit, leaflet: Leaflet) -> Print | None:
    """The file of a leaflet: there is one of each, in the order of kit.toml; none, if they cannot be laid out."""
    leaflets = (one for one in kit.components if isinstance(one, Leaflet))
    return next((file for one, file in zip(leaflets, printed.files, strict=False) if one.id == leaflet.id), None)


def _sheets(printed: Printed, kit: Kit, leaflet: Leaflet) -> tuple[Leaf, ...]:
    file = _own(printed, kit, leaflet)
    return file.leaves if file else ()


def _page_of(rule: str, file: Print) -> int:
    """The page that a rule stands on, from 1; 0, if on none."""
    found = (n for n, page in enumerate(file.pages, start=1) if any(one.name == rule for one in page.anchors))
    return next(found, 0)


def _order(kit: Kit, leaflet: Leaflet, language: str) -> tuple[str, ...]:
    """The rules of a leaflet in a language, in the order in which they are read; none of one that cannot be."""
    try:
        return tuple(rule.id for rule in Documents(kit).read(leaflet, language).rules if rule.id)
    except KitError:
        return ()


def _file(leaflet: Leaflet, language: str) -> str:
    return f"{leaflet.file}.{language}.md"


def _lines(session: Session, file: str) -> tuple[str, ...]:
    return tuple((source_text(session.folder, file) or "").splitlines())


def _state(session: Session, leaflet: Leaflet, language: str, file: Print) -> State:
    text, pages = _lines(session, _file(leaflet, language)), file.pages
    return State(text, tuple(one.digest for one in pages), tuple(one.passages for one in pages))


def _told(setting: Setting, say: Words) -> str:
    said = set_anew(setting.before, setting.state, say) if setting.before else ""
    return f"{said} · {setting.took} ms" if said else ""
