"""From the events of one entry to its words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from affray.systems.pace import events as e
from affray.systems.pace.text import gm, things
from affray.systems.pace.text.aftermath import tell_effect
from affray.systems.pace.text.attacks import tell_attack, tell_object, tell_target
from affray.systems.pace.text.grouping import Group
from affray.systems.pace.text.rounds import tell_paid, tell_round, tell_turn, tell_wait
from affray.systems.pace.text.story import Story
from affray.systems.pace.text.walks import tell_pivot, tell_walk, tell_way_out
from affray.telling.draft import Draft

_TELL: dict[str, Callable[[Story, Draft], None]] = {
    "round": tell_round,
    "turn": tell_turn,
    "attack": tell_attack,
    "target": tell_target,
    "object": tell_object,
    "walk": tell_walk,
    "pivot": tell_pivot,
    "out": tell_way_out,
    "interaction": things.tell_interaction,
    "spell": things.tell_spell,
    "wait": tell_wait,
    "joined": gm.tell_joined,
}

_ALONE: dict[type, Callable[[Story, Draft, Any], None]] = {
    **gm.ALONE,
    e.Saved: things.tell_called_save,
    e.Contested: things.tell_contest,
    e.ClockAdvanced: things.tell_clock,
    e.ClockFull: things.tell_clock_full,
    e.ApPaid: tell_paid,
}


def narrate(group: Group, events: Sequence[object]) -> Draft:
    """One entry, from those of its events that stand."""
    draft, story = Draft(), Story(group, events)
    tell = _TELL.get(group.kind)
    if tell is not None:
        tell(story, draft)
        return draft
    for event in events:
        alone = _ALONE.get(type(event))
        if alone is not None:
            alone(story, draft, event)
        else:
            tell_effect(story, draft, event)
    return draft
