"""Rolls that are no attack in words: Setups, checks, vanishing and searching."""

from __future__ import annotations

from affray.kernel.presentation import Result, Who
from affray.systems.d20plus import events as e
from affray.systems.d20plus.augments import Throw
from affray.systems.d20plus.book import DIE_SIZES
from affray.systems.d20plus.scores import TARGET_NUMBERS
from affray.systems.d20plus.text.cast import Cast
from affray.systems.d20plus.text.ledgers import ledger_of, left_out
from affray.telling.draft import Draft
from affray.telling.words import MINUS


def tell_setup(cast: Cast, draft: Draft, event: e.SetUp) -> None:
    """A Setup and the die it gives."""
    _one_roll(cast, draft, event.throw, "Setup")
    for_ally: list[str | Who] = [" for ", cast.who(event.holder)] if event.holder != event.persona else []
    draft.add(cast.who(event.persona), f" sets up with {event.skill}", *for_ally, f": {event.throw.total}.")
    draft.add(_tad_words(event))
    if event.size and event.size == event.kept:
        draft.follow("It joins the next attack or contested check of this turn or the next", "D10.3")
    elif event.kept:
        draft.follow(f"One such die each: the larger stays, here the d{event.kept}", "D10.3")
    draft.result = _ladder(cast, event)
    draft.cite(event.clause, "D10.4" if for_ally else None, "D10.2")


def _tad_words(event: e.SetUp) -> str:
    if not event.size:
        return "No die."
    if event.size != event.kept:
        return f"A Tactic d{event.size}, but the banked d{event.kept} is larger and stays."
    return f"A Tactic d{event.size}."


def _ladder(cast: Cast, event: e.SetUp) -> Result:
    """Which rung the score reached, and the next one."""
    ladder = cast.rulings.tad_ladder
    rung = DIE_SIZES.index(event.size) if event.size else -1
    above = f"{ladder[rung + 1]} would give d{DIE_SIZES[rung + 1]}" if rung + 1 < len(ladder) else ""
    if rung < 0:
        text = f"Under {ladder[0]}, so no die"
    elif above:
        text = f"{ladder[rung]} to {ladder[rung + 1] - 1} gives d{event.size}; {above}"
    else:
        text = f"{ladder[rung]} or more gives d{event.size}"
    headline = f"d{event.size}" if event.size else "No die"
    total = event.throw.total
    return {"label": "Score", "value": total, "text": text, "headline": headline, "clause": "D10.2"}


def tell_check(cast: Cast, draft: Draft, event: e.Checked) -> None:
    """A check against a Target Number."""
    throw, number = event.throw, event.target_number
    _one_roll(cast, draft, throw, "check")
    rung = TARGET_NUMBERS.get(number)
    ladder = f" ({rung})" if rung else ""
    outcome = "Mounting Success" if event.mounting else "Success" if event.success else "Failure"
    draft.add(cast.who(throw.roller), f" checks {throw.basis} against {number}{ladder}: {throw.total}.")
    draft.add(f"{outcome}.")
    draft.result = {
        "label": f"Score {throw.total} {MINUS} {number}",
        "value": throw.total - number,
        "text": "Beaten by 10 or more" if event.mounting else "Reached" if event.success else "Not reached",
        "headline": outcome,
        "clause": "D2.3" if event.mounting else "D2.2",
    }
    draft.cite(event.clause, draft.result["clause"])


def tell_contest(cast: Cast, draft: Draft, event: e.ContestChecked) -> None:
    """A contested check that is no attack."""
    draft.kind = "roll"
    first, second = event.first, event.second
    draft.ledgers = [ledger_of(cast, first, "began it"), ledger_of(cast, second, "opposing")]
    draft.add(
        cast.who(first.roller),
        f" pits {first.basis} against the {second.basis} of ",
        cast.who(second.roller),
        ".",
    )
    winner = first if event.success else second
    draft.add(cast.who(winner.roller), f" wins, {first.total} against {second.total}.")
    tie = event.margin == 0
    draft.result = {
        "label": f"Margin {first.total} {MINUS} {second.total}",
        "value": event.margin,
        "text": "A tie goes to the one who began it" if tie else "No wounds come of it",
        "headline": f"{cast.name(winner.roller)} wins",
        "clause": event.clause,
    }
    draft.not_counted = left_out(cast, (first, second))
    draft.cite(event.clause)


def tell_concealed(cast: Cast, draft: Draft, event: e.Concealed) -> None:
    """A Persona vanished, as its own side and the GM learn it."""
    _one_roll(cast, draft, event.throw, "hiding")
    draft.add(cast.who(event.persona), f" vanishes from sight. Concealment Score {event.throw.total}.")
    draft.result = {
        "label": "Concealment Score",
        "value": event.throw.total,
        "text": "A foe's Sense check has to reach it",
        "headline": "",
        "clause": event.clause,
    }
    draft.follow("Score and place are known to the own side and the GM alone", "D8.10")
    draft.cite(event.clause)


def tell_search(cast: Cast, draft: Draft, event: e.Searched) -> None:
    """A Beat spent on finding a hidden foe. The score that was to be reached is not told."""
    _one_roll(cast, draft, event.throw, "searching")
    target = cast.who(event.target)
    draft.add(cast.who(event.persona), " searches for ", target, f": {event.throw.total}.")
    draft.add(target, " is found." if event.located else " stays hidden.")
    if event.located:
        draft.follow("Being located ends concealment for everyone", "D8.6")
    draft.cite(event.clause)


def _one_roll(cast: Cast, draft: Draft, throw: Throw, title: str) -> None:
    draft.kind = "roll"
    draft.ledgers = [ledger_of(cast, throw, title)]
    draft.not_counted = left_out(cast, (throw,))
