"""What the commands that work on kits share: options, a bar that shows progress, findings, exit codes."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.choice import choice
from pnp.programs import NO_ROOM

if TYPE_CHECKING:
    from pnp.build.build import Built, Progress
    from pnp.findings import Findings
    from pnp.sheet.options import Options

INKS = ("full", "black", "low")
BAR = 24
"""Width of the progress bar in characters."""
DEFAULT_COMPANION = "http://silkroad.local:8000"


class Addresses(click.ParamType[str]):
    """The companion's address, as it is printed on the paper and in the codes; "" for none."""

    name = "URL"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from pnp.sheet.address import companion_address

        if value == "none":
            return ""
        try:
            return companion_address(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


def comma_list(_context: click.Context, _option: click.Parameter, value: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part.strip() for part in value.split(",") if part.strip()))


KITS = click.argument("kits", nargs=-1, metavar="[KIT]...")
LANGUAGE = click.option(
    "--language",
    callback=comma_list,
    default="",
    metavar="en,es",
    help="Languages to print, with commas between. [default: all of the kit]",
)
INK = choice(
    "--ink",
    INKS,
    "black: the same faces in black ink and its greys; low: outlines, hatching and signs instead of filled grounds.",
)
ONLY = click.option(
    "--only",
    multiple=True,
    metavar="ID[:ROWS]",
    help="Print only these pieces, for instance buildings:17,18-20 or coins:coinx3. May be given again.",
)
WITHOUT = click.option(
    "--without",
    multiple=True,
    metavar="ID",
    help="Leave out a component, for instance price-dice. May be given again.",
)


def profile_option(default: str) -> Callable[[Any], Any]:
    """The option `--profile`; the default "" is the kit's own profile."""
    return click.option(
        "--profile",
        default=default,
        metavar="NAME",
        help="lean: only what is needed to play; full: everything; or a profile of the kit: ours have economy, for a "
        f"table with phones. [default: {default or 'what the kit says'}]",
    )


COMPANION = click.option(
    "--companion",
    type=Addresses(),
    default=DEFAULT_COMPANION,
    show_default=True,
    help="Address that the printed QR codes lead to; none: print no code, address or word of a companion.",
)
OUT = click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default="output",
    show_default=True,
    help="Folder that gets one folder for each kit.",
)


def each_kit(folders: Sequence[Path], work: Callable[[Path, Progress], Findings], *, as_json: bool = False) -> int:
    """Does the work for each kit, reports what was found, and returns the exit code."""
    from pnp import report
    from pnp.findings import Findings, KitError, told
    from pnp.sheet.options import BadOptionError

    everything = Findings()
    for folder in folders:
        name = told(folder.resolve().name)
        try:
            with _progress(name) as progress:
                findings = work(folder, progress)
        except KitError as error:
            findings = Findings()
            findings.extend(error.findings)
        except BadOptionError as error:
            raise _misused(name, error) from None
        except BrokenPipeError:  # who listened has heard enough
            raise
        except OSError as error:
            raise click.ClickException(_unwritten(error, folder)) from None
        everything.extend(findings)
        if not as_json:
            for line in report.lines(findings):
                click.echo(line, err=True)
            click.echo(f"{name}: {report.summary(findings)}", err=True)
    if as_json:
        click.echo(report.as_json(everything))
    return 1 if everything.errors else 0


def build_and_report(build: Callable[[], Built], progress: Progress, folder: Path) -> Findings:
    """Builds a kit, lists the files on standard output, and returns the findings."""
    from pnp.build.build import NothingWantedError
    from pnp.findings import Findings
    from pnp.report import shown

    try:
        built = build()
    except NothingWantedError as nothing:
        click.echo(f"{folder.name}: {nothing}")
        return Findings()
    progress("", 1.0)
    for file in built.manifest.files:
        if file.what == "cut":
            continue
        kind = "picture" if file.path.endswith(".zip") else "page"
        content = f"{file.pages} {kind}{'' if file.pages == 1 else 's'}" if file.what != "order" else "the order"
        click.echo(f"{shown(built.folder / file.path)}  {content}")
    cuts = sum(1 for file in built.manifest.files if file.what == "cut")
    if cuts:
        click.echo(f"{shown(built.folder)}  {cuts} files for the cutter")
    return built.findings


def _unwritten(error: OSError, folder: Path) -> str:
    """What could not be read or written, why, and what to do where that is known."""
    from pnp.findings import told

    if error.errno in (errno.ENOSPC, errno.EDQUOT):  # files are named, where they are written
        where = error.filename or "standard output"
        return f"{told(str(where))}: {NO_ROOM}"
    where = told(str(error.filename or folder))
    if isinstance(error, FileExistsError | NotADirectoryError):
        return f"{where}: is no folder, though one is to be there; move it away, or choose another folder with --out"
    if isinstance(error, IsADirectoryError):
        return f"{where}: is a folder, though a file is to be there; move it away, or choose another folder with --out"
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return f"{where}: cannot be written there; choose another folder with --out"
    if error.errno == errno.EFBIG:
        return f"{where}: a file would be larger than you may write; raise that limit (ulimit -f), or print less"
    return f"{where}: {error.strerror or error}"


def kit_folders(kits: Sequence[str]) -> list[Path]:
    """The folders of the kits that a command works on, by `pnp.collection.choose`. Unless paths were typed, the first
    line says which they are."""
    from pnp.collection import choose
    from pnp.findings import KitError, told

    try:
        chosen = choose(kits)
    except KitError as error:
        first = error.findings[0]
        raise click.UsageError(f"'{first.place}': {first.message}; {first.hint}") from None
    names = [told(folder.resolve().name) for folder, _ in chosen]
    origins = [origin for _, origin in chosen]
    if any(origins):
        each = [f"{name} ({origin})" if origin else name for name, origin in zip(names, origins, strict=True)]
        listed = ", ".join(each) if kits else f"{', '.join(names)} ({origins[0]})"
        click.echo(f"{'Kit' if len(names) == 1 else 'Kits'}: {listed}", err=True)
    return [folder for folder, _ in chosen]


def one_kit(kits: Sequence[str]) -> Path:
    """The folder of the kit that a command for one kit works on."""
    folders = kit_folders(kits)
    if len(folders) > 1:
        raise click.UsageError(f"name one of them: {', '.join(map(str, folders))}")
    return folders[0]


def check_names(folders: Sequence[Path], options: Options) -> None:
    """Says at once what the options name that a kit has not: to find that, little of it need be read."""
    if not (options.only or options.without or options.profile or options.languages):
        return
    from pnp.kit.declared import declared
    from pnp.sheet.options import BadOptionError
    from pnp.sheet.options import check_names as check

    for folder in folders:
        kit = declared(folder)
        if kit is None:
            continue
        try:
            check(options, [component.id for component in kit.component], kit.profile)
            options.printed_languages(kit.kit.languages)
        except BadOptionError as error:
            raise _misused(folder.resolve().name, error) from None


def _misused(kit: str, error: ValueError) -> click.UsageError:
    return click.UsageError(f"{kit}: {error}")


@contextmanager
def _progress(kit: str) -> Iterator[Progress]:
    """A progress bar for one kit: shown on a terminal only, and removed at the end."""
    if not (sys.stderr and sys.stderr.isatty()):  # None, if it is closed
        yield lambda name, done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as RichProgress

    def show(name: str, done: float) -> None:
        if done >= 1:
            bar.stop()  # the terminal is free for the list of files
        else:
            bar.update(task, completed=done, file=name)

    bar = RichProgress(
        TextColumn("{task.description}", markup=False),
        BarColumn(BAR),
        TimeElapsedColumn(),
        TextColumn("{task.fields[file]}", markup=False),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    with bar:
        task = bar.add_task(kit, total=1.0, file="")
        yield show
