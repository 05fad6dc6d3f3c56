"""Rolls: one d20 and a score, with Advantage; Saves, Contests and criticals; damage dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from affray.kernel.clauses import clause
from affray.kernel.requests import EACH, Audience, Cuts, Dice, Pool, Procedure, Rolled
from affray.systems.pace.book import GivesEdge, RollKind, Weapon, dice_of
from affray.systems.pace.state import Character, Fight, sheet_of

D20_SIDES = 20
DC_BASE = 10


@dataclass(frozen=True, slots=True)
class Stance:
    """A d20 roll before it falls: whose, for what, with which score, and what gives it Advantage.

    `edges` are (source, count), below 0 for Disadvantage.
    """

    roller: str
    on: RollKind
    score_name: str
    score: int
    edges: tuple[tuple[str, int], ...] = ()

    @property
    def net(self) -> int:
        """Advantages less Disadvantages."""
        return net_edge(self.edges)

    @property
    def pool(self) -> Pool:
        """The d20s of this roll, and the score."""
        return Pool(self.roller, (d20_dice(self.net),), self.score)

    @property
    def critical_total(self) -> int:
        """The total of an unmodified 20; no other face reaches it."""
        return D20_SIDES + self.score

    def throw(self, rolled: Rolled) -> Throw:
        """The roll as it fell."""
        return Throw(
            self.roller,
            self.on,
            self.score_name,
            self.score,
            self.edges,
            rolled.faces,
            rolled.total,
            rolled.typed,
        )


@dataclass(frozen=True, slots=True)
class Throw:
    """A d20 roll as it fell. Exact odds give no faces."""

    roller: str
    on: str
    score_name: str
    score: int
    edges: tuple[tuple[str, int], ...]
    faces: tuple[int, ...]
    total: int
    typed: bool = False

    @property
    def natural(self) -> int:
        """The face that was kept."""
        return self.total - self.score

    @property
    def critical(self) -> bool:
        """Whether an unmodified 20 was kept (P1.6)."""
        return is_critical(self.natural)


@dataclass(frozen=True, slots=True)
class DiceThrow:
    """Damage, Block or healing dice as they fell: groups of (count, sides), and a score on top."""

    roller: str
    dice: tuple[tuple[int, int], ...]
    faces: tuple[int, ...]
    score_name: str
    score: int
    total: int
    typed: bool = False


# Scores


@clause("P1.7")
def score_of(fight: Fight, character: Character, name: str) -> int:
    """An Ability or Skill score by its name; one that the sheet does not have is 0."""
    return sheet_of(fight, character).scores.get(name, 0)


# Advantage


@clause("P1.5")
def net_edge(edges: Sequence[tuple[str, int]]) -> int:
    """Instances of Advantage and Disadvantage cancel one for one; what is left stacks."""
    return sum([count for _, count in edges])


@clause("P1.4", "P1.5")
def d20_dice(net: int) -> Dice:
    """One d20, and one more for each net instance: the best of them with Advantage, else the lowest."""
    if net > 0:
        return Dice(D20_SIDES, 1 + net, "highest", label="d20")
    return Dice(D20_SIDES, 1 - net, "lowest" if net < 0 else "all", label="d20")


def edges_of(
    fight: Fight, character: Character, on: RollKind, weapon: Weapon | None = None
) -> tuple[tuple[str, int], ...]:
    """Everything that gives this character Advantage or Disadvantage on a roll of this kind."""
    found = []
    for id_ in sheet_of(fight, character).abilities:
        ability = fight.book.abilities[id_]
        gift = ability.gift
        if isinstance(gift, GivesEdge) and on in gift.on and suits(gift.weapons, weapon):
            found.append((ability.name, gift.count))
    waiting = character.edges.get(on, 0)
    if waiting:
        found.append(("granted", waiting))
    if on == "initiative" and character.waited:
        found.append(("Wait", 1))
    return tuple(found)


def suits(weapons: Sequence[str], weapon: Weapon | None) -> bool:
    """Whether a weapon is among those named by kind or id; nothing named means all."""
    return not weapons or (weapon is not None and (weapon.kind in weapons or weapon.id in weapons))


def stance_for(
    fight: Fight, character: Character, on: RollKind, score_name: str, weapon: Weapon | None = None
) -> Stance:
    """A character's d20 roll with a score."""
    return Stance(
        character.id,
        on,
        score_name,
        score_of(fight, character, score_name),
        edges_of(fight, character, on, weapon),
    )


# What the dice say


@clause("P1.6")
def is_critical(natural: int) -> bool:
    """An unmodified 20 on the die that was kept."""
    return natural == D20_SIDES


@clause("P1.1")
def save_succeeds(total: int, dc: int) -> bool:
    """A Save succeeds when its total reaches the DC."""
    return total >= dc


@clause("P1.2")
def dc_against(fight: Fight, afflicted: Character, score_name: str) -> int:
    """10 and the score of the afflicted character: the one who acts on it rolls the Save."""
    return DC_BASE + score_of(fight, afflicted, score_name)


@clause("P1.3")
def wins_contest(total: int, resisting: int) -> bool:
    """The higher total wins; a tie leaves things as they are, so the side that resists wins."""
    return total > resisting


@clause("P1.1")
def save(fight: Fight, stance: Stance, dc: int, about: str, clause_id: str, to: Audience = None) -> Procedure:
    """A Save against a DC. Returns the `Throw`."""
    cuts = Cuts(tuple(sorted({dc, stance.critical_total})))
    rolled = yield from fight.roll(stance.pool, cuts, about, clause_id, to)
    return stance.throw(rolled)


def roll_each(fight: Fight, stance: Stance, about: str, clause_id: str, to: Audience = None) -> Procedure:
    """A d20 roll of which every total counts. Returns the `Throw`."""
    rolled = yield from fight.roll(stance.pool, EACH, about, clause_id, to)
    return stance.throw(rolled)


def roll_against(
    fight: Fight, stance: Stance, total: int, about: str, clause_id: str, to: Audience = None
) -> Procedure:
    """The resisting roll of a Contest whose other total is known. Returns the `Throw`."""
    cuts = Cuts(tuple(sorted({total, stance.critical_total})))
    rolled = yield from fight.roll(stance.pool, cuts, about, clause_id, to)
    return stance.throw(rolled)


def roll_dice(
    fight: Fight,
    roller: str,
    dice: tuple[tuple[int, int], ...],
    score: tuple[str, int],
    about: str,
    clause_id: str,
    cuts: Cuts = EACH,
) -> Procedure:
    """Damage, Block or healing dice and a score. Returns the `DiceThrow`."""
    name, value = score
    pool = Pool(roller, tuple(Dice(sides, count, label=f"d{sides}") for count, sides in dice), value)
    rolled = yield from fight.roll(pool, cuts, about, clause_id)
    return DiceThrow(roller, dice, rolled.faces, name, value, rolled.total, rolled.typed)


@clause("P4.6")
def damage_dice(text: str, critical: bool) -> tuple[tuple[int, int], ...]:
    """The dice of a weapon; a critical doubles the dice, not the modifier."""
    factor = 2 if critical else 1
    return tuple((count * factor, sides) for count, sides in dice_of(text))
