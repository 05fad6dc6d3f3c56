"""Every TOML file shown in the documents is what the documents say it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from affray.content.check import check_file
from affray.content.example import load_example
from affray.content.schema import schema_of
from affray.content.shape import shape_of
from affray.content.source import read_path
from affray.systems import registered, system
from tests.clause_watch import ROOT, watch_clauses
from tests.content.documents import DOCUMENTS, shown_files

FILES = [(document, name) for document in DOCUMENTS for name in shown_files(document)]


@pytest.mark.parametrize(("document", "name"), FILES, ids=[name for _, name in FILES])
def test_a_file_shown_in_a_document_passes(document: Path, name: str, tmp_path: Path) -> None:
    """Scenarios and packs load; worked examples hold and reach the clauses that they name."""
    path = tmp_path / name
    path.write_text(shown_files(document)[name], encoding="utf-8")
    checked = check_file(path)
    assert checked.passed, checked.message
    if checked.kind == "example":
        example = load_example(read_path(path), path.stem)
        with watch_clauses(example.clauses):
            check_file(path)


def test_the_documents_show_every_kind_of_file() -> None:
    """A pack, a scenario, examples with steps and with cases."""
    assert {name for _, name in FILES} >= {
        "lanterns.toml",
        "harbour-steps.toml",
        "first-blood.toml",
        "two-readings.toml",
    }


def test_every_ruling_is_described_with_its_default() -> None:
    """The table of rulings names each field of d20+, its default and its clause."""
    text = (ROOT / "docs" / "reference" / "scenarios.md").read_text(encoding="utf-8")
    fields = system("d20plus").rulings_type.__dataclass_fields__
    for name, ruling in fields.items():
        default = list(ruling.default) if isinstance(ruling.default, tuple) else ruling.default
        shown = str(default).lower() if isinstance(default, bool) else str(default)
        assert f"| `{name}` | {shown} | {ruling.metadata['clause']} |" in text


def test_every_effect_is_described() -> None:
    """The tables of effects name each kind there is."""
    text = (ROOT / "docs" / "reference" / "packs.md").read_text(encoding="utf-8")
    schema = shape_of(system("d20plus").pack_type).json_schema()
    for kind in schema["$defs"]["Ability"]["properties"]["effect"]["discriminator"]["mapping"]:
        assert f"`{kind}`" in text


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
