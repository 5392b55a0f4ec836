"""The process that looks at a kit more closely, and who asks it."""

from __future__ import annotations

import threading
from concurrent.futures import Future

import pytest

from pnp.studio import inspector
from pnp.studio.inspector import Inspector


class _AtOnce:
    """Has done its work before anybody can ask to hear of it, as a process has while who asked waits for a core."""

    def __init__(self, *_: object, **__: object) -> None:
        self._processes: dict[int, object] = {}

    def submit(self, work: object, *arguments: object) -> Future[object]:
        done: Future[object] = Future()
        done.set_result(work(*arguments))  # type: ignore[operator]
        return done

    def shutdown(self, **_: object) -> None: ...


def test_a_look_that_is_done_at_once_is_heard_of_and_holds_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inspector, "ProcessPoolExecutor", _AtOnce)
    found: list[tuple[int, str]] = []
    one = Inspector(lambda said: said, lambda number, said: found.append((number, said)))

    def ask() -> None:
        one.look(1, "first")
        one.look(2, "second")
        one.stop()

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(10.0)
    assert not asking.is_alive() and found == [(1, "first"), (2, "second")]
