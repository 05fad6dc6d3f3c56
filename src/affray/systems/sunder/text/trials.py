"""Tests in words, and what several of them come to: Contests, Rollies, Group Tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.kernel.presentation import Result
from affray.systems.sunder import events as e
from affray.systems.sunder.names import LEVELS, MIXED, NARRATIVE
from affray.systems.sunder.price import situational_rank
from affray.systems.sunder.text.harm import after
from affray.systems.sunder.text.ledgers import (
    group_ledger,
    level_name,
    plus,
    rollies_ledgers,
    test_ledger,
    test_name,
)
from affray.systems.sunder.text.reasons import remark_of
from affray.systems.sunder.text.story import Story
from affray.telling.draft import Draft
from affray.telling.words import count


def _rolled(story: Story, draft: Draft, event: e.TestRolled) -> None:
    """A Test with its ledger, as far as it has come."""
    draft.kind = "roll"
    cast = story.cast
    perks = [one for one in story.every(e.PerkFired) if one.creature == event.roller]
    settled = [one for one in story.every(e.TestSettled) if one.creature == event.roller]
    draft.ledgers.append(test_ledger(cast, event, perks, settled, story.group.shared))
    about = f", {event.about}" if event.about and event.about not in _told(story) else ""
    level, natural = (settled[0].level, settled[0].natural) if settled else (event.base, event.natural)
    what = f"tests {test_name(event.potential, event.skill)}{about}"
    draft.add(cast.who(event.roller), f" {what}: {level_name(level, natural)}.")
    draft.not_counted += [remark_of(reason) for reason in event.ignored]
    draft.cite(event.clause)


def _told(story: Story) -> str:
    """What the sentence has said of the action already."""
    announced = story.first(e.ActionAnnounced)
    return "" if announced is None else announced.name


def _settled(story: Story, draft: Draft, event: e.TestSettled) -> None:
    """The line under the ledger: from the base level to the final one."""
    if story.first(e.TestRolled) is None:
        draft.add(story.cast.who(event.creature), f" has {level_name(event.level, event.natural)}.")
    draft.result = result_of(event)
    if event.raised:
        draft.add(f"{event.raised} makes it a {LEVELS[event.level]}.")
    if event is story.every(e.TestSettled)[-1] and _is_for_the_story_alone(story, event):
        draft.follow("Narrative Fallout: for the story alone", "S3.16")
    draft.cite(event.clause if not event.natural else "S1.9")


def _is_for_the_story_alone(story: Story, event: e.TestSettled) -> bool:
    """Whether the price of a Test was Narrative Fallout that nothing came of: no event tells of it."""
    rolled = story.first(e.TestRolled)
    if rolled is None or event.level > MIXED or story.group.shared:
        return False
    paid = story.group.closed or any(one.creature == event.creature for one in story.every(e.BeatGained))
    more = any(isinstance(one, (e.FalloutFell, e.SlotForfeited, e.RankChanged)) for one in story.events)
    return paid and not more and situational_rank(event.level, rolled.risk) == NARRATIVE


def result_of(event: e.TestSettled) -> Result:
    """What a Test came to: "Failure +1" and "Mixed"."""
    level = LEVELS[event.level]
    if event.natural:
        label, text, clause = f"natural {level}", "No die moves it", "S1.9"
    elif event.raised:
        label, text, clause = f"{LEVELS[event.base]}, {event.raised}", _moved(event), event.clause
    elif event.exploded:
        label, text, clause = f"{LEVELS[event.base]}, explosion", "The die explodes: a Crit", "S2.12"
    else:
        label = f"{LEVELS[event.base]} {plus(event.modifier)}" if event.modifier else LEVELS[event.base]
        text, clause = _moved(event), event.clause
    return {
        "label": label,
        "value": None,
        "text": text,
        "headline": level_name(event.level, event.natural),
        "clause": clause,
    }


def _moved(event: e.TestSettled) -> str:
    if event.raised:
        return f"Raised to {LEVELS[event.level]} by {event.raised}"
    if not event.modifier:
        return f"It stays {LEVELS[event.level]}"
    if event.level == event.base:
        return f"There is nothing {'above' if event.modifier > 0 else 'below'} {LEVELS[event.level]}"
    return f"{LEVELS[event.base]} becomes {LEVELS[event.level]}"


def _perk(story: Story, draft: Draft, event: e.PerkFired) -> None:
    how = "fires" if event.used else "is not used"
    after(draft, f"The Perk {event.perk} {how}", event.clause)


def _exploded(story: Story, draft: Draft, event: e.Exploded) -> None:
    draft.add(f"EXPLOSION: the {event.potential} die of ", story.cast.who(event.creature), " grows.")
    draft.follow(f"It is a D{event.die} now and has no Perks; {count(1, 'String')} gained", event.clause)
    draft.cite(event.clause)


def _contest(story: Story, draft: Draft, event: e.ContestSettled) -> None:
    draft.kind = "roll"
    loser = event.second if event.winner == event.first else event.first
    how = {
        "level": "by the higher level",
        "face": f"equal levels, {max(event.faces)} against {min(event.faces)} by the higher face",
        "Rollies": "by Rollies",
    }[event.how]
    cast = story.cast
    draft.add(cast.who(event.winner), " wins the Contest with ", cast.who(loser), f", {how}.")
    draft.cite(event.clause)


def _rollies(story: Story, draft: Draft, event: e.RolliesRolled) -> None:
    draft.kind = "roll"
    draft.ledgers += rollies_ledgers(story.cast, event)
    one, other = event.faces
    again = "equal, so both roll again" if one == other else "the lower wins"
    cast = story.cast
    draft.add("Rollies: ", cast.who(event.first), f" {one}, ", cast.who(event.second), f" {other}; {again}.")
    draft.cite(event.clause)


def _group(story: Story, draft: Draft, event: e.GroupCounted) -> None:
    draft.kind = "roll"
    draft.ledgers.append(group_ledger(story.cast, event))
    about = f", {event.about}" if event.about else ""
    draft.add(f"The group{about}, led by ", story.cast.who(event.lead), f": {LEVELS[event.level]}.")
    draft.result = {
        "label": f"Sum {plus(event.total)}",
        "value": None,
        "text": f"The level of all together: {LEVELS[event.level]}",
        "headline": LEVELS[event.level],
        "clause": event.clause,
    }
    draft.cite(event.clause)


TELL: dict[type, Callable[[Story, Draft, Any], None]] = {
    e.TestRolled: _rolled,
    e.TestSettled: _settled,
    e.PerkFired: _perk,
    e.Exploded: _exploded,
    e.ContestSettled: _contest,
    e.RolliesRolled: _rollies,
    e.GroupCounted: _group,
}
