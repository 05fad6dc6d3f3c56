"""Augment Dice: which qualify for a roll, which are brought, and which stay behind and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from affray.kernel.clauses import clause
from affray.kernel.requests import Dice, Option, Pool, Rolled
from affray.systems.d20plus.book import AugmentDie, Weapon
from affray.systems.d20plus.scores import D20_VALUES, trait_value
from affray.systems.d20plus.state import Fight, Persona, sheet_of

_PREFERENCE = ("Tactic", "Gear", "Training", "Magic", "Special")
_D20 = Dice(20, values=D20_VALUES, label="d20")
TAD_SOURCE = "Setup"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A die that was not rolled, and why."""

    die: AugmentDie
    why: str
    clause: str


@dataclass(frozen=True, slots=True)
class Hand:
    """The dice one roller may bring: the best of each type, the cap on their number, and those left out.

    `tad` says that the banked TAD is among `dice`.
    """

    dice: tuple[AugmentDie, ...]
    cap: int
    left: tuple[LeftOut, ...]
    tad: bool


@dataclass(frozen=True, slots=True)
class Brought:
    """The dice fixed for a roll."""

    dice: tuple[AugmentDie, ...]
    cap: int
    left: tuple[LeftOut, ...]
    tad: bool


@dataclass(frozen=True, slots=True)
class Throw:
    """One roller's throw as it fell: the score it starts from, the dice, the total.

    `basis` names the Skill or Trait, `unwounded` is that score without wounds. `faces` begin with the d20.
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


@clause("D3.6")
def qualifies(die: AugmentDie, tags: frozenset[str]) -> bool:
    """A die qualifies when its source names the roll: a Skill, Trait, weapon, attack, defence, or any."""
    return any(name == "any" or name in tags for name in die.applies_to)


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
            left.append(LeftOut(held, f"a larger {die.type} die counts", "D3.2"))
            best[die.type] = die
        else:
            left.append(LeftOut(die, f"one {die.type} die a roll, and a d{held.size} counts", "D3.2"))
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
    extra: Iterable[AugmentDie] = (),
    tad: bool = False,
) -> Hand:
    """The dice a roller may bring to a roll with these tags. `tad` offers the banked TAD too."""
    qualifying = []
    left = []
    for die in sources(fight, persona, weapon, extra):
        if qualifies(die, tags):
            qualifying.append(die)
        else:
            left.append(LeftOut(die, f"names {_and(die.applies_to)}, not this roll", "D3.6"))
    banked = None
    if persona.tad is not None and tad:
        banked = tad_die(persona)
        qualifying.insert(0, banked)
    best, outdone = best_of_each_type(qualifying)
    held = banked is not None and any(die is banked for die in best)
    return Hand(tuple(best), dice_cap(fight, persona, trait), tuple(left + outdone), held)


def tad_die(persona: Persona) -> AugmentDie:
    """A Persona's banked TAD as a die."""
    assert persona.tad is not None
    return AugmentDie("Tactic", persona.tad.size, TAD_SOURCE, ("any",))  # type: ignore[arg-type]


@clause("D3.4")
def default_dice(hand: Hand) -> tuple[AugmentDie, ...]:
    """The largest dice within the cap; among equals the TAD first, then Gear, Training, Magic, Special."""
    ranked = sorted(hand.dice, key=lambda die: (-die.size, _PREFERENCE.index(die.type)))
    kept = ranked[: hand.cap]
    return tuple(die for die in hand.dice if die in kept)


def dice_options(hand: Hand) -> list[Option]:
    """Every way to bring as many dice as the cap allows; a single one where it does not bite."""
    count = min(hand.cap, len(hand.dice))
    return [option_of(dice) for dice in combinations(hand.dice, count)]


def option_of(dice: tuple[AugmentDie, ...]) -> Option:
    """The option that brings exactly these dice."""
    types = tuple(die.type for die in dice)
    return Option(f"dice {'+'.join(types)}" if types else "dice none", "dice", types)


def bring(hand: Hand, types: tuple[str, ...]) -> Brought:
    """Fix the dice of these types; what the cap leaves behind is noted."""
    brought = tuple(die for die in hand.dice if die.type in types)
    over = tuple(
        LeftOut(die, f"over the cap of {hand.cap}", "D3.3") for die in hand.dice if die.type not in types
    )
    return Brought(brought, hand.cap, hand.left + over, hand.tad and "Tactic" in types)


def bring_default(hand: Hand) -> Brought:
    """Fix the default dice."""
    return bring(hand, tuple(die.type for die in default_dice(hand)))


@clause("D2.1", "D2.4", "D3.5")
def pool_for(persona: Persona, score: int, brought: Brought) -> Pool:
    """d20 + score + Augment Dice, summed; a natural 20 counts 30. Augment Dice neither explode nor do so."""
    dice = tuple(Dice(die.size, label=f"{die.type} d{die.size}, {die.source}") for die in brought.dice)
    return Pool(persona.id, (_D20, *dice), score)


def throw_of(persona: Persona, basis: str, score: int, unwounded: int, brought: Brought, rolled: Rolled) -> Throw:
    """Everything about a throw that a log needs."""
    return Throw(
        roller=persona.id,
        basis=basis,
        score=score,
        unwounded=unwounded,
        dice=brought.dice,
        cap=brought.cap,
        left=brought.left,
        tad=brought.tad,
        faces=rolled.faces,
        total=rolled.total,
        typed=rolled.typed,
    )


def _and(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
