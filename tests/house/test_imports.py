"""Imports go one way, and what decides a fight knows neither clock nor chance of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.house.source import Module, at, modules

LAYERS = (
    ("kernel",),
    ("dice", "board", "telling"),
    ("systems",),
    ("content",),
    ("bots", "odds"),
    ("sim",),
    ("registers",),
    ("table",),
    ("server",),
    ("cli",),
)
"""From the kernel up. A package may import from those below it, and leaves those beside it alone."""

MAY_IMPORT = {
    package: {package, *(below for layer in LAYERS[:height] for below in layer)}
    for height, layer in enumerate(LAYERS)
    for package in layer
} | {package: {package, "kernel", "dice"} for package in ("bots", "odds")}
"""Package to the packages it may import from. Bots and odds know no system, only the kernel's idea of one."""

PURE = ("kernel", "dice", "board", "telling", "systems", "bots", "odds", "sim")
"""Packages in which the same inputs must give the same fight, always and everywhere."""

IMPURE = {"time", "datetime", "random", "secrets", "uuid", "os", "socket", "threading", "asyncio", "tempfile"}


def imported(module: Module) -> Iterator[tuple[ast.AST, str]]:
    """Every name imported anywhere in a module, with its node."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{at(module, node)}: imports are absolute"
            yield node, str(node.module)
            yield from ((node, f"{node.module}.{alias.name}") for alias in node.names)


def package_of(name: str) -> str:
    """The package of affray that a dotted name belongs to; empty for anything else."""
    parts = name.split(".")
    return parts[1] if parts[0] == "affray" and len(parts) > 1 else ""


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_go_one_way(package: str) -> None:
    """A package imports only from those below it."""
    wrong = [
        f"{at(module, node)} imports {name}"
        for module in modules(f"src/affray/{package}")
        for node, name in imported(module)
        if package_of(name) not in MAY_IMPORT[package] | {"", "__version__"}
    ]
    assert not wrong, "\n".join(wrong)


def test_systems_never_import_each_other() -> None:
    """A system can be removed without touching another."""
    wrong = []
    for module in modules("src/affray/systems"):
        own = module.name.split(".")[2:3]
        for node, name in imported(module):
            parts = name.split(".")
            if own and parts[:2] == ["affray", "systems"] and len(parts) > 2 and parts[2:3] != own:
                wrong.append(f"{at(module, node)} imports {name}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("package", PURE)
def test_nothing_pure_knows_clock_or_chance(package: str) -> None:
    """No wall clock, no random numbers but the counter dice, no environment, no threads."""
    wrong = [
        f"{at(module, node)} imports {name}"
        for module in modules(f"src/affray/{package}")
        for node, name in imported(module)
        if name.split(".")[0] in IMPURE
    ]
    assert not wrong, "\n".join(wrong)
