"""How Tests and damage fall, worked out from the rules' own parts. For bots."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from affray.dice.pools import pool_distribution
from affray.kernel.encounter import Encounter
from affray.kernel.requests import Choose, Dice, Option, Pool, Procedure, Roll, Rolled, Ruling, option_by_id
from affray.systems.sunder import damage, perks, sources, testing
from affray.systems.sunder.names import CRIT, MIFF, POTENTIALS
from affray.systems.sunder.rulings import Rulings
from affray.systems.sunder.sources import Called
from affray.systems.sunder.state import Creature, Scene, State, Track
from affray.systems.sunder.stress import stress_of

Perks = tuple[tuple[int, str], ...]


class Fall(NamedTuple):
    """The chances of each level, from Miff to Crit, and of the natural ones among them."""

    miff: float
    failure: float
    mixed: float
    success: float
    crit: float
    natural_miff: float
    natural_crit: float

    @property
    def acts(self) -> float:
        """The chance that an acting creature succeeds."""
        return self.mixed + self.success + self.crit

    @property
    def resists(self) -> float:
        """The chance that one who resists succeeds."""
        return self.success + self.crit


class Chance(NamedTuple):
    """How a Test falls, and how risky it is (0 to 3)."""

    fall: Fall
    risk: int
    potential: str


def chance_of(scene: Scene, called: Called) -> Chance:
    """How a Test falls that is called for now."""
    weighed = sources.weigh(scene, called)
    potential = sources.potential_rolled(called)
    track = scene.state.creatures[called.roller].tracks[potential]
    return Chance(fall_of(track, weighed.count), weighed.risk, potential)


def fall_of(track: Track, count: int) -> Fall:
    """How a Test against a track falls with so many dice (below 0: the lowest counts)."""
    return _fall(track.score, track.spent, track.stress, track.die, track.charged, _of(track), count)


def _of(track: Track) -> Perks:
    return tuple(track.perks.items())


@lru_cache(maxsize=16_384)
def _fall(score: int, spent: int, stress: int, die: int, charged: bool, slots: Perks, count: int) -> Fall:
    levels = [0.0] * 6
    natural = {MIFF: 0.0, CRIT: 0.0}
    track = Track(score, stress, spent, die, charged, dict(slots))
    moved = _modifiers(track, count)
    for face in range(1, 21):
        base, final = testing.base_level(face, score, spent)
        if final:
            levels[base] += 0.05
            natural[base] += 0.05
            continue
        for modifier, chance in moved:
            level = CRIT if modifier is None else testing.final_level(base, modifier)
            levels[level] += 0.05 * chance
    _, miff, failure, mixed, success, crit = levels
    return Fall(miff, failure, mixed, success, crit, natural[MIFF], natural[CRIT])


def _modifiers(track: Track, count: int) -> list[tuple[int | None, float]]:
    """What Volatility does to the base level, with its chances. None: the die explodes."""
    dice = testing.pool_dice(count, track.die)
    if not dice:
        return [(0, 1.0)]
    jinx = testing.jinx_threshold(track.stress, track.die)
    kept = pool_distribution(Pool("", dice))
    whole = sum(kept.values())
    found: dict[int | None, float] = {}
    for face, weight in kept.items():
        for after, chance in _volatility(track, face, jinx):
            modifier = None if testing.explodes(track, after.jinx, after.kept) else after.modifier
            found[modifier] = found.get(modifier, 0.0) + chance * weight / whole
    return list(found.items())


def _volatility(track: Track, face: int, jinx: int) -> list[tuple[perks.Volatility, float]]:
    """What the kept face comes to: with a Perk, as its own rule goes where everybody does as by default."""
    if not perks.perk_at(track, face):
        return [(perks.Volatility(face, jinx, perks.modifier_of(face, jinx)), 1.0)]
    return list(_followed(track, face, jinx))


def _followed(track: Track, face: int, jinx: int) -> Iterator[tuple[perks.Volatility, float]]:
    """The rule of a Perk, run once for every way in which its own dice may fall."""
    ahead: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while ahead:
        line, chance = ahead.pop()
        called = Called("me", "Force", "", damages=True)
        after = _follow(perks.resolve(_alone(track), called, "Might", face, jinx), line)
        if isinstance(after, perks.Volatility):
            yield after, chance
            continue
        falls = pool_distribution(after)
        whole = sum(falls.values())
        ahead += [((*line, total), chance * weight / whole) for total, weight in falls.items()]


def _follow(procedure: Procedure, line: tuple[int, ...]) -> perks.Volatility | Pool:
    """Run a Perk with these totals; what it came to, or the pool that it wants next."""
    totals = iter(line)
    answer: Rolled | Option | None = None
    while True:
        try:
            request = procedure.send(answer)
        except StopIteration as stop:
            after: perks.Volatility = stop.value
            return after
        if isinstance(request, Roll):
            total = next(totals, None)
            if total is None:
                return request.pool
            answer = Rolled((), total)
        else:
            assert isinstance(request, (Choose, Ruling))
            answer = option_by_id(request, request.default or request.options[0].id)


def _alone(track: Track) -> Scene:
    """A scene of nobody but the owner of a track, for a rule to change as it likes."""
    own = Track(track.score, track.stress, track.spent, track.die, track.charged, dict(track.perks))
    others: dict[str, Track] = {name: Track(10) for name in POTENTIALS}
    me = Creature("me", "me", "", "", "", {**others, "Might": own}, 1)
    return Encounter(State({"me": me}), None, Rulings())  # type: ignore[arg-type]


# Damage


@lru_cache(maxsize=2_048)
def stress_falls(count: int, sides: int, crit: bool) -> tuple[tuple[int, float], ...]:
    """Each Stress that a blow may come to, with its chance; of a chain its first reroll alone is left out."""
    if sides <= 1:
        return ((stress_of(max(0, count * min(1, sides))), 1.0),)
    values = tuple([face + damage.MAXIMUM * (crit and face == sides) for face in range(1, sides + 1)])
    falls = pool_distribution(Pool("", (Dice(sides, count, values=values),)))
    whole = sum(falls.values())
    found: dict[int, float] = {}
    for code, weight in falls.items():
        maxima, total = divmod(code, damage.MAXIMUM)
        stress = stress_of(total) + maxima
        found[stress] = found.get(stress, 0.0) + weight / whole
    return tuple(sorted(found.items()))
