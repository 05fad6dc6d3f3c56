"""The GM's hand in words, who comes and goes, how turns and scenes end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.kernel.requests import GM
from affray.systems.cantor import events as e
from affray.systems.cantor.text.aftermath import tell_effect
from affray.systems.cantor.text.story import Story
from affray.telling.draft import Draft
from affray.telling.words import GM_NAME, listed, remark

_FIELDS = {"hp": "HP", "band": "Resonance", "tokens": "Bond Tokens", "reaction": "Reaction"}


def _author(by: str) -> str:
    return GM_NAME if by == GM else by


def _arrived(story: Story, draft: Draft, event: e.Arrived) -> None:
    cast = story.cast
    draft.kind = "gm" if event.by else "turn"
    draft.add(cast.who(event.unit), f" joins {cast.of_side(event.side)} at {cast.hex(event.hex)}.")
    draft.follow(f"{cast.name(event.unit)} acts from round {event.joined + 1}", event.clause)
    if event.by:
        draft.follow(f"Brought in by {_author(event.by)}", None)
    draft.give_reason(event.reason)
    draft.cite(event.clause)


def _corrected(story: Story, draft: Draft, event: e.Corrected) -> None:
    draft.kind = "gm"
    what = _FIELDS.get(event.field, event.field.capitalize())
    before, after = event.before, event.after
    if event.field == "reaction":
        before, after = ("there" if word == "True" else "spent" for word in (before, after))
    draft.add(f"{_author(event.by)} corrects ", story.cast.who(event.unit), f": {what} {before} to {after}.")
    draft.give_reason(event.reason)
    draft.cite(event.clause)


def _removed(story: Story, draft: Draft, event: e.Removed) -> None:
    draft.kind = "gm"
    if not story.known(event.unit, event):
        draft.add(f"{_author(event.by)} removes a Hidden unit from the fight.")
    else:
        who: Any = {"who": event.unit, "name": event.name}
        draft.add(f"{_author(event.by)} removes ", who, " from the fight.")
        draft.give_reason(event.reason)
    draft.cite(event.clause)


def _overridden(story: Story, draft: Draft, event: e.Overridden) -> None:
    draft.kind = "gm"
    who = story.cast.who(event.unit)
    draft.add(f"{_author(event.by)} allows ", who, f" what is refused: “{event.option}”.")
    draft.give_reason(event.reason)
    if event.refused_by:
        draft.not_counted.append(remark("It was refused by this clause", event.refused_by))
        draft.cite(event.refused_by)


def _turn_ended(story: Story, draft: Draft, event: e.TurnEnded) -> None:
    draft.kind = "turn"
    verb = "ends" if len(event.ended) == 1 else "end"
    draft.add("With the turn of ", story.cast.who(event.unit), f", {listed(event.ended)} {verb}.")
    draft.cite(event.clause, "C2.17")


def _turn_dropped(story: Story, draft: Draft, event: e.TurnDropped) -> None:
    draft.kind = "turn"
    if story.known(event.unit, event):
        draft.add("The turn of ", story.cast.who(event.unit), " ends at once.")
    else:
        draft.add("The turn ends at once.")
    draft.cite(event.clause)


def _ended(story: Story, draft: Draft, event: e.SceneEnded) -> None:
    draft.kind = "end"
    draft.add(f"The scene is over: {event.outcome.rstrip('.')}.")
    draft.cite(event.clause)


def _quiet(story: Story, draft: Draft, event: e.QuietWasNoted) -> None:
    draft.kind = "gm"
    draft.add(f"{GM_NAME} lets the scene go on.")
    draft.cite(event.clause)


def _grapple_ended(story: Story, draft: Draft, event: e.GrappleEnded) -> None:
    tell_effect(story, draft, event)


ALONE: dict[type, Callable[[Story, Draft, Any], None]] = {
    e.Arrived: _arrived,
    e.Corrected: _corrected,
    e.Removed: _removed,
    e.Overridden: _overridden,
    e.TurnEnded: _turn_ended,
    e.TurnDropped: _turn_dropped,
    e.SceneEnded: _ended,
    e.QuietWasNoted: _quiet,
    e.GrappleEnded: _grapple_ended,
}
"""Events that are entries of their own."""
