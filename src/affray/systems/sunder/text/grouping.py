"""Which events make one entry of the log."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from affray.kernel.events import Record
from affray.systems.sunder import events as e
from affray.systems.sunder.text.actors import doer_of, people_of, sources_of
from affray.systems.sunder.text.cast import Cast
from affray.telling import grouping

_OPENS: dict[type, str] = {
    e.HalfPlayed: "action",
    e.ActionAnnounced: "action",
    e.TestRolled: "test",
    e.RolliesRolled: "contest",
    e.ContestSettled: "contest",
    e.GroupCounted: "group",
    e.ReactionTaken: "reaction",
    e.SurgeAnnounced: "surge",
    e.SurgeCame: "surge",
    e.TurnBegan: "turn",
    e.TurnEnding: "ending",
    e.TurnEnded: "ending",
    **dict.fromkeys((e.Moved, e.Stayed), "walk"),
    **dict.fromkeys(
        (e.DamageRolled, e.StressTaken, e.Overflowed, e.FalloutFell, e.MarksTaken, e.Fell), "harm"
    ),
}

_ENDS = (e.RunningEnded, e.ConditionEnded, e.FavourEnded, e.Stabilized, e.CameRound)
_TEST = (e.PerkFired, e.TestSettled, e.Exploded)
_HARM = (
    e.DamageRolled,
    e.DiceChained,
    e.StressReduced,
    e.SlotsUsed,
    e.StressTaken,
    e.Overflowed,
    e.RankChanged,
    e.FalloutFell,
    e.TrackFilled,
    e.MarksTaken,
    e.Fell,
    e.LeftQueue,
    e.CountdownBegan,
    e.ItemSuffered,
    e.SlotForfeited,
    e.ExhaustionChanged,
)
_GOOD = (
    e.StressCleared,
    e.ResistanceSpent,
    e.ResistanceRegained,
    e.NothingRegained,
    e.MarksRestored,
    e.ConditionGained,
    e.FavourGained,
    e.BeatGained,
    e.Scarred,
)
_PLACE = (e.Moved, e.Stayed, e.MovementLeft, e.Readied, e.Thrown, e.Fetched, e.Loaded)
_CARDS = (e.RunningBegan, e.SequenceUsed, e.TargetChanged, e.ActionResolved, e.ActionStopped)
_SCENE = (
    e.CountdownMoved,
    e.CountdownDecided,
    e.CountdownDropped,
    e.ThingWorked,
    e.Searched,
    e.SlotClosed,
)
_EFFECTS = (*_ENDS, *_HARM, *_GOOD, *_PLACE, *_CARDS, *_SCENE)
_ACTS = (e.TestRolled, e.GroupCounted, e.ReactionTaken, *_TEST, *_EFFECTS)

_TAKES: dict[str, tuple[type, ...]] = {
    "action": (e.ActionAnnounced, *_ACTS),
    "test": (e.GroupCounted, e.ReactionTaken, *_TEST, *_EFFECTS),
    "contest": (e.RolliesRolled, e.ContestSettled, *_EFFECTS),
    "group": _EFFECTS,
    "reaction": _ACTS,
    "surge": _ACTS,
    "turn": (e.WentAlone, e.TurnPassed, e.TurnOpened, *_ENDS, e.SlotsUsed),
    "ending": (e.TurnEnded, *_ENDS, e.SurgeCame),
    "walk": (e.MovementLeft, e.Stayed, *_ENDS),
    "harm": (e.ReactionTaken, *_HARM, *_GOOD, *_ENDS, e.ActionResolved),
}

_ABOUT_NOBODY = (
    e.ActionResolved,
    e.CountdownMoved,
    e.CountdownDecided,
    e.CountdownDropped,
    e.DiceChained,
    e.SlotForfeited,
    e.TurnOpened,
    e.SlotClosed,
)
"""Events that do not say whom they are about, or say it of somebody else than the entry."""
_ONCE = (e.TestRolled, e.ActionAnnounced, e.TurnEnded, e.ContestSettled)


@dataclass
class Group(grouping.Group):
    """The records of one entry, with the cast as it was.

    `leader` is who does it, `people` are all whom it is about. `action` is the action that is being resolved,
    also where it was announced in an entry before this one. `closed`: it has been resolved. `shared`: a group
    makes its Test, so that nobody's own level brings Fallout (S1.27); `goes_on`: the next entry is so too.
    """

    cast: Cast
    leader: str = ""
    people: dict[str, None] = field(default_factory=dict)
    action: e.ActionAnnounced | None = None
    closed: bool = False
    shared: bool = False
    goes_on: bool = False

    results: ClassVar[tuple[type, ...]] = (e.TestRolled, e.ContestSettled)
    wordless: ClassVar[tuple[type, ...]] = (
        e.ActionResolved,
        e.MovementLeft,
        e.TurnOpened,
        e.TurnEnding,
    )

    def takes(self, event: object) -> bool:
        """Whether this event belongs to this entry."""
        if self.closed or not isinstance(event, _TAKES.get(self.kind, ())):
            return False
        if by_the_gm(event) or (isinstance(event, _ONCE) and self.has(type(event))):
            return False
        if isinstance(event, _ABOUT_NOBODY):
            return not isinstance(event, e.SlotClosed) or event.why == "dying"
        if isinstance(event, (e.TestRolled, e.ActionAnnounced, e.TurnEnded)):
            return doer_of(event) in ("", self.leader) and not self._is_past(event)
        if isinstance(event, _ENDS):
            return not isinstance(event, e.RunningEnded) or event.why != "dropped"
        if isinstance(event, e.ReactionTaken):
            return self._takes_in(event)
        if isinstance(event, e.RankChanged) and event.clause == "S12.8":
            # What an adversary's Test raises is somebody else's Fallout, from an entry before this one.
            return self.kind == "test"
        if isinstance(event, e.Moved) and event.how == "move" and self.kind not in ("action", "test"):
            return False
        return self._is_about(event)

    def _takes_in(self, event: e.ReactionTaken) -> bool:
        """Reactions that change figures of this entry are told in it; all others have one of their own."""
        if event.trigger == "own test":
            return event.creature == self.leader and self.has(e.TestSettled)
        if event.trigger == "incoming stress":
            return event.creature in self.people and self.has(e.DamageRolled)
        return event.source == "armor" and event.creature in self.people

    def _is_past(self, event: object) -> bool:
        """Whether something has happened in this entry that comes after what the event says."""
        return isinstance(event, e.ActionAnnounced) and self.has(e.TestRolled, *_HARM, e.Moved)

    def _is_about(self, event: object) -> bool:
        about = (*people_of(event), *sources_of(event))
        return not about or any(id_ in self.people for id_ in about)

    def add(self, record: Record, event: object) -> None:
        """Take a record in, with the event as this reader sees it."""
        super().add(record, event)
        about = people_of(event)
        self.leader = self.leader or doer_of(event) or next(iter(about), "")
        if isinstance(event, e.ActionAnnounced):
            self.action = event
        if isinstance(event, e.TurnBegan):
            self.goes_on = bool(event.group)
        elif isinstance(event, (e.WentAlone, e.GroupCounted, e.TurnEnded)):
            self.goes_on = False
        self.closed = self.closed or isinstance(event, e.ActionResolved)
        for id_ in about:
            self.people[id_] = None


_BY_THE_GM = ("GM", "the GM", "healing")


def by_the_gm(event: object) -> bool:
    """Whether an event is the GM's own doing: it joins nothing."""
    if isinstance(event, e.LeftQueue):
        return event.why != "down"
    if isinstance(event, e.Fell):
        return bool(event.by)
    said = [getattr(event, name, "") for name in ("why", "how", "source", "about")]
    return any(word in _BY_THE_GM for word in said)


def is_silent(cast: Cast, event: object) -> bool:
    """Whether an event never shows itself."""
    return False


def group_for(last: Group | None, cast: Cast, event: object) -> Group | None:
    """The group that an event opens, or None where it goes on with the last one."""
    if last is not None and last.takes(event):
        return None
    group = Group(_OPENS.get(type(event), "single"), cast)
    if last is not None:
        group.shared = group.goes_on = last.goes_on
    if (
        last is not None
        and not last.closed
        and group.kind in ("test", "harm", "reaction", "contest", "group")
    ):
        group.action = last.action
        # What is resolved stays about the same people, so that its price and its effects join it.
        if last.action is not None and group.kind in ("test", "contest", "group"):
            group.people = dict.fromkeys((last.action.creature, *last.action.targets))
    return group
