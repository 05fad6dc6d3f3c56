"""The project's own source files, parsed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "affray"


@dataclass(frozen=True)
class Module:
    """One source file. `place` is its path from the root of the project, `name` its dotted name."""

    path: Path
    place: str
    name: str
    text: str
    tree: ast.Module


@cache
def modules(folder: str = "src/affray") -> tuple[Module, ...]:
    """Every module under a folder of the project."""
    return tuple(_modules(folder))


def _modules(folder: str) -> Iterator[Module]:
    for path in sorted((ROOT / folder).rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        name = place.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        text = path.read_text(encoding="utf-8")
        yield Module(path, place, name, text, ast.parse(text))


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function and method, nested ones too."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node


def own_nodes(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.AST]:
    """The nodes of a function's body, without those of functions and classes inside it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            waiting.extend(ast.iter_child_nodes(node))


def called_name(call: ast.Call) -> str:
    """The last part of what is called: "roll" for `encounter.roll(...)`."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def at(module: Module, node: ast.AST) -> str:
    """Where a node stands, for people."""
    return f"{module.place}:{getattr(node, 'lineno', 0)}"
