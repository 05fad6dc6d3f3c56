"""Whose doing an event is part of, and whom it is about: after an undo nothing may join another's doing."""

from __future__ import annotations

from affray.systems.cantor import events as e


def doer_of(event: object) -> str:
    """Who attacks, goes or acts; empty where an event does not say, or may be anybody's."""
    match event:
        case e.AttackDeclared() | e.FlipRolled() | e.AttackRolled() | e.AttackStopped() | e.AttackEnded():
            return event.attacker
        case e.DamageTaken(by=str()):
            return str(event.by)
        case e.Shoved(by=str()):
            return str(event.by)
        case e.GrappleBegan():
            return event.grappler
        case e.ConditionEnded(name="Hidden", why="attacked"):
            return event.unit
        case e.EscapeRolled() | e.BurnSaved():
            return event.roll.roller
        case e.Spent():
            return "" if event.name == "Brace" else event.unit
        case e.BandChanged() | e.Moved() | e.TurnBegan() | e.CooledDown() | e.OathSworn() | e.TokenSpent():
            return event.unit
    return ""


def units_of(event: object) -> tuple[str, ...]:
    """Those whom an event is about, as far as that says to which entry it belongs."""
    match event:
        case e.AttackDeclared():
            return (event.attacker, *event.targets)
        case e.FlipRolled() | e.AttackRolled():
            return event.attacker, event.target
        case e.DamageTaken():
            return (event.target,)
        case e.GrappleBegan():
            return event.grappler, event.target
        case e.GrappleEnded():
            return event.unit, event.other
        case e.EscapeRolled():
            return event.roll.roller, event.holder.roller
        case e.BurnSaved() | e.Saved():
            return (event.roll.roller,)
        case _ if isinstance(event, _ABOUT_ONE):
            return (event.unit,)
    return ()


_ABOUT_ONE = (
    e.Spent,
    e.StructureLost,
    e.BurnAdded,
    e.OvershieldGained,
    e.ConditionGained,
    e.ConditionEnded,
    e.WentOut,
    e.Moved,
    e.Shoved,
    e.Hid,
    e.MarkerSet,
    e.BandChanged,
    e.FractureManifested,
    e.FractureEnded,
    e.OathSworn,
    e.TokenSpent,
    e.CooledDown,
    e.TurnBegan,
    e.TurnEnded,
    e.Arrived,
)
"""Events about one unit."""
