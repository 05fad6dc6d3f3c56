"""The GM's hand in words: corrections, who comes and goes, what was allowed; and what is said in between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.kernel.requests import GM
from affray.systems.pace import events as e
from affray.systems.pace.text.aftermath import quiet_words, tell_edge, tell_ground
from affray.systems.pace.text.story import DIRECTIONS, Story, with_thing
from affray.telling.draft import Draft
from affray.telling.words import GM_NAME, count, listed, remark

_FIELDS = {"hp": "HP", "ap": "AP", "words": "words left", "slow_until": "end of the halved Speed, round"}


def tell_joined(story: Story, draft: Draft) -> None:
    """A character came into the fight, with what it carries."""
    draft.kind = "gm"
    joined, cast = story.first(e.Joined), story.cast
    if joined is None:
        return
    place = cast.square(joined.square)
    draft.add(
        cast.who(joined.character),
        f" joins {cast.side(joined.side)} at {place}, and acts from the next round.",
    )
    names = [with_thing(cast.gear_name(event.item)) for event in story.every(e.ItemPlaced)]
    if names:
        draft.follow(f"It brings {listed(names)}", "P8.1")
    draft.follow(f"{joined.hp} HP, facing {DIRECTIONS[joined.facing]}, 0 AP till then", joined.clause)
    draft.follow(f"Brought in by {_author(joined.by)}", None)
    draft.give_reason(joined.reason)
    draft.cite(joined.clause)


def _author(by: str) -> str:
    return GM_NAME if by == GM else by


def _corrected(story: Story, draft: Draft, event: e.Corrected) -> None:
    draft.kind = "gm"
    what = _FIELDS.get(event.field, event.field.replace("_", " "))
    before, after = event.before, event.after
    draft.add(
        f"{_author(event.by)} corrects ", story.cast.who(event.character), f": {what} {before} to {after}."
    )
    draft.give_reason(event.reason)
    draft.cite(event.clause)


def _removed(story: Story, draft: Draft, event: e.Removed) -> None:
    draft.kind = "gm"
    who = {"who": event.character, "name": event.name}
    draft.add(f"{_author(event.by)} removes ", who, " from the fight.")  # type: ignore[arg-type]
    draft.give_reason(event.reason)
    draft.cite(event.clause)


def _order_swapped(story: Story, draft: Draft, event: e.OrderSwapped) -> None:
    draft.kind = "gm"
    cast = story.cast
    one, other = cast.who(event.character), cast.who(event.other)
    draft.add(f"{_author(event.by)} lets ", one, " and ", other, " change places in the order.")
    draft.give_reason(event.reason)
    draft.cite(event.clause)


def _clock_set(story: Story, draft: Draft, event: Any) -> None:
    draft.kind = "gm"
    name = story.cast.clock_name(event.clock)
    before = f"{event.before} to " if hasattr(event, "before") else "to "
    draft.add(f"{_author(event.by)} sets {name} {before}{event.filled}.")
    draft.give_reason(event.reason)
    draft.cite(event.clause)


def _overridden(story: Story, draft: Draft, event: e.Overridden) -> None:
    draft.kind = "gm"
    who = story.cast.who(event.character)
    draft.add(f"{_author(event.by)} allows ", who, f" what is refused: “{event.option}”.")
    draft.give_reason(event.reason)
    if event.refused_by:
        draft.not_counted.append(remark("It was refused by this clause", event.refused_by))
        draft.cite(event.refused_by)


def _item_placed(story: Story, draft: Draft, event: e.ItemPlaced) -> None:
    draft.kind = "gm"
    cast = story.cast
    thing = with_thing(cast.gear_name(event.item))
    if event.holder is not None:
        where = "the hand" if event.in_hand else "the pack"
        draft.add(f"{_author(event.by)} puts {thing} into {where} of ", cast.who(event.holder), ".")
    elif event.square is not None:
        draft.add(f"{_author(event.by)} lays {thing} on {cast.square(event.square)}.")
    else:
        draft.add(f"{_author(event.by)} takes {thing} out of play.")
    draft.cite(event.clause)


def _quiet_asked(story: Story, draft: Draft, event: e.QuietAsked) -> None:
    draft.kind = "note"
    draft.add(f"{quiet_words(story, event)}.")
    draft.follow("Only the own side and the GM read this", event.clause)
    draft.cite(event.clause)


def _spoke(story: Story, draft: Draft, event: e.Spoke) -> None:
    draft.kind = "note"
    draft.add(story.cast.who(event.character), f" says: “{event.text}”")
    draft.follow(f"{count(event.words, 'word')} spoken, {event.left} left", event.clause)
    draft.cite(event.clause)


def _edge_granted(story: Story, draft: Draft, event: e.EdgeGranted) -> None:
    draft.kind = "gm"
    tell_edge(story, draft, event)
    by = story.cast.members.get(event.by)
    draft.follow(f"From {_author(event.by) if by is None else by.name}", None)


def _ground_changed(story: Story, draft: Draft, event: e.GroundChanged) -> None:
    draft.kind = "gm"
    tell_ground(story, draft, event)
    by = story.cast.members.get(event.by)
    draft.follow(f"By {_author(event.by) if by is None else by.name}", None)


def _turn_lost(story: Story, draft: Draft, event: e.TurnLost) -> None:
    draft.kind = "turn"
    draft.add(story.cast.who(event.character), " is at 0 HP and is skipped.")
    draft.cite(event.clause)


def _turn_dropped(story: Story, draft: Draft, event: e.TurnDropped) -> None:
    draft.kind = "turn"
    draft.add("The turn of ", story.cast.who(event.character), " ends here.")
    draft.cite(event.clause)


def _ended(story: Story, draft: Draft, event: e.SceneEnded) -> None:
    draft.kind = "end"
    draft.add(f"The scene is over: {event.outcome.rstrip('.')}.")
    draft.cite(event.clause)


def _quiet(story: Story, draft: Draft, event: e.QuietWasNoted) -> None:
    draft.kind = "gm"
    draft.add(f"{GM_NAME} lets the scene go on.")
    draft.cite(event.clause)


ALONE: dict[type, Callable[[Story, Draft, Any], None]] = {
    e.Corrected: _corrected,
    e.Removed: _removed,
    e.OrderSwapped: _order_swapped,
    e.ClockSet: _clock_set,
    e.Overridden: _overridden,
    e.ItemPlaced: _item_placed,
    e.QuietAsked: _quiet_asked,
    e.Spoke: _spoke,
    e.EdgeGranted: _edge_granted,
    e.GroundChanged: _ground_changed,
    e.TurnLost: _turn_lost,
    e.TurnDropped: _turn_dropped,
    e.SceneEnded: _ended,
    e.QuietWasNoted: _quiet,
}
"""Events that are entries of their own."""
