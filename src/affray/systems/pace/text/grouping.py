"""Which events make one entry of the log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from affray.kernel.events import Record
from affray.systems.pace import events as e
from affray.systems.pace.text.actors import actor_of, target_of
from affray.systems.pace.text.cast import Cast
from affray.telling import grouping

PIVOT = "Pivot"
"""What AP of a Pivot are said to be spent on."""

SILENT = (e.TurnEnding, e.TurnEnded)
"""Events that say nothing of their own in the log."""

_DEFEATS = (e.Defeated, e.DefeatMeant)
_EFFECTS = (
    e.DamageDealt,
    e.Held,
    e.HoldEnded,
    e.Slowed,
    e.Shoved,
    *_DEFEATS,
)
_INTERACTIONS = (
    e.ItemTaken,
    e.ItemsSwapped,
    e.DoorMoved,
    e.TaskDone,
    e.WordsBought,
    e.EscapeRolled,
)

_HANDLINGS = (*_INTERACTIONS, e.ItemDropped)
"""What an Interaction comes to; each is an entry of its own."""

_ATTACK = (
    e.AttackRolled,
    e.TargetFaced,
    e.DefenceChosen,
    e.DefenceRolled,
    e.CounterRolled,
    e.AttackStopped,
    e.AttackEnded,
    e.ApPaid,
    e.ApBonus,
    e.Evaded,
    e.Spoke,
    e.ItemDropped,
    e.ManeuverFailed,
    *_EFFECTS,
)

_OPENS: dict[type, str] = {
    e.RoundBegan: "round",
    e.OrderSet: "round",
    e.ApGained: "round",
    e.TurnBegan: "turn",
    e.TurnOpened: "turn",
    e.AttackDeclared: "attack",
    e.AttackRolled: "attack",
    e.TargetFaced: "attack",
    e.DefenceChosen: "attack",
    e.DefenceRolled: "attack",
    e.CounterRolled: "attack",
    e.AttackStopped: "attack",
    e.AttackEnded: "attack",
    e.ObjectStruck: "object",
    e.WalkBegan: "walk",
    e.Walked: "walk",
    e.WalkEnded: "walk",
    e.SpellCast: "spell",
    e.SpellSaved: "spell",
    e.Waited: "wait",
    e.Shoved: "shove",
    e.GotOut: "out",
    e.StuckInTerrain: "out",
    e.Joined: "joined",
    e.InteractionBegan: "interaction",
    **dict.fromkeys(_INTERACTIONS, "interaction"),
}

_TAKES: dict[str, tuple[type, ...]] = {
    "round": (e.OrderSet, e.ApGained),
    "turn": (e.ApPaid, e.Turned, e.QuietAsked, e.Spoke, e.TurnOpened),
    "attack": _ATTACK,
    "target": _ATTACK,
    "object": (e.ObjectDestroyed,),
    "walk": (e.Walked, e.WalkEnded, e.Turned, e.HoldEnded),
    "spell": (e.SpellSaved, e.Mended, e.EdgeGranted, e.GroundChanged, *_EFFECTS),
    "interaction": (*_HANDLINGS, e.HoldEnded, e.ClockAdvanced, e.ClockFull),
    "wait": (e.Waited,),
    "out": (e.DamageDealt, e.HoldEnded, *_DEFEATS),
    "shove": (e.DamageDealt, e.HoldEnded, *_DEFEATS),
    "joined": (e.ItemPlaced,),
    "single": (e.ClockFull, e.HoldEnded, *_DEFEATS),
}

_STAGES: dict[type, int] = {
    e.AttackDeclared: 0,
    e.AttackRolled: 1,
    e.TargetFaced: 2,
    e.ApPaid: 3,
    e.DefenceChosen: 4,
    e.DefenceRolled: 5,
    e.CounterRolled: 6,
    e.AttackEnded: 7,
}
"""The order in which an attack on one target goes. What comes again, comes in another attempt."""

_ONCE: dict[str, tuple[type, ...]] = {
    "round": (e.OrderSet, e.ApGained),
    "turn": (e.TurnOpened,),
    "walk": (e.WalkEnded, e.Turned),
    "spell": (e.SpellSaved, e.GroundChanged),
    "interaction": (e.ClockAdvanced, e.ClockFull),
    "wait": (e.Waited,),
}
"""Events that an entry has once: another one of the kind is another attempt, and another entry."""

_RESULTS = (
    e.OrderSet,
    e.TurnOpened,
    e.AttackRolled,
    e.DefenceRolled,
    e.CounterRolled,
    e.AttackStopped,
    e.ObjectStruck,
    e.SpellSaved,
    *_INTERACTIONS,
    e.GotOut,
)


@dataclass
class Group(grouping.Group):
    """The records of one entry, with the cast as it was.

    `leader` is who does it and `target` whom an attack is upon, where that is known. `declared` is the last
    attack that was declared and `spell` the last spell that was cast, also where they began an entry of
    their own. A group of kind "paid" has nothing but AP that were paid, until it is clear for what.
    """

    cast: Cast
    leader: str = ""
    target: str = ""
    declared: e.AttackDeclared | None = None
    spell: e.SpellCast | None = None

    results: ClassVar[tuple[type, ...]] = _RESULTS
    wordless: ClassVar[tuple[type, ...]] = (e.AttackEnded, e.InteractionBegan, e.WalkEnded)

    def takes(self, event: object) -> bool:
        """Whether this event belongs to this entry."""
        if self.kind == "paid":
            paid = self.events[0]
            return (
                isinstance(paid, e.ApPaid)
                and _kind_of(event) in _PAID_FOR.get(paid.what, ())
                and self._is_of_this(event)
            )
        if not isinstance(event, _TAKES.get(self.kind, ())):
            return False
        if not self._is_of_this(event):
            return False
        if self.kind in ("attack", "target"):
            return self._goes_on(event)
        if isinstance(event, _ONCE.get(self.kind, ())) and self.has(type(event)):
            return False
        match event:
            case e.ApPaid():
                return not (event.in_turn or self.has(e.TurnOpened))
            case e.Turned():
                return event.pivot == (self.kind == "turn") and not self.has(e.TurnOpened)
            case e.QuietAsked() | e.Spoke():
                return not self.has(e.TurnOpened)
            case e.Walked():
                return not self.has(e.WalkEnded, e.Turned)
            case e.ClockAdvanced():
                return self.kind != "interaction" or self.has(e.TaskDone)
            case e.HoldEnded(why="let go"):
                return False
        return not (isinstance(event, _HANDLINGS) and self.kind == "interaction" and self.has(*_HANDLINGS))

    def _is_of_this(self, event: object) -> bool:
        """Whether an event is the same one's doing, and upon the same target."""
        if self.kind == "turn" and not isinstance(event, e.TurnOpened):
            return True
        actor, target = actor_of(event), target_of(event)
        upon = self.target if self.kind in ("attack", "target") else ""
        return (not actor or self.leader in ("", actor)) and (not target or upon in ("", target))

    def _goes_on(self, event: object) -> bool:
        """Whether an event is what comes next in the attack on this target."""
        if isinstance(event, e.ApPaid) and (event.in_turn or event.what == PIVOT):
            return False
        if isinstance(event, e.ItemDropped) and event.by is None:
            return False
        if isinstance(event, e.TargetFaced) and self.kind == "attack" and self.many:
            # Of several targets each has an entry of its own, after that of the roll.
            return False
        stage = _STAGES.get(type(event))
        if stage is None:
            return not self.has(e.AttackEnded) or isinstance(event, _DEFEATS)
        return all(_stage_of(earlier) < stage for earlier in self.events)

    @property
    def many(self) -> bool:
        """Whether the attack has several targets."""
        return self.declared is not None and len(self.declared.targets) > 1

    def add(self, record: Record, event: object) -> None:
        """Take a record in, with the event as this reader sees it."""
        if self.kind == "paid":
            self.kind = _kind_of(event)
        super().add(record, event)
        self.leader = self.leader or actor_of(event)
        self.target = self.target or target_of(event)
        if isinstance(event, e.AttackDeclared):
            self.declared = event
        elif isinstance(event, e.SpellCast):
            self.spell = event


_PAID_FOR: dict[str, tuple[str, ...]] = {
    "Attack": ("attack", "object"),
    "Block": ("attack",),
    "Evade": ("attack",),
    "Counter": ("attack",),
    "Move": ("walk",),
    PIVOT: ("pivot",),
    "Cast": ("spell",),
    "Interaction": ("interaction",),
    "Speaking": ("interaction",),
}
"""What AP are spent on, and the entries that begin with them. Whatever else the GM priced stands alone."""


def _stage_of(event: object) -> int:
    """How far an attack is with this; its own AP come before everything."""
    if isinstance(event, e.ApPaid) and event.in_turn:
        return -1
    return _STAGES.get(type(event), -1)


def _kind_of(event: object) -> str:
    if isinstance(event, e.ApPaid):
        return "paid"
    if isinstance(event, e.Turned):
        return "pivot" if event.pivot else "walk"
    if isinstance(event, e.ApBonus) and event.why == "Wait":
        return "wait"
    if isinstance(event, e.ItemDropped) and event.by is None:
        return "interaction"
    return _OPENS.get(type(event), "single")


def is_silent(cast: Cast, event: object) -> bool:
    """Whether an event never shows itself."""
    return isinstance(event, SILENT)


def group_for(last: Group | None, cast: Cast, event: object) -> Group | None:
    """The group that an event opens, or None where it goes on with the last one."""
    if last is not None and last.takes(event):
        return None
    group = Group(_kind_of(event), cast)
    if last is not None:
        group.declared, group.spell = last.declared, last.spell
    if isinstance(event, e.ApPaid) and not event.in_turn and event.what != PIVOT:
        group.kind = "attack"
    if group.kind == "attack" and group.many and not isinstance(event, (e.AttackRolled, e.AttackDeclared)):
        group.kind = "target"
    return group
