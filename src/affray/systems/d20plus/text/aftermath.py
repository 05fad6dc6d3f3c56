"""What follows from a roll: wounds, broken Traits, Out, Prone, marks, pushes, bonus turns."""

from __future__ import annotations

from collections.abc import Sequence

from affray.systems.d20plus import events as e
from affray.systems.d20plus.text.cast import Cast
from affray.telling.draft import Draft
from affray.telling.words import count, dice_count, own


def tell_aftermath(cast: Cast, draft: Draft, events: Sequence[object]) -> None:
    """Everything in these events that followed, in the sentence and below it."""
    for event in events:
        match event:
            case e.Wounded():
                _wounded(cast, draft, event)
            case e.WentOut():
                _went_out(cast, draft, event)
            case e.OutMeant():
                draft.add(f"That means {event.meaning}.")
                draft.cite(event.clause)
            case e.KnockedProne():
                draft.add(cast.who(event.persona), " is knocked Prone.")
                draft.cite(event.clause)
            case e.Marked():
                tell_mark(cast, draft, event)
            case e.Moved():
                draft.add(cast.who(event.persona), f" is moved to {cast.zone(event.zone)}.")
                draft.cite(event.clause)
            case e.BonusTurnGranted():
                ability = cast.ability_name(event.ability)
                draft.add(cast.who(event.persona), f" gains a bonus turn: {ability}.")
                draft.follow("It starts when this is finished; the turn under way then goes on", event.clause)
            case _:
                pass


def tell_mark(cast: Cast, draft: Draft, event: e.Marked) -> None:
    """A Hex, a Naming or a Quarry now lies on a foe."""
    owner = cast.who(event.owner)
    if event.kind == "hex":
        draft.add(cast.who(event.target), " is hexed by ", owner, ".")
    elif event.kind == "naming":
        draft.add(owner, " names ", cast.who(event.target), ".")
    else:
        draft.add(cast.who(event.target), " is now the Quarry of ", owner, ".")
    draft.cite(event.clause)


def tell_bare_wound(cast: Cast, draft: Draft, event: e.Wounded) -> None:
    """A wound that no attack in the same entry dealt."""
    draft.add(cast.who(event.persona), f" takes {wound_phrase(event)}.")


def wound_phrase(event: e.Wounded) -> str:
    """ "4 wounds to Body, 6 to 2"."""
    return f"{count(event.wounds, 'wound')} to {event.trait}, {event.before} to {event.after}"


def _wounded(cast: Cast, draft: Draft, event: e.Wounded) -> None:
    name, trait = cast.name(event.persona), event.trait
    before, after = (
        dict(cast.skill_scores(event.persona, trait, value)) for value in (event.before, event.after)
    )
    falls = ", ".join(f"{skill} {score} to {after[skill]}" for skill, score in before.items())
    text = f"{own(name)} {trait} {event.before} to {event.after}"
    draft.follow(f"{text}: {falls}" if falls else text, "D6.2")
    fewer = f"from {dice_count(event.before)} to {event.after}"
    draft.follow(f"{own(name)} cap with {trait} falls {fewer}", "D3.3")
    if event.after == 0:
        draft.follow(f"{trait} is broken: nothing that needs it can be done", "D6.4")
        if event.wounds > event.before:
            draft.follow(f"Wounds past the end of the track are lost: {event.wounds - event.before}", "D6.3")


def _went_out(cast: Cast, draft: Draft, event: e.WentOut) -> None:
    road = {
        "all broken": "all three Traits are at 0",
        "one broken": f"a Trait stayed at 0 for {cast.rulings.out_after_turns} turns",
        "the GM": "the GM says so",
    }[event.road]
    draft.add(cast.who(event.persona), f" is Out: {road}.")
    draft.cite(event.clause)
