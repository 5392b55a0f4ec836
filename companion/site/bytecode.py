"""A module as bytecode, without what a running app never asks for. The runtime itself runs this when a site is built
(`compile.mjs`), so it needs nothing but Python's own library.

What goes: text that documents, assertions, what only checkers of types read (annotations of functions, overloads, what
stands under ``TYPE_CHECKING``), and the lines of a function but for its first: an error names that. Annotations of
classes stay: many are read.
"""

from __future__ import annotations

import ast
import importlib.util
import inspect
import marshal
from collections.abc import Sequence
from pathlib import Path
from types import CodeType

FLAGS = 0b01
"""Of a file of bytecode: it is of this source by its hash, which nobody is to check."""
REGISTERS = {"register", "operation"}
"""Decorators that read annotations: those of `functools.singledispatch` and of the interface for programs."""
TYPED = (b"->", b"TYPE_CHECKING")
"""What stands in modules with types for checkers. A syntax tree of others takes half as long again for nothing."""
BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
"""What statements hold others in."""
SAME_LINE = tuple(bytes([0x80 | 13 << 3 | n, 0]) for n in range(8))
"""So many units of code and one more are of the line before, as CPython writes it."""


def compiled(source: bytes, name: str) -> bytes:
    """The file of bytecode of a module for the Python that runs this; `name` is what errors call it."""
    read: ast.Module | bytes = source
    if any(mark in source for mark in TYPED):
        read = ast.parse(source)
        _lean(read)
    code = _shortened(compile(read, name, "exec", dont_inherit=True, optimize=2))
    head = importlib.util.MAGIC_NUMBER + FLAGS.to_bytes(4, "little") + importlib.util.source_hash(source)
    return head + marshal.dumps(code)


def compile_folder(folder: Path) -> None:
    """Leaves of every module in a folder its bytecode alone."""
    for file in sorted(folder.rglob("*.py")):
        name = file.relative_to(folder).as_posix()
        file.with_suffix(".pyc").write_bytes(compiled(file.read_bytes(), name))
        file.unlink()


def _lean(node: ast.AST) -> None:
    """Takes from the statements in a node what goes. Expressions are not looked at: that would take as long again."""
    for name in BLOCKS:
        block = getattr(node, name, None)
        if block:
            left = [one for statement in block for one in _left(statement)]
            none = [ast.Pass(lineno=getattr(node, "lineno", 1), col_offset=0)] if name == "body" else []
            setattr(node, name, left or none)


def _left(node: ast.AST) -> Sequence[ast.AST]:
    """What is left of a statement."""
    _lean(node)
    if isinstance(node, ast.If) and _last(node.test) == "TYPE_CHECKING":
        return node.orelse
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        decorators = {_last(one.func if isinstance(one, ast.Call) else one) for one in node.decorator_list}
        if "overload" in decorators:
            return ()
        if REGISTERS.isdisjoint(decorators):
            node.returns = None
            given = node.args
            for one in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg):
                if one is not None:
                    one.annotation = None
    return (node,)


def _last(node: ast.AST) -> str:
    """The last name of `a.b.c`; of anything else none."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _shortened(code: CodeType, line: int = 0) -> CodeType:
    """With one line for all of a function: its own, or that of the function around it."""
    if code.co_flags & inspect.CO_OPTIMIZED:
        line = line or code.co_firstlineno
    inner = tuple(_shortened(one, line) if isinstance(one, CodeType) else one for one in code.co_consts)
    if not line:
        return code.replace(co_consts=inner)
    units = len(code.co_code) // 2
    lines = b"".join(SAME_LINE[min(units - at, len(SAME_LINE)) - 1] for at in range(0, units, len(SAME_LINE)))
    return code.replace(co_consts=inner, co_firstlineno=line, co_linetable=lines)
