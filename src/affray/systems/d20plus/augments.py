"""Augment Dice: which qualify for a roll, which are brought, and which stay behind and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Choose, Dice, Option, Pool, Rolled
from affray.systems.d20plus.book import AugmentDie, Weapon
from affray.systems.d20plus.scores import (
    d20,
    skill_score,
    trait_value,
    unwounded_score,
    unwounded_trait,
)
from affray.systems.d20plus.state import Fight, Persona, sheet_of

_PREFERENCE = ("Tactic", "Gear", "Training", "Magic", "Special")
TAD_SOURCE = "Setup"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A die that was not rolled, and why."""

    die: AugmentDie
    why: Reason

    @property
    def clause(self) -> str:
        """The clause of the reason."""
        return self.why.clause


@dataclass(frozen=True, slots=True)
class Hand:
    """The dice one roller may bring: the best of each type, and the cap on their number.

    `unfit` are dice that do not name this roll, `outdone` those that a larger one of their type replaces.
    `tad` says that the banked TAD is among `dice`, `giver` who gave it.
    """

    dice: tuple[AugmentDie, ...]
    cap: int
    unfit: tuple[AugmentDie, ...]
    outdone: tuple[LeftOut, ...]
    tad: bool
    giver: str = ""


@dataclass(frozen=True, slots=True)
class Brought:
    """The dice fixed for a roll, out of a hand. `kept` is a banked TAD that its holder chose to keep."""

    dice: tuple[AugmentDie, ...]
    hand: Hand
    kept: AugmentDie | None = None

    @property
    def tad(self) -> bool:
        """Whether the banked TAD is rolled."""
        return self.hand.tad and any(die.type == "Tactic" for die in self.dice)

    @property
    def left(self) -> tuple[LeftOut, ...]:
        """Every die of the roller that stays behind, and why."""
        hand = self.hand
        unfit = (LeftOut(die, Reason("other rolls", "D3.6", die.applies_to)) for die in hand.unfit)
        full = Reason("over cap", "D3.3", (hand.cap,))
        over = (LeftOut(die, full) for die in hand.dice if die not in self.dice)
        kept = () if self.kept is None else (LeftOut(self.kept, Reason("TAD kept", "D10.5")),)
        return (*unfit, *hand.outdone, *over, *kept)


@dataclass(frozen=True, slots=True)
class Throw:
    """One roller's throw as it fell: the score it starts from, the dice, the total.

    `basis` names the Skill or Trait, `unwounded` is that score without wounds. `faces` begin with the d20.
    `tad` says that the banked TAD is among the dice, `giver` who gave it.
    """

    roller: str
    basis: str
    score: int
    unwounded: int
    dice: tuple[AugmentDie, ...]
    cap: int
    left: tuple[LeftOut, ...]
    tad: bool
    faces: tuple[int, ...]
    total: int
    typed: bool
    giver: str = ""


@dataclass(frozen=True, slots=True)
class Stance:
    """One roller with everything fixed before the dice fall. `penalty` is taken off the total."""

    roller: str
    basis: str
    score: int
    unwounded: int
    brought: Brought
    penalty: int = 0

    @property
    def pool(self) -> Pool:
        """What is thrown."""
        return pool_for(self.roller, self.score - self.penalty, self.brought)

    def throw(self, rolled: Rolled) -> Throw:
        """The throw as it fell. Its numbers are those that were rolled with, whatever changed since."""
        return Throw(
            roller=self.roller,
            basis=self.basis,
            score=self.score,
            unwounded=self.unwounded,
            dice=self.brought.dice,
            cap=self.brought.hand.cap,
            left=self.brought.left,
            tad=self.brought.tad,
            faces=rolled.faces,
            total=rolled.total,
            typed=rolled.typed,
            giver=self.brought.hand.giver if self.brought.tad else "",
        )


@clause("D3.6")
def qualifies(die: AugmentDie, tags: frozenset[str]) -> bool:
    """A die qualifies when its source names the roll: a Skill, Trait, weapon, attack, defence, or any."""
    return "any" in die.applies_to or not tags.isdisjoint(die.applies_to)


@clause("D3.7")
def sheet_dice(fight: Fight, persona: Persona) -> tuple[AugmentDie, ...]:
    """The dice of a sheet; a Training may give a die of another type, as its entry says."""
    return sheet_of(fight, persona).dice


@clause("D3.1", "D3.8")
def sources(
    fight: Fight, persona: Persona, weapon: Weapon | None = None, extra: Iterable[AugmentDie] = ()
) -> list[AugmentDie]:
    """Everything that could lend a die: sheet, weapon in hand, active wards, an ability used just now."""
    dice = list(sheet_dice(fight, persona))
    if weapon is not None and weapon.gear is not None:
        dice.append(AugmentDie("Gear", weapon.gear, weapon.name, (weapon.id,)))
    dice.extend(lent.die for lent in persona.lent)
    dice.extend(extra)
    return dice


@clause("D3.2")
def best_of_each_type(dice: Iterable[AugmentDie]) -> tuple[list[AugmentDie], list[LeftOut]]:
    """One die per type: the largest, of equals the first. The others are left out."""
    best: dict[str, AugmentDie] = {}
    left = []
    for die in dice:
        held = best.get(die.type)
        if held is None:
            best[die.type] = die
        elif die.size > held.size:
            left.append(LeftOut(held, Reason("larger counts", "D3.2", (die.type,))))
            best[die.type] = die
        else:
            left.append(LeftOut(die, Reason("type taken", "D3.2", (die.type, held.size))))
    return [best[kind] for kind in _PREFERENCE if kind in best], left


@clause("D3.3")
def dice_cap(fight: Fight, persona: Persona, trait: str) -> int:
    """At most as many dice as the current value of the Trait behind the roll."""
    return trait_value(fight, persona, trait)


def hand_for(
    fight: Fight,
    persona: Persona,
    trait: str,
    tags: frozenset[str],
    weapon: Weapon | None = None,
    extra: tuple[AugmentDie, ...] = (),
    tad: bool = False,
) -> Hand:
    """The dice a roller may bring to a roll with these tags. `tad` offers the banked TAD too."""
    banked, cap = tad_die(persona, tad), dice_cap(fight, persona, trait)
    if banked is not None or persona.lent or extra:
        giver = "" if persona.tad is None else persona.tad.source
        return _sort_out(sources(fight, persona, weapon, extra), tags, cap, banked, giver)
    # What sheet and weapon alone bring stays the same, so it is worked out once in a fight.
    key = (persona.sheet, None if weapon is None else weapon.id, tags, cap)
    known: Hand | None = fight.book.worked_out.get(key)
    if known is None:
        known = _sort_out(sources(fight, persona, weapon), tags, cap)
        fight.book.worked_out[key] = known
    return known


def _sort_out(
    dice: Iterable[AugmentDie],
    tags: frozenset[str],
    cap: int,
    banked: AugmentDie | None = None,
    giver: str = "",
) -> Hand:
    """Which dice qualify, and which of them count. A banked TAD comes first among equals."""
    qualifying = [] if banked is None else [banked]
    unfit: list[AugmentDie] = []
    for die in dice:
        (qualifying if qualifies(die, tags) else unfit).append(die)
    best, outdone = best_of_each_type(qualifying)
    held = banked is not None and any(die is banked for die in best)
    return Hand(tuple(best), cap, tuple(unfit), tuple(outdone), held, giver if held else "")


@clause("D10.3")
def tad_die(persona: Persona, qualifying: bool) -> AugmentDie | None:
    """The banked TAD as a die. It joins a qualifying Action by itself, and no other roll."""
    if persona.tad is None or not qualifying:
        return None
    return AugmentDie("Tactic", persona.tad.size, TAD_SOURCE, ("any",))  # type: ignore[arg-type]


@clause("D3.4")
def default_dice(hand: Hand) -> tuple[AugmentDie, ...]:
    """The largest dice within the cap; among equals the TAD first, then Gear, Training, Magic, Special."""
    if len(hand.dice) <= hand.cap:
        return hand.dice
    # The hand stands in the order of preference, and sorting keeps that order among equals.
    kept = sorted(hand.dice, key=lambda die: -die.size)[: hand.cap]
    return tuple(die for die in hand.dice if die in kept)


def dice_options(hand: Hand) -> list[Option]:
    """Every way to bring as many dice as the cap allows; a single one where it does not bite."""
    count = min(hand.cap, len(hand.dice))
    return [option_of(dice) for dice in combinations(hand.dice, count)]


def option_of(dice: tuple[AugmentDie, ...]) -> Option:
    """The option that brings exactly these dice."""
    types = tuple(die.type for die in dice)
    return Option(f"dice {'+'.join(types)}" if types else "dice none", "dice", types)


def dice_question(seat: str, hand: Hand, args: tuple[Any, ...]) -> Choose | None:
    """Which dice to bring; None where the cap leaves no choice (D3.4)."""
    if hand.cap == 0 or len(hand.dice) <= hand.cap:
        return None
    options = dice_options(hand)
    return Choose(seat, "dice", tuple(options), "D3.4", args, option_of(default_dice(hand)).id)


def bring(hand: Hand, option: Option) -> Brought:
    """Fix the dice of an option; the default ones where it fits the hand no more."""
    for dice in combinations(hand.dice, min(hand.cap, len(hand.dice))):
        if tuple([die.type for die in dice]) == option.args:
            return Brought(dice, hand)
    return bring_default(hand)


def bring_default(hand: Hand) -> Brought:
    """Fix the default dice."""
    return Brought(default_dice(hand), hand)


@clause("D2.1", "D3.5")
def pool_for(roller: str, score: int, brought: Brought) -> Pool:
    """d20 + score + Augment Dice, summed; Augment Dice neither explode nor count as a natural 20."""
    return Pool(roller, (d20(), *[_thrown(die) for die in brought.dice]), score)


@lru_cache(maxsize=10_000)
def _thrown(die: AugmentDie) -> Dice:
    """An Augment Die as the pool throws it."""
    return Dice(die.size, label=f"{die.type} d{die.size}, {die.source}")


def skill_stance(fight: Fight, persona: Persona, skill: str, brought: Brought, penalty: int = 0) -> Stance:
    """A roll of a Skill."""
    score, unwounded = skill_score(fight, persona, skill), unwounded_score(fight, persona, skill)
    return Stance(persona.id, skill, score, unwounded, brought, penalty)


def trait_stance(fight: Fight, persona: Persona, trait: str, brought: Brought) -> Stance:
    """A roll of a bare Trait: a defence."""
    value, unwounded = trait_value(fight, persona, trait), unwounded_trait(fight, persona, trait)
    return Stance(persona.id, trait, value, unwounded, brought)
