"""What several events do to the state."""

from __future__ import annotations

from affray.systems.sunder.state import Condition, Creature, State, Turn, Until


def creature_of(state: State, id_: str) -> Creature:
    """The creature an event is about."""
    return state.creatures[id_]


def turn_of(state: State) -> Turn:
    """The turn under way."""
    assert state.turn is not None, "no turn is under way"
    return state.turn


def take_turn_back(creature: Creature) -> None:
    """A turn that had begun has not: a Surge used in it was used before the next one (S6.4)."""
    creature.turns_begun -= 1
    creature.surged = min(creature.surged, creature.turns_begun)


def drop_from_queue(state: State, id_: str) -> None:
    """Take a creature out of the queue; a group action goes on without it."""
    for entry in state.queue:
        if id_ in entry.creatures:
            entry.creatures.remove(id_)
    state.queue = [entry for entry in state.queue if entry.creatures]


def lasts_longer(one: Until, other: Until) -> bool:
    """Whether `one` ends later than `other`, as far as that can be known now."""
    if not one.anchor or not other.anchor:
        return not one.anchor and bool(other.anchor)
    if one.anchor != other.anchor:
        return False
    return (one.turn, one.boundary == "end") > (other.turn, other.boundary == "end")


def same_condition(one: Condition, other: Condition) -> bool:
    """Whether two are the same Condition: by name and by what they are about (S10.1)."""
    return (one.name, one.potential, one.other, one.zone) == (
        other.name,
        other.potential,
        other.other,
        other.zone,
    ) and (one.by == other.by or one.name not in ABOUT_SOMEBODY)


ABOUT_SOMEBODY = ("Afraid", "Charmed", "Enraptured", "Held")
"""Conditions whose source is one of their parameters."""


def cap_track(creature: Creature, potential: str) -> None:
    """Where the score fell below Stress and spent Resistance, Stress goes first (S3.26)."""
    track = creature.tracks[potential]
    over = track.stress + track.spent - track.score
    if over > 0:
        stress = min(over, track.stress)
        track.stress -= stress
        track.spent -= over - stress
