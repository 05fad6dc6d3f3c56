"""The tables of docs/reference say what the code says."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from importlib import import_module
from typing import Any, get_args

import pytest

from affray.board.hexes import Hexes
from affray.content.shape import shape_of
from affray.registers import register
from affray.systems import registered, system
from affray.systems.cantor import scenario as cantor_scenario
from affray.systems.cantor import turn as cantor_turn
from affray.systems.cantor.book import FRACTURES, TIMED, LastingName
from affray.systems.pace import damage, turn
from affray.systems.pace import scenario as pace_scenario
from tests.clause_watch import ROOT
from tests.content.documents import DOCUMENTS, shown_files
from tests.content.tables import (
    REFERENCE,
    called,
    choices,
    in_code,
    ranges,
    rows_by_name,
    source_of,
    tables,
    text_of,
)

SYSTEMS = ROOT / "src" / "affray" / "systems"

PAGES = {id_: REFERENCE / f"{id_}.md" for id_ in ("pace", "cantor", "sunder") if id_ in registered()}
"""The pages that are all tables, by system."""

KEYS = {
    "pace": {
        "key of `weapon`": "Weapon",
        "key of `thing`": "Thing",
        "key of `ability`": "Ability",
        "key of `spell`": "Spell",
        "key of `save`": "SpellSave",
        "key of `sheet`": "Sheet",
        "key of a scenario": "Scenario",
        "key of `combatant`": "Combatant",
        "key of `start`": "Start",
        "key of `object`": "SceneObject",
        "key of `task`": "Task",
        "key of a task's `save`": "TaskSave",
        "key of `item`": "GroundItem",
        "key of `clock`": "Clock",
    },
    "cantor": {
        "key of `weapon`": "Weapon",
        "key of `inflicts`": "Inflicts",
        "key of `area`": "Area",
        "key of `art`": "Art",
        "key of `sheet`": "Sheet",
        "key of a scenario": "Scenario",
        "key of `combatant`": "Combatant",
        "key of `start`": "Start",
    },
    "sunder": {
        "key of `weapon`": "Weapon",
        "key of `armor`": "Armor",
        "key of `ability`": "Ability",
        "key of `option`": "OptionCard",
        "key of a half": "Half",
        "key of a cost": "Cost",
        "key of an effect": "Effect",
        "key of `reaction`": "Reaction",
        "key of `sheet`": "Sheet",
        "key of a Perk": "Perk",
        "key of a Knack": "Knack",
        "key of a scenario": "Scenario",
        "key of `zone`": "Zone",
        "key of `combatant`": "Combatant",
        "key of `start`": "Start",
        "key of a Condition": "StartCondition",
        "key of `countdown`": "CountdownStart",
        "key of `thing`": "Thing",
    },
}
"""The tables of keys, by the first cell of their heads, and the types that they describe."""


WORDS_OF_KEYS = {"on": "roll", "type": "damage type", "condition": "any condition"}
"""The words for the values of some data of acts, where the two are not called the same."""

TABLES_OF_WORDS = ("kind of an effect", "trigger")
"""Words whose values have a table of their own."""


def schemas(id_: str) -> dict[str, Any]:
    """The types of packs and scenarios of a system, by name."""
    types = system(id_).pack_type, system(id_).scenario_type
    pack, scene = (shape_of(type_).json_schema() for type_ in types)
    return {**pack["$defs"], **scene["$defs"], "Scenario": scene}


def words_of(id_: str) -> dict[str, list[str]]:
    """The words that stand for values, such as "damage type". Some stand for what other words do."""
    found: dict[str, list[str]] = {}
    rows = tables(PAGES[id_]) if id_ in PAGES else {}
    for word, values, *_ in rows.get("word", ()):
        found[word] = in_code(values) or [text for other in found if other in values for text in found[other]]
    for word in TABLES_OF_WORDS:
        found |= {word: [text for row in rows[word] for text in in_code(row[0])]} if word in rows else {}
    return found


@pytest.mark.parametrize("id_", registered())
def test_every_ruling_is_described_with_its_default(id_: str) -> None:
    """The table of rulings names each field, its default and its clause, and nothing else."""
    rows = {in_code(row[0])[0]: row for row in tables(REFERENCE / f"{id_}.md")["ruling"]}
    fields = system(id_).rulings_type.__dataclass_fields__
    assert set(rows) == set(fields)
    for name, ruling in fields.items():
        default = list(ruling.default) if isinstance(ruling.default, tuple) else ruling.default
        shown = str(default).lower() if isinstance(default, bool) else str(default)
        assert rows[name][1:3] == [shown, ruling.metadata["clause"]]


def test_every_effect_of_d20plus_is_described() -> None:
    """The tables of effects name each kind there is."""
    text = (REFERENCE / "d20plus.md").read_text(encoding="utf-8")
    schema = shape_of(system("d20plus").pack_type).json_schema()
    for kind in schema["$defs"]["Ability"]["properties"]["effect"]["discriminator"]["mapping"]:
        assert f"`{kind}`" in text


@pytest.mark.parametrize(
    ("id_", "head", "type_"),
    [(id_, head, type_) for id_ in PAGES for head, type_ in KEYS[id_].items()],
)
def test_every_key_is_described(id_: str, head: str, type_: str) -> None:
    """Each key with its span or its words and with what it is where it is left out, and no other key."""
    schema, rows, words = schemas(id_)[type_], rows_by_name(tables(PAGES[id_])[head]), words_of(id_)
    assert set(rows) == set(schema["properties"])
    for key, allowed in schema["properties"].items():
        _, value, default, _ = rows[key]
        for span in ranges(allowed):
            assert span in value or "DR" in value, key
        shown = [*in_code(value), *(text for word, texts in words.items() if word in value for text in texts)]
        if "by roll" not in value and "DR" not in value:
            assert set(choices(allowed)) <= set(shown), key
        if key in schema.get("required", ()):
            assert default == "", key
        else:
            assert default.strip("`") == plain_default(allowed) or (not plain_default(allowed) and default), (
                key
            )


def plain_default(allowed: Mapping[str, Any]) -> str:
    """What a key is where it is left out, as a table writes it; nothing where words say it."""
    default = allowed.get("default")
    if isinstance(default, bool):
        return str(default).lower()
    return str(default) if isinstance(default, int | str) else ""


@pytest.mark.parametrize(("head", "type_"), [("kind of `gift`", "Ability"), ("kind of `effect`", "Spell")])
def test_every_gift_and_effect_of_pace_is_described(head: str, type_: str) -> None:
    """Each kind with its keys, their spans and defaults, and nothing else."""
    types, rows = schemas("pace"), rows_by_name(tables(PAGES["pace"])[head])
    field = "gift" if type_ == "Ability" else "effect"
    mapping = types[type_]["properties"][field]["discriminator"]["mapping"]
    assert set(mapping) == {in_code(row[0])[0] for row in rows.values()}
    for kind, reference in mapping.items():
        schema = types[reference.rpartition("/")[2]]
        keys = rows[kind][1]
        assert set(in_code(keys)) == set(schema["properties"]) - {"kind"}
        for key, allowed in schema["properties"].items():
            part = next((part for part in keys.split(";") if f"`{key}`" in part), "")
            for span in ranges(allowed):
                assert span in part or "DR" in part, (kind, key)
            default = allowed.get("default")
            assert ("else" in part) == (key not in schema["required"]), (kind, key)
            if isinstance(default, int):
                assert part.endswith(f"else {default}"), (kind, key)


def test_the_words_of_pace_stand_for_all_their_values() -> None:
    """Damage types, Maneuvers, rolls, facings and grounds."""
    types, words = schemas("pace"), words_of("pace")

    def of(type_: str, key: str) -> list[str]:
        return list(dict.fromkeys(choices(types[type_]["properties"][key])))

    assert words["damage type"] == of("Harm", "type") == of("Weapon", "types")
    assert words["Maneuver"] == of("AllowsManeuvers", "maneuvers")
    assert words["roll"] == of("GivesEdge", "on") == of("Grant", "on") == of("Start", "edges")
    assert words["facing"][:8] == of("Combatant", "facing")
    assert words["ground"] == of("Raise", "ground")
    assert [*words["damage type"], "all"] == of("Sheet", "dr")
    assert ranges(types["Sheet"]["properties"]["dr"]) == ["0 to 30"]


def test_the_words_of_cantor_stand_for_all_their_values() -> None:
    """Damage types, stones with their Fractures, and conditions."""
    types, words, rows = schemas("cantor"), words_of("cantor"), tables(PAGES["cantor"])

    def of(type_: str, key: str) -> list[str]:
        return list(dict.fromkeys(choices(types[type_]["properties"][key])))

    assert words["damage type"] == of("Weapon", "type") == of("Art", "type") == of("Sheet", "resistance")
    assert words["stone"] == of("Sheet", "stone") == list(FRACTURES)
    assert words["timed condition"] == list(TIMED)
    assert words["lasting condition"] == list(get_args(LastingName))
    assert words["any condition"] == of("Start", "conditions")
    inflicted = rows_by_name(rows["key of `inflicts`"])["condition"][1]
    assert [*words["timed condition"], *in_code(inflicted)] == of("Inflicts", "condition")
    assert {in_code(row[0])[0]: row[1] for row in rows["stone"]} == {
        stone: fracture.name for stone, fracture in FRACTURES.items()
    }
    for row in rows["stone"]:
        fracture = FRACTURES[in_code(row[0])[0]]
        assert fracture.imposes in (None, row[2])


@pytest.mark.parametrize(("id_", "scene"), [("pace", pace_scenario), ("cantor", cantor_scenario)])
def test_the_signs_of_a_map_are_described(id_: str, scene: Any) -> None:
    """Each sign there is, and how large a map can be."""
    signs = [in_code(row[0]) for row in tables(PAGES[id_])["sign"]]
    drawn = [value for name, value in vars(scene).items() if name.isupper() and isinstance(value, str)]
    assert signs == [*([sign] for sign in drawn), []]
    assert f"A side has 1 to {scene.SIDE_MAX} " in PAGES[id_].read_text(encoding="utf-8")


def test_odd_rows_lie_to_the_east_as_it_is_described() -> None:
    """The neighbours of a hex in a row of each kind."""
    board = Hexes(5, 5)
    shown = re.search(
        r"The six neighbours of(.*?)\n\n", PAGES["cantor"].read_text(encoding="utf-8"), re.DOTALL
    )
    assert shown is not None
    for part in shown[1].split(";"):
        middle, *around = in_code(part)
        hex_ = board.hex(middle)
        assert hex_ is not None
        assert {board.name(other) for other in board.neighbours(hex_)} == set(around)


MADE = {
    "pace": (("Option", 0), ("walk_options", 2), ("facing_options", 0)),
    "cantor": (("Option", 0), ("move_options", 2), ("shots", 3)),
    "sunder": (("Option", 0),),
}
"""What makes options: the functions, and which of their arguments says what an option begins with."""
KINDS = {
    "pace": {*turn._DO, *damage.MEANINGS},
    "cantor": set(cantor_turn._DO),
    "sunder": {"CARD", "POTENTIAL", "skill"},
}
"""Options that are named in a table of the code, or put together from what a pack or the rules name."""


@pytest.mark.parametrize("id_", PAGES)
def test_every_option_is_described(id_: str) -> None:
    """By its first word: those of a turn and those of other questions, and no other."""
    rows = tables(PAGES[id_])
    shown = [text for row in rows["option"] for text in in_code(row[0])]
    shown += [text for row in rows["question"][1:] for text in in_code(row[1])]
    nodes = source_of(SYSTEMS / id_)
    made = {text for name, argument in MADE[id_] for text in called(nodes, name, argument)}
    words = {text.split()[0] for text in made if text and not text.startswith("{")}
    assert {text.split()[0] for text in shown} == words | KINDS[id_]


@pytest.mark.parametrize("id_", PAGES)
def test_every_question_is_described(id_: str) -> None:
    """By its kind."""
    nodes = source_of(SYSTEMS / id_)
    kinds = {*called(nodes, "choose", 1), *called(nodes, "Choose", 1), *called(nodes, "ruling", 0)}
    kinds |= called(nodes, "pick_track", 2)
    assert {kind for row in tables(PAGES[id_])["question"] for kind in in_code(row[0])} == kinds


@pytest.mark.parametrize("id_", PAGES)
def test_every_fact_is_described(id_: str) -> None:
    """By its name without whom it is about, and no other."""
    names = {text for row in tables(PAGES[id_])["fact"] for text in in_code(row[0])}
    shown = {re.sub(r"[A-Z]{2,}", "{}", name.rpartition(".")[2]) for name in names}
    assert shown - {"{}"} == facts_in_code(id_)


def facts_in_code(id_: str) -> set[str]:
    """The names that the facts of a system are given in code."""
    found = set()
    for node in ast.walk(ast.parse((SYSTEMS / id_ / "facts.py").read_text(encoding="utf-8"))):
        keys = node.keys if isinstance(node, ast.Dict) else []
        keys = [*keys, *([node.key] if isinstance(node, ast.DictComp) else [])]
        keys = [*keys, *([node.slice] if isinstance(node, ast.Subscript) else [])]
        found |= {text.rpartition(".")[2] for text in map(text_of, keys) if text is not None}
    return found - {"{}"}


@pytest.mark.parametrize("id_", registered())
def test_every_act_is_described(id_: str) -> None:
    """Each act with its data and their spans, and no other."""
    acts = import_module(f"affray.systems.{id_}.acts")
    rows = {in_code(row[0])[0]: row for row in tables(REFERENCE / f"{id_}.md")["act"]}
    assert set(rows) == set(acts._ACTS)
    for name, (call, _) in acts._ACTS.items():
        schema, shown = call.model_json_schema(), set(in_code(rows[name][1]))
        fields = schema["properties"]
        assert set(fields) <= shown, name
        words = words_of(id_)
        told = {*shown, *in_code(rows[name][2])}
        told |= {text for word, texts in words.items() if word in rows[name][1] for text in texts}
        for key, allowed in fields.items():
            for span in ranges(allowed):
                assert f"`{key}` {span}" in rows[name][1], (name, key)
            own = set(words.get(WORDS_OF_KEYS.get(key, key), ()))
            if key not in ("seen_by", "skill", "opposing_skill"):
                assert set(choices(allowed)) <= told | own, (name, key)


@pytest.mark.parametrize("document", DOCUMENTS, ids=[path.name for path in DOCUMENTS])
def test_every_clause_that_a_document_names_exists(document: Any) -> None:
    """A number in a document leads to a line of a register."""
    known = {clause for id_ in registered() for clause in register(id_).clauses}
    letters = {id_[0] for id_ in known}
    text = document.read_text(encoding="utf-8")
    named = {id_ for id_ in re.findall(r"\b[A-Z]\d+\.\d+\b", text) if id_[0] in letters}
    assert named <= known


def test_every_system_has_its_part_of_the_reference() -> None:
    """A page of its own, to which packs.md and scenarios.md lead."""
    for id_ in registered():
        assert (REFERENCE / f"{id_}.md").is_file()
        for page in ("packs.md", "scenarios.md"):
            assert f"({id_}.md#" in (REFERENCE / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("id_", PAGES)
def test_a_page_shows_every_kind_of_file(id_: str) -> None:
    """A pack, a scenario that draws on it, and a worked example."""
    pack, scene, example = shown_files(PAGES[id_]).items()
    assert "[[sheet]]" in pack[1]
    assert f'"{pack[0]}"' in scene[1]
    assert "[[step]]" in example[1]


def test_links_of_the_documents_lead_somewhere() -> None:
    """To a file that is there, and to a heading that it has."""
    for document in DOCUMENTS:
        for target in re.findall(r"\]\(([^)]+)\)", document.read_text(encoding="utf-8")):
            if target.startswith("http"):
                continue
            path, _, heading = target.partition("#")
            file = (document.parent / path).resolve() if path else document
            assert file.exists(), (document.name, target)
            if heading:
                assert heading in _headings(file.read_text(encoding="utf-8")), (document.name, target)


def _headings(text: str) -> set[str]:
    lines = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}
