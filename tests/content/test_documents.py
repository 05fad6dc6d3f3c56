"""Every TOML file shown in the documents is what the documents say it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from affray.content.check import check_file
from affray.content.example import load_example
from affray.content.schema import schema_of
from affray.content.source import read_path
from affray.systems import registered
from tests.clause_watch import watch_clauses
from tests.content.documents import DOCUMENTS, shown_files

FILES = [(document, name) for document in DOCUMENTS for name in shown_files(document)]


@pytest.mark.parametrize(("document", "name"), FILES, ids=[name for _, name in FILES])
def test_a_file_shown_in_a_document_passes(document: Path, name: str, tmp_path: Path) -> None:
    """Scenarios and packs load; worked examples hold and reach the clauses that they name."""
    for other, text in shown_files(document).items():
        (tmp_path / other).write_text(text, encoding="utf-8")
    path = tmp_path / name
    checked = check_file(path)
    assert checked.passed, checked.message
    if checked.kind == "example":
        example = load_example(read_path(path), path.stem)
        with watch_clauses(example.clauses):
            check_file(path)


def test_the_documents_show_every_kind_of_file() -> None:
    """A pack and a scenario of each system, examples with steps and with cases."""
    assert {name for _, name in FILES} >= {
        "lanterns.toml",
        "harbour-steps.toml",
        "first-blood.toml",
        "two-readings.toml",
        "ferry-folk.toml",
        "ferry-house.toml",
        "the-ford.toml",
        "a-block.toml",
    }


@pytest.mark.parametrize("id_", registered())
@pytest.mark.parametrize("kind", ["pack", "scenario", "example"])
def test_schemas_close_every_table(kind: str, id_: str) -> None:
    """An editor marks unknown keys, as `affray check` does."""
    schema = schema_of(kind, id_)
    assert schema["additionalProperties"] is False
    assert all(
        part["additionalProperties"] is False for part in schema["$defs"].values() if "properties" in part
    )
    assert ("step" in schema["properties"]) == (kind == "example")
