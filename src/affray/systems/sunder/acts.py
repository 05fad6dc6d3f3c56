"""Acts from outside the order of play: the gauntlet and Surges of players, and the GM's hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from affray.kernel.calls import Call, need_reason, read_call
from affray.kernel.clauses import clause
from affray.kernel.errors import Unreadable
from affray.kernel.reasons import Denied, Reason
from affray.kernel.requests import Option, Procedure
from affray.systems.sunder import acts_on_creatures as on_creatures
from affray.systems.sunder import acts_on_tests as on_tests
from affray.systems.sunder import calls, countdowns, gauntlet, legal, surges, turn
from affray.systems.sunder.acts_on_creatures import creature_called, one_of
from affray.systems.sunder.events import (
    CountdownDropped,
    Overridden,
    Reordered,
    RiskSet,
    SceneClosed,
    SlotOpened,
)
from affray.systems.sunder.state import Scene

OWN_ACTS: Mapping[str, str] = {
    "throw_in": "creature",
    "leave": "creature",
    "give_way": "creature",
    "join_group": "creature",
    "leave_group": "creature",
    "surge": "creature",
    "drop": "creature",
}
"""What whoever plays a seat may do at any time, each with the key of the seat in its data."""


def act(scene: Scene, name: str, data: Mapping[str, Any], by: str, reason: str) -> Procedure:
    """Carry out an act. Raises `Unreadable` or `Denied` before anything changes."""
    call = read_call(_ACTS, name, data)
    if scene.state.outcome is not None:
        raise Denied(Reason("scene over", "S4.16"))
    need_reason(name, call, reason)
    yield from _ACTS[name][1](scene, call, by, reason)


# The gauntlet


@clause("S4.3")
def _throw_in(scene: Scene, call: calls.CreatureCall, by: str, reason: str) -> Procedure:
    """Throw in the gauntlet."""
    gauntlet.throw_in(scene, creature_called(scene, call.creature).id)
    yield from ()


@clause("S4.8")
def _leave(scene: Scene, call: calls.CreatureCall, by: str, reason: str) -> Procedure:
    """Take it back."""
    gauntlet.leave(scene, creature_called(scene, call.creature).id)
    yield from ()


@clause("S4.8")
def _remove_entry(scene: Scene, call: calls.CreatureCall, by: str, reason: str) -> Procedure:
    """The GM takes somebody out of the queue."""
    gauntlet.leave(scene, creature_called(scene, call.creature).id, by, reason)
    yield from ()


@clause("S4.7")
def _give_way(scene: Scene, call: calls.GiveWayCall, by: str, reason: str) -> Procedure:
    """Withhold in favour of another."""
    creature, other = creature_called(scene, call.creature), creature_called(scene, call.to)
    gauntlet.give_way(scene, creature.id, other.id)
    yield from ()


@clause("S4.12")
def _join_group(scene: Scene, call: calls.JoinCall, by: str, reason: str) -> Procedure:
    """Act along with another."""
    creature, lead = creature_called(scene, call.creature), creature_called(scene, call.lead)
    gauntlet.join(scene, creature.id, lead.id)
    yield from ()


@clause("S4.12")
def _leave_group(scene: Scene, call: calls.CreatureCall, by: str, reason: str) -> Procedure:
    """No longer act along."""
    gauntlet.leave_group(scene, creature_called(scene, call.creature).id)
    yield from ()


@clause("S4.8")
def _reorder(scene: Scene, call: calls.ReorderCall, by: str, reason: str) -> Procedure:
    """The GM puts the queue into another order; nobody's turn begins or ends by that."""
    now = [entry.creatures[0] for entry in scene.state.queue]
    if sorted(call.order) != sorted(now):
        raise Unreadable(f"The order needs every entry once: {', '.join(now) or 'the queue is empty'}.")
    if call.order != now:
        scene.emit(Reordered(tuple(call.order), by, reason))
    yield from ()


@clause("S4.9")
def _open_slot(scene: Scene, call: calls.NothingCall, by: str, reason: str) -> Procedure:
    """The GM opens a slot while the queue is empty and nobody has the turn. Slots never bank (S4.5)."""
    if scene.state.slot:
        raise Denied(Reason("slot open", "S4.5"))
    if scene.state.turn is not None or scene.state.queue or not scene.state.opened:
        raise Denied(Reason("somebody is next", "S4.9"))
    scene.emit(SlotOpened("GM", by, "S4.9"))
    yield from ()


# Surges


@clause("S6.1", "S12.9")
def _surge(scene: Scene, call: calls.SurgeCall, by: str, reason: str) -> Procedure:
    """Use a Surge, or an adversary's Escalation."""
    creature = creature_called(scene, call.creature)
    yield from surges.surge(scene, creature.id, call.card)


@clause("S5.9")
def _drop(scene: Scene, call: calls.DropCall, by: str, reason: str) -> Procedure:
    """End what the creature has running."""
    turn.drop(scene, creature_called(scene, call.creature).id, call.number)
    yield from ()


# The scene


@clause("S5.14")
def _difficulty(scene: Scene, call: calls.DifficultyCall, by: str, reason: str) -> Procedure:
    """How risky Tests are."""
    creature = creature_called(scene, call.creature).id if call.creature else ""
    scene.emit(RiskSet(call.risk, creature, by, reason))
    yield from ()


@clause("S9.11")
def _countdown(scene: Scene, call: calls.CountdownCall, by: str, reason: str) -> Procedure:
    """A Countdown begins."""
    side = one_of(call.side, list(scene.book.sides), "side")
    number = 1
    while f"countdown-{number}" in scene.state.countdowns:
        number += 1
    both = call.dice == "both"
    countdowns.begin(scene, f"countdown-{number}", call.name, call.size, side, both, call.decides)
    yield from ()


@clause("S9.11")
def _move_countdown(scene: Scene, call: calls.MoveCountdownCall, by: str, reason: str) -> Procedure:
    """The GM turns the dice of a Countdown."""
    id_ = one_of(call.countdown, list(scene.state.countdowns), "Countdown")
    countdowns.set_dice(scene, id_, call.hope, call.dread, by)
    on_creatures.see_the_dying(scene)
    yield from ()


@clause("S9.11")
def _drop_countdown(scene: Scene, call: calls.DropCountdownCall, by: str, reason: str) -> Procedure:
    """A Countdown is no longer needed."""
    id_ = one_of(call.countdown, list(scene.state.countdowns), "Countdown")
    scene.emit(CountdownDropped(id_, scene.state.countdowns[id_].name, "S9.11"))
    yield from ()


@clause("S4.16")
def _close(scene: Scene, call: calls.CloseCall, by: str, reason: str) -> Procedure:
    """The scene ends when the GM says so."""
    scene.emit(SceneClosed(call.outcome, None, by, reason))
    yield from ()


def _override(scene: Scene, call: calls.OverrideCall, by: str, reason: str) -> Procedure:
    """Allow what a clause refuses: noted with its reason, then done like any option of the turn.

    Of a half that was refused as a whole its creature chooses how and at whom.
    """
    creature, now = creature_called(scene, call.seat), scene.state.turn
    if now is None or now.creature != creature.id or not now.opened or now.ending:
        raise Denied(Reason("not its turn", "S4.3", (creature.name,)))
    if scene.state.action is not None:
        raise Denied(Reason("action open", "S5.20", (scene.state.action.name,)))
    known = {option.id: (option, why) for option, why in legal.judged(scene, creature, now)}
    if call.option not in known:
        raise Unreadable(f'"{call.option}" is nothing {creature.name} could do.')
    option, why = known[call.option]
    ways: list[Option] = []
    if why is not None and not legal.is_complete(scene, creature, option):
        ways = legal.ways_of(scene, creature, option)
        if not ways:
            raise Denied(why)
    refused = why.clause if why is not None else ""
    scene.emit(Overridden(creature.id, option.id, refused, by, reason, refused or "S4.8"))
    if ways:
        option = yield from scene.choose(creature.id, "turn", ways, refused)
    if option.kind == "surge":
        yield from surges.surge(scene, creature.id, option.args[0], allowed=True)
    else:
        yield from turn.perform(scene, creature.id, option)


_ACTS: dict[str, tuple[type[Call], Callable[..., Any]]] = {
    "throw_in": (calls.CreatureCall, _throw_in),
    "leave": (calls.CreatureCall, _leave),
    "give_way": (calls.GiveWayCall, _give_way),
    "join_group": (calls.JoinCall, _join_group),
    "leave_group": (calls.CreatureCall, _leave_group),
    "surge": (calls.SurgeCall, _surge),
    "drop": (calls.DropCall, _drop),
    "reorder": (calls.ReorderCall, _reorder),
    "remove_entry": (calls.CreatureCall, _remove_entry),
    "open_slot": (calls.NothingCall, _open_slot),
    "difficulty": (calls.DifficultyCall, _difficulty),
    "countdown": (calls.CountdownCall, _countdown),
    "move_countdown": (calls.MoveCountdownCall, _move_countdown),
    "drop_countdown": (calls.DropCountdownCall, _drop_countdown),
    "close": (calls.CloseCall, _close),
    "override": (calls.OverrideCall, _override),
    **on_tests.ACTS,
    **on_creatures.ACTS,
}
