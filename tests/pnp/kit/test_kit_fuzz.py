"""Whatever stands in its files, a kit is read or refused: never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kit_builders import FILES, write_kit

from pnp.face.layout import KitFaces
from pnp.findings import Finding
from pnp.kit import expand
from pnp.kit.model import Faced
from pnp.kits import read

SCRAPS = [
    b'"', b"'''", b"\n", b"[", b"[[", b"]", b"{", b"}", b"=", b".", b",", b";", b"\t", b"#", b"\\", b"-1", b"0", b"nan",
    b"1e999", b"99999999999999999999", b"true", b"[[draw]]\n", b"[kit]\n", b"each", b"{item}", b"{name.es}", b"1..9",
    b"..", b"../", b"/etc/passwd", b"\xff", b"\x00", b"\xef\xbb\xbf", "é".encode(), "壹".encode(), b"**", b"{aid.pay}",
    b"dyes", b"when", b"not ", b" and ", b"optional ", b"list of ", b"ref dyes", b'face = "dye"\n', b"grid", b"size",
]  # fmt: skip

EDITS = st.lists(
    st.tuples(st.sampled_from(sorted(FILES)), st.integers(0, 2000), st.integers(0, 12), st.sampled_from(SCRAPS)),
    min_size=1,
    max_size=4,
)


def edited(edits: list[tuple[str, int, int, bytes]]) -> dict[str, str | bytes | None]:
    """The sound kit's files with bytes cut out and scraps put in."""
    files = {name: content.encode() for name, content in FILES.items()}
    for name, at, cut, scrap in edits:
        data = files[name]
        at %= len(data) + 1
        files[name] = data[:at] + scrap + data[at + cut :]
    return dict(files)


def checked(folder: Path) -> list[Finding]:
    """Everything that is found in a kit; if it can be read, it is laid out too."""
    kit, findings = read(folder)
    assert all(finding.message and finding.place.file for finding in findings)
    if kit is None or findings.errors:
        assert len(findings)
        return list(findings)
    layout = KitFaces(kit, kit.languages[0], ink="low", address="http://press.test")
    for component in kit.components:
        for record, _ in expand(kit, component):
            if isinstance(component, Faced):
                layout.front(component, record)
                layout.back(component, record)
    return [*findings, *layout.findings]


@pytest.mark.long
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(EDITS)
def test_edited_kits_never_raise(tmp_path: Path, edits: list[tuple[str, int, int, bytes]]) -> None:
    checked(write_kit(tmp_path, edited(edits)))


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(sorted(FILES)), st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_files_of_anything_never_raise(tmp_path: Path, name: str, content: bytes) -> None:
    checked(write_kit(tmp_path, {name: content}))
