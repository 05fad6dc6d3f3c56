"""Rounds and turns in words: lanes, the split, what an end of turn brings."""

from __future__ import annotations

from collections.abc import Sequence

from affray.systems.d20plus import events as e
from affray.systems.d20plus.book import LANES, TRAITS
from affray.systems.d20plus.text.aftermath import tell_aftermath
from affray.systems.d20plus.text.cast import Cast
from affray.systems.d20plus.text.strikes import first_of
from affray.telling.draft import Draft
from affray.telling.words import listed, ordinal

SPLIT_WORDS = {"2-actions": "2 Actions and 1 Move", "2-moves": "1 Action and 2 Moves"}


def tell_round(cast: Cast, draft: Draft, events: Sequence[object]) -> None:
    """A round begins; once all have declared, the lanes."""
    draft.kind = "round"
    began = first_of(events, e.RoundBegan)
    revealed = first_of(events, e.LanesRevealed)
    if began is not None:
        draft.add(f"Round {began.number}.")
    if revealed is None:
        draft.add("Everyone commits to a lane in secret.")
    else:
        _lanes(cast, draft, revealed)
    draft.cite("D9.4")


def _lanes(cast: Cast, draft: Draft, event: e.LanesRevealed) -> None:
    draft.add("Lanes revealed.")
    lane_of = dict(event.lanes)
    for lane in LANES:
        members = [id_ for id_ in event.order if lane_of.get(id_) == lane]
        if not members:
            continue
        draft.add(f"{lane}: ")
        for place, id_ in enumerate(members):
            draft.say.extend([", ", cast.who(id_)] if place else [cast.who(id_)])
        draft.say.append(".")
    if event.rolled_off:
        rolls = listed(f"{cast.name(id_)} {total}" for id_, total in event.rolled_off)
        draft.follow(f"Equal in everything, so a roll-off: {rolls}", "D9.3")


def tell_turn(cast: Cast, draft: Draft, events: Sequence[object]) -> None:
    """A turn begins; once it is chosen, its split."""
    draft.kind = "turn"
    began = first_of(events, e.TurnBegan)
    chosen = first_of(events, e.SplitChosen)
    persona = chosen.persona if chosen is not None else began.persona if began is not None else ""
    bonus = began is not None and began.bonus
    if chosen is None:
        draft.add(cast.who(persona), " takes a bonus turn." if bonus else " is up.")
    else:
        turn = " for a bonus turn" if bonus else ""
        draft.add(cast.who(persona), f" commits to {SPLIT_WORDS[chosen.split]}{turn}.")
    draft.cite("D11.7" if bonus else None, "D7.1")


def tell_ending(cast: Cast, draft: Draft, events: Sequence[object]) -> None:
    """What the end of a turn brings: counts of broken Traits, a die that is gone."""
    # Who goes out of the fight is news, whatever else a reader leaves out.
    draft.kind = "roll" if first_of(events, e.WentOut) is not None else "turn"
    for event in events:
        match event:
            case e.BrokenTurnsCounted():
                _broken_turns(cast, draft, event)
            case e.TadExpired():
                draft.add(f"The Tactic d{event.size} of ", cast.who(event.persona), " is gone, unused.")
                draft.cite(event.clause)
            case e.TurnDropped():
                draft.add("The turn of ", cast.who(event.persona), " ends here.")
                draft.cite(event.clause)
            case _:
                pass
    tell_aftermath(cast, draft, events)


def _broken_turns(cast: Cast, draft: Draft, event: e.BrokenTurnsCounted) -> None:
    out_after = cast.rulings.out_after_turns
    broken = [
        f"{trait} at 0, {ordinal(number)} turn end of {out_after}"
        for trait, number in zip(TRAITS, event.counts, strict=True)
        if number
    ]
    who = cast.who(event.persona)
    if broken:
        draft.add(who, f" ends the turn with {listed(broken)}.")
    else:
        draft.add(who, " ends the turn with no Trait at 0: the count starts anew.")
    draft.cite(event.clause)
