"""The facts of a Sunder scene by name."""

from __future__ import annotations

from typing import Any

import pytest

from affray.systems.sunder import events as e
from affray.systems.sunder.facts import facts
from affray.systems.sunder.state import SCENE, Condition, Favour, Play, Running, Scene, Turn
from tests.systems.sunder.told import a_scene, damage, records_of, rolled, settled


def found(*events: Any, scene: Scene | None = None) -> dict[str, Any]:
    """The facts after these events."""
    return facts(scene or a_scene(), records_of(*events))


def test_facts_of_the_scene_and_its_creatures() -> None:
    """Everything by its name; what is not there is empty."""
    scene = a_scene(stress={"Might": 3}, resistance={"Nerve": 2}, marks=1, beats=4)
    scene.emit(e.ThrewIn("ines", 1))
    scene.emit(e.ThrewIn("fen", 2))
    scene.emit(e.JoinedGroup("fen", "ines"))
    scene.state.turn = Turn("rook", slot=True, plays=[Play("strike", "top")], steps_left=2)
    ines = scene.state.creatures["ines"]
    ines.conditions.append(Condition("Muddled", SCENE, potential="Wit"))
    ines.favours.append(Favour("any", -1, "x", SCENE, against=True))
    scene.state.running.append(Running(1, "ines", "ines", "strike", "bottom", "Guard", SCENE))
    ines.slots["leather"], ines.shots["pistol"] = 1, 0
    shown = found(scene=scene)
    expected: dict[str, Any] = {
        "queue": ["ines+fen"],
        "turn": "rook",
        "turn.plays": ["strike top"],
        "turn.feet left": 10,
        "slot": False,
        "forfeits": 0,
        "action": "",
        "running": ["ines Guard"],
        "outcome": "",
        "winner": "",
        "countdown.ford.hope": 6,
        "countdown.ford.dread": 6,
        "countdown.ford.decided": "",
        "ines.might.stress": 3,
        "ines.might.die": 6,
        "ines.nerve.spent": 2,
        "ines.heart.score": 12,
        "ines.marks": 1,
        "ines.pool": 5,
        "ines.zone": "ford",
        "ines.conditions": ["Muddled (Wit)"],
        "ines.favours": ["against any -1"],
        "ines.running": ["Guard"],
        "ines.surge": "",
        "ines.beats": 4,
        "ines.slots.leather": 1,
        "ines.shots.pistol": 0,
        "ines.out": "",
        "damage.stress": 0,
    }
    assert {name: shown.get(name) for name in expected} == expected


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        (
            (rolled(faces=(2, 5), counted=(("proficient in Force", 1, "S2.2"),), risk=1), settled(5)),
            {
                "test.level": "Crit",
                "test.base": "Success",
                "test.dice": 2,
                "test.kept": 5,
                "test.jinx": 3,
                "test.natural": False,
                "test.modifier": 1,
                "test.sources": ["proficient in Force"],
                "test.risk": "Risky",
                "test.face": 7,
            },
        ),
        ((rolled(faces=(1, 2), lowest=True, kept=1),), {"test.dice": -2}),
        (
            (rolled(faces=(3,)), e.PerkFired("ines", "Might", "Drive", True, 6, 3, 1)),
            {"perk": "Drive", "test.kept": 6},
        ),
        (
            (
                damage(8),
                e.DiceChained("ines", 1, ((10, 4),), 1),
                e.StressReduced("rook", "", "Plate", 8, 4, 4, 6),
                e.StressReduced("rook", "Might", "Warded", 2, 1),
            ),
            {"damage.total": 4, "damage.chain": 1, "damage.stress": 1},
        ),
        ((damage(8), e.DiceChained("ines", 1, ((10, 4),), 1)), {"damage.stress": 3}),
        (
            (damage(8), e.DiceChained("ines", 1, ((10, 4),), 1), e.StressReduced("rook", "", "Plate", 8, 4)),
            {"damage.stress": 2},
        ),
        (
            (e.Overflowed("rook", "Might", 3, 1, 3), e.RankChanged("rook", "Proof", 3, 2)),
            {"fallout.rank": "Minor"},
        ),
        (
            (e.FalloutFell("rook", "Might", 4, "marks", "overflow", True),),
            {
                "fallout.rank": "Severe",
                "fallout.entry": "marks",
                "fallout.cause": "overflow",
                "fallout.by": "",
            },
        ),
        (
            (e.StressTaken("ines", "Might", 1, "Test"), e.StressTaken("rook", "Might", 2, "damage")),
            {"stress.taken": 3},
        ),
        (
            (e.MarksTaken("ines", 1, "Fallout"), e.BeatGained("ines", 1)),
            {"marks.taken": 1, "beats.gained": 1},
        ),
        ((e.Moved("ines", "ford", "bank", 5), e.Moved("ines", "bank", "mill", 6)), {"moved": 11}),
        ((e.GroupCounted("ines", (), -4, 1),), {"group.level": "Miff", "group.total": -4}),
        (
            (e.ContestSettled("ines", "rook", "rook", "face"),),
            {"contest.winner": "rook", "contest.how": "face"},
        ),
        ((e.SceneClosed("done", "A"),), {"winner": "A"}),
        ((e.Declined(),), {"events": ["Declined"], "winner": ""}),
    ],
)
def test_facts_of_events(events: Any, expected: dict[str, Any]) -> None:
    """What one step can tell; of several Tests the last counts, Stress and Marks add up."""
    shown = found(*events)
    assert {name: shown[name] for name in expected} == expected


def test_what_was_taken_back_is_no_fact() -> None:
    """An undone record tells nothing."""
    records = records_of(rolled())
    records[0].undone_by = "Gemma"
    assert "test.level" not in facts(a_scene(), records)
