"""The tables of a document, and what code says about the same things."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.clause_watch import ROOT

REFERENCE = ROOT / "docs" / "reference"
Row = list[str]


def tables(document: Path) -> dict[str, list[Row]]:
    """The rows of every table, by the first cell of its head; tables with the same head are one."""
    found: dict[str, list[Row]] = {}
    rows: list[Row] | None = None
    for line in document.read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            rows = None
        elif rows is None:
            rows = found.setdefault(cells(line)[0], [])
        elif not line.startswith("| ---"):
            rows.append(cells(line))
    return found


def cells(line: str) -> Row:
    """The cells of a row."""
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def in_code(cell: str) -> list[str]:
    """What a cell shows in the type of code."""
    return re.findall(r"`([^`]+)`", cell)


def rows_by_name(rows: list[Row]) -> dict[str, Row]:
    """Rows by what their first cell shows in code; a row that shows several names stands for each."""
    return {name: row for row in rows for name in in_code(row[0])}


# Schemas


def ranges(schema: Mapping[str, Any]) -> list[str]:
    """The spans of whole numbers in a property, as a table writes them: "1 to 60"."""
    spans = [(part["minimum"], part["maximum"]) for part in _parts(schema) if "maximum" in part]
    return [f"{least} to {most}" for least, most in spans]


def choices(schema: Mapping[str, Any]) -> list[str]:
    """The texts of which a property is one."""
    return [str(text) for part in _parts(schema) for text in (*part.get("enum", ()), *_constant(part))]


def _constant(part: Mapping[str, Any]) -> tuple[str, ...]:
    return (part["const"],) if isinstance(part.get("const"), str) else ()


def _parts(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A property and what it is made of, without the tables it refers to."""
    yield schema
    for key in ("items", "additionalProperties", "propertyNames"):
        if isinstance(schema.get(key), dict):
            yield from _parts(schema[key])
    for part in schema.get("anyOf", ()):
        yield from _parts(part)


# Source text


def source_of(folder: Path) -> list[ast.AST]:
    """Every node of the modules of a folder."""
    modules = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py"))]
    return [node for module in modules for node in ast.walk(module)]


def called(nodes: Sequence[ast.AST], name: str, argument: int) -> set[str]:
    """The texts that are handed to a function or method as one of its arguments, `{}` for what is put in."""
    found = set()
    for node in nodes:
        if isinstance(node, ast.Call) and _name(node.func) == name and len(node.args) > argument:
            given = text_of(node.args[argument])
            if given is not None:
                found.add(given)
    return found


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def text_of(node: ast.AST | None) -> str | None:
    """A text as it is written in code, with `{}` for what is put in; None for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part) or "{}" for part in node.values)
    return None
