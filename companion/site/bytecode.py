"""A module as bytecode, without what a running app never asks for. The runtime itself runs this when a site is built
(`compile.mjs`), so it needs nothing but Python's own library.

What goes: text that documents, assertions, what only checkers of types read (annotations of functions, overloads, what
stands under ``TYPE_CHECKING``), and the lines of a function but for its first: an error names that. Annotations of
classes stay: many are read.
"""

from __future__ import annotations

import ast
import importlib.util
import marshal
from pathlib import Path
from typing import TypeAlias

FLAGS = 0b01
"""Of a file of bytecode: it is of this source by its hash, which nobody is to check."""
REGISTERS = "register"
"""What reads the annotations of a function that it decorates: `functools.singledispatch`."""
Function: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef"


def compiled(source: bytes, name: str) -> bytes:
    """The file of bytecode of a module for the Python that runs this; `name` is what errors call it."""
    tree = ast.parse(source)
    _Lean().visit(tree)
    code = compile(ast.fix_missing_locations(tree), name, "exec", dont_inherit=True, optimize=2)
    head = importlib.util.MAGIC_NUMBER + FLAGS.to_bytes(4, "little") + importlib.util.source_hash(source)
    return head + marshal.dumps(code)


def compile_folder(folder: Path) -> None:
    """Leaves of every module in a folder its bytecode alone."""
    for file in sorted(folder.rglob("*.py")):
        name = file.relative_to(folder).as_posix()
        file.with_suffix(".pyc").write_bytes(compiled(file.read_bytes(), name))
        file.unlink()


class _Lean(ast.NodeTransformer):
    def __init__(self) -> None:
        self._line = 0
        """Where the function begins that is looked at; none: no function is."""

    def visit(self, node: ast.AST) -> ast.AST | list[ast.stmt] | None:
        if self._line and hasattr(node, "lineno"):
            vars(node).update(lineno=self._line, end_lineno=self._line, col_offset=0, end_col_offset=0)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return self._function(node)
        self.generic_visit(node)
        if isinstance(node, ast.If) and _last(node.test) == "TYPE_CHECKING":
            return node.orelse or ast.Pass()
        return _filled(node) if isinstance(node, (ast.ClassDef, ast.If)) else node

    def _function(self, node: Function) -> ast.AST | None:
        decorators = {_last(one) for one in node.decorator_list}
        if "overload" in decorators:
            return None
        if REGISTERS not in decorators:
            node.returns = None
            given = node.args
            for one in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg):
                if one is not None:
                    one.annotation = None
        before, self._line = self._line, node.lineno
        self.generic_visit(node)
        self._line = before
        return node


def _filled(node: ast.ClassDef | ast.If) -> ast.AST:
    """With something in it, where nothing is left."""
    node.body = node.body or [ast.Pass()]
    return node


def _last(node: ast.AST) -> str:
    """The last name of `a.b.c`; of anything else none."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
