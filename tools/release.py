"""Write the files of a release into output/release: kits, wheel, static site and checksums. Run by `make release`."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import click

from companion.site.build import build as build_site
from companion.site.kits import EPOCH, printed

ROOT = Path(__file__).parents[1]


@click.command()
@click.option(
    "--out", type=click.Path(path_type=Path), default=ROOT / "output" / "release", help="Folder of the release."
)
@click.option("--address", default="http://silkroad.local:8000", show_default=True, help="Where printed codes lead.")
@click.option("--site/--no-site", default=True, help="With the static site, which needs npm and node.")
def release(out: Path, address: str, site: bool) -> None:
    """Write the files of a release, and print their checksums."""
    out.mkdir(parents=True, exist_ok=True)
    for old in (*out.glob("*.zip"), *out.glob("*.whl")):
        old.unlink()
    for kit, archive in printed(address):
        (out / Path(kit.path).name).write_bytes(archive)
    if site:
        build_site(out / "site", kits=False)
        pack_folder(out / "site", out / "site.zip")
    build_wheel(out)
    files = sorted([*out.glob("*.zip"), *out.glob("*.whl")])
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (out / "SHA256SUMS").write_text("".join(sums), "utf-8")
    click.echo("".join(sums), nl=False)


def pack_folder(folder: Path, archive: Path) -> None:
    """Moves a folder into a ZIP file. The same files make the same bytes."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), EPOCH)
            file.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
    shutil.rmtree(folder)


def build_wheel(out: Path) -> None:
    """Builds the wheel of this checkout."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(out)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    release()
