"""Every worked example of the project holds, and reaches the clauses that it names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from affray.content.example import LoadedExample, is_example, load_example
from affray.content.runner import run_example
from affray.content.source import read_path
from affray.systems import registered
from tests.clause_watch import ROOT, watch_clauses

HERE = Path(__file__).parent
EXAMPLES = [path for path in sorted(HERE.rglob("*.toml")) if is_example(read_path(path))]


def load(path: Path) -> LoadedExample:
    return load_example(read_path(path), path.stem)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_worked_example_holds(path: Path) -> None:
    """Run from its start, with the faces it gives, everything it expects comes about."""
    example = load(path)
    assert example.clauses, "a worked example of the project says which clauses it shows"
    with watch_clauses(example.clauses, path.relative_to(ROOT).as_posix()):
        failures = run_example(example)
    assert not failures, "\n".join(str(failure) for failure in failures)


def test_every_system_with_examples_is_registered() -> None:
    """A folder here is named after its system."""
    folders = {path.name for path in HERE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders <= set(registered())


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_expectations_are_looked_at(path: Path) -> None:
    """An example whose first expectation is changed fails."""
    source = read_path(path)
    cases = source.data.get("case", [{"step": source.data.get("step", [])}])
    expectations = [step["expect"] for case in cases for step in case["step"] if "expect" in step]
    name = next(name for name in expectations[0] if name != "not_offered")
    expectations[0][name] = changed(expectations[0][name])
    assert run_example(load_example(source, path.stem))


def changed(value: Any) -> Any:
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return f"{value} and more" if isinstance(value, str) else [*value, "more"]
