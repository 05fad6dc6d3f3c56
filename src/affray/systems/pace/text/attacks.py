"""An attack in words: who attacks whom, the answer, both totals, the damage and what follows."""

from __future__ import annotations

from affray.kernel.presentation import Ledger, Remark, Result, Who
from affray.kernel.reasons import Reason
from affray.systems.pace import events as e
from affray.systems.pace.objects import DC_UNMOVING
from affray.systems.pace.rolls import DiceThrow
from affray.systems.pace.text.aftermath import listed_names, tell_damage, tell_effect
from affray.systems.pace.text.ledgers import dice_ledger, ledger_of
from affray.systems.pace.text.reasons import in_words, remark_of
from affray.systems.pace.text.story import Story, with_thing
from affray.telling.draft import Draft
from affray.telling.ledgers import plain_row
from affray.telling.words import MINUS, count, own, remark, with_the

_TRIES = {"grapple": "grapple", "trip": "trip", "disarm": "disarm", "push": "push"}


def tell_attack(story: Story, draft: Draft) -> None:
    """A whole attack, as far as it has come; of several targets, the roll alone."""
    draft.kind = "roll"
    _opening(story, draft)
    rolled = story.first(e.AttackRolled)
    resolved = story.first(e.DefenceRolled)
    throw = rolled.throw if rolled is not None else resolved.attack if resolved is not None else None
    if throw is not None:
        draft.ledgers.append(ledger_of(story.cast, throw, _weapon_title(story, resolved)))
        if resolved is None and throw.critical:
            draft.add("A natural 20: it doubles the dice, if it hits.")
            draft.cite("P1.6")
    _resolution(story, draft)


def tell_target(story: Story, draft: Draft) -> None:
    """One of several targets of an attack. The attack roll stands in the entry before."""
    draft.kind = "roll"
    target = _target_of(story)
    attacker = _attacker_of(story)
    if target and attacker:
        cast = story.cast
        draft.add(cast.who(target), " faces the attack of ", cast.who(attacker), ".")
    draft.cite("P4.7")
    _resolution(story, draft)


def _opening(story: Story, draft: Draft) -> None:
    cast, declared = story.cast, story.group.declared
    attacker = _attacker_of(story)
    if declared is not None and declared.attacker == attacker:
        thing = with_thing(cast.gear_name(declared.weapon))
        targets = listed_names(story, declared.targets)
        verb = f" tries to {_TRIES[declared.maneuver]} " if declared.maneuver else " attacks "
        draft.add(cast.who(attacker), verb, *targets, f" with {thing}{story.ap_of(attacker)}.")
        draft.cite(declared.clause, "P5.1" if declared.maneuver else None)
    elif attacker:
        target = _target_of(story)
        whom: list[str | Who] = [" ", cast.who(target)] if target else []
        draft.add(cast.who(attacker), " attacks", *whom, ".")
        draft.cite("P4.2")


def _resolution(story: Story, draft: Draft) -> None:
    for event in story.events:
        match event:
            case e.DefenceChosen():
                _chosen(story, draft, event)
            case e.DefenceRolled():
                _resolved(story, draft, event)
            case e.CounterRolled():
                _countered(story, draft, event)
            case e.AttackStopped():
                _stopped(story, draft, event)
            case e.DamageDealt(source="attack"):
                begin = "A natural 20 hits, with doubled dice" if event.critical else "It hits"
                tell_damage(story, draft, event, _damage_title(story), begin)
            case e.DamageDealt(source="riposte"):
                tell_damage(story, draft, event, "riposte")
            case _:
                tell_effect(story, draft, event)
    faced = story.first(e.TargetFaced)
    if faced is not None and faced.barred is not None and story.first(e.DefenceRolled) is None:
        draft.not_counted.insert(0, _barred(faced.barred))


def _chosen(story: Story, draft: Draft, event: e.DefenceChosen) -> None:
    cast = story.cast
    article = "an" if event.answer == "evade" else "a"
    with_item = f" with {with_thing(cast.gear_name(event.item))}" if event.item else ""
    answer = f" pays for {article} {event.answer.capitalize()}{with_item}"
    draft.add(cast.who(event.defender), f"{answer}{story.ap_of(event.defender)}.")
    draft.cite(event.clause)


def _resolved(story: Story, draft: Draft, event: e.DefenceRolled) -> None:
    cast, attack, defence = story.cast, event.attack, event.defence
    draft.ledgers.append(ledger_of(cast, defence, "defending"))
    margin = attack.total - defence.total
    who = cast.who(defence.roller)
    if not event.hit:
        tie = " A tie is the defender's." if margin == 0 else ""
        draft.add("The defence of ", who, f" holds, {defence.total} against {attack.total}.{tie}")
    elif story.first(e.DamageDealt) is None:
        doubled = ", with doubled dice" if attack.critical else ""
        draft.add(f"It hits, {attack.total} against {defence.total}{doubled}.")
    draft.result = _result(story, event, margin)
    draft.cite(draft.result["clause"], event.clause if event.barred is not None else None)
    if event.barred is not None:
        draft.not_counted.append(_barred(event.barred))
    answer = story.first(e.DefenceChosen)
    if answer is not None and answer.answer == "block" and not event.hit:
        draft.not_counted.append(remark("The Block is not rolled: the attack missed", "P4.12"))
    if answer is not None and answer.answer == "counter" and event.hit:
        draft.not_counted.append(remark("No Counter: the defence did not hold", "P4.14"))
    if attack.critical and not event.hit:
        draft.not_counted.append(
            remark(f"{own(cast.name(attack.roller))} natural 20: it wins no contest", "P1.6")
        )
    if attack.critical and event.hit:
        draft.cite("P4.6")


def _barred(reason: Reason) -> Remark:
    """Why no defence could be bought."""
    told = remark_of(reason)
    return remark(f"No defence could be bought: {told['text']}", told["clause"])


def _result(story: Story, event: e.DefenceRolled, margin: int) -> Result:
    """The contest, and what it comes to."""
    dealt = next((one for one in story.every(e.DamageDealt) if one.source == "attack"), None)
    if not event.hit:
        text = "A tie is the defender's" if margin == 0 else "Lower: it misses"
        headline = "Holds"
    else:
        text = "Higher: it hits"
        headline = "Hit" if dealt is None else f"{dealt.amount} damage" if dealt.amount else "No damage"
    return {
        "label": f"Contest {event.attack.total} {MINUS} {event.defence.total}",
        "value": margin,
        "text": text,
        "headline": headline,
        "clause": "P1.3",
    }


def _countered(story: Story, draft: Draft, event: e.CounterRolled) -> None:
    cast, defender, attacker = story.cast, event.defender, event.attacker
    draft.ledgers.append(ledger_of(cast, defender, "Counter, reroll"))
    draft.ledgers.append(ledger_of(cast, attacker, "against the Counter"))
    if event.lands:
        tie = ", and a tie is the defender's" if defender.total == attacker.total else ""
        draft.add(f"The Counter lands, {defender.total} against {attacker.total}{tie}.")
        if defender.critical:
            draft.follow("A natural 20 in the reroll doubles the riposte's dice, and gives no AP", "P4.14")
    else:
        draft.add(f"The Counter fails, {defender.total} against {attacker.total}; the attack still misses.")
    draft.cite(event.clause)


def _stopped(story: Story, draft: Draft, event: e.AttackStopped) -> None:
    cast = story.cast
    if event.target is None:
        draft.add(f"The attack comes to nothing: {in_words(event.why)}.")
    else:
        draft.add("The attack on ", cast.who(event.target), f" comes to nothing: {in_words(event.why)}.")
    draft.follow("AP that were paid stay paid", "P3.5")
    draft.cite(event.clause)


def _weapon_title(story: Story, resolved: e.DefenceRolled | None) -> str:
    declared = story.group.declared
    item = declared.weapon if declared is not None else resolved.weapon if resolved is not None else ""
    return story.cast.gear_name(item) if item else "attacking"


def _damage_title(story: Story) -> str:
    resolved = story.first(e.DefenceRolled)
    return "damage" if resolved is None else story.cast.gear_name(resolved.weapon)


def _attacker_of(story: Story) -> str:
    for event in story.events:
        match event:
            case e.AttackDeclared() | e.TargetFaced() | e.DefenceChosen() | e.AttackStopped():
                return event.attacker
            case e.AttackRolled():
                return event.throw.roller
            case e.DefenceRolled():
                return event.attack.roller
            case e.CounterRolled():
                return event.attacker.roller
    declared = story.group.declared
    return "" if declared is None else declared.attacker


def _target_of(story: Story) -> str:
    for event in story.events:
        match event:
            case e.TargetFaced():
                return event.target
            case e.DefenceChosen():
                return event.defender
            case e.DefenceRolled():
                return event.defence.roller
            case e.CounterRolled():
                return event.defender.roller
            case e.AttackStopped(target=str()):
                return str(event.target)
    return ""


def tell_object(story: Story, draft: Draft) -> None:
    """An attack on something that does not move."""
    draft.kind = "roll"
    struck = story.first(e.ObjectStruck)
    if struck is not None:
        _struck(story, draft, struck)
    for event in story.every(e.ObjectDestroyed):
        thing = with_the(story.cast.object_name(event.object))
        draft.add(f"{thing[:1].upper()}{thing[1:]} is destroyed.")
        draft.cite(event.clause)


def _struck(story: Story, draft: Draft, event: e.ObjectStruck) -> None:
    cast, throw = story.cast, event.throw
    thing = with_the(cast.object_name(event.object))
    with_item = with_thing(cast.gear_name(event.item))
    draft.add(cast.who(event.attacker), f" strikes at {thing} with {with_item}{story.ap_of(event.attacker)}.")
    draft.ledgers.append(ledger_of(cast, throw, cast.gear_name(event.item)))
    if event.damage is not None:
        draft.ledgers.append(_object_damage(story, event, event.damage))
        draft.add(
            f"It takes {event.amount}, {event.before} to {event.after} HP."
            if event.amount
            else "It takes nothing."
        )
    else:
        draft.add("It misses.")
    margin = throw.total - event.dc
    headline = "Miss" if not event.success else f"{event.amount} damage" if event.amount else "No damage"
    draft.result = {
        "label": f"Save {throw.total} {MINUS} {event.dc}",
        "value": margin,
        "text": f"The DC is {count(event.dc - DC_UNMOVING, 'Pace')} + {DC_UNMOVING}",
        "headline": headline,
        "clause": event.clause,
    }
    draft.cite(event.clause)


def _object_damage(story: Story, event: e.ObjectStruck, damage: DiceThrow) -> Ledger:
    detail = "dice doubled by the natural 20" if event.throw.critical else ""
    taken = max(0, damage.total) - event.amount
    rest = [plain_row("DR", f"{event.type}, {event.dr}", -taken, "P4.5")] if event.dr else []
    return dice_ledger(story.cast, damage, f"damage, {event.type}", "Damage", rest, detail)
