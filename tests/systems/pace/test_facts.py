"""The facts of a Pace fight by name, for worked examples."""

from __future__ import annotations

from typing import Any

from affray.systems.pace.scenario import Clock, SceneObject, Task, TaskSave
from affray.systems.pace.system import SYSTEM
from tests.systems.pace.fights import Table, fight, person


def facts(table: Table, last: int = 0) -> dict[str, Any]:
    """The facts, with the events of the last inputs."""
    since = len(table.session.journal) - last
    records = [record for record in table.session.records if record.at >= since] if last else []
    return dict(SYSTEM.facts(table.fight, records))


def holds(found: dict[str, Any], **expected: Any) -> None:
    """These facts, with "_" for a space, have these values."""
    wanted = {name.replace("_", " "): value for name, value in expected.items()}
    assert {name: found.get(name, "missing") for name in wanted} == wanted


def test_the_state_by_name() -> None:
    """Of the round, of each character, of objects and clocks."""
    encounter = fight(
        "A.B\n...",
        person(
            "ann",
            items=("sword", "lamp"),
            wielded=("sword",),
            held_by=("bob",),
            slow_until=2,
            edges={"save": 1},
        ),
        person("bob", "B", at="B1", facing="W"),
        objects=(SceneObject("gate", "Gate", "C2", hp=9, door="locked"), SceneObject("post", "Post", "A2")),
        clocks=(Clock("flood", "The flood", 4, 1),),
    )
    found = facts(Table(encounter))
    holds(found, round=1, phase="turns", order=["ann", "bob"], turn="ann", outcome="")
    holds(found, free=False, walk="", walk_paces=0, diagonals=0)
    own = {name.removeprefix("ann."): value for name, value in found.items() if name.startswith("ann.")}
    assert own == {
        "hp": 20,
        "ap": 3,
        "square": "A1",
        "facing": "N",
        "speed": 2,
        "words": 25,
        "standing": True,
        "tethered to": ["bob"],
        "slow until": 2,
        "in hand": ["sword"],
        "waited": False,
        "defeat meaning": "",
        "threatened by": ["bob"],
        "edges initiative": 0,
        "edges attack": 0,
        "edges defence": 0,
        "edges save": 1,
        "edges contest": 0,
    }
    assert (found["gate.hp"], found["gate.door"], found["gate.destroyed"]) == (9, "locked", False)
    assert (found["post.hp"], found["post.door"], found["flood.filled"]) == (0, "", 1)


def test_an_attack_by_name() -> None:
    """Both totals, the damage with its parts, and the answer that was barred."""
    people = (
        person("ann", items=("maul",), strength=3, facing="E"),
        person("bob", "B", facing="W", dr={"bludgeoning": 3}),
    )
    table = Table(fight("AB", *people)).do("ann attack maul bob", "ann 20", "bob block blade", "bob 2")
    found = facts(table.do("ann 1 2 3 4", "bob 4"), 5)
    holds(
        found, attack_total=23, defence_total=2, hit=True, critical=True, attack_d20s=[20], defence_d20s=[2]
    )
    holds(found, damage=6, damage_dice="4d6", rolled=13, blocked=4, dr=3, type="bludgeoning", barred="")
    behind = (person("ann", facing="E"), person("bob", "B", facing="E"))
    table = Table(fight("AB", *behind)).do("ann attack sword bob", "ann 9", "bob 12")
    holds(facts(table, 2), barred="not facing", hit=False, attack_total=9)


def test_a_counter_and_a_push_by_name() -> None:
    """The riposte, Paces that failed, and the dice of the collision."""
    people = (person("ann", items=("cestus",), facing="E"), person("bob", "B", facing="W"))
    table = Table(fight("AB", *people)).do("ann attack cestus bob", "ann 5", "bob counter blade", "bob 9")
    found = facts(table.do("bob 12", "ann 12", "bob 5"), 4)
    holds(found, hit=False, riposte=True, counter_total=12, counter_against=12, riposte_damage=5, damage=5)
    table = Table(fight("AB.", *people)).do(
        "ann attack cestus bob push", "ann 19", "bob take", "bob 2", "ann 3"
    )
    found = facts(table.do("ann way E", "ann 4"), 3)
    holds(found, stopped_paces=1, moved_paces=1, against="terrain", collision=4, collision_damage=4)
    assert found["attack damage"] == 3
    table = Table(fight("AB", person("ann", facing="E"), person("bob", "B", items=())))
    found = facts(table.do("ann attack bare-hands bob disarm", "ann 19", "bob 2", "ann 1"), 1)
    holds(found, stopped="nothing to drop")


def test_walks_and_words_by_name() -> None:
    """The cost of a walk, and the words that are left."""
    table = Table(fight("A...\n....\n...B", person("ann"), person("bob", "B"))).settle()
    found = facts(table.do("ann move C3"), 1)
    holds(found, cost=3, walk="move", walk_paces=2, diagonals=2)
    table.act("say", character="bob", text="Come here then")
    holds(facts(table, 1), words_left=22)


def test_saves_and_clocks_by_name() -> None:
    """Of tasks, clocks, objects, spells and what the GM calls for."""
    heave = Task("heave", "Heave", 1, TaskSave("Will", 12), clock="flood")
    look = Task("look", "Look", 1, TaskSave("Will", 10))
    encounter = fight(
        "A.B\n...",
        person("ann", spells=("doom",), ap=2),
        person("bob", "B"),
        objects=(SceneObject("post", "Post", "A2", hp=5, dr={"slashing": 2}, task=(heave, look)),),
        clocks=(Clock("flood", "The flood", 4),),
    )
    table = Table(encounter).do("ann do post heave", "ann 20")
    holds(facts(table, 1), breakthrough=True, segments_gained=2, save_total=20, dc=12, success=True)
    holds(facts(table.do("ann do post look", "ann 9"), 1), save_total=9, dc=10, success=False, d20s=[9])
    found = facts(table.do("ann batter sword post", "ann 20", "ann 2 3"), 2)
    holds(found, dc=6, success=True, damage=3, damage_dice="2d8", dr=2, type="slashing", critical=True)
    found = facts(table.do("ann cast doom bob", "ann 12", "ann 1 1"), 2)
    holds(found, dc=10, success=True, damage=2, spell_damage=2)
    table.act("check", character="bob", score="Strength", dc=7).do("bob 5")
    holds(facts(table, 1), save_total=5, dc=7, success=False)
    table.act("contest", character="ann", score="Will", opponent="bob", opposing_score="Strength")
    holds(facts(table.do("ann 9", "bob 9"), 2), total=9, resisting_total=9, success=False)


def test_initiative_and_mending_by_name() -> None:
    """Every d20 of the contest in the order in which they fell, roll-offs, and HP that came back."""
    table = Table(fight("A.B", person("ann", spells=("balm",), hp=10), person("bob", "B")), ordered=False)
    found = facts(table.do("ann 10", "bob 10", "ann 3", "bob 9"), 4)
    holds(found, d20s=[10, 10], rolled_off=["ann 3", "bob 9"], order=["bob", "ann"])
    table.do("bob end").act("set", "a slip", character="ann", field="hp", value=4)
    holds(facts(table.do("ann cast balm ann", "ann 5"), 1), mended=5)


def test_holds_and_terrain_by_name() -> None:
    """An escape with both totals, and the way out of terrain."""
    table = Table(fight("AB.", person("ann", spells=("wall",)), person("bob", "B", held_by=("ann",))))
    table.do("ann cast wall", "ann place B1", "ann end")
    holds(facts(table.do("bob 3"), 1), cost=1, terrain_damage=3, damage_dice="1d6")
    table = Table(fight("AB.", person("ann"), person("bob", "B", held_by=("ann",))))
    found = facts(table.do("ann end", "bob escape ann", "bob 9", "ann 9"), 2)
    holds(found, total=9, resisting_total=9, success=False)


def test_what_was_taken_back_is_no_fact() -> None:
    """Of an undone step nothing is left but the state."""
    table = Table(fight("AB", person("ann", facing="E"), person("bob", "B"))).settle()
    table.do("ann attack sword bob", "ann 9", "bob 12")
    records = list(table.session.records)
    table.session.undo(len(table.session.journal) - 2, "Vera")
    assert "defence total" not in SYSTEM.facts(table.fight, records)
