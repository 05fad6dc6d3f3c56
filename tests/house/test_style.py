"""Length, words, docstrings: what makes the source readable."""

from __future__ import annotations

import ast
import re

from tests.house.source import Module, at, functions, modules

FUNCTION_LINES_MAX = 50
MODULE_LINES_MAX = 500
UNFINISHED = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|X" + r"XX|HA" + r"CK)\b")


def everything() -> tuple[Module, ...]:
    """Every Python file of the project."""
    return tuple(
        module for folder in ("src/affray", "tests", "benchmarks", "scripts") for module in modules(folder)
    )


def test_functions_are_short() -> None:
    """A function that is too long does too much; its docstring does not count."""
    found = []
    for module in modules():
        for function in functions(module.tree):
            first = function.body[0]
            documented = ast.get_docstring(function) is not None
            start = int(first.end_lineno or 0) + 1 if documented else function.lineno
            lines = int(function.end_lineno or 0) - start + 1
            if lines > FUNCTION_LINES_MAX:
                found.append(f"{at(module, function)}: {function.name} has {lines} lines")
    assert not found, "\n".join(found)


def test_modules_are_short() -> None:
    """One idea per module. A module of tests may list many cases."""
    found = [
        f"{module.place} has {lines} lines"
        for module in modules()
        if (lines := len(module.text.splitlines())) > MODULE_LINES_MAX
    ]
    assert not found, "\n".join(found)


def test_nothing_is_left_for_later() -> None:
    """What is not done is said in the documentation, not marked in the source."""
    found = [
        f"{module.place}:{number}"
        for module in everything()
        for number, line in enumerate(module.text.splitlines(), start=1)
        if UNFINISHED.search(line)
    ]
    assert not found, "\n".join(found)


def test_no_test_is_skipped() -> None:
    """A test that does not run tells nothing: no skip, no expected failure."""
    found = [
        at(module, node)
        for module in modules("tests")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute)
        and node.attr in ("skip", "skipif", "xfail", "importorskip")
        and ast.unparse(node.value) in ("pytest", "pytest.mark", "unittest")
    ]
    assert not found, "\n".join(found)


def test_every_test_says_what_it_is_for() -> None:
    """A test without a docstring leaves open what would be wrong if it failed."""
    found = [
        f"{at(module, function)}: {function.name}"
        for module in modules("tests")
        if module.path.name.startswith("test_")
        for function in functions(module.tree)
        if function.name.startswith("test_") and ast.get_docstring(function) is None
    ]
    assert not found, "\n".join(found)


def test_no_default_can_be_changed() -> None:
    """A mutable default is shared by all calls."""
    found = [
        f"{at(module, function)}: {function.name}"
        for module in everything()
        for function in functions(module.tree)
        for default in [*function.args.defaults, *function.args.kw_defaults]
        if isinstance(default, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp))
    ]
    assert not found, "\n".join(found)


def test_public_things_are_documented() -> None:
    """Every module, public class, function and method of the package has a docstring.

    The `apply` of an event does what the event's own docstring says.
    """
    found = []
    for module in modules():
        if ast.get_docstring(module.tree) is None:
            found.append(module.place)
        for node in _public(module.tree):
            if ast.get_docstring(node) is None and node.name != "apply":
                found.append(f"{at(module, node)}: {node.name}")
    assert not found, "\n".join(found)


def _public(tree: ast.Module | ast.ClassDef) -> list[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    found = [node for node in tree.body if isinstance(node, kinds) and not node.name.startswith("_")]
    return found + [inner for node in found if isinstance(node, ast.ClassDef) for inner in _public(node)]


def test_no_exception_is_swallowed_whole() -> None:
    """A bare `except` hides what nobody thought of."""
    found = [
        at(module, node)
        for module in everything()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ExceptHandler) and node.type is None
    ]
    assert not found, "\n".join(found)
