"""Which files are a kit's, and its build id."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from kit_builders import DYES, FILES, KIT, swapped, where, write_kit
from PIL import Image

from pnp.check.unused import unused
from pnp.face.layout import Layout
from pnp.findings import Findings, KitError
from pnp.kit.folder import open_folder
from pnp.kits import find, known_kits, load, read


def test_the_build_id_follows_names_and_contents_alone(tmp_path: Path) -> None:
    first, second = write_kit(tmp_path / "a"), write_kit(tmp_path / "b")
    (second / "notes.txt").write_text("not the kit's")
    (second / ".hidden.csv").write_text("id")
    (second / "dyes.csv").write_bytes(DYES.replace("\n", "\r\n").encode())
    os.utime(second / "dyes.csv", (1, 1))
    build = load(first).build
    assert load(second).build == build
    assert len(build) == 6
    assert int(build, 16) >= 0
    (second / "art").mkdir()
    (second / "art" / "new.svg").write_text("<svg/>")
    assert load(second).build != build


def test_findings_name_files_from_where_the_press_was_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_kit(tmp_path / "games" / "tiny", {"words.es.toml": None})
    monkeypatch.chdir(tmp_path)
    _, findings = read(folder)
    assert [str(finding.place) for finding in findings] == ["games/tiny/words.es.toml"]


def test_links_out_of_the_folder_are_refused(tmp_path: Path) -> None:
    folder = write_kit(tmp_path / "kit", {"dyes.csv": None})
    (tmp_path / "dyes.csv").write_text(DYES)
    (folder / "dyes.csv").symlink_to(tmp_path / "dyes.csv")
    (folder / "art").symlink_to(tmp_path)
    kit, findings = read(folder)
    assert [(where(finding, folder), finding.message) for finding in findings][:2] == [
        ("art", "leads out of the kit folder"),
        ("dyes.csv", "leads out of the kit folder"),
    ]
    assert kit is not None
    assert not kit.tables


def test_a_link_within_the_folder_is_a_file(tmp_path: Path) -> None:
    folder = write_kit(tmp_path, {"dyes.csv": None, "data/d.csv": DYES})
    (folder / "dyes.csv").symlink_to(folder / "data" / "d.csv")
    assert len(load(folder).tables["dyes"].rows) == 3


ACCENTS = {"joined": "ni\u00f1o", "apart": "nin\u0303o"}


@pytest.mark.parametrize(("file", "cell"), [("joined", "apart"), ("apart", "joined"), ("apart", "apart")])
def test_names_of_files_are_found_however_their_accents_are_written(tmp_path: Path, file: str, cell: str) -> None:
    named, said = ACCENTS[file], ACCENTS[cell]
    toml = swapped(FILES["kit.toml"], ("dyes.csv", f"{said}.csv"), ('cubes = "count"', 'cubes = "count"\npic = "text"'))
    header, *rows = FILES["dyes.csv"].splitlines()
    table = "\n".join([f"{header},pic", *(f"{row},{said}.svg" for row in rows)])
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'
    face = '[[draw]]\npicture = "{pic}"\n[[draw]]\npicture = "x/' + said + '.jfif"\n'
    photo = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(photo, "JPEG")
    changes = {"kit.toml": toml, "dyes.csv": None, f"{named}.csv": table, f"art/{named}.svg": svg}
    write_kit(tmp_path, {**changes, f"art/x/{named}.jfif": photo.getvalue(), "faces/dye.toml": face})
    kit = load(tmp_path)
    layout = Layout(kit, "en")
    assert layout.scene("dye", kit.tables["dyes"]["blue"], size=(20.0, 20.0)).items
    assert not list(layout.findings)
    assert not [finding for finding in unused(kit) if finding.code == "unused-art"]


def test_two_files_whose_names_look_alike_are_told(tmp_path: Path) -> None:
    write_kit(tmp_path, {f"{name}.md": "" for name in ACCENTS.values()})
    (finding,) = read(tmp_path)[1]
    assert finding.message == "has the name of another file, which has its accents otherwise"


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    folder = write_kit(tmp_path, {"dyes.csv": None})
    os.mkfifo(folder / "dyes.csv")
    _, findings = read(folder)
    assert "dyes.csv: is not a plain file" in [f"{where(finding, folder)}: {finding.message}" for finding in findings]


def test_a_kit_toml_that_is_no_plain_file_is_called_so(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "kit.toml")
    assert [finding.message for finding in read(tmp_path)[1]] == ["kit.toml is not a plain file"]


def test_a_file_that_goes_while_files_are_listed_is_no_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_kit(tmp_path)
    lstat = Path.lstat

    def gone(path: Path) -> os.stat_result:
        if path.name == "dyes.csv":
            raise FileNotFoundError(2, "No such file or directory", str(path))
        return lstat(path)

    monkeypatch.setattr(Path, "lstat", gone)
    findings = Findings()
    open_folder(tmp_path, findings)
    assert [finding.message for finding in findings] == ["cannot be read: it was there a moment ago"]


def test_a_kit_is_found_by_name_or_path(tmp_path: Path) -> None:
    assert find(str(write_kit(tmp_path))) == tmp_path
    assert find("hangzhou") == known_kits()["hangzhou"]
    with pytest.raises(KitError) as caught:
        find("hangzou")
    assert "hangzhou" in caught.value.findings[0].hint


def test_a_folder_without_kit_toml_is_no_kit(tmp_path: Path) -> None:
    kit, findings = read(tmp_path)
    assert kit is None
    assert [finding.code for finding in findings] == ["no-kit"]


def test_load_raises_all_errors(tmp_path: Path) -> None:
    with pytest.raises(KitError) as caught:
        load(write_kit(tmp_path, {"kit.toml": KIT.replace("16", '"x"').replace('"plain"', '"pain"')}))
    assert len(caught.value.findings) == 1  # the size; its component is then not there to have a back


def test_a_leaflet_too_large_to_be_read_is_not_called_missing_too(tmp_path: Path) -> None:
    leaflet = '\n[[component]]\nid = "rules"\nkind = "leaflet"\ntitle = "R"\nfile = "rules"\n'
    large = {f"rules.{language}.md": "# R\n" * 300_000 for language in ("en", "es")}
    folder = write_kit(tmp_path / "kit", {"kit.toml": KIT + leaflet, **large})
    _, findings = read(folder)
    assert [where(finding, folder) for finding in findings] == ["rules.en.md", "rules.es.md"]
