"""Interactions, spells, Saves and Challenge Clocks in words."""

from __future__ import annotations

from typing import Any

from affray.kernel.presentation import Result
from affray.systems.pace import events as e
from affray.systems.pace.book import Spell
from affray.systems.pace.rolls import Throw
from affray.systems.pace.text.aftermath import listed_names, tell_damage, tell_effect
from affray.systems.pace.text.ledgers import ledger_of
from affray.systems.pace.text.story import Story, with_thing
from affray.telling.draft import Draft
from affray.telling.words import MINUS, with_the

_DOORS = {"unlock": "unlocks", "open": "opens", "close": "closes"}


# Interactions


def tell_interaction(story: Story, draft: Draft) -> None:
    """One Interaction: an item, a door, a task, a hold, words."""
    draft.kind = "choice"
    for event in story.events:
        match event:
            case e.ItemTaken():
                _taken(story, draft, event)
            case e.ItemsSwapped():
                _swapped(story, draft, event)
            case e.DoorMoved():
                thing = with_the(story.cast.object_name(event.object))
                who = story.cast.who(event.character)
                draft.add(who, f" {_DOORS[event.how]} {thing}{story.ap_of(event.character)}.")
                draft.follow(f"{story.cast.object_name(event.object)}: {event.door} now", event.clause)
                draft.cite(event.clause)
            case e.TaskDone():
                _task(story, draft, event)
            case e.WordsBought():
                who = story.cast.who(event.character)
                draft.add(who, f" buys {event.words} more words{story.ap_of(event.character)}.")
                draft.cite(event.clause)
            case e.EscapeRolled():
                _escape(story, draft, event)
            case e.ClockAdvanced():
                tell_clock(story, draft, event)
            case e.ClockFull():
                tell_clock_full(story, draft, event)
            case e.HoldEnded(why="escaped"):
                draft.cite(event.clause)
            case _:
                tell_effect(story, draft, event)


def _taken(story: Story, draft: Draft, event: e.ItemTaken) -> None:
    cast, gear = story.cast, story.cast.gear(event.item)
    thing = with_thing(cast.gear_name(event.item))
    where = "into the hand" if event.in_hand else "into the pack"
    paid = story.ap_of(event.character)
    draft.add(
        cast.who(event.character), f" picks up {thing} from {cast.square(event.square)}, {where}{paid}."
    )
    if gear is not None:
        draft.follow(f"{gear.name}: Bulk {gear.bulk}", event.clause)
    draft.cite(event.clause)


def _swapped(story: Story, draft: Draft, event: e.ItemsSwapped) -> None:
    cast, paid = story.cast, story.ap_of(event.character)
    away = "" if event.put_away is None else with_thing(cast.gear_name(event.put_away))
    drawn = "" if event.drawn is None else with_thing(cast.gear_name(event.drawn))
    if away and drawn:
        does = f" puts away {away} and draws {drawn}{paid}."
    elif drawn:
        does = f" draws {drawn}{paid}."
    else:
        does = f" puts away {away}{paid}."
    draft.add(cast.who(event.character), does)
    draft.cite(event.clause)


def _task(story: Story, draft: Draft, event: e.TaskDone) -> None:
    cast = story.cast
    task, thing = cast.task_name(event.object, event.task), with_the(cast.object_name(event.object))
    draft.add(cast.who(event.character), f" at {thing}: {task}{story.ap_of(event.character)}.")
    if event.throw is not None and event.dc is not None:
        tell_save(story, draft, event.throw, event.dc, event.success)
    draft.cite(event.clause)


def _escape(story: Story, draft: Draft, event: e.EscapeRolled) -> None:
    cast, throw, source = story.cast, event.throw, event.source
    draft.kind = "roll"
    who, holder = cast.who(throw.roller), cast.who(source.roller)
    draft.add(who, " tries to get free of ", holder, f"{story.ap_of(throw.roller)}.")
    draft.add("The hold is over." if event.success else "The hold stays.")
    draft.ledgers += [ledger_of(cast, throw, "getting free"), ledger_of(cast, source, "holding")]
    draft.result = contest_result(throw, source, event.success, "Free" if event.success else "Held")
    draft.cite(event.clause)


# Saves and contests


def contest_result(first: Throw, second: Throw, success: bool, headline: str) -> Result:
    """The line of a Contest; the second side resists."""
    margin = first.total - second.total
    text = (
        "Higher: it works"
        if success
        else "A tie leaves things as they are"
        if margin == 0
        else "Lower: it fails"
    )
    return {
        "label": f"Contest {first.total} {MINUS} {second.total}",
        "value": margin,
        "text": text,
        "headline": headline,
        "clause": "P1.3",
    }


def tell_save(story: Story, draft: Draft, throw: Throw, dc: int, success: bool) -> None:
    """A Save against a DC: ledger, result and how it came out."""
    draft.kind = "roll"
    draft.ledgers.append(ledger_of(story.cast, throw, "Save"))
    draft.add(f"The Save {'succeeds' if success else 'fails'}, {throw.total} against {dc}.")
    draft.result = {
        "label": f"Save {throw.total} {MINUS} {dc}",
        "value": throw.total - dc,
        "text": f"{dc} or more was needed",
        "headline": "Success" if success else "Failure",
        "clause": "P1.1",
    }


def tell_called_save(story: Story, draft: Draft, event: e.Saved) -> None:
    """A Save that the GM called for."""
    draft.add(story.cast.who(event.throw.roller), f" rolls a Save with {event.throw.score_name}.")
    tell_save(story, draft, event.throw, event.dc, event.success)
    draft.cite(event.clause)


def tell_contest(story: Story, draft: Draft, event: e.Contested) -> None:
    """A Contest that the GM called for."""
    cast, first, second = story.cast, event.first, event.second
    draft.kind = "roll"
    draft.ledgers = [ledger_of(cast, first, ""), ledger_of(cast, second, "resisting")]
    draft.add(
        cast.who(first.roller),
        f" pits {first.score_name} against the {second.score_name} of ",
        cast.who(second.roller),
        ".",
    )
    winner, other = (first, second) if event.success else (second, first)
    draft.add(cast.who(winner.roller), f" wins, {winner.total} against {other.total}.")
    draft.result = contest_result(first, second, event.success, f"{cast.name(winner.roller)} wins")
    draft.cite(event.clause)


# Clocks


def tell_clock(story: Story, draft: Draft, event: e.ClockAdvanced) -> None:
    """A Challenge Clock was advanced, or not."""
    cast = story.cast
    name = cast.clock_name(event.clock)
    clock = cast.book.clocks.get(event.clock)
    if event.throw is not None and event.dc is not None:
        if not draft.say:
            draft.add(cast.who(event.throw.roller), f" works on {name}.")
        tell_save(story, draft, event.throw, event.dc, event.throw.total >= event.dc)
    if event.breakthrough:
        draft.add("A natural 20: a Breakthrough.")
    of = "" if clock is None else f" of {clock.segments}"
    if event.after > event.before:
        draft.add(f"{name}: {event.before} to {event.after}{of}.")
    else:
        draft.add(f"{name} stays at {event.after}{of}.")
    draft.cite(event.clause)


def tell_clock_full(story: Story, draft: Draft, event: e.ClockFull) -> None:
    """A Challenge Clock is full."""
    clock = story.cast.book.clocks.get(event.clock)
    draft.add(f"{story.cast.clock_name(event.clock)} is full.")
    if clock is not None and clock.full:
        draft.follow(clock.full, event.clause)
    draft.cite(event.clause)


# Spells


def tell_spell(story: Story, draft: Draft) -> None:
    """A spell, as far as it has come; each further Save has an entry of its own."""
    draft.kind = "choice"
    cast, spell = story.cast, story.group.spell
    begun = story.first(e.SpellCast)
    saved = story.first(e.SpellSaved)
    if begun is not None:
        _cast(story, draft, begun)
    elif saved is not None:
        on: list[Any] = [" falls on ", cast.who(saved.target)] if saved.target else [" is cast"]
        draft.add(f"{cast.spell_name(saved.spell)} of ", cast.who(saved.throw.roller), *on, ".")
    for event in story.events:
        match event:
            case e.SpellSaved():
                tell_save(story, draft, event.throw, event.dc, event.success)
                draft.follow(_dc_words(story, event), event.clause)
                draft.cite(event.clause)
            case e.DamageDealt(source="spell"):
                tell_damage(story, draft, event, "spell" if spell is None else cast.spell_name(spell.spell))
            case _:
                tell_effect(story, draft, event)


def _cast(story: Story, draft: Draft, event: e.SpellCast) -> None:
    cast = story.cast
    name = cast.spell_name(event.spell)
    paid = story.ap_of(event.caster)
    if event.square is not None:
        draft.add(cast.who(event.caster), f" casts {name} on {cast.square(event.square)}{paid}.")
    elif event.targets and not _for_oneself(cast.spell(event.spell)):
        draft.add(
            cast.who(event.caster), f" casts {name} on ", *listed_names(story, event.targets), f"{paid}."
        )
    else:
        draft.add(cast.who(event.caster), f" casts {name}{paid}.")
    draft.cite(event.clause)


def _for_oneself(spell: Spell | None) -> bool:
    return spell is not None and spell.target == "self"


def _dc_words(story: Story, event: e.SpellSaved) -> str:
    spell = story.cast.spell(event.spell)
    save = None if spell is None else spell.save
    if save is not None and save.against is not None and event.target is not None:
        score = event.dc - 10
        return f"DC {event.dc}: 10 + {save.against} {score} of {story.cast.name(event.target)}"
    return f"DC {event.dc}, the spell's own"
