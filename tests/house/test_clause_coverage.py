"""Every clause that is played has a function that carries it and a test that reaches this function."""

from __future__ import annotations

import ast

import pytest

from affray import registers
from affray.kernel.clauses import carried, carriers
from affray.systems import registered, system
from tests.clause_watch import ROOT, read_ledger, register
from tests.house.source import functions, modules

SYSTEMS = [id_ for id_ in registered() if register(id_)]


def played(id_: str) -> list[str]:
    """The clauses of a register that have to be coded: all but those that begin with being for later."""
    shown = registers.register(id_).clauses
    return [clause for clause in register(id_) if shown[clause].tag != "later"]


def carriers_of(id_: str, clause: str) -> list[str]:
    """The functions of this system that carry a clause."""
    system(id_)
    home = f"affray.systems.{id_}."
    return [function.__name__ for function in carriers(clause) if function.__module__.startswith(home)]


@pytest.mark.parametrize("id_", SYSTEMS)
def test_every_clause_has_a_carrier(id_: str) -> None:
    """A line of the register that no function carries is not in the game."""
    missing = [clause for clause in played(id_) if not carriers_of(id_, clause)]
    assert not missing, f"no @clause for {', '.join(missing)}"


@pytest.mark.parametrize("id_", SYSTEMS)
def test_every_mark_names_a_line_of_the_register(id_: str) -> None:
    """A mark that leads to no line explains nothing."""
    system(id_)
    home = f"affray.systems.{id_}."
    marked = [clause for clause in carried() if any(f.__module__.startswith(home) for f in carriers(clause))]
    unknown = [clause for clause in marked if clause not in register(id_)]
    assert not unknown, f"not in docs/rules/{id_}.md: {', '.join(unknown)}"


@pytest.mark.parametrize("id_", SYSTEMS)
def test_every_clause_has_a_test(id_: str) -> None:
    """The ledger of the last whole run names a test for each; `pytest --write-coverage` renews it."""
    ledger = read_ledger(id_)
    missing = [clause for clause in played(id_) if not ledger.get(clause)]
    assert not missing, f"no test reaches {', '.join(missing)}"


@pytest.mark.parametrize("id_", SYSTEMS)
def test_the_ledger_names_tests_that_are_there(id_: str) -> None:
    """A test that was renamed or removed takes its lines of the ledger with it."""
    known = {f"{module.place}::{name}" for module in modules("tests") for name in _tests_of(module.tree)}
    named = {test for tests in read_ledger(id_).values() for test in tests}
    gone = [
        test
        for test in named
        if test not in known and not (test.endswith(".toml") and (ROOT / test).is_file())
    ]
    assert not gone, "\n".join(sorted(gone))


@pytest.mark.parametrize("id_", SYSTEMS)
def test_the_ledger_names_clauses_that_are_there(id_: str) -> None:
    """A clause that left the register leaves the ledger."""
    unknown = [clause for clause in read_ledger(id_) if clause not in register(id_)]
    assert not unknown, ", ".join(unknown)


def _tests_of(tree: ast.Module) -> list[str]:
    """Test functions of a module, and those in its classes as "Class::test"."""
    found = [node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            found += [f"{node.name}::{function.name}" for function in functions(node)]
    return found
