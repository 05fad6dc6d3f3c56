"""Checks: against a Target Number, and contested ones that are no attack."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from affray.kernel.clauses import clause
from affray.kernel.requests import Audience, Choose, Cuts, Option, Procedure
from affray.systems.d20plus.augments import (
    Brought,
    Hand,
    bring,
    bring_default,
    dice_question,
    hand_for,
    skill_stance,
    trait_stance,
)
from affray.systems.d20plus.book import SKILLS
from affray.systems.d20plus.events import Checked, ContestChecked
from affray.systems.d20plus.scores import is_broken, is_mounting_success, succeeds, trait_of
from affray.systems.d20plus.state import Fight, Persona

GM_ALONE: Audience = ()


@dataclass(slots=True)
class Roller:
    """One side of a roll before its dice are fixed: its hand, what to ask it, and how an answer becomes dice.

    Both functions look at the state when they are called: it may change while the sides are asked. `even_out`
    says that the GM lets it roll while it is Out.
    """

    id: str
    look: Callable[[], tuple[Hand, Choose | None]]
    bring: Callable[[Option], Brought]
    even_out: bool = False


# One side


def check_hand(fight: Fight, persona: Persona, skill: str, purpose: str, tad: bool = False) -> Hand:
    """The dice a check may bring; `purpose` is what it is for, "setup" or "locate"."""
    trait = trait_of(skill)
    return hand_for(fight, persona, trait, frozenset({"check", purpose, skill, trait}), tad=tad)


def resistance_hand(fight: Fight, persona: Persona, trait: str) -> Hand:
    """The dice of a Trait that resists an ability."""
    return hand_for(fight, persona, trait, frozenset({"defence", trait, f"{trait} defence"}))


def check_throw(
    fight: Fight,
    persona_id: str,
    skill: str,
    purpose: str,
    cuts: Cuts,
    clause_id: str,
    to: Audience = None,
    even_out: bool = False,
) -> Procedure:
    """A check of a Skill with all applicable dice. Returns a `Throw`, or None once the Persona cannot act.

    Of a check that the GM alone may see the roller is not asked for dice: it brings the default ones.
    """
    roller = checking(fight, persona_id, skill, purpose, even_out=even_out)
    fixed = unasked(roller) if to == GM_ALONE else (yield from fix_dice(fight, roller))
    if fixed is None:
        return None
    stance = skill_stance(fight, fight.state.personas[persona_id], skill, fixed[0])
    rolled = yield from fight.roll(stance.pool, cuts, purpose, clause_id, to)
    return stance.throw(rolled) if _still_rolls(fight, roller) else None


@clause("D4.10")
def can_act(fight: Fight, *ids: str) -> bool:
    """After a question: these Personas are still in the fight, and it goes on (D4.10)."""
    personas = fight.state.personas
    return fight.state.outcome is None and all(id_ in personas and not personas[id_].out for id_ in ids)


def _still_rolls(fight: Fight, *rollers: Roller) -> bool:
    """After a question: each can act, or is one that the GM lets roll whatever became of it."""
    personas = fight.state.personas
    return fight.state.outcome is None and all(
        roller.id in personas and (roller.even_out or not personas[roller.id].out) for roller in rollers
    )


# Two sides


def checking(
    fight: Fight, persona_id: str, skill: str, purpose: str, tad: bool = False, even_out: bool = False
) -> Roller:
    """A side that rolls a Skill. `tad`: its banked TAD joins (D10.3)."""

    def hand() -> Hand:
        return check_hand(fight, fight.state.personas[persona_id], skill, purpose, tad)

    return _roller(persona_id, hand, (purpose, skill), even_out)


def resisting(fight: Fight, persona_id: str, trait: str) -> Roller:
    """A side that rolls a Trait against an ability."""
    about = ("contest", next(skill for skill in SKILLS if trait_of(skill) == trait))

    def hand() -> Hand:
        return resistance_hand(fight, fight.state.personas[persona_id], trait)

    return _roller(persona_id, hand, about)


def _roller(
    persona_id: str, hand: Callable[[], Hand], about: tuple[str, str], even_out: bool = False
) -> Roller:
    """A side that may bring any of its dice."""

    def look() -> tuple[Hand, Choose | None]:
        found = hand()
        return found, dice_question(persona_id, found, about)

    return Roller(persona_id, look, lambda option: bring(hand(), option), even_out)


def unasked(*rollers: Roller) -> tuple[Brought, ...]:
    """Every side brings its default dice."""
    return tuple([bring_default(roller.look()[0]) for roller in rollers])


@clause("D3.4")
def fix_dice(fight: Fight, *rollers: Roller) -> Procedure:
    """Every side fixes its dice before any rolls, asked only where there is something to choose (D3.4).

    Returns a `Brought` each, or None once one of them is out of the fight.
    """
    looks = [roller.look() for roller in rollers]
    asked = [choice for _, choice in looks if choice is not None]
    if not asked:
        return tuple([bring_default(hand) for hand, _ in looks])
    answers = yield from fight.together(asked, "D3.4")
    if not _still_rolls(fight, *rollers):
        return None
    chosen = {choice.seat: option for choice, option in zip(asked, answers, strict=True)}
    return tuple(
        [
            roller.bring(chosen[roller.id]) if roller.id in chosen else bring_default(roller.look()[0])
            for roller in rollers
        ]
    )


def ability_stances(fight: Fight, user: tuple[str, str], owner: tuple[str, str], tad: bool) -> Procedure:
    """An ability's (Persona, Skill) against (Persona, Trait), dice fixed; None where it stops."""
    fixed = yield from fix_dice(fight, checking(fight, *user, "contest", tad), resisting(fight, *owner))
    if fixed is None:
        return None
    personas = fight.state.personas
    return (
        skill_stance(fight, personas[user[0]], user[1], fixed[0]),
        trait_stance(fight, personas[owner[0]], owner[1], fixed[1]),
    )


# Whole checks


def check(
    fight: Fight,
    persona_id: str,
    skill: str,
    target_number: int,
    to: Audience = None,
    even_out: bool = False,
) -> Procedure:
    """A check the GM calls for. It changes nothing by itself."""
    cuts = Cuts(at=(target_number, target_number + 10))
    throw = yield from check_throw(fight, persona_id, skill, "check", cuts, "D2.2", to, even_out)
    if throw is not None:
        success = succeeds(throw.total, target_number)
        mounting = is_mounting_success(throw.total, target_number)
        fight.emit(Checked(throw, target_number, success, mounting), to=to)


@clause("D4.11")
def contested_check(
    fight: Fight,
    first: tuple[str, str],
    second: tuple[str, str],
    tad: bool,
    to: Audience = None,
    even_out: bool = False,
) -> Procedure:
    """Skill and dice on both sides; a tie goes to the one who began it. Each side is (Persona, Skill)."""
    rollers = (
        checking(fight, *first, "contest", tad, even_out),
        checking(fight, *second, "contest", even_out=even_out),
    )
    fixed = unasked(*rollers) if to == GM_ALONE else (yield from fix_dice(fight, *rollers))
    if fixed is None:
        return
    sides = [
        skill_stance(fight, fight.state.personas[id_], skill, brought)
        for (id_, skill), brought in zip((first, second), fixed, strict=True)
    ]
    fell = yield from fight.contest(sides[0].pool, sides[1].pool, Cuts(at=(0,)), "contest", "D4.11", to)
    if _still_rolls(fight, *rollers):
        throws = sides[0].throw(fell.first), sides[1].throw(fell.second)
        fight.emit(ContestChecked(*throws, fell.margin, fell.margin >= 0), to=to)


@clause("D4.11")
def contest_as_action(fight: Fight, persona_id: str, skill: str, foe_id: str) -> Procedure:
    """A contested check taken as an Action: the GM names the opposing Skill; a banked TAD joins (D10.3)."""
    foe = fight.state.personas[foe_id]
    able = [name for name in SKILLS if not is_broken(fight, foe, trait_of(name))]
    options = [Option(name, "skill", (name,)) for name in able]
    default = skill if skill in able else able[0]
    option = yield from fight.ruling("opposing skill", options, "D4.11", default, (persona_id, skill, foe_id))
    if can_act(fight, persona_id, foe_id):
        yield from contested_check(fight, (persona_id, skill), (foe_id, option.id), tad=True)
