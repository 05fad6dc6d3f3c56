"""Which events make one entry of the log."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from affray.kernel.events import Record
from affray.systems.cantor import events as e
from affray.systems.cantor.text.actors import doer_of, units_of
from affray.systems.cantor.text.cast import Cast
from affray.telling import grouping

_SHOVING = (e.Shoved, e.Saved, e.ConditionGained, e.ConditionEnded, e.GrappleEnded, e.MarkerSet, e.MarkerSeen)
_HURTING = (e.StructureLost, e.ConditionGained, e.ConditionEnded, e.WentOut)
_ATTACK = (
    e.AttackDeclared,
    e.FlipRolled,
    e.AttackRolled,
    e.AttackStopped,
    e.AttackEnded,
    e.Spent,
    e.DamageTaken,
    e.BurnAdded,
    e.GrappleBegan,
    e.BandChanged,
    *_SHOVING,
    *_HURTING,
)

_OPENS: dict[type, str] = {
    e.RoundBegan: "round",
    e.TurnBegan: "turn",
    e.FractureManifested: "turn",
    e.AttackDeclared: "attack",
    e.FlipRolled: "attack",
    e.AttackRolled: "attack",
    e.AttackStopped: "attack",
    e.AttackEnded: "attack",
    e.DamageTaken: "harm",
    e.StructureLost: "harm",
    e.Moved: "walk",
    e.Shoved: "shove",
    e.BurnSaved: "burn",
    e.ChoirMoment: "choir",
    **dict.fromkeys((e.EscapeRolled, e.CooledDown, e.OathSworn, e.TokenSpent), "deed"),
}

_TAKES: dict[str, tuple[type, ...]] = {
    "turn": (e.FractureManifested,),
    "attack": _ATTACK,
    "harm": (e.DamageTaken, *_HURTING),
    "walk": (e.Moved, e.ConditionEnded, e.MarkerSet),
    "shove": (*_SHOVING, e.WentOut),
    "burn": (e.DamageTaken, *_HURTING),
    "choir": (e.ConditionGained,),
}

DEEDS: dict[str, tuple[type, ...]] = {
    "Bolster": (e.ConditionGained,),
    "Hide": (e.Hid, e.MarkerSet, e.MarkerSeen),
    "Brace": (e.ConditionGained,),
    "Stabilize": (e.BurnAdded, e.ConditionEnded),
    "Disengage": (e.ConditionGained,),
    "Escape": (e.EscapeRolled, e.GrappleEnded),
    "Cooldown": (e.CooledDown, e.BandChanged, e.FractureEnded, e.WentOut),
    "Bond Move": (e.BandChanged, e.FractureEnded, e.OathSworn),
    "Bond Token": (e.TokenSpent, e.ConditionGained),
    "Lock On": (e.ConditionGained, e.BandChanged),
    "Stand": (e.ConditionEnded,),
}
"""What is spent on something that is neither attack nor walk, and the events that follow, in order."""

_DEED_OF: dict[type, str] = {
    e.EscapeRolled: "Escape",
    e.CooledDown: "Cooldown",
    e.OathSworn: "Bond Move",
    e.TokenSpent: "Bond Token",
}
_WALKS = ("Move", "Boost")
SECOND = "Barrage, second weapon"
"""For what the other attack of a Barrage is made."""
_AT_ONE = (e.FlipRolled, e.AttackRolled)
"""Events that begin what an attack comes to for one target."""


@dataclass
class Group(grouping.Group):
    """The records of one entry, with the cast as it was.

    `leader` is who does it or whom it is about, `deed` what was spent for, `target` whom an attack is upon.
    `declared` is the last attack that was declared, also in an entry before this one. `people` are
    all units that events of this entry are about.
    """

    cast: Cast
    leader: str = ""
    deed: str = ""
    target: str = ""
    declared: e.AttackDeclared | None = None
    declared_at: Record | None = None
    people: dict[str, None] = field(default_factory=dict)

    results: ClassVar[tuple[type, ...]] = (
        e.FlipRolled,
        e.AttackRolled,
        e.AttackStopped,
        e.EscapeRolled,
        e.BurnSaved,
    )
    wordless: ClassVar[tuple[type, ...]] = (e.AttackEnded,)

    def takes(self, event: object) -> bool:
        """Whether this event belongs to this entry."""
        if self.kind == "deed":
            return self._takes_next(event)
        if not isinstance(event, _TAKES.get(self.kind, ())):
            return False
        doer = doer_of(event)
        if doer and self.leader and doer != self.leader and self.kind != "harm":
            return False
        match self.kind:
            case "attack":
                return self._takes_in_attack(event)
            case "walk":
                return self._goes_on(event)
            case "choir":
                return isinstance(event, e.ConditionGained) and event.clause == "C4.4"
            case "shove":
                return self._is_upon(event) and not self._breaks_off(event)
            case "turn":
                return not self.has(e.FractureManifested) and self._is_upon(event)
        return self._is_upon(event) and self._follows_harm(event)

    def _follows_harm(self, event: object) -> bool:
        """Of conditions only what a lost Structure brings, and Braced that is used up."""
        match event:
            case e.ConditionGained():
                return event.clause == "C1.8" and self.has(e.StructureLost)
            case e.ConditionEnded():
                return event.why == "used"
            case e.DamageTaken():
                return not self.has(e.DamageTaken)
        return True

    def _takes_next(self, event: object) -> bool:
        """What follows a deed comes once, and in its order."""
        order = DEEDS.get(self.deed, ())
        if type(event) not in order:
            return False
        at = order.index(type(event))
        if any(type(earlier) in order and order.index(type(earlier)) >= at for earlier in self.events):
            return False
        if isinstance(event, e.ConditionGained):
            return self.leader in (event.source, event.unit) and event.name in (
                self.deed,
                *{"Brace": ("Braced",), "Disengage": ("Disengaged",), "Bond Token": ("Bolster",)}.get(
                    self.deed, ()
                ),
            )
        return not units_of(event) or self.leader in units_of(event)

    def _takes_in_attack(self, event: object) -> bool:
        """Whether an event is what comes next in the attack on this target."""
        if isinstance(event, e.AttackDeclared):
            return not self.has(e.AttackDeclared, *_AT_ONE, e.AttackEnded)
        if self.has(e.AttackEnded):
            return isinstance(event, e.BandChanged) and not self.has(e.BandChanged)
        match event:
            case e.Spent():
                return event.name == "Brace" and event.unit == self.target and not self.has(e.DamageTaken)
            case e.BandChanged():
                return False
            case e.FlipRolled() | e.AttackRolled():
                later = _AT_ONE if isinstance(event, e.FlipRolled) else (e.AttackRolled,)
                return self.target in ("", event.target) and not self.has(*later)
            case e.ConditionEnded(name="Lock On", why="used"):
                return self.target in ("", event.unit) and not self.has(e.AttackRolled)
            case e.DamageTaken():
                return event.target == self.target
            case e.Shoved():
                return event.unit == self.target and not self._breaks_off(event)
            case e.ConditionEnded(name="Hidden", why="attacked"):
                return event.unit == self.leader and not self.has(e.AttackDeclared)
            case e.ConditionEnded(name="Hidden") | e.AttackStopped() | e.AttackEnded():
                return True
        return self._is_upon(event)

    def _goes_on(self, event: object) -> bool:
        if isinstance(event, e.Moved):
            last = [earlier for earlier in self.events if isinstance(earlier, e.Moved)][-1:]
            return event.unit == self.leader and all(one.hexes[-1:] == (event.origin,) for one in last)
        if isinstance(event, e.ConditionEnded):
            return (event.name, event.why) == ("Hidden", "uncovered") and self.has(e.Moved)
        return self._is_upon(event)

    def _breaks_off(self, event: object) -> bool:
        """A shove that does not begin where the last hex of it was."""
        if not isinstance(event, e.Shoved):
            return False
        last = [one for one in self.events if isinstance(one, e.Shoved) and one.unit == event.unit][-1:]
        return any(one.stopped != "" or one.hexes[-1:] != (event.origin,) for one in last)

    def _is_upon(self, event: object) -> bool:
        """Whether an event is about those in this entry."""
        about = units_of(event)
        return not about or any(id_ in self.people for id_ in about)

    @property
    def many(self) -> bool:
        """Whether the attack has several targets that the reader knows of."""
        return self.declared is not None and len(self.declared.targets) > 1

    def add(self, record: Record, event: object) -> None:
        """Take a record in, with the event as this reader sees it."""
        super().add(record, event)
        self.leader = self.leader or doer_of(event) or next(iter(units_of(event)), "")
        if isinstance(event, e.AttackDeclared):
            self.declared, self.declared_at = event, record
            if len(event.targets) == 1:
                self.target = event.targets[0]
        if isinstance(event, _AT_ONE):
            self.target = event.target
        elif isinstance(event, e.ConditionEnded) and (event.name, event.why) == ("Lock On", "used"):
            self.target = self.target or event.unit
        elif isinstance(event, e.DamageTaken) and self.kind == "attack":
            self.target = self.target or event.target
        for id_ in units_of(event):
            self.people[id_] = None


def is_silent(cast: Cast, event: object) -> bool:
    """Whether an event never shows itself."""
    if isinstance(event, e.TurnEnded):
        return not event.ended
    return isinstance(event, (e.TurnOpened, e.TurnEnding, e.StepsLeft))


def group_for(last: Group | None, cast: Cast, event: object) -> Group | None:
    """The group that an event opens, or None where it goes on with the last one."""
    if last is not None and last.takes(event):
        return None
    group = Group(_kind_of(last, event), cast)
    if last is not None:
        group.declared, group.declared_at = last.declared, last.declared_at
    if isinstance(event, e.Spent):
        group.deed = event.name
    elif group.kind == "deed":
        group.deed = _DEED_OF[type(event)]
    elif group.kind == "attack" and not doer_of(event) and group.declared is not None:
        group.leader = group.declared.attacker
    if last is not None and (last.kind, group.kind) == ("attack", "attack") and not group.deed:
        group.deed = _deed_after(last, event)
    return group


def _deed_after(last: Group, event: object) -> str:
    """For what an attack is made that goes on with another one: a second target, or a second weapon."""
    if last.leader != doer_of(event):
        return ""
    if not isinstance(event, e.AttackDeclared):
        return last.deed
    return SECOND if last.deed == "Barrage" else ""


def _kind_of(last: Group | None, event: object) -> str:
    match event:
        case e.DamageTaken(source="attack" | "Reliable"):
            return "attack"
        case e.Spent():
            return "walk" if event.name in _WALKS else "deed" if event.name in DEEDS else "attack"
        case e.ConditionEnded(name="Lock On", why="used") if last is not None and last.kind == "attack":
            return "attack"
        case e.ConditionEnded(name="Hidden", why="attacked"):
            return "attack"
        case e.Saved(about="edge"):
            return "shove"
    return _OPENS.get(type(event), "single")
