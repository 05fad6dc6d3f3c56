"""Whose doing an event is part of, and upon whom: what follows an undo must not join another's doing."""

from __future__ import annotations

from affray.systems.pace import events as e


def actor_of(event: object) -> str:
    """Who attacks, casts, walks or handles; empty where it does not say, or may be anybody."""
    match event:
        case e.AttackRolled() | e.SpellSaved() | e.EscapeRolled():
            return event.throw.roller
        case e.DefenceRolled():
            return event.attack.roller
        case e.CounterRolled():
            return event.attacker.roller
        case (
            e.AttackDeclared()
            | e.TargetFaced()
            | e.DefenceChosen()
            | e.AttackStopped()
            | e.AttackEnded()
            | e.ObjectStruck()
        ):
            return event.attacker
        case e.SpellCast():
            return event.caster
        case e.Mended() | e.EdgeGranted() | e.Slowed() | e.Shoved() | e.ItemDropped() if event.by:
            return event.by
        case e.Held():
            return event.source
        case e.DamageDealt():
            return event.target if event.source in ("riposte", "terrain") else event.by or ""
        case e.ApPaid():
            return event.character if event.in_turn else ""
        case _ if isinstance(event, _OWN):
            return event.character or ""
    return ""


_OWN = (
    e.TurnBegan,
    e.TurnOpened,
    e.WalkBegan,
    e.Walked,
    e.WalkEnded,
    e.Turned,
    e.InteractionBegan,
    e.ItemTaken,
    e.ItemDropped,
    e.ItemsSwapped,
    e.DoorMoved,
    e.TaskDone,
    e.WordsBought,
    e.ClockAdvanced,
    e.Waited,
    e.GotOut,
    e.StuckInTerrain,
    e.Joined,
)
"""Events that name who does them."""


def target_of(event: object) -> str:
    """Whom an attack is upon; empty where an event does not say."""
    match event:
        case e.AttackDeclared():
            return event.targets[0] if len(event.targets) == 1 else ""
        case e.TargetFaced():
            return event.target
        case e.DefenceChosen():
            return event.defender
        case e.DefenceRolled():
            return event.defence.roller
        case e.CounterRolled():
            return event.defender.roller
        case e.DamageDealt(source="attack"):
            return event.target
        case e.DamageDealt(source="riposte"):
            return event.by or ""
        case e.ApPaid():
            return "" if event.in_turn else event.character
        case (
            e.Held()
            | e.Slowed()
            | e.Shoved()
            | e.ItemDropped()
            | e.ManeuverFailed()
            | e.Evaded()
            | e.ApBonus()
        ):
            return event.character
    return ""
