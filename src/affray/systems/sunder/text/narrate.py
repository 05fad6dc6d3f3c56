"""From the events of one entry to its words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from affray.systems.sunder.events import LeftQueue, TurnEnded
from affray.systems.sunder.text import cards, gm, harm, rounds, trials
from affray.systems.sunder.text.grouping import Group, by_the_gm
from affray.systems.sunder.text.story import Story
from affray.telling.draft import Draft

TELL: dict[type, Callable[[Story, Draft, Any], None]] = {
    **trials.TELL,
    **harm.TELL,
    **cards.TELL,
    **rounds.TELL,
    **gm.TELL,
}
"""How each event is told."""


def narrate(group: Group, events: Sequence[object]) -> Draft:
    """One entry, from those of its events that stand."""
    draft, story = Draft(), Story(group, events)
    # What ends with a turn comes before the end itself; the sentence begins with the turn.
    for event in sorted(events, key=lambda event: not isinstance(event, TurnEnded)):
        tell = TELL.get(type(event))
        if tell is not None:
            tell(story, draft, event)
    if events and by_the_gm(events[0]) and not isinstance(events[0], LeftQueue):
        draft.kind = "gm"
    return draft
