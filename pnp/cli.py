"""Programs with commands that are imported when they run, so that help and wrong words are answered at once."""

from __future__ import annotations

import errno
import os
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.findings import (
    Findings,
    KitError,
    count_noun,
    encode_findings,
    format_findings,
    format_name,
    shorten_path,
    summarize_findings,
)

if TYPE_CHECKING:
    from pnp.build.build import Built, Progress

NO_ROOM = "there is no room left; make some, or write elsewhere"
GONE = "the folder that this was begun in is gone; cd to one that is there"


class CommandGroup(click.Group):
    """A group of commands: each name, in the order of the help, with the module that has a function of that name."""

    def __init__(self, *args: Any, modules: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._modules = modules

    def main(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            if error.filename or error.errno not in (errno.ENOSPC, errno.EDQUOT):
                raise
            click.echo(f"Error: standard output: {NO_ROOM}", err=True)
            sys.exit(1)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._modules:
            return None
        command: click.Command = getattr(import_module(self._modules[cmd_name]), cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            os.getcwd()  # noqa: PTH109 - help need not wait for pathlib
        except FileNotFoundError:
            raise click.ClickException(GONE) from None
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            for meant in get_close_matches(args[0], self._modules, 1):
                raise click.UsageError(f"{error.message} Did you mean '{meant}'?", ctx) from None
            raise


MINUS = "[−–‒‑‐]"
"""What people type for it, and what their keyboards make of a hyphen: minus, en and figure dash, two hyphens."""


def choice(option: str, words: Sequence[str], meant: str) -> Callable[[Any], Any]:
    """Returns an option with a choice of words, the first as its default; `meant` is its help."""
    return click.option(option, type=click.Choice(words), default=words[0], show_default=True, help=meant)


def two_numbers(text: str) -> tuple[float, float]:
    """Parses two numbers, separated by a comma, or by a blank or semicolon if they have decimal commas. Raises
    ValueError."""
    parts = re.split(r"[\s;]+", text.strip()) if re.search(r"[\s;]", text.strip()) else text.split(",")
    first, second = (float(re.sub(MINUS, "-", part.strip(" ,")).replace(",", ".")) for part in parts)
    return first, second


INKS = ("full", "black", "low")
BAR = 24
"""Width of the progress bar in characters."""
DEFAULT_COMPANION = "http://silkroad.local:8000"


def _read_address(context: click.Context, option: click.Parameter, value: str) -> str:
    """Returns the companion's address as it is printed on paper and in codes; "" for none."""
    from pnp.sheet.options import normalize_address

    try:
        return "" if value == "none" else normalize_address(value)
    except ValueError as error:
        raise click.BadParameter(str(error), context, option) from None


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
    """Returns the option `--profile`; the default "" is the kit's own profile."""
    return click.option(
        "--profile",
        default=default,
        metavar="NAME",
        help="lean: only what is needed to play; full: everything; or a profile of the kit: ours have economy, for a "
        f"table with phones. [default: {default or 'what the kit says'}]",
    )


COMPANION = click.option(
    "--companion",
    callback=_read_address,
    metavar="URL",
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
    from pnp.sheet.options import BadOptionError

    everything = Findings()
    for folder in folders:
        name = format_name(folder.resolve().name)
        findings = Findings()
        try:
            with _progress(name) as progress:
                findings.extend(work(folder, progress))
        except KitError as error:
            findings.extend(error.findings)
        except BadOptionError as error:
            raise click.UsageError(f"{name}: {error}") from None
        except BrokenPipeError:  # who listened has heard enough
            raise
        except OSError as error:
            raise click.ClickException(_unwritten(error, folder)) from None
        everything.extend(findings)
        if not as_json:
            for line in format_findings(findings):
                click.echo(line, err=True)
            click.echo(f"{name}: {summarize_findings(findings)}", err=True)
    if as_json:
        click.echo(encode_findings(everything))
    return 1 if everything.errors else 0


def build_and_report(build: Callable[[], Built], progress: Progress, folder: Path) -> Findings:
    """Builds a kit, lists the files on standard output, and returns the findings."""
    from pnp.build.build import NothingWantedError

    try:
        built = build()
    except NothingWantedError as nothing:
        click.echo(f"{folder.name}: {nothing}")
        return Findings()
    progress("", 1.0)
    files = [file for file in built.manifest.files if file.what != "cut"]
    for file in files:
        kind = "picture" if file.path.endswith(".zip") else "page"
        content = "the order" if file.what == "order" else count_noun(file.pages, kind)
        click.echo(f"{shorten_path(built.folder / file.path)}  {content}")
    if cuts := len(built.manifest.files) - len(files):
        click.echo(f"{shorten_path(built.folder)}  {cuts} files for the cutter")
    return built.findings


def _unwritten(error: OSError, folder: Path) -> str:
    """Returns the message for a file error: the file, the reason, and the remedy if known."""
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)  # where files are written, the error names them
    where = format_name(str(error.filename or ("standard output" if full else folder)))
    why = error.strerror or str(error)
    move = "move it away, or choose another folder with --out"
    if full:
        why = NO_ROOM
    elif isinstance(error, FileExistsError | NotADirectoryError):
        why = f"is no folder, though one is to be there; {move}"
    elif isinstance(error, IsADirectoryError):
        why = f"is a folder, though a file is to be there; {move}"
    elif error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        why = "you may not read or write there; change its permissions, or choose another folder"
    elif error.errno == errno.EFBIG:
        why = "a file would be larger than you may write; raise that limit (ulimit -f), or print less"
    return f"{where}: {why}"


def kit_folders(kits: Sequence[str], *, unique: bool = False) -> list[Path]:
    """Returns the folders of the kits that a command works on, by `pnp.kits.choose`. Unless paths were typed, prints
    which they are. `unique`: kits of the same id are refused, as the second would replace the files of the first."""
    from pnp.kits import choose

    try:
        chosen = choose(kits)
    except KitError as error:
        first = error.findings[0]
        raise click.UsageError(f"'{first.place}': {first.message}; {first.hint}") from None
    names = [format_name(folder.resolve().name) for folder, _ in chosen]
    origins = [origin for _, origin in chosen]
    if any(origins):
        each = [f"{name} ({origin})" if origin else name for name, origin in zip(names, origins, strict=True)]
        listed = ", ".join(each) if kits else f"{', '.join(names)} ({origins[0]})"
        click.echo(f"{'Kit' if len(names) == 1 else 'Kits'}: {listed}", err=True)
    known: dict[object, Path] = {}
    for folder, _ in chosen if unique else ():
        with suppress(OSError, ValueError, LookupError, TypeError):  # a faulty kit.toml is reported when it is read
            name = tomllib.loads((folder / "kit.toml").read_text("utf-8-sig"))["kit"]["id"]
            if (other := known.setdefault(name, folder)) != folder:
                raise click.UsageError(f"{other} and {folder} have the same id, {name!r}: change one, or name one kit")
    return [folder for folder, _ in chosen]


def one_kit(kits: Sequence[str]) -> Path:
    """Returns the folder of the kit for a command that takes one kit."""
    folders = kit_folders(kits)
    if len(folders) > 1:
        raise click.UsageError(f"name one of them: {', '.join(map(str, folders))}")
    return folders[0]


@contextmanager
def _progress(kit: str) -> Iterator[Progress]:
    """Shows a progress bar for one kit, on a terminal only, and removes it at the end."""
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


COMMANDS = {
    "build": "pnp.commands",
    "calibrate": "pnp.calibration.commands",
    "check": "pnp.commands",
    "diff": "pnp.diff.commands",
    "export": "pnp.export.commands",
    "fetch": "pnp.fetch",
    "new": "pnp.new",
    "order": "pnp.vendor.commands",
    "schema": "pnp.schema",
    "watch": "pnp.studio.commands",
    "words": "pnp.commands",
}


@click.group(
    cls=CommandGroup,
    modules=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="silk-road-print-and-play", prog_name="pnp")
def main() -> None:
    """Print board games at home, from folders of data.

    A KIT is any folder with a kit.toml in it, or the name of one of ours (dunhuang, hangzhou, xanadu). Without a KIT,
    commands take the one in this folder, else those in its subfolders.
    """
