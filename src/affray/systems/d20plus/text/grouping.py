"""Which events make one entry of the log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from affray.kernel.events import Record
from affray.systems.d20plus import events as e
from affray.systems.d20plus.text.cast import Cast
from affray.telling import grouping

SILENT = (e.Paid, e.TurnEnded, e.AskedToStepIn, e.ReactionDeclined)
"""Events that say nothing of their own in the log."""

_BEFORE = (e.Intercepted, e.ReactionUsed, e.NullificationRolled)
_AFTER = (
    e.Wounded,
    e.KnockedProne,
    e.Marked,
    e.Moved,
    e.WentOut,
    e.OutMeant,
    e.BonusTurnGranted,
)
_ENDINGS = (e.BrokenTurnsCounted, e.TadExpired, e.WentOut, e.OutMeant, e.TurnDropped)

_OPENS: dict[type, str] = {
    e.RoundBegan: "round",
    e.LanesRevealed: "round",
    e.TurnBegan: "turn",
    e.SplitChosen: "turn",
    e.TurnEnding: "ending",
    e.BrokenTurnsCounted: "ending",
    e.TadExpired: "ending",
    e.TurnDropped: "ending",
    e.WeaponExhausted: "strike",
    e.StrikeDeclared: "strike",
    e.Intercepted: "strike",
    e.ReactionUsed: "strike",
    e.NullificationRolled: "strike",
    e.StrikeResolved: "strike",
    e.StrikeStopped: "strike",
    e.AbilityUsed: "ability",
    e.AbilityRolled: "ability",
    e.Mended: "ability",
    e.Moved: "move",
    e.MovedUnseen: "move",
    e.StayedPut: "move",
}

_TAKES: dict[str, tuple[type, ...]] = {
    "round": (e.LanesRevealed,),
    "turn": (e.SplitChosen,),
    "ending": _ENDINGS,
    "strike": (e.StrikeDeclared, e.StrikeResolved, e.StrikeStopped, *_BEFORE, *_AFTER),
    "ability": (
        e.ReactionUsed,
        e.NullificationRolled,
        e.StrikeStopped,
        e.AbilityRolled,
        e.Mended,
        e.DieLent,
        e.TurnExtended,
        *_AFTER,
    ),
    "single": (e.WentOut, e.OutMeant),
}

_RESULTS = (
    e.LanesRevealed,
    e.SplitChosen,
    e.StrikeDeclared,
    e.StrikeResolved,
    e.StrikeStopped,
    e.AbilityRolled,
    e.NullificationRolled,
    e.Mended,
)
"""Events that an entry has once: another one of the kind is another attempt, and another entry."""

_CLOSING = (e.StrikeResolved, e.StrikeStopped, e.AbilityRolled, e.Mended)
"""Events after which nothing comes that precedes a roll."""


@dataclass
class Group(grouping.Group):
    """The records of one entry, with the cast as it was.

    `declared` is the strike it is about, also where another attempt at it began an entry of its own; `leader`
    is who strikes or uses an ability.
    """

    cast: Cast
    declared: e.StrikeDeclared | None = None
    leader: str = ""

    results: ClassVar[tuple[type, ...]] = _RESULTS
    wordless: ClassVar[tuple[type, ...]] = (e.TurnEnding, e.WeaponExhausted)

    def takes(self, event: object) -> bool:
        """Whether this event belongs to this entry."""
        if not isinstance(event, _TAKES.get(self.kind, ())):
            return False
        if isinstance(event, _RESULTS) and self.has(type(event)):
            return False
        if not self.follows(event):
            return False
        if isinstance(event, (e.Moved, e.KnockedProne)) and event.by is None:
            return False
        if isinstance(event, (*_BEFORE, e.StrikeResolved, e.StrikeStopped)):
            return not self.has(*_CLOSING)
        return True

    def follows(self, event: object) -> bool:
        """Whether an event can be part of what the leader does."""
        return "" in (self.leader, actor_of(event)) or self.leader == actor_of(event)

    def add(self, record: Record, event: object) -> None:
        """Take a record in, with the event as this reader sees it."""
        super().add(record, event)
        if isinstance(event, e.StrikeDeclared):
            self.declared, self.leader = event, event.attacker
        elif isinstance(event, e.AbilityUsed):
            self.leader = event.persona


def is_silent(cast: Cast, event: object) -> bool:
    """Whether an event never shows itself: what was paid, and what another event says as well."""
    if isinstance(event, e.AbilityUsed):
        ability = cast.ability(event.ability)
        return ability is not None and ability.cost == "reaction"
    if isinstance(event, e.ReactionUsed):
        # A counter-attack and an interception have events of their own that name the ability.
        return event.clause in ("D11.2", "D11.3")
    return isinstance(event, SILENT)


def group_for(last: Group | None, cast: Cast, event: object) -> Group | None:
    """The group that an event opens, or None where it goes on with the last one."""
    if last is not None and last.takes(event):
        return None
    kind = _OPENS.get(type(event), "single")
    group = Group(kind, cast)
    again = isinstance(event, (*_BEFORE, e.StrikeResolved, e.StrikeStopped))
    if again and last is not None and last.kind == "strike" and last.follows(event):
        group.declared, group.leader = last.declared, last.leader
    return group


def actor_of(event: object) -> str:
    """Whose strike or ability an event goes on with; empty where it does not say."""
    match event:
        case e.StrikeResolved():
            return event.attack.roller
        case e.StrikeStopped():
            return event.attacker
        case e.ReactionUsed():
            return event.against
        case e.NullificationRolled() | e.AbilityRolled():
            return event.user.roller
        case e.Mended():
            return event.throw.roller
    return ""
