"""Cards in words: halves, actions, Surges, Reactions, what runs on, and movement and items beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.kernel.presentation import Who
from affray.kernel.requests import GM
from affray.systems.sunder import events as e
from affray.systems.sunder.text.harm import line
from affray.systems.sunder.text.lines import TRIGGERS
from affray.systems.sunder.text.story import Story, names_apart
from affray.systems.sunder.text.units import feet
from affray.telling.draft import Draft
from affray.telling.words import count, listed

_PLAIN = {"top": "plain attack", "bottom": "plain move"}
_ENDED = {
    "over": "its time is over",
    "used": "it is used up",
    "dropped": "dropped by its owner",
    "dispelled": "dispelled",
    "Sequence": "its die has run out",
    "Fallout": "Fallout broke the Concentration",
    "down": "its owner is down",
    "other": "another takes its place",
}
_GOES = {
    "move": " moves",
    "pushed": " is pushed",
    "reaction": " moves, as its Reaction,",
    "traded": " changes places:",
    "GM": " is moved by the GM",
}


def _half(story: Story, draft: Draft, event: e.HalfPlayed) -> None:
    """The half, and what is announced with it."""
    draft.kind = "choice" if draft.kind == "note" else draft.kind
    announced = story.first(e.ActionAnnounced)
    cast = story.cast
    name, whom = "", _whom(story, announced)
    if event.default:
        name = f" as the {_PLAIN[event.side]}"
    elif announced is not None and announced.name not in (event.card, cast.card(event.card)):
        name = f", {announced.name}"
    draft.add(
        cast.who(event.creature), f" plays the {event.side} of {cast.card(event.card)}{name}", *whom, "."
    )
    if event.out:
        draft.follow(f"{cast.card(event.card)} comes back after a {event.out}", "S5.8")
    draft.cite(event.clause, "S5.7" if event.default else None)


def _whom(story: Story, announced: e.ActionAnnounced | None) -> list[str | Who]:
    if announced is None:
        return []
    others = [id_ for id_ in announced.targets if id_ != announced.creature]
    return [": at ", *names_apart(story.cast, others)] if others else []


def _announced(story: Story, draft: Draft, event: e.ActionAnnounced) -> None:
    cast = story.cast
    if story.first(e.HalfPlayed) is None:
        whom = _whom(story, event)
        if event.side == "GM" or event.creature == GM:
            draft.kind = "gm"
            draft.add(f"{cast.name(GM)}: {event.name}", *whom, ".")
        elif story.first(e.ReactionTaken) is None:
            draft.kind = "choice"
            draft.add(cast.who(event.creature), f" announces {event.name}", *whom, ".")
    draft.follow(f"This is action {event.number}", event.clause)
    draft.cite(event.clause)


def _target(story: Story, draft: Draft, event: e.TargetChanged) -> None:
    cast = story.cast
    draft.add(cast.who(event.now), " is the target in place of ", cast.who(event.was), ".")
    draft.cite(event.clause)


def _stopped(story: Story, draft: Draft, event: e.ActionStopped) -> None:
    draft.add(f"{event.name} of ", story.cast.who(event.creature), " does not go on.")
    draft.follow("Who acts is down, or nothing is left that it could be done to", event.clause)
    draft.cite(event.clause)


# Surges and Reactions


def _surge(story: Story, draft: Draft, event: e.SurgeAnnounced) -> None:
    draft.kind = "choice"
    after = f"after action {event.after}" if event.after else "before any action"
    name = story.cast.card(event.card) if event.name in ("", event.card) else event.name
    draft.add(story.cast.who(event.creature), f" uses the Surge {name}, announced {after}.")
    if event.waits:
        draft.follow(
            f"It takes effect once action {event.after} is resolved, and changes nothing of it", "S6.6"
        )
    draft.follow("It lies face down until a turn that begins from now on has ended", "S6.4")
    draft.cite(event.clause, "S6.6" if event.waits else None)


def _came(story: Story, draft: Draft, event: e.SurgeCame) -> None:
    draft.kind = "choice" if draft.kind == "note" else draft.kind
    name = story.cast.card(event.card)
    what = "is lost, since its user is down" if event.lost else "takes effect now"
    draft.add(f"The Surge {name} of ", story.cast.who(event.creature), f" {what}.")
    draft.cite(event.clause)


def _reaction(story: Story, draft: Draft, event: e.ReactionTaken) -> None:
    draft.kind = "choice"
    cast = story.cast
    when = TRIGGERS.get(event.trigger, event.trigger)
    whom: list[str | Who] = []
    if event.to and event.to != event.creature:
        whom = [" to ", cast.who(event.to) if cast.is_creature(event.to) else cast.thing_at(event.to)]
    draft.add(cast.who(event.creature), " reacts", *whom, f" with {event.name}.")
    if when:
        draft.follow(f"What set it off: {when}", event.clause)
    draft.cite(event.clause)


# What runs on


def _began(story: Story, draft: Draft, event: e.RunningBegan) -> None:
    cast = story.cast
    on = "" if event.creature == event.owner else f" on {cast.name(event.creature)}"
    ends = f", {cast.until(event.until)}"
    if event.die:
        ends = f": a Sequence on D{event.die}, its die at 1"
    kept = f", by Concentration ({event.concentration})" if event.concentration else ""
    line(story, draft, event.owner, f": {event.name} is Active{on}{ends}{kept}", event.clause)


def _used(story: Story, draft: Draft, event: e.SequenceUsed) -> None:
    left = event.die - event.value
    after = f"{count(left, 'use')} left" if left > 0 else "the last"
    text = f": {event.name} used at {event.value} of D{event.die}, {after}"
    line(story, draft, event.owner, text, event.clause)


def _ended(story: Story, draft: Draft, event: e.RunningEnded) -> None:
    line(story, draft, event.owner, f": {event.name} ends ({_ENDED[event.why]})", event.clause)


# Movement and items


def _moved(story: Story, draft: Draft, event: e.Moved) -> None:
    draft.kind = "move" if draft.kind in ("note", "choice") else draft.kind
    cast = story.cast
    way = f" from {cast.zone(event.was)} to {cast.zone(event.zone)}"
    by = f" by {cast.name(event.by)}" if event.by and event.how in ("pushed", "traded") else ""
    draft.add(cast.who(event.creature), f"{_GOES[event.how]}{way}{by}, {feet(event.tiles)}.")
    draft.cite(event.clause)


def _stayed(story: Story, draft: Draft, event: e.Stayed) -> None:
    draft.kind = "move" if draft.kind == "note" else draft.kind
    draft.add(story.cast.who(event.creature), f" does not move: {event.why}.")
    draft.cite(event.clause)


def _left(story: Story, draft: Draft, event: e.MovementLeft) -> None:
    if event.tiles and draft.say:
        draft.follow(
            f"{feet(event.tiles)} of the Movement are left until something else begins", event.clause
        )


def _readied(story: Story, draft: Draft, event: e.Readied) -> None:
    held = listed(story.cast.item(id_) for id_ in event.hands)
    text = f" has {held} in hand" if held else " has nothing in hand"
    line(story, draft, event.creature, text, event.clause)


def _thrown(story: Story, draft: Draft, event: e.Thrown) -> None:
    cast = story.cast
    text = f": {cast.item(event.weapon)} lies at {cast.zone(event.zone)} until it is fetched"
    line(story, draft, event.creature, text, event.clause)


def _fetched(story: Story, draft: Draft, event: e.Fetched) -> None:
    line(story, draft, event.creature, f" takes up {story.cast.item(event.weapon)} again", event.clause)


def _loaded(story: Story, draft: Draft, event: e.Loaded) -> None:
    item = story.cast.item(event.weapon)
    text = f": {item} has {count(event.shots, 'shot')} left"
    line(story, draft, event.creature, text, event.clause)


TELL: dict[type, Callable[[Story, Draft, Any], None]] = {
    e.HalfPlayed: _half,
    e.ActionAnnounced: _announced,
    e.TargetChanged: _target,
    e.ActionStopped: _stopped,
    e.SurgeAnnounced: _surge,
    e.SurgeCame: _came,
    e.ReactionTaken: _reaction,
    e.RunningBegan: _began,
    e.SequenceUsed: _used,
    e.RunningEnded: _ended,
    e.Moved: _moved,
    e.Stayed: _stayed,
    e.MovementLeft: _left,
    e.Readied: _readied,
    e.Thrown: _thrown,
    e.Fetched: _fetched,
    e.Loaded: _loaded,
}
