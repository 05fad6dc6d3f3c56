"""A Test in its five steps: the pool, the roll, the base level, Volatility with its Perk, the final level."""

from __future__ import annotations

from dataclasses import dataclass

from affray.kernel.clauses import clause
from affray.kernel.requests import Cuts, Dice, Pool, Procedure, Rolled
from affray.systems.sunder import perks, sources
from affray.systems.sunder.events import Exploded, TestRolled, TestSettled
from affray.systems.sunder.names import CRIT, FAILURE, MIFF, MIXED, SUCCESS
from affray.systems.sunder.sources import Called, Weighed, potential_rolled
from affray.systems.sunder.state import Scene, Track

STEP = 100
"""A total is 100 for each rank of the d20's level, and the kept face of the pool."""
NATURAL_MIFF, NATURAL_CRIT = 0, 5
"""How the d20's natural levels count in a total: below and above all the others."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a Test came to. `level` from 1 (Miff) to 5 (Crit), `highest` the highest face of its pool.

    `risk` is the net Riskiness, for Situational Fallout (S1.22). `momentum`: that Perk fired. `spite` is
    added to the damage of this Test.
    """

    called: Called
    potential: str
    base: int
    level: int
    natural: bool
    risk: int
    highest: int = 0
    momentum: bool = False
    spite: int = 0
    exploded: bool = False

    @property
    def hits(self) -> bool:
        """Whether it is a success of an acting creature: Mixed or better (S5.16)."""
        return acts_well(self.level)


@clause("S5.16")
def acts_well(level: int) -> bool:
    """The Test of an acting creature succeeds with Mixed, Success or Crit."""
    return level >= MIXED


@clause("S5.17", "S1.28")
def resists(level: int) -> bool:
    """The Test of a target that resists succeeds with Success or Crit only; so do Tests outside an Action."""
    return level >= SUCCESS


@clause("S1.6", "S1.7", "S1.4")
def base_level(face: int, score: int, spent: int) -> tuple[int, bool]:
    """The level of the d20 alone, and whether it is natural. First Crit, then Miff, then Mixed."""
    if face == score:
        return CRIT, True
    if face == 20:
        return MIFF, True
    if face <= spent:
        return MIXED, False
    return (SUCCESS, False) if face < score else (FAILURE, False)


@clause("S2.4")
def jinx_threshold(stress: int, die: int) -> int:
    """The face up to which a Volatility Die is jinxed; its maximum never is (S2.5)."""
    return min(stress, die - 1)


@clause("S2.3")
def pool_dice(count: int, die: int) -> tuple[Dice, ...]:
    """N dice, of which the highest is kept; none at 0; below 0 one more than |N|, of which the lowest is."""
    if count > 0:
        return (Dice(die, count, "highest", label="Volatility"),)
    if count < 0:
        return (Dice(die, 1 - count, "lowest", label="Volatility"),)
    return ()


@clause("S1.14")
def test(scene: Scene, called: Called) -> Procedure:
    """Make a Test. Returns its `Result`; the price is paid later (S1.16), by `price.pay`."""
    creature = scene.state.creatures[called.roller]
    potential = potential_rolled(called)
    track = creature.tracks[potential]
    weighed = sources.weigh(scene, called)
    jinx = jinx_threshold(track.stress, track.die)
    pool = Pool(called.roller, (d20_against(track), *pool_dice(weighed.count, track.die)))
    rolled: Rolled = yield from scene.roll(
        pool, cuts_of(track, jinx, weighed.count), called.about, "S1.14", called.to
    )
    base, natural, kept = read(track, rolled, weighed.count)
    _emit_roll(scene, called, track, jinx, weighed, rolled, (base, natural, kept))
    sources.use_up(scene, called, weighed)
    volatility = perks.Volatility(kept, jinx, 0)
    if kept and not natural:
        volatility = yield from perks.resolve(scene, called, potential, kept, jinx)
    return _settle(scene, called, weighed, (base, natural), volatility, rolled)


@clause("S2.6", "S1.5", "S1.9", "S1.15")
def final_level(base: int, modifier: int) -> int:
    """Base rank and modifier, from Miff to Crit. A natural level has no modifier."""
    return max(MIFF, min(CRIT, base + modifier))


@clause("S2.12", "S2.13")
def explodes(track: Track, jinx: int, kept: int) -> bool:
    """A Charged die whose threshold is at its ceiling and that shows its maximum."""
    return track.charged and jinx == track.die - 1 and kept == track.die


def _settle(
    scene: Scene,
    called: Called,
    weighed: Weighed,
    base: tuple[int, bool],
    volatility: perks.Volatility,
    rolled: Rolled,
) -> Result:
    potential = potential_rolled(called)
    track = scene.state.creatures[called.roller].tracks[potential]
    rank, natural = base
    exploded = not natural and bool(volatility.kept) and explodes(track, volatility.jinx, volatility.kept)
    level = CRIT if exploded else final_level(rank, volatility.modifier)
    scene.emit(
        TestSettled(
            called.roller,
            called.about,
            potential,
            rank,
            volatility.modifier,
            level,
            natural,
            exploded,
            spite=volatility.spite,
        ),
        to=called.to,
    )
    if exploded:
        larger = min(12, track.die + 2)
        scene.emit(Exploded(called.roller, potential, larger), to=called.to)
    return Result(
        called,
        potential,
        rank,
        level,
        natural,
        weighed.risk,
        max(rolled.faces[1:], default=volatility.kept),
        volatility.momentum,
        volatility.spite,
        exploded,
    )


def d20_against(track: Track) -> Dice:
    """The d20, counting by its level against this track."""
    values = []
    for face in range(1, 21):
        level, natural = base_level(face, track.score, track.spent)
        code = level if not natural else NATURAL_CRIT if level == CRIT else NATURAL_MIFF
        values.append(STEP * code)
    return Dice(20, values=tuple(values), label="d20")


def cuts_of(track: Track, jinx: int, count: int) -> Cuts:
    """What a Test tells apart: the levels of the d20, and the faces of the pool that do something."""
    faces: set[int] = {0}
    if count:
        faces.add(jinx + 1)
        for face in track.perks:
            faces |= {face, face + 1}
        if track.charged:
            faces.add(track.die)
    levels = {base_level(face, track.score, track.spent) for face in range(1, 21)}
    cuts = {STEP * level + face for level, natural in levels if not natural for face in faces}
    return Cuts(tuple(sorted({0, STEP * NATURAL_CRIT} | cuts)))


def read(track: Track, rolled: Rolled, count: int) -> tuple[int, bool, int]:
    """What a total says: base level, whether it is natural, and the kept face (0 without a pool)."""
    code, kept = divmod(rolled.total, STEP)
    if code in (NATURAL_MIFF, NATURAL_CRIT):
        return (MIFF if code == NATURAL_MIFF else CRIT), True, kept
    return code, False, max(1, kept) if count else 0


def _emit_roll(
    scene: Scene,
    called: Called,
    track: Track,
    jinx: int,
    weighed: Weighed,
    rolled: Rolled,
    read: tuple[int, bool, int],
) -> None:
    base, natural, kept = read
    scene.emit(
        TestRolled(
            called.roller,
            called.about,
            potential_rolled(called),
            called.skill,
            track.score,
            track.spent,
            jinx,
            track.die,
            abs(weighed.count) + (weighed.count < 0),
            weighed.count < 0,
            rolled.faces[0] if rolled.faces else 0,
            rolled.faces[1:],
            kept,
            base,
            natural,
            weighed.counted,
            weighed.ignored,
            weighed.risk,
            called.target,
            rolled.typed,
        ),
        to=called.to,
    )
