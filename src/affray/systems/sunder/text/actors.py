"""Whom an event is about: after an undo nothing may join another's doing."""

from __future__ import annotations

from affray.systems.sunder import events as e

_NAMES = ("creature", "roller", "owner", "target", "to", "first", "second", "lead", "was", "now")
_SOURCES = ("source", "by")


def doer_of(event: object) -> str:
    """Who acts, rolls, reacts or moves by an event that begins something; empty for all others."""
    match event:
        case e.TestRolled():
            return event.roller
        case e.RolliesRolled() | e.ContestSettled():
            return event.first
        case e.GroupCounted():
            return event.lead
        case _ if isinstance(event, _DOINGS):
            return event.creature
    return ""


_DOINGS = (
    e.HalfPlayed,
    e.ActionAnnounced,
    e.ReactionTaken,
    e.SurgeAnnounced,
    e.SurgeCame,
    e.TurnBegan,
    e.TurnEnding,
    e.TurnEnded,
    e.Moved,
    e.ThingWorked,
    e.Searched,
)


def people_of(event: object) -> tuple[str, ...]:
    """Those whom an event is about, the one it happens to first. What is no creature does no harm here."""
    found = [value for name in _NAMES if isinstance(value := getattr(event, name, None), str) and value]
    match event:
        case e.ActionAnnounced():
            found += event.targets
        case e.TurnBegan():
            found += event.group
        case e.GroupCounted():
            found += [id_ for id_, _ in event.levels]
    return tuple(dict.fromkeys(found))


def sources_of(event: object) -> tuple[str, ...]:
    """From whom what an event says comes."""
    return tuple(value for name in _SOURCES if isinstance(value := getattr(event, name, None), str) and value)
