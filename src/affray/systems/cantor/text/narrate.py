"""From the events of one entry to its words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from affray.systems.cantor.text import rounds
from affray.systems.cantor.text.aftermath import tell_effect
from affray.systems.cantor.text.attacks import tell_attack
from affray.systems.cantor.text.gm import ALONE
from affray.systems.cantor.text.grouping import Group
from affray.systems.cantor.text.story import Story
from affray.telling.draft import Draft

_TELL: dict[str, Callable[[Story, Draft], None]] = {
    "round": rounds.tell_round,
    "turn": rounds.tell_turn,
    "attack": tell_attack,
    "walk": rounds.tell_walk,
    "deed": rounds.tell_deed,
    "burn": rounds.tell_burn,
    "choir": rounds.tell_choir,
    "shove": rounds.tell_shove,
    "harm": rounds.tell_harm,
}


def narrate(group: Group, events: Sequence[object]) -> Draft:
    """One entry, from those of its events that stand."""
    draft, story = Draft(), Story(group, events)
    tell = _TELL.get(group.kind)
    if tell is not None:
        tell(story, draft)
        return draft
    for event in events:
        ALONE.get(type(event), tell_effect)(story, draft, event)

    return draft
