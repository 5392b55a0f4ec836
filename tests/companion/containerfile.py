"""Containerfile without an engine: its instructions, and its stages carried out in folders instead of images."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[2]
KNOWN = frozenset(
    {"FROM", "ARG", "ENV", "WORKDIR", "COPY", "RUN", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"}
)
BELOW = ("/usr", "/etc/ssl", "/etc/alternatives", *([] if sys.base_prefix.startswith("/usr") else [sys.base_prefix]))
"""What programs in a box have of this machine: its system files and its Python, to read."""


@dataclass(frozen=True)
class Stage:
    """One image: what it begins with, its name, and its instructions in order."""

    base: str
    name: str
    steps: list[tuple[str, str]] = field(default_factory=list)

    def all(self, word: str) -> list[str]:
        return [rest for found, rest in self.steps if found == word]

    def words(self, word: str) -> list[str]:
        """The last instruction of that word in its exec form; no shell is between."""
        found = json.loads(self.all(word)[-1])
        assert isinstance(found, list) and all(isinstance(one, str) for one in found)
        return found

    @property
    def health(self) -> list[str]:
        found: list[str] = json.loads(self.all("HEALTHCHECK")[-1].partition("CMD ")[2])
        return found

    @property
    def environment(self) -> dict[str, str]:
        return dict(word.split("=", 1) for line in self.all("ENV") for word in shlex.split(line))


def stages() -> list[Stage]:
    """The stages of our Containerfile. An instruction that is not known is a failure."""
    text = (ROOT / "Containerfile").read_text("utf-8")
    lines = re.sub(r"\\\n\s*", "", "\n".join(line for line in text.splitlines() if not line.startswith("#")))
    made = list[Stage]()
    for line in lines.splitlines():
        if not line:
            continue
        word, rest = line.split(" ", 1)
        assert word in KNOWN, f"{word} is not known here"
        if word == "FROM":
            base, _, name = rest.partition(" AS ")
            made.append(Stage(base, name))
        else:
            made[-1].steps.append((word, rest))
    return made


def sent() -> list[str]:
    """The files of the project that an engine is given, as .dockerignore says."""
    rules = [line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if not line.startswith("#")]
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "--cached", "--others"], capture_output=True, text=True, check=True
    ).stdout
    return [path for path in listed.splitlines() if not ignored(path, rules)]


def ignored(path: str, rules: list[str]) -> bool:
    """The last rule that fits a path, or a folder that it is in, decides."""
    above = [str(one) for one in [Path(path), *Path(path).parents]]
    out = False
    for rule in rules:
        pattern = rule.removeprefix("!").replace("**/", "*/") if "**" in rule else rule.removeprefix("!")
        if any(fnmatch(f"/{one}" if "**" in rule else one, pattern) for one in above if one != "."):
            out = not rule.startswith("!")
    return out


@dataclass(frozen=True)
class Box:
    """A folder that stands for an image. Programs run in it with this machine's system files and Python below."""

    root: Path

    def begin(self) -> None:
        """As an image of Python on Debian has it: a system's own lists of users, and nothing of ours."""
        (self.root / "etc").mkdir(parents=True)
        for name in ("passwd", "group", "shadow", "gshadow", "login.defs", "nsswitch.conf", "hosts", "resolv.conf"):
            if Path("/etc", name).exists():
                shutil.copy(f"/etc/{name}", self.root / "etc" / name)
        for name in ("bin", "sbin", "lib", "lib64"):
            (self.root / name).symlink_to(f"usr/{name}")
        for name in (*BELOW, "/dev", "/proc", "/tmp"):
            (self.root / name.lstrip("/")).mkdir(parents=True, exist_ok=True)

    def command(self, words: list[str], env: Mapping[str, str], cwd: str, *options: str, free: bool) -> list[str]:
        """The words as a command in it. `free`: they may write to it, as the builder may."""
        system = [word for name in BELOW for word in ("--ro-bind", name, name)]
        given = [word for name, value in env.items() for word in ("--setenv", name, value)]
        devices = ["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"]
        ends = ["--unshare-pid", "--die-with-parent", "--new-session", "--chdir", cwd]
        below = ["--bind" if free else "--ro-bind", str(self.root), "/"]
        return ["bwrap", *below, *system, *devices, *given, *options, *ends, *words]

    def build(self, stage: Stage, before: Mapping[str, Box], **args: str) -> None:
        """Carries out a stage's instructions. `args`: those of `--build-arg`."""
        env, cwd = {"PATH": f"{sys.base_prefix}/bin:/usr/sbin:/usr/bin:/sbin:/bin"}, "/"
        # Where packages come from, and by which certificates, is the setting of this machine.
        env |= {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_"))}
        for word, rest in stage.steps:
            if word == "ENV":
                for pair in shlex.split(rest):
                    name, value = pair.split("=", 1)
                    env[name] = value.replace("$PATH", env["PATH"])
            elif word == "ARG":
                name, _, value = rest.partition("=")
                env[name] = args.get(name, value)
            elif word == "WORKDIR":
                cwd = rest
                (self.root / cwd.lstrip("/")).mkdir(parents=True, exist_ok=True)
            elif word == "COPY":
                self.copy(rest, cwd, before)
            elif word == "RUN":
                run = self.command(["sh", "-c", rest], env, cwd, free=True)
                done = subprocess.run(run, capture_output=True, text=True, check=False)
                assert done.returncode == 0, f"{rest}\n{done.stdout[-2000:]}{done.stderr[-4000:]}"

    def copy(self, rest: str, cwd: str, before: Mapping[str, Box]) -> None:
        words = shlex.split(rest)
        source = ROOT
        if words[0].startswith("--from="):
            source = before[words.pop(0).removeprefix("--from=")].root
        *names, to = words
        target = self.root / Path(cwd, to).as_posix().lstrip("/")
        for name in names:
            found = source / name.lstrip("/")
            if found.is_dir():
                shutil.copytree(found, target, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                into = target / found.name if to.endswith("/") or len(names) > 1 else target
                into.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(found, into)
