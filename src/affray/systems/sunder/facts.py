"""The facts of a scene by name, for worked examples: "ines.might.stress", "queue", "test.level"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.kernel.events import Record
from affray.systems.sunder import events as e
from affray.systems.sunder.names import FALLOUTS, LEVELS, RISKS
from affray.systems.sunder.state import Creature, Scene
from affray.systems.sunder.stress import stress_of
from affray.systems.sunder.text.units import condition_name

Facts = dict[str, Any]

_SUMS = (
    "stress.taken",
    "marks.taken",
    "beats.gained",
    "moved",
)
"""What is added up over a step; all else is that of the last event."""


def facts(encounter: Scene, records: Sequence[Record]) -> Facts:
    """Everything that a worked example can expect. `records` are the events of its last step.

    What somebody has not got is 0, "" or an empty list. Of several Tests and damage rolls in one step the
    last one counts; Stress, Marks, Beats and tiles of one step are added up.
    """
    state = encounter.state
    turn, action = state.turn, state.action
    found: Facts = {
        "queue": ["+".join(entry.creatures) for entry in state.queue],
        "turn": turn.creature if turn is not None else "",
        "turn.group": list(turn.group) if turn is not None else [],
        "turn.plays": [f"{play.card} {play.side}" for play in turn.plays] if turn is not None else [],
        "turn.feet left": 5 * turn.steps_left if turn is not None else 0,
        "turns": state.turns,
        "slot": state.slot,
        "forfeits": state.forfeits,
        "announced": state.announced,
        "action": action.name if action is not None else "",
        "action.targets": list(action.targets) if action is not None else [],
        "surges waiting": [f"{one.creature} {one.card}" for one in state.surges],
        "risk": state.risk,
        "running": [f"{one.owner} {one.name}" for one in state.running],
        "outcome": state.outcome or "",
        "winner": "",
        **dict.fromkeys(_SUMS, 0),
        "damage.total": 0,
        "damage.chain": 0,
        "damage.stress": 0,
        "events": [],
    }
    for id_, countdown in state.countdowns.items():
        found[f"countdown.{id_}.hope"] = countdown.hope
        found[f"countdown.{id_}.dread"] = countdown.dread
        found[f"countdown.{id_}.decided"] = countdown.decided
    for creature in state.creatures.values():
        found |= {f"{creature.id}.{name}": value for name, value in _of_creature(encounter, creature).items()}
    for record in records:
        if record.undone_by is None:
            found["events"].append(type(record.event).__name__)
            for name, value in _of_event(record.event, found).items():
                found[name] = found[name] + value if name in _SUMS else value
    return found


def _of_creature(scene: Scene, creature: Creature) -> Facts:
    found: Facts = {
        "marks": creature.marks,
        "pool": creature.pool,
        "zone": creature.zone,
        "conditions": sorted(
            condition_name(one.name, one.potential, one.other, one.amount) for one in creature.conditions
        ),
        "favours": sorted(
            f"{'against ' if one.against else ''}{one.test} {one.amount}" for one in creature.favours
        ),
        "surge": creature.surge,
        "reacted": list(creature.reacted),
        "turns": creature.turns_ended,
        "used": list(creature.cards_used),
        "cards out": dict(creature.cards_out),
        "running": [one.name for one in scene.state.running if one.owner == creature.id],
        "hands": list(creature.hands),
        "exhaustion": creature.exhaustion,
        "beats": creature.beats,
        "strings": creature.strings,
        "dying": creature.dying,
        "stable": creature.stable,
        "out": creature.out,
    }
    for potential, track in creature.tracks.items():
        name = potential.lower()
        found[f"{name}.score"] = track.score
        found[f"{name}.stress"] = track.stress
        found[f"{name}.spent"] = track.spent
        found[f"{name}.die"] = track.die
    for item, used in creature.slots.items():
        found[f"slots.{item}"] = used
    for item, left in creature.shots.items():
        found[f"shots.{item}"] = left
    return found


def _of_event(event: Any, found: Facts) -> Facts:
    match event:
        case e.TestRolled():
            return {
                "test.roller": event.roller,
                "test.potential": event.potential,
                "test.skill": event.skill,
                "test.face": event.face,
                "test.base": LEVELS[event.base],
                "test.natural": event.natural,
                "test.dice": -event.count if event.lowest else event.count,
                "test.die": event.die,
                "test.kept": event.kept,
                "test.jinx": event.jinx,
                "test.sources": [name for name, _, _ in event.counted],
                "test.risk": RISKS[max(0, min(len(RISKS) - 1, event.risk))],
            }
        case e.PerkFired():
            return {
                "perk": event.perk if event.used else "",
                "test.kept": event.kept,
                "test.jinx": event.jinx,
            }
        case e.TestSettled():
            return {
                "test.level": LEVELS[event.level],
                "test.modifier": event.modifier,
                "test.exploded": event.exploded,
                "test.raised": event.raised,
            }
        case e.GroupCounted():
            return {"group.level": LEVELS[event.level], "group.total": event.total}
        case e.ContestSettled():
            return {"contest.winner": event.winner, "contest.how": event.how}
        case e.SceneClosed():
            return {"winner": event.winner or ""}
    return _of_harm(event, found)


def _of_harm(event: Any, found: Facts) -> Facts:
    match event:
        case e.DamageRolled():
            return {"damage.total": event.total, "damage.chain": 0, "damage.stress": event.stress}
        case e.DiceChained():
            return {
                "damage.chain": event.stress,
                "damage.stress": found["damage.stress"] + event.stress,
            }
        case e.StressReduced(potential=""):
            # Heavy armor cuts the damage before it becomes Stress.
            stress = stress_of(event.now) + found["damage.chain"]
            return {"damage.total": event.now, "damage.stress": stress}
        case e.StressReduced():
            return {"damage.stress": event.now}
        case e.StressTaken():
            return {"stress.taken": event.amount}
        case e.Overflowed():
            return {"fallout.rank": FALLOUTS[event.rank]}
        case e.RankChanged():
            return {"fallout.rank": FALLOUTS[event.now]}
        case e.FalloutFell():
            return {
                "fallout.rank": FALLOUTS[event.rank],
                "fallout.entry": event.entry,
                "fallout.cause": event.cause,
                "fallout.by": event.by,
            }
        case e.MarksTaken():
            return {"marks.taken": event.amount}
        case e.BeatGained():
            return {"beats.gained": event.amount}
        case e.Moved():
            return {"moved": event.tiles}
    return {}
