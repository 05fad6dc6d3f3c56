"""An attack in words, step by step: declared, flipped, netted, rolled, braced, damage, applied."""

from __future__ import annotations

from affray.kernel.presentation import Result, Who
from affray.systems.cantor import events as e
from affray.systems.cantor.text.aftermath import tell_damage, tell_effect
from affray.systems.cantor.text.grouping import SECOND
from affray.systems.cantor.text.ledgers import attack_ledger
from affray.systems.cantor.text.paying import paid_words
from affray.systems.cantor.text.reasons import in_words, remark_of
from affray.systems.cantor.text.story import Story, names_apart
from affray.telling.draft import Draft
from affray.telling.words import MINUS, own, signed

_BEGINS = {"attack": "It hits", "Reliable": "It misses, and Reliable lands", "Burn": "", "GM": ""}
_NOT_WEAPONS = ("improvised", "ram", "grapple")


def tell_attack(story: Story, draft: Draft) -> None:
    """A whole attack, or what it comes to for one of several targets."""
    draft.kind = "roll"
    if not isinstance(story.group.events[0], e.DamageTaken):
        _opening(story, draft)
    for event in _in_order(story):
        match event:
            case e.AttackDeclared() | e.ConditionGained(name="Braced"):
                pass
            case e.Spent(name="Brace"):
                draft.add(story.cast.who(event.unit), " Braces, with its Reaction.")
                draft.cite(event.clause)
            case e.ConditionEnded(name="Hidden", why="attacked"):
                draft.follow(f"{story.cast.name(event.unit)} is Hidden no more: it attacks", event.clause)
                draft.cite(event.clause)
            case e.FlipRolled():
                _flipped(story, draft, event)
            case e.AttackRolled():
                _rolled(story, draft, event)
            case e.AttackStopped():
                _stopped(story, draft, event)
            case e.DamageTaken():
                begin = "" if _hit_is_told(story) else _BEGINS[event.source]
                tell_damage(story, draft, event, _title(story), begin)
            case _:
                tell_effect(story, draft, event)


def _in_order(story: Story) -> list[object]:
    """The events, with what the dice used up behind the roll that it served."""
    used = [
        event
        for event in story.events
        if isinstance(event, e.ConditionEnded) and event.why == "used" and event.name != "Braced"
    ]
    if story.first(e.AttackRolled) is None:
        return list(story.events)
    found: list[object] = []
    for event in story.events:
        if event not in used:
            found.append(event)
        if isinstance(event, e.AttackRolled):
            found += used
    return found


def _hit_is_told(story: Story) -> bool:
    """Whether the hit stands in a sentence of its own: before a Brace, which answers it."""
    return story.first(e.AttackRolled) is None or any(one.name == "Brace" for one in story.every(e.Spent))


def _title(story: Story) -> str:
    declared = story.group.declared
    return "damage" if declared is None else story.cast.arm_name(declared.weapon)


def _opening(story: Story, draft: Draft) -> None:
    """Who attacks whom, with what, and what it costs."""
    cast, group = story.cast, story.group
    declared, spent = group.declared, _spent(story)
    if declared is None or declared.attacker != group.leader:
        if spent is not None:
            draft.add(cast.who(spent.unit), f" begins {spent.name}{paid_words(spent)}.")
            draft.cite(spent.clause)
        return
    here = declared in story.events
    attacker = cast.who(declared.attacker)
    if not here and spent is None and (group.many or group.target not in declared.targets):
        if group.target:
            draft.add(f"The attack with {_arm(story, declared)} on ", cast.who(group.target), ".")
            draft.cite("C1.12")
        return
    if not here and spent is not None:
        draft.add(attacker, f" begins {spent.name}{paid_words(spent)}.")
        draft.cite(spent.clause)
        return
    known = [id_ for id_ in declared.targets if story.known(id_, declared)]
    whom: list[str | Who] = names_apart(story, known) if known else ["nobody in sight"]
    begins = f" ({SECOND})" if story.group.deed == SECOND else "" if spent is None else paid_words(spent)
    if spent is not None and spent.name == "Overwatch":
        draft.add("Overwatch: ", attacker, *_verb(story, declared, whom), ", with its Reaction.")
    else:
        draft.add(attacker, *_verb(story, declared, whom), f"{begins}.")
    draft.cite(spent.clause if spent is not None else None, declared.clause)


def _verb(story: Story, declared: e.AttackDeclared, whom: list[str | Who]) -> list[str | Who]:
    match declared.weapon:
        case "ram":
            return [" rams ", *whom]
        case "grapple":
            return [" grapples ", *whom]
        case "improvised":
            return [" attacks ", *whom, " with what is at hand"]
    arm = story.cast.arm_name(declared.weapon)
    if declared.weapon in story.cast.book.arts:
        return [f" uses {arm} on ", *whom]
    return [" attacks ", *whom, f" with {_arm(story, declared)}"]


def _arm(story: Story, declared: e.AttackDeclared) -> str:
    """ "the door maul"; arts and names of their own stay as they are."""
    name = story.cast.arm_name(declared.weapon)
    if declared.weapon in _NOT_WEAPONS or declared.weapon in story.cast.book.arts:
        return name
    if name[1:] != name[1:].lower():
        return name
    return f"the {name[:1].lower()}{name[1:]}"


def _spent(story: Story) -> e.Spent | None:
    return next((one for one in story.every(e.Spent) if one.name != "Brace"), None)


def _flipped(story: Story, draft: Draft, event: e.FlipRolled) -> None:
    cause = (
        f"{own(story.cast.name(event.attacker))} Fracture makes every target Invisible"
        if event.glamour
        else f"{story.cast.name(event.target)} is Invisible"
    )
    falls = "a miss" if event.missed else "no miss"
    draft.follow(f"{cause}: 1d6 first, 1 to 3 misses. It is {event.face}, {falls}", event.clause)
    draft.cite(event.clause, "C4.5" if event.glamour else "C2.9")


def _rolled(story: Story, draft: Draft, event: e.AttackRolled) -> None:
    capped = " (Stunned caps it)" if event.capped else ""
    name = story.cast.name(event.target)
    draft.follow(f"{name} defends with {event.defence} {event.value}{capped}", "C1.1")
    if event.capped:
        draft.cite("C2.3")
    for what, counted in (("accuracy", event.accuracy), ("difficulty", event.difficulty)):
        for source, number, clause in counted:
            draft.follow(f"+{number} {what}: {source}", clause)
    draft.not_counted += [remark_of(reason) for reason in event.ignored]
    if event.roll is None:
        draft.add("The flip misses.")
        return
    roll = event.roll
    if event.accuracy or event.difficulty:
        draft.follow(net_words(roll.net), "C1.3")
    draft.ledgers.append(attack_ledger(story.cast, event, roll))
    draft.result = _result(story, event, roll)
    draft.cite(event.clause)
    if story.first(e.DamageTaken) is None or _hit_is_told(story):
        verb = "hits" if event.hit else "misses"
        draft.add(f"It {verb}, {signed(roll.total)} against {event.defence} {event.value}.")


def net_words(net: int) -> str:
    """ "Net +2: of 2d6 the highest is added", "Net 0: no d6"."""
    if not net:
        return "Net 0: no d6"
    way = "added" if net > 0 else "subtracted"
    dice = f"of {abs(net)}d6 the highest is" if abs(net) > 1 else "1d6 is"
    return f"Net {'+' if net > 0 else ''}{signed(net)}: {dice} {way}"


def _result(story: Story, event: e.AttackRolled, roll: e.Roll20) -> Result:
    """The roll against the defence, and what it comes to."""
    dealt = story.first(e.DamageTaken)
    if not event.hit:
        headline = f"Miss, {dealt.amount} damage" if dealt is not None else "Miss"
    else:
        headline = "Hit" if dealt is None else f"{dealt.amount} damage" if dealt.amount else "No damage"
    return {
        "label": f"Total {signed(roll.total)} {MINUS} {event.defence} {event.value}",
        "value": roll.total - event.value,
        "text": "It reaches the defence: a hit" if event.hit else "Below the defence: a miss",
        "headline": headline,
        "clause": "C1.5",
    }


def _stopped(story: Story, draft: Draft, event: e.AttackStopped) -> None:
    whom: list[str | Who] = []
    if event.target is not None and story.known(event.target, event):
        whom = [" on ", story.cast.who(event.target)]
    draft.add("The attack", *whom, f" stops: {in_words(event.why)}.")
    draft.follow("What was spent stays spent, and damage already dealt stays", event.clause)
    draft.cite(event.clause)
