"""Checking any content file: a pack and a scenario by loading it, a worked example by running it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from affray.content.example import is_example, load_example
from affray.content.faults import Fault, FaultyContent
from affray.content.loader import load_pack, load_source
from affray.content.runner import run_example
from affray.content.source import Source, read_path
from affray.kernel.errors import Unreadable

Kind = Literal["pack", "scenario", "example", "unknown"]


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of checking one file. `message` lists what is wrong, or says in a word what was checked.

    `faults` are those of a file that cannot be loaded.
    """

    file: str
    kind: Kind
    passed: bool
    message: str
    faults: tuple[Fault, ...] = ()


def check_paths(paths: Sequence[Path]) -> Iterator[Checked]:
    """Check files, and every TOML file in folders. Raises `Unreadable` for a path that is neither."""
    for path in paths:
        if not path.exists():
            raise Unreadable(f"{path}: there is no such file or folder")
    for path in paths:
        files = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        if not files:
            raise Unreadable(f"{path}: no TOML file in this folder")
        yield from map(check_file, files)


def check_file(path: Path) -> Checked:
    """Check one file."""
    kind: Kind = "unknown"
    try:
        source = read_path(path)
        kind = kind_of(source)
        return Checked(str(path), kind, *_checked(source, kind, path.stem))
    except FaultyContent as error:
        return Checked(str(path), kind, False, "\n".join(error.faults), error.found)
    except Unreadable as error:
        return Checked(str(path), kind, False, str(error))


def kind_of(source: Source) -> Kind:
    """What a file is meant to be, by the keys it has."""
    if is_example(source):
        return "example"
    return "scenario" if "packs" in source.data or "combatant" in source.data else "pack"


def _checked(source: Source, kind: Kind, id_: str) -> tuple[bool, str]:
    if kind == "pack":
        load_pack(source)
        return True, "pack"
    if kind == "scenario":
        load_source(source, id_)
        return True, "scenario"
    example = load_example(source, id_)
    failures = run_example(example)
    if failures:
        return False, "\n".join(f"{source.name}: {failure}" for failure in failures)
    steps = sum(len(case.steps) for case in example.cases)
    cases = f"{len(example.cases)} cases, " if len(example.cases) > 1 else ""
    return True, f"example, {cases}{steps} steps"
