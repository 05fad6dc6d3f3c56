"""An attack in words: who strikes whom, who stepped in, both totals, the margin and its wounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from affray.kernel.presentation import Result
from affray.systems.d20plus import events as e
from affray.systems.d20plus.augments import Throw
from affray.systems.d20plus.text.aftermath import tell_aftermath, wound_phrase
from affray.systems.d20plus.text.cast import Cast
from affray.systems.d20plus.text.ledgers import is_natural, ledger_of, left_out
from affray.systems.d20plus.text.reasons import in_words, remark_of
from affray.systems.d20plus.wounds import CRITICAL_BLOCK
from affray.telling.draft import Draft
from affray.telling.words import MINUS, count, signed, with_article

Found = TypeVar("Found")


def first_of(events: Sequence[object], kind: type[Found]) -> Found | None:
    """The first event of a kind."""
    return next((event for event in events if isinstance(event, kind)), None)


def tell_strike(
    cast: Cast, draft: Draft, declared: e.StrikeDeclared | None, events: Sequence[object]
) -> None:
    """A whole attack, as far as it has come."""
    draft.kind = "roll"
    resolved = first_of(events, e.StrikeResolved)
    _opening(cast, draft, declared, resolved)
    stepped_in = first_of(events, e.Intercepted)
    if stepped_in is not None:
        ability = cast.ability_name(stepped_in.ability)
        draft.add(cast.who(stepped_in.persona), f" steps in and takes the blow: {ability}.")
        draft.cite(stepped_in.clause)
    tell_answers(cast, draft, events)
    stopped = first_of(events, e.StrikeStopped)
    if resolved is not None:
        _resolved(cast, draft, resolved, first_of(events, e.Wounded))
    elif stopped is None and declared is not None:
        draft.cite(declared.clause)
        draft.add(_defended_by(cast, declared.weapon, declared.trait))
    tell_aftermath(cast, draft, events)


def tell_answers(cast: Cast, draft: Draft, events: Sequence[object]) -> None:
    """Reactions before the roll, and whether one of them ended it."""
    for event in events:
        match event:
            case e.ReactionUsed():
                draft.add(cast.who(event.persona), f" answers with {cast.ability_name(event.ability)}.")
                draft.cite(event.clause)
            case e.NullificationRolled():
                _nullification(cast, draft, event)
            case e.StrikeStopped():
                if draft.say:
                    draft.add(f"It is stopped: {in_words(event.why)}.")
                else:
                    draft.add(cast.who(event.attacker), f" is stopped: {in_words(event.why)}.")
                draft.follow("What was paid stays paid", "D4.10")
                draft.cite(event.clause)
            case _:
                pass


def _opening(
    cast: Cast, draft: Draft, declared: e.StrikeDeclared | None, resolved: e.StrikeResolved | None
) -> None:
    if declared is not None:
        attacker, target = declared.attacker, declared.target
        weapon, counter = declared.weapon, declared.counter
    elif resolved is not None:
        attacker, weapon, counter = resolved.attack.roller, resolved.weapon, resolved.counter
        target = resolved.intercepted_for or resolved.defence.roller
    else:
        return
    verb = " strikes back at " if counter else " strikes "
    draft.add(cast.who(attacker), verb, cast.who(target), _means(cast, weapon))
    if counter:
        draft.follow(f"{cast.ability_name(counter)}, a counter-attack", "D11.2")
        draft.cite("D11.2")


def _means(cast: Cast, weapon_id: str) -> str:
    """What the attack is made with. A spell's name may be any words, so it stands by itself."""
    weapon, name = cast.weapon(weapon_id), cast.weapon_name(weapon_id)
    if weapon is not None and weapon.kind == "spell":
        return f": {name}."
    return f" with {with_article(name)}."


def _resolved(cast: Cast, draft: Draft, event: e.StrikeResolved, wounded: e.Wounded | None) -> None:
    attack, defence = event.attack, event.defence
    draft.cite(event.clause)
    draft.ledgers = [
        ledger_of(cast, attack, cast.weapon_name(event.weapon), cover=event.cover),
        ledger_of(cast, defence, _defence_title(cast, event), (_nature_words(event), "D4.3")),
        *draft.ledgers,
    ]
    naturals = [throw for throw in (attack, defence) if is_natural(throw)]
    if len(naturals) == 1:
        draft.add("A natural 20 for ", cast.who(naturals[0].roller), ".")
    elif naturals:
        draft.add("A natural 20 on both sides.")
    draft.add(_outcome(event, wounded))
    draft.result = _result(event)
    draft.cite(draft.result["clause"])
    _caps(cast, draft, (attack, defence))
    draft.not_counted = [remark_of(reason) for reason in event.not_counted]
    draft.not_counted.extend(left_out(cast, (attack, defence)))


def _outcome(event: e.StrikeResolved, wounded: e.Wounded | None) -> str:
    if event.critical_block:
        return f"A Critical Block, by {-event.margin}."
    if not event.hit:
        return f"Blocked by {-event.margin}."
    if wounded is not None:
        return f"{wound_phrase(wounded)}."
    if event.defence.score == 0:
        return f"It lands, but {event.trait} is at 0 already: no wound."
    return "It lands, but deals no wound."


def _result(event: e.StrikeResolved) -> Result:
    """The margin, and what it comes to."""
    if event.critical_block:
        text = f"{signed(-CRITICAL_BLOCK)} or lower: a Critical Block"
        headline, clause = "Critical Block", "D4.5"
    elif not event.hit:
        text = f"Below 0: nothing gets through. From {signed(-CRITICAL_BLOCK)} it would be a Critical Block"
        headline, clause = "Blocked", "D4.5"
    elif event.defence.score == 0:
        text, headline, clause = f"{event.trait} is at 0: a hit deals no wound", "No wound", "D4.6"
    elif event.margin == 0:
        text, clause = "Equal: the attacker wins", "D5.3"
        headline = count(event.wounds, "wound") if event.wounds else "No wound"
    else:
        lowered = f", the increment of {event.increment_why}" if event.increment_why else ""
        text = f"Wounds: 1 + {event.margin} / {event.increment}, rounded down{lowered}"
        headline = count(event.wounds, "wound")
        clause = "D5.2" if event.increment_why else "D5.1"
    return {
        "label": f"Margin {event.attack.total} {MINUS} {event.defence.total}",
        "value": event.margin,
        "text": text,
        "headline": headline,
        "clause": clause,
    }


def _caps(cast: Cast, draft: Draft, throws: Sequence[Throw]) -> None:
    parts = [f"{cast.name(throw.roller)} {len(throw.dice)} of {throw.cap}" for throw in throws]
    draft.follow(f"Augment Dice within the caps: {', '.join(parts)}", "D3.3")


def _nullification(cast: Cast, draft: Draft, event: e.NullificationRolled) -> None:
    draft.kind = "roll"
    draft.ledgers = [
        ledger_of(cast, event.user, ""),
        ledger_of(cast, event.owner, cast.ability_name(event.ability)),
    ]
    draft.result = {
        "label": f"Margin {event.user.total} {MINUS} {event.owner.total}",
        "value": event.margin,
        "text": "Below 0: cancelled" if event.cancelled else "0 or more: it goes on",
        "headline": "Cancelled" if event.cancelled else "Goes on",
        "clause": event.clause,
    }
    if not event.cancelled:
        margin = f"{event.user.total} against {event.owner.total}"
        draft.add(f"It goes on, {margin}.")
    draft.cite(event.clause)


def _defence_title(cast: Cast, event: e.StrikeResolved) -> str:
    if event.intercepted_for is not None:
        return f"in the place of {cast.name(event.intercepted_for)}"
    return "defending"


def _nature_words(event: e.StrikeResolved) -> str:
    if event.nature == "ambiguous":
        return f"{event.trait}, as the GM ruled"
    return f"{event.nature}, so {event.trait}"


def _defended_by(cast: Cast, weapon_id: str, trait: str) -> str:
    weapon = cast.weapon(weapon_id)
    if weapon is None or weapon.nature == "ambiguous":
        return f"{trait} defends."
    return f"{weapon.nature.capitalize()}, so {trait} defends."
