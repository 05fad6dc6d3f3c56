"""Abilities of a turn in words: what was used on whom, the roll, and what it did."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.presentation import Who
from affray.systems.d20plus import events as e
from affray.systems.d20plus.book import Ward
from affray.systems.d20plus.scores import succeeds
from affray.systems.d20plus.text.aftermath import tell_aftermath
from affray.systems.d20plus.text.cast import Cast
from affray.systems.d20plus.text.ledgers import die_name, ledger_of, left_out
from affray.systems.d20plus.text.strikes import first_of, tell_answers
from affray.telling.draft import Draft
from affray.telling.words import MINUS, count, listed, own


def tell_ability(cast: Cast, draft: Draft, events: Sequence[object]) -> None:
    """A whole ability, as far as it has come."""
    draft.kind = "choice"
    used = first_of(events, e.AbilityUsed)
    rolled = first_of(events, e.AbilityRolled)
    mended = first_of(events, e.Mended)
    if used is not None:
        _used(cast, draft, used)
    elif rolled is not None:
        name = cast.ability_name(rolled.ability)
        draft.add(cast.who(rolled.user.roller), f" uses {name} on ", cast.who(rolled.foe.roller), ".")
    elif mended is not None:
        name = cast.ability_name(mended.ability)
        draft.add(cast.who(mended.throw.roller), f" uses {name} on ", cast.who(mended.target), ".")
    tell_answers(cast, draft, events)
    if rolled is not None:
        _rolled(cast, draft, rolled)
    for event in events:
        match event:
            case e.Mended():
                _mended(cast, draft, event)
            case e.DieLent():
                tell_lent_die(cast, draft, event)
            case e.TurnExtended():
                tell_extended(cast, draft, event)
            case _:
                pass
    tell_aftermath(cast, draft, events)


def tell_lent_die(cast: Cast, draft: Draft, event: e.DieLent) -> None:
    """An ability lends a die for some turns."""
    until = _until(cast, event.source)
    draft.add(cast.who(event.persona), f" has {die_name(event.die)} from {event.source}{until}.")
    draft.follow(f"It joins rolls that name {listed(event.die.applies_to)}", "D3.6")
    draft.cite(event.clause)


def _until(cast: Cast, source: str) -> str:
    """How long a lent die stays: to the end of so many turns of its bearer, the one under way not counted."""
    effects = (ability.effect for ability in cast.book.abilities.values() if ability.name == source)
    turns = next((effect.turns for effect in effects if isinstance(effect, Ward)), None)
    if turns is None:
        return ""
    return " to the end of the next turn" if turns == 1 else f" to the end of the next {turns} turns"


def tell_extended(cast: Cast, draft: Draft, event: e.TurnExtended) -> None:
    """An ability gives further Actions and Moves."""
    gains = [
        count(number, word) for number, word in ((event.actions, "Action"), (event.moves, "Move")) if number
    ]
    draft.add(cast.who(event.persona), f" gains {listed(gains)}.")
    draft.cite(event.clause)


def _used(cast: Cast, draft: Draft, event: e.AbilityUsed) -> None:
    ability = cast.ability(event.ability)
    beat = ability is not None and ability.cost == "beat"
    other = event.target is not None and event.target != event.persona
    target: list[str | Who] = [" on ", cast.who(str(event.target))] if other else []
    draft.add(cast.who(event.persona), f" uses {cast.ability_name(event.ability)}", *target, ".")
    draft.cite("D7.5" if beat else "D7.2")


def _rolled(cast: Cast, draft: Draft, event: e.AbilityRolled) -> None:
    draft.kind = "roll"
    name = cast.ability_name(event.ability)
    draft.ledgers = [
        ledger_of(cast, event.user, name),
        ledger_of(cast, event.foe, "resisting"),
        *draft.ledgers,
    ]
    draft.add("It works." if event.success else "It fails.")
    draft.result = {
        "label": f"Margin {event.user.total} {MINUS} {event.foe.total}",
        "value": event.margin,
        "text": "0 or more: it works" if event.success else "Below 0: nothing gets through",
        "headline": "It works" if event.success else "It fails",
        "clause": event.clause,
    }
    draft.not_counted.extend(left_out(cast, (event.user, event.foe)))
    draft.cite(event.clause)


def _mended(cast: Cast, draft: Draft, event: e.Mended) -> None:
    draft.kind = "roll"
    draft.ledgers = [ledger_of(cast, event.throw, cast.ability_name(event.ability)), *draft.ledgers]
    healed = f"{count(event.healed, 'wound')} of {event.trait} healed" if event.healed else "Nothing healed"
    draft.add(f"{healed}.")
    reached = succeeds(event.throw.total, event.target_number)
    if not reached:
        text = f"{event.target_number} or more was needed"
    elif not event.healed:
        text = f"{own(cast.name(event.target))} {event.trait} has no wound"
    else:
        text = f"Reached {event.target_number}"
    draft.result = {
        "label": f"Score {event.throw.total} against {event.target_number}",
        "value": event.throw.total - event.target_number,
        "text": text,
        "headline": healed,
        "clause": event.clause,
    }
    draft.not_counted.extend(left_out(cast, (event.throw,)))
    draft.cite(event.clause)
