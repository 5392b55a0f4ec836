"""The kit under watch as a state to compare is what a build would leave, made from faces that are known."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from changes_builders import goods
from studio_builders import changed

from pnp.changes.snapshot import Snapshot, taken
from pnp.face.layout import Layout
from pnp.kits import load
from pnp.sheet.options import Options
from pnp.starters.starter import STARTERS
from pnp.studio.session import Session
from pnp.studio.snapshots import Snapshots


def begun(name: str, folder: Path) -> Path:
    return shutil.copytree(next(one for one in STARTERS if one.name == name).folder, folder)


def what_is_there(state: Snapshot) -> object:
    """All of a state but the id of its build, which stands in texts."""
    used = {face for piece in state.pieces for face in piece.faces.values()}
    assert all(state.scene(face) for face in used)
    return state.pieces, {face: state.draws.get(face) for face in used}, state.rows, state.components, state.title


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(goods, id="goods"),
        pytest.param(partial(begun, "roll-and-write"), id="roll-and-write"),
        *(pytest.param(partial(begun, name), id=name, marks=pytest.mark.slow) for name in ("deck", "tokens", "board")),
    ],
)
def test_it_is_what_a_build_would_leave(made: Callable[[Path], Path], tmp_path: Path) -> None:
    session = Session(made(tmp_path / "kit"), tmp_path / "out")
    session.look()
    snapshots = Snapshots(session)
    language = load(session.folder).languages[0]
    for row in ("", *(["jade,Jade,9,3\n"] if made is goods else [])):
        if row:
            changed(session.folder / "goods.csv", row, "")
            session.look()
        laid_out = taken(load(session.folder), Options(out=Path(), languages=(language,)), traced=True)
        assert what_is_there(snapshots.now(language)) == what_is_there(laid_out)


def test_a_changed_row_is_one_face_that_is_laid_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(goods(tmp_path / "kit"), tmp_path / "out")
    session.look()
    snapshots = Snapshots(session)
    before = snapshots.now("en")
    laid: list[str] = []
    scene = Layout.scene
    monkeypatch.setattr(
        Layout, "scene", lambda self, face, *more, **also: laid.append(face) or scene(self, face, *more, **also)
    )
    changed(session.folder / "goods.csv", "silk,Silk,5,2", "silk,Silk,6,2")
    session.look()
    after = snapshots.now("en")
    assert set(laid) <= {"card", "back"} and laid.count("card") == 1
    assert [new.key for old, new in zip(before.pieces, after.pieces, strict=True) if old != new] == ["silk"]


def test_leaflets_are_laid_out_behind_the_page_which_is_told(tmp_path: Path) -> None:
    session = Session(goods(tmp_path / "kit"), tmp_path / "out")
    session.look()
    snapshots = Snapshots(session)
    before = snapshots.now("en")
    told = session.events.stream("here")
    next(told)
    changed(session.folder / "rules.en.md", "Play cards", "Lay cards")
    session.look()
    assert snapshots.now("en").pieces == before.pieces, "as it was, until it is known"
    assert any("event: findings" in event for event in told)
    (leaf,) = [new for old, new in zip(before.pieces, snapshots.now("en").pieces, strict=True) if old != new]
    assert leaf.component == "rules" and snapshots.round == 1 and not snapshots.late
