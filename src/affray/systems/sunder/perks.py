"""Perks: what the slot of the kept face does. At most one fires in a Test (S2.9)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from affray.kernel.clauses import clause
from affray.kernel.requests import EACH, Dice, Option, Pool, Procedure, Rolled
from affray.systems.sunder import fallout, stress
from affray.systems.sunder.events import PerkFired
from affray.systems.sunder.sources import Called
from affray.systems.sunder.state import Scene, Track

NO, YES = Option("no", "no"), Option("yes", "yes")


@dataclass(frozen=True, slots=True)
class Volatility:
    """The kept face, the jinx threshold it is held against, and what comes of it.

    `spite` is added to damage; `momentum`: the price may be softened later.
    """

    kept: int
    jinx: int
    modifier: int
    spite: int = 0
    momentum: bool = False
    used: bool = True
    rolled: tuple[int, ...] = ()
    die: int = 0
    typed: bool = False


@clause("S2.5")
def modifier_of(kept: int, jinx: int) -> int:
    """-1 up to the threshold, +1 above it."""
    return 1 if kept > jinx else -1


@clause("S2.7", "S2.8", "S2.9")
def perk_at(track: Track, kept: int) -> str:
    """The Perk whose slot the kept face is, also in a pool of which the lowest is kept; empty without one."""
    return track.perks.get(kept, "")


@clause("S2.8", "S2.10")
def resolve(scene: Scene, called: Called, potential: str, kept: int, jinx: int) -> Procedure:
    """Let the Perk of the kept face fire, if there is one. Returns the `Volatility`."""
    track = scene.state.creatures[called.roller].tracks[potential]
    plain = Volatility(kept, jinx, modifier_of(kept, jinx))
    perk = perk_at(track, kept)
    if not perk:
        return plain
    after: Volatility = yield from _FIRE[perk](scene, called, potential, plain)
    scene.emit(
        PerkFired(
            called.roller,
            potential,
            perk,
            after.used,
            after.kept,
            after.jinx,
            after.modifier,
            after.rolled,
            after.die,
            after.typed,
        ),
        to=called.to,
    )
    return after


def _ask(scene: Scene, called: Called, perk: str, potential: str, now: Volatility, likely: bool) -> Procedure:
    """Whether a Perk that may be used is used."""
    about = (perk, potential, now.kept, now.jinx, now.modifier)
    default = YES.id if likely else NO.id
    option = yield from scene.choose(called.roller, "perk", (NO, YES), "S2.10", about, default)
    return option.id == YES.id


def _roll(scene: Scene, called: Called, perk: str, dice: Dice) -> Procedure:
    rolled: Rolled = yield from scene.roll(Pool(called.roller, (dice,)), EACH, perk, "S2.10", called.to)
    return rolled


def _with_face(now: Volatility, face: int, rolled: Rolled, die: int) -> Volatility:
    return replace(
        now,
        kept=face,
        modifier=modifier_of(face, now.jinx),
        rolled=rolled.faces,
        die=die,
        typed=rolled.typed,
    )


def _anchor_point(scene: Scene, called: Called, potential: str, now: Volatility) -> Procedure:
    """The modifier becomes 0, if wished."""
    used = yield from _ask(scene, called, "Anchor Point", potential, now, now.modifier < 0)
    return replace(now, modifier=0) if used else replace(now, used=False)


def _implode(scene: Scene, called: Called, potential: str, now: Volatility) -> Procedure:
    """A die one size smaller is rolled, and its face used; the threshold stays."""
    die = scene.state.creatures[called.roller].tracks[potential].die - 2
    if die < 4:
        return replace(now, used=False)
    rolled = yield from _roll(scene, called, "Implode", Dice(die))
    return _with_face(now, rolled.total, rolled, die)


def _refresh(scene: Scene, called: Called, potential: str, now: Volatility) -> Procedure:
    """1 Stress less in this Potential."""
    stress.clear(scene, called.roller, potential, 1, "Refresh", "S2.10")
    yield from ()
    return now


def _spark(scene: Scene, called: Called, potential: str, now: Volatility) -> Procedure:
    """Nothing when it is rolled."""
    yield from ()
    return replace(now, used=False)


@clause("S2.10")
def further_from_middle(die: int) -> tuple[int, ...]:
    """For each face its rank among all: the further from the middle the higher, ties to the higher face."""
    middle = (die + 1) / 2
    order = sorted(range(1, die + 1), key=lambda face: (abs(face - middle), face))
    return tuple(order.index(face) + 1 for face in range(1, die + 1))


def _cleave(scene: Scene, called: Called, potential: str, now: Volatility) -> Procedure:
    """Two dice are rolled; the one further from the middle is used."""
    die = scene.state.creatures[called.roller].tracks[potential].die
    ranks = further_from_middle(die)
    rolled = yield from _roll(scene, called, "Cleave", Dice(die, 2, "highest", values=ranks))
    return _with_face(now, ranks.index(rolled.total) + 1, rolled, die)


def _drive(scene: Scene, called: Called, potential: str, now: Volatility) -> Procedure:
    """The kept die is rolled again, and the new face used."""
    die = scene.state.creatures[called.roller].tracks[potential].die
    rolled = yield from _roll(scene, called, "Drive", Dice(die))
    return _with_face(now, rolled.total, rolled, die)


def _momentum(scene: Scene, called: Called, potential: str, now: Volatility) -> Procedure:
    """Asked when the Stress of this Test would overflow; see `price`."""
    yield from ()
    return replace(now, momentum=True)


def _stabilize(scene: Scene, called: Called, potential: str, now: Volatility) -> Procedure:
    """The threshold is 1 lower for this Test."""
    yield from ()
    jinx = max(0, now.jinx - 1)
    return replace(now, jinx=jinx, modifier=modifier_of(now.kept, jinx))


def _reversal(scene: Scene, called: Called, potential: str, now: Volatility) -> Procedure:
    """A jinxed die takes 1 Stress away; if it then is above the new threshold the modifier is 0."""
    yield from ()
    if now.kept > now.jinx:
        return replace(now, used=False)
    track = scene.state.creatures[called.roller].tracks[potential]
    stress.clear(scene, called.roller, potential, 1, "Reversal", "S2.10")
    jinx = min(track.stress, track.die - 1)
    return replace(now, jinx=jinx, modifier=0 if now.kept > jinx else -1)


def _spite(scene: Scene, called: Called, potential: str, now: Volatility) -> Procedure:
    """The modifier becomes 0 and the face is added to the damage, if wished and if there is damage."""
    if not called.damages:
        yield from ()
        return replace(now, used=False)
    used = yield from _ask(scene, called, "Spite", potential, now, now.modifier < 0)
    return replace(now, modifier=0, spite=now.kept) if used else replace(now, used=False)


def _burn(scene: Scene, called: Called, potential: str, now: Volatility) -> Procedure:
    """For 1 Resistance the face becomes the die's maximum, if wished."""
    track = scene.state.creatures[called.roller].tracks[potential]
    if track.spent >= track.score:
        yield from ()
        return replace(now, used=False)
    likely = now.modifier < 0 and track.free > 1
    used = yield from _ask(scene, called, "Burn", potential, now, likely)
    if not used:
        return replace(now, used=False)
    yield from fallout.spend_resistance(scene, called.roller, potential, 1, "Burn", "S2.10")
    return replace(now, kept=track.die, modifier=modifier_of(track.die, now.jinx))


def _fracture(scene: Scene, called: Called, potential: str, now: Volatility) -> Procedure:
    """A slot up to the threshold counts as the maximum, any other as 1."""
    yield from ()
    die = scene.state.creatures[called.roller].tracks[potential].die
    kept = die if now.kept <= now.jinx else 1
    return replace(now, kept=kept, modifier=modifier_of(kept, now.jinx))


def _tempt(scene: Scene, called: Called, potential: str, now: Volatility) -> Procedure:
    """Just above the threshold: +2 in place of +1, if wished."""
    if now.kept != now.jinx + 1:
        yield from ()
        return replace(now, used=False)
    used = yield from _ask(scene, called, "Tempt", potential, now, True)
    return replace(now, modifier=2) if used else replace(now, used=False)


_FIRE: dict[str, Callable[..., Procedure]] = {
    "Anchor Point": _anchor_point,
    "Implode": _implode,
    "Refresh": _refresh,
    "Spark": _spark,
    "Cleave": _cleave,
    "Drive": _drive,
    "Momentum": _momentum,
    "Stabilize": _stabilize,
    "Reversal": _reversal,
    "Spite": _spite,
    "Burn": _burn,
    "Fracture": _fracture,
    "Tempt": _tempt,
}
