"""Rounds and turns in words: initiative, Action Points, how a turn opens, Waits, and the end."""

from __future__ import annotations

from affray.systems.pace import events as e
from affray.systems.pace.text.aftermath import listed_names, names, quiet_words, tell_effect
from affray.systems.pace.text.ledgers import ledger_of
from affray.systems.pace.text.story import Story
from affray.systems.pace.text.walks import add_pivot
from affray.telling.draft import Draft
from affray.telling.words import listed


def tell_round(story: Story, draft: Draft) -> None:
    """A round begins: the order, what it came from, and the AP."""
    draft.kind = "round"
    began, order, gained = story.first(e.RoundBegan), story.first(e.OrderSet), story.first(e.ApGained)
    if began is not None:
        draft.add(f"Round {began.number}.")
        draft.cite(began.clause)
    if order is not None:
        _order(story, draft, order)
    elif began is not None:
        draft.add("The order is not set yet.")
    if gained is not None:
        if order is None and began is None:
            draft.add("AP are gained.")
        for id_, before, after in gained.gains:
            most = ", at most 5" if after - before < 3 else ""
            draft.follow(f"{story.cast.name(id_)}: {before} AP to {after}{most}", gained.clause)
        draft.cite(gained.clause)


def _order(story: Story, draft: Draft, event: e.OrderSet) -> None:
    cast = story.cast
    if event.order:
        begin = "" if story.first(e.RoundBegan) is not None else "The order: "
        draft.add(begin, *listed_names(story, event.order), ".")
    else:
        draft.add("Nobody acts.")
    draft.ledgers = [ledger_of(cast, throw, "") for throw in event.throws]
    if event.rolled_off:
        rolls = listed(f"{cast.name(id_)} {face}" for id_, face in event.rolled_off)
        draft.follow(f"Equal in total and Dexterity, so a roll-off: {rolls}", "P2.2")
    draft.cite(event.clause)


def tell_turn(story: Story, draft: Draft) -> None:
    """A turn begins: Pivots of the others, then whether there is a free movement."""
    draft.kind = "turn"
    began, opened = story.first(e.TurnBegan), story.first(e.TurnOpened)
    cast = story.cast
    character = began.character if began is not None else opened.character if opened is not None else ""
    if character:
        draft.add(cast.who(character), " is up.")
        draft.cite("P2.1")
    for event in story.events:
        match event:
            case e.Turned():
                add_pivot(story, draft, event)
            case e.Spoke():
                tell_effect(story, draft, event)
            case e.QuietAsked():
                draft.follow(quiet_words(story, event), event.clause)
    if opened is None:
        return
    if opened.free:
        draft.follow("Nobody threatens the square: the free movement is open, now or never", opened.clause)
    elif opened.by:
        verb = "threatens" if len(opened.by) == 1 else "threaten"
        text = f"No free movement: {names(story, opened.by)} {verb} the square"
        draft.follow(text, opened.clause)
    else:
        draft.follow("No free movement", opened.clause)


def tell_wait(story: Story, draft: Draft) -> None:
    """A Wait, with what it gives."""
    draft.kind = "turn"
    waited, bonus = story.first(e.Waited), story.first(e.ApBonus)
    character = waited.character if waited is not None else bonus.character if bonus is not None else ""
    who = story.cast.who(character)
    if bonus is None:
        draft.add(who, " waits, with one Advantage in the next initiative.")
    elif bonus.after > bonus.before:
        gained = f"1 AP gained, {bonus.before} to {bonus.after}"
        draft.add(who, f" waits: {gained}, and one Advantage in the next initiative.")
    else:
        draft.add(
            who, f" waits: one Advantage in the next initiative. {bonus.before} AP are the most there can be."
        )
    draft.cite("P8.4")


_PAID_FOR = {
    "Attack": "an attack",
    "Move": "a Move",
    "Pivot": "a Pivot",
    "Cast": "a spell",
    "Interaction": "an Interaction",
    "Speaking": "more words",
}
"""What AP are spent on, inside a sentence. What the GM priced has the GM's own words."""


def tell_paid(story: Story, draft: Draft, event: e.ApPaid) -> None:
    """AP that were paid, where nothing else tells for what."""
    draft.kind = "choice"
    of = story.ap(event)
    paid = "" if of.startswith("for") else f", {of}"
    draft.add(
        story.cast.who(event.character),
        f" pays {event.ap} AP for {_PAID_FOR.get(event.what, event.what)}{paid}.",
    )
    draft.cite(event.clause)
