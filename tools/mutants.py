"""Plants faults one at a time in a copy of this checkout and lists those that the tests notice. Run by `make mutants`.

`mutants.toml` lists the faults and the tests of each area. After a change of the code the tool names each fault whose
`old` text is no longer found exactly once: give it the new text, or choose another fault that breaks the same.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import msgspec

ROOT = Path(__file__).parents[1]
TABLE = Path(__file__).with_suffix(".toml")
LEAST = 57
"""Faults that the tests notice at least."""
SECONDS = 1200
"""Time for the tests of one fault. What hangs is noticed."""
PYTEST = ("-x", "-q", "-n", "0", "-p", "no:cacheprovider")
QUICK = "not slow and not landing and not bench and not outside and not long"
"""The tests that run first; the others follow only where these notice nothing."""
ALL = "not slow and not bench and not outside"


class Fault(msgspec.Struct, forbid_unknown_fields=True):
    """A text of a file, its replacement, and what that breaks. `tests` run before those of the area; `reason` says why
    nothing notices it."""

    file: str
    old: str
    new: str
    breaks: str
    tests: tuple[str, ...] = ()
    reason: str = ""

    def plant(self, tree: Path) -> None:
        """Replaces the text in a tree. Raises ValueError unless it is there exactly once."""
        path = tree / self.file
        text = path.read_text("utf-8") if path.is_file() else ""
        if text.count(self.old) != 1 or self.old == self.new:
            raise ValueError(f"{self.file}: found {text.count(self.old)} times: {self.old!r}")
        path.write_text(text.replace(self.old, self.new), "utf-8")


class FaultTable(msgspec.Struct, forbid_unknown_fields=True):
    """All faults, and the tests of each area by the beginning of its files' paths."""

    tests: dict[str, tuple[str, ...]]
    fault: tuple[Fault, ...]

    def select(self, fault: Fault) -> tuple[str, ...]:
        """The tests of the longest area that a fault lies in."""
        areas = [area for area in self.tests if fault.file.startswith(area)]
        return self.tests[max(areas, key=len)] if areas else ()


def read_table() -> FaultTable:
    """The table of faults."""
    return msgspec.toml.decode(TABLE.read_bytes(), type=FaultTable)


def find_stale(table: FaultTable, tree: Path = ROOT) -> Iterator[str]:
    """Each fault that cannot be planted, and each test path that is gone."""
    for fault in table.fault:
        path = tree / fault.file
        count = path.read_text("utf-8").count(fault.old) if path.is_file() else 0
        if count != 1:
            yield f"{fault.file}: found {count} times: {fault.old!r} ({fault.breaks})"
        tests = table.select(fault)
        if not tests:
            yield f"{fault.file}: no area has its tests"
        yield from (
            f"{fault.file}: there is no {test}"
            for test in (*fault.tests, *tests)
            if not (tree / test.split("::")[0]).exists()
        )


def copy_tree(target: Path) -> None:
    """Copies the files that git knows, as they are in the working tree."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, names.decode().split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)


def run_tests(tree: Path, own: Sequence[str], area: Sequence[str]) -> tuple[str, str]:
    """Runs a fault's own tests and then those of its area: `noticed`, `survived` or `unclear`, and the line that says
    why."""
    env = os.environ | {"CI": "true", "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    for marks, tests in (("not slow and not bench", own), (QUICK, area), (ALL, area)):
        if not tests:
            continue
        command = [sys.executable, "-m", "pytest", *PYTEST, "-m", marks, *tests]
        try:
            done = subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return "noticed", f"the tests hang for more than {SECONDS} s"
        if done.returncode in (1, 2):
            lines = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
            return "noticed", lines[0][:160] if lines else "no test could be collected"
        if done.returncode not in (0, 5):  # 5: no test has these marks
            return "unclear", (done.stdout + done.stderr).strip()[-300:]
    return "survived", ""


@click.command()
@click.option("--only", default="", help="Faults of a file or area that contains this text, or a number of the list.")
@click.option("--list", "listing", is_flag=True, help="List the faults with their tests; run nothing.")
def mutants(only: str, listing: bool) -> None:
    """List the planted faults that the tests notice. Fails if too few are."""
    table = read_table()
    stale = list(find_stale(table))
    if stale:
        raise click.ClickException("mutants.toml does not fit the code:\n" + "\n".join(stale))
    numbered = list(enumerate(table.fault, 1))
    chosen = [(n, one) for n, one in numbered if only in (str(n), "") or (not only.isdigit() and only in one.file)]
    if listing:
        for number, fault in chosen:
            click.echo(
                f"{number:2} {fault.file}: {fault.breaks}\n     {' '.join((*fault.tests, *table.select(fault)))}"
            )
        return
    results: dict[int, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        copy_tree(tree)
        for number, fault in chosen:
            source = (tree / fault.file).read_bytes()
            began = time.monotonic()
            fault.plant(tree)
            results[number], why = run_tests(tree, fault.tests, table.select(fault))
            (tree / fault.file).write_bytes(source)
            click.echo(
                f"{number:2} {results[number]:8} {time.monotonic() - began:4.0f} s  {fault.breaks}  {why}".rstrip()
            )
            if results[number] != "noticed" and fault.reason:
                click.echo(f"   {fault.reason}")
    noticed = sum(result == "noticed" for result in results.values())
    click.echo(f"{noticed} of {len(results)} faults noticed")
    unexplained = [n for n, one in chosen if results[n] != "noticed" and not one.reason]
    if unexplained or noticed < min(LEAST, len(results)):
        raise SystemExit(1)


if __name__ == "__main__":
    mutants()
