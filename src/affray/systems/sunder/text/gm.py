"""Countdowns, things and the GM's hand in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.kernel.presentation import Who
from affray.kernel.requests import GM
from affray.systems.sunder import events as e
from affray.systems.sunder.text.harm import after
from affray.systems.sunder.text.rounds import author
from affray.systems.sunder.text.story import Story
from affray.telling.draft import Draft

_FIELDS = {
    "spent": "spent Resistance",
    "die": "Volatility Die",
    "surge": "Surge",
    "reactions": "Reactions",
}


def _cd_began(story: Story, draft: Draft, event: e.CountdownBegan) -> None:
    dice = f"Hope {event.size}, Dread {event.dread}" if event.dread else f"one die at {event.size}"
    text = f"A Countdown begins: {event.name}, on D{event.size} ({dice})"
    after(draft, text, event.clause)


def _cd_moved(story: Story, draft: Draft, event: e.CountdownMoved) -> None:
    dread = f", Dread {event.dread}" if event.dread else ""
    text = f"{story.cast.countdown(event.id)}: Hope {event.hope}{dread}"
    if draft.say:
        draft.follow(text, event.clause)
    else:
        by = f" ({author(event.by)})" if event.by == GM or not story.cast.is_creature(event.by) else ""
        draft.add(f"{text}{by if event.by else ''}.")
    draft.cite(event.clause)


def _cd_decided(story: Story, draft: Draft, event: e.CountdownDecided) -> None:
    means = "Hope is reached" if event.decided == "Hope" else "Dread is reached"
    draft.add(f"{event.name}: {means}.")
    draft.cite(event.clause)


def _cd_dropped(story: Story, draft: Draft, event: e.CountdownDropped) -> None:
    text = f"The Countdown is dropped: {event.name}"
    after(draft, text, event.clause)


def _thing(story: Story, draft: Draft, event: e.ThingWorked) -> None:
    draft.kind = "choice" if draft.kind == "note" else draft.kind
    draft.add(story.cast.who(event.creature), f" operates {event.name}.")
    if event.passage is not None:
        one, other = (story.cast.zone(id_) for id_ in event.passage)
        state = "closed" if event.closed else "open"
        draft.follow(f"The way between {one} and {other} is {state}", event.clause)
    draft.cite(event.clause)


def _searched(story: Story, draft: Draft, event: e.Searched) -> None:
    """What is found stands in the event only for those who may know it."""
    draft.kind = "choice" if draft.kind == "note" else draft.kind
    draft.add(story.cast.who(event.creature), f" searches {event.name}.")
    if event.holds:
        draft.follow(f"Found: {event.holds}", event.clause)
    draft.cite(event.clause)


def _risk(story: Story, draft: Draft, event: e.RiskSet) -> None:
    draft.kind = "gm"
    whose: list[str | Who] = ["Tests of the scene are"]
    if event.creature:
        whose = ["the next Test of ", story.cast.who(event.creature), " is"]
    draft.add(f"{author(event.by)} decides: ", *whose, f" {event.risk}.")
    draft.give_reason(event.reason)
    draft.cite(event.clause)


def _arrived(story: Story, draft: Draft, event: e.Arrived) -> None:
    cast = story.cast
    draft.kind = "gm" if event.by else "turn"
    draft.add(cast.who(event.creature), f" joins {cast.side(event.side)} at {cast.zone(event.zone)}.")
    if event.by:
        draft.follow(f"Brought in by {author(event.by)}", None)
    draft.give_reason(event.reason)
    draft.cite(event.clause)


def _removed(story: Story, draft: Draft, event: e.Removed) -> None:
    draft.kind = "gm"
    who: Who = {"who": event.creature, "name": event.name}
    draft.add(f"{author(event.by)} removes ", who, " from the scene.")
    draft.give_reason(event.reason)
    draft.cite(event.clause)


def _corrected(story: Story, draft: Draft, event: e.Corrected) -> None:
    draft.kind = "gm"
    cast = story.cast
    what = _FIELDS.get(event.field, event.field.capitalize())
    if event.potential:
        what = f"{what} in {event.potential}"
    who = cast.who(event.creature)
    if event.field in ("surge", "reactions"):
        draft.add(f"{author(event.by)} gives ", who, f" back the {what}.")
    elif event.field == "zone":
        way = f"{cast.zone(str(event.was))} to {cast.zone(str(event.value))}"
        draft.add(f"{author(event.by)} corrects ", who, f": {what}, {way}.")
    else:
        draft.add(f"{author(event.by)} corrects ", who, f": {what} {event.was} to {event.value}.")
    draft.give_reason(event.reason)
    draft.cite(event.clause)


def _overridden(story: Story, draft: Draft, event: e.Overridden) -> None:
    draft.kind = "gm"
    who = story.cast.who(event.creature)
    draft.add(f"{author(event.by)} allows ", who, f" what is refused: “{event.option}”.")
    draft.give_reason(event.reason)
    if event.refused:
        draft.follow(f"Refused by {event.refused}", event.refused)
    draft.cite(event.clause)


TELL: dict[type, Callable[[Story, Draft, Any], None]] = {
    e.CountdownBegan: _cd_began,
    e.CountdownMoved: _cd_moved,
    e.CountdownDecided: _cd_decided,
    e.CountdownDropped: _cd_dropped,
    e.ThingWorked: _thing,
    e.Searched: _searched,
    e.RiskSet: _risk,
    e.Arrived: _arrived,
    e.Removed: _removed,
    e.Corrected: _corrected,
    e.Overridden: _overridden,
}
