"""The queue, turns, GM slots, and the beginning and end of a scene in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.kernel.presentation import Who
from affray.kernel.requests import GM
from affray.systems.sunder import events as e
from affray.systems.sunder.text.harm import after
from affray.systems.sunder.text.story import Story, names_apart
from affray.telling.draft import Draft
from affray.telling.words import GM_NAME, listed, ordinal


def author(by: str) -> str:
    """Who did something at the table."""
    return GM_NAME if by == GM else by


def _opened(story: Story, draft: Draft, event: e.SceneOpened) -> None:
    draft.kind = "turn"
    draft.add("The scene begins. The GM decides: ", story.cast.who(event.first), " acts first.")
    draft.cite(event.clause)


# The queue


def _threw_in(story: Story, draft: Draft, event: e.ThrewIn) -> None:
    draft.kind = "gm" if event.by else "choice"
    who = story.cast.who(event.creature)
    begin: list[str | Who] = [f"{author(event.by)} throws in for ", who] if event.by else [who, " throws in"]
    draft.add(*begin, f" the gauntlet: {ordinal(event.place + event.ahead)} in the queue.")
    draft.cite(event.clause)


def _left(story: Story, draft: Draft, event: e.LeftQueue) -> None:
    who = story.cast.who(event.creature)
    if event.why == "down":
        after(draft, f"{story.cast.name(event.creature)} leaves the queue", event.clause)
    elif event.by:
        draft.kind = "gm"
        draft.add(f"{author(event.by)} takes ", who, " out of the queue.")
    else:
        draft.kind = "gm" if event.why == "GM" else "choice"
        verb = "is taken out of the queue" if event.why == "GM" else "leaves the queue"
        draft.add(who, f" {verb}.")
    draft.give_reason(event.reason)
    draft.cite(event.clause)


def _gave_way(story: Story, draft: Draft, event: e.GaveWay) -> None:
    draft.kind = "choice"
    cast = story.cast
    draft.add(cast.who(event.creature), " gives way to ", cast.who(event.to), ", and is next after.")
    draft.cite(event.clause)


def _reordered(story: Story, draft: Draft, event: e.Reordered) -> None:
    draft.kind = "gm"
    order = names_apart(story.cast, event.order)
    draft.add(f"{author(event.by)} puts the queue into another order: ", *order, ".")
    draft.give_reason(event.reason)
    draft.cite(event.clause)


def _joined(story: Story, draft: Draft, event: e.JoinedGroup) -> None:
    draft.kind = "choice"
    cast = story.cast
    draft.add(cast.who(event.creature), " joins a group action led by ", cast.who(event.lead), ".")
    draft.follow("It comes at the earlier of their places, and takes up all of them", event.clause)
    draft.cite(event.clause)


def _left_group(story: Story, draft: Draft, event: e.LeftGroup) -> None:
    draft.kind = "choice"
    draft.add(story.cast.who(event.creature), " no longer acts along, and stands behind everybody.")
    draft.follow("The others of the group keep their place", event.clause)
    draft.cite(event.clause)


def _declined(story: Story, draft: Draft, event: e.Declined) -> None:
    draft.add("Nobody throws in the gauntlet.")
    draft.cite(event.clause)


# GM slots and turns


def _slot(story: Story, draft: Draft, event: e.SlotOpened) -> None:
    draft.kind = "gm" if event.by else "turn"
    if event.by:
        draft.add(f"{author(event.by)} opens a GM slot.")
    else:
        why = {"turn": "", "declined": ": every player declined", "GM": ": the GM opens it"}[event.why]
        draft.add(f"A GM slot opens{why}.")
    draft.cite(event.clause)


def _slot_closed(story: Story, draft: Draft, event: e.SlotClosed) -> None:
    draft.kind = "turn" if draft.kind == "note" else draft.kind
    words = {
        "passed": "The GM passes the GM slot.",
        "forfeited": "The GM slot is forfeited, for a Fallout that was raised.",
        "dying": "The GM slot is spent on a Test of the dying.",
    }[event.why]
    draft.add(words)
    draft.cite(event.clause)


def _began(story: Story, draft: Draft, event: e.TurnBegan) -> None:
    draft.kind = "turn"
    cast = story.cast
    who = cast.who(event.creature)
    if event.group:
        draft.add("A group action: ", who, " leads, with ", *names_apart(cast, event.group), ".")
    elif event.slot:
        draft.add(who, " acts, in the GM slot.")
    else:
        draft.add(who, " acts.")
    draft.cite(event.clause)


def _ended(story: Story, draft: Draft, event: e.TurnEnded) -> None:
    draft.kind = "turn"
    cast = story.cast
    draft.add("The turn of ", cast.who(event.creature), f" ends.{' A GM slot opens.' if event.slot else ''}")
    for id_ in event.surges:
        draft.follow(f"The Surge of {cast.name(id_)} is face up again", "S6.3")
    draft.cite(event.clause, "S4.5" if event.slot else None)


def _passed(story: Story, draft: Draft, event: e.TurnPassed) -> None:
    draft.kind = "turn"
    cast = story.cast
    verb = "is" if len(event.group) == 1 else "are"
    draft.add(
        cast.who(event.creature), " is down: ", *names_apart(cast, event.group), f" {verb} next instead."
    )
    draft.cite(event.clause)


def _alone(story: Story, draft: Draft, event: e.WentAlone) -> None:
    draft.kind = "turn"
    cast = story.cast
    draft.add(cast.who(event.creature), " acts alone after all.")
    names = listed(cast.name(id_) for id_ in event.group)
    draft.follow(f"Behind everybody in the queue: {names}", event.clause)
    draft.cite(event.clause)


def _quiet(story: Story, draft: Draft, event: e.QuietNoted) -> None:
    draft.kind = "gm"
    draft.add("The GM lets the scene go on.")
    draft.cite(event.clause)


def _kept_open(story: Story, draft: Draft, event: e.KeptOpen) -> None:
    draft.kind = "gm"
    draft.add("The scene seems to be over; the GM lets it go on.")
    draft.cite(event.clause)


def _closed(story: Story, draft: Draft, event: e.SceneClosed) -> None:
    draft.kind = "end"
    side = story.cast.side(event.winner) if event.winner is not None else ""
    winner = f" {side} win it." if side and side not in event.outcome else ""
    by = f" {author(event.by)} closed it." if event.by else ""
    stop = "" if event.outcome.endswith((".", "!", "?")) else "."
    draft.add(f"The scene ends: {event.outcome}{stop}{winner}{by}")
    draft.give_reason(event.reason)
    draft.cite(event.clause)


TELL: dict[type, Callable[[Story, Draft, Any], None]] = {
    e.SceneOpened: _opened,
    e.ThrewIn: _threw_in,
    e.LeftQueue: _left,
    e.GaveWay: _gave_way,
    e.Reordered: _reordered,
    e.JoinedGroup: _joined,
    e.LeftGroup: _left_group,
    e.Declined: _declined,
    e.SlotOpened: _slot,
    e.SlotClosed: _slot_closed,
    e.TurnBegan: _began,
    e.TurnEnded: _ended,
    e.TurnPassed: _passed,
    e.WentAlone: _alone,
    e.QuietNoted: _quiet,
    e.KeptOpen: _kept_open,
    e.SceneClosed: _closed,
}
