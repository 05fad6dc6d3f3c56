"""Damage: rolled, cut, turned into Stress, and put on the track of its target (S3.1, S3.2)."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.requests import EACH, Cuts, Dice, Pool, Procedure, Rolled
from affray.systems.sunder import conditions, fallout, price, reactions
from affray.systems.sunder.blow import Blow
from affray.systems.sunder.events import DamageRolled, DiceChained, StressReduced
from affray.systems.sunder.fallout import Coming
from affray.systems.sunder.happening import Happening
from affray.systems.sunder.movement import tiles
from affray.systems.sunder.names import is_physical
from affray.systems.sunder.state import Scene
from affray.systems.sunder.stress import stress_of

MAXIMUM = 1_000
"""What a maximum face adds to the total of a critical roll, so that sum and maxima can be told apart."""
CHAIN_MAX = 6
"""Rerolls after which a chain ends (S3.9)."""


@clause("S3.1", "S3.2", "S5.20")
def deal(scene: Scene, blow: Blow) -> Procedure:
    """Roll damage and bring it home: reactions, cuts, Stress, Fallout. Returns the Stress that came in."""
    faces, damage, maxima, typed = yield from roll(scene, blow)
    scene.emit(
        DamageRolled(
            blow.source,
            blow.target,
            blow.about,
            blow.potential,
            ((blow.count, blow.sides),),
            faces,
            blow.parts,
            damage,
            stress_of(damage),
            typed,
        )
    )
    bonus = yield from chain(scene, blow, maxima)
    if blow.target not in scene.state.creatures:
        return 0
    happening = Happening(
        "incoming stress",
        blow.source,
        blow.target,
        blow.about,
        blow.potential,
        stress_of(damage) + bonus,
    )
    yield from reactions.offer(scene, happening, [blow.target])
    if happening.heavy:
        damage = yield from heavy_cut(scene, blow.target, damage, happening.heavy)
    potential = happening.redirected or blow.potential
    amount = yield from reduced(scene, blow.target, potential, stress_of(damage) + bonus, happening)
    yield from bring_home(scene, blow, potential, amount)
    return amount


def roll(scene: Scene, blow: Blow) -> Procedure:
    """The dice of a blow. Returns (faces, damage, number of maxima, whether typed)."""
    parts = sum(amount for _, amount, _ in blow.parts)
    if blow.sides <= 1 or not blow.count:
        yield from ()
        return (), max(0, blow.count * min(1, blow.sides) + parts), 0, False
    values = tuple(face + MAXIMUM * (face == blow.sides) for face in range(1, blow.sides + 1))
    dice = Dice(blow.sides, blow.count, values=values if blow.crit else None, label="damage")
    cuts = EACH if blow.crit or wants_damage(scene, blow) else Cuts(every=5, start=1 - parts)
    rolled: Rolled = yield from scene.roll(
        Pool(blow.source, (dice,)), cuts, f"damage of {blow.about}", "S3.1"
    )
    maxima, total = divmod(rolled.total, MAXIMUM) if blow.crit else (0, rolled.total)
    return rolled.faces, max(0, total + parts), maxima, rolled.typed


def wants_damage(scene: Scene, blow: Blow) -> bool:
    """Whether the figure itself matters, and not the Stress it makes alone: where damage may be cut."""
    from_armor = reactions.armor_options(
        scene,
        scene.state.creatures[blow.target],
        Happening("incoming stress", blow.source, blow.target, blow.about, blow.potential, 1),
    )
    return bool(from_armor)


@clause("S3.8", "S3.9")
def chain(scene: Scene, blow: Blow, maxima: int) -> Procedure:
    """Every maximum adds 1 Stress and is rolled one size up, as long as maxima appear. Returns the Stress."""
    if not maxima:
        yield from ()
        return 0
    rolls: list[tuple[int, int]] = []
    added, typed = maxima, True
    for _ in range(maxima):
        sides = blow.sides
        for _ in range(CHAIN_MAX):
            sides = min(12, sides + 2)
            rolled: Rolled = yield from scene.roll(
                Pool(blow.source, (Dice(sides, label="again"),)), Cuts((sides,)), "critical damage", "S3.8"
            )
            face = rolled.faces[0] if rolled.faces else rolled.total
            rolls.append((sides, face))
            typed = typed and rolled.typed
            if rolled.total < sides:
                break
            added += 1
    scene.emit(DiceChained(blow.source, maxima, tuple(rolls), added, typed=typed))
    return added


@clause("S14.7")
def heavy_cut(scene: Scene, id_: str, damage: int, name: str) -> Procedure:
    """Heavy armor cuts the damage by a roll of the wearer's Might die, before it becomes Stress."""
    die = scene.state.creatures[id_].tracks["Might"].die
    rolled: Rolled = yield from scene.roll(Pool(id_, (Dice(die, label="Might"),)), EACH, name, "S14.7")
    now = max(0, damage - rolled.total)
    scene.emit(StressReduced(id_, "", name, damage, now, rolled.total, die, "S14.7", rolled.typed))
    return now


@clause("S3.2")
def reduced(scene: Scene, id_: str, potential: str, amount: int, happening: Happening) -> Procedure:
    """Warded and Fortified, then guards, then Protection Slots. Returns what is left, at least 0."""
    creature = scene.state.creatures[id_]
    for name, cut, clause_id in conditions.reductions(creature, potential):
        if amount > 0:
            now = max(0, amount - cut)
            scene.emit(StressReduced(id_, potential, name, amount, now, clause=clause_id))
            amount = now
    for guard in [one for one in scene.state.running if one.creature == id_ and one.guard == potential]:
        if amount > 0:
            amount = yield from guarded(scene, id_, potential, amount, guard.name)
    if happening.slots and amount > 0 and is_physical(potential):  # type: ignore[arg-type]
        now = max(0, amount - happening.slots)
        scene.emit(StressReduced(id_, potential, "Protection Slots", amount, now, clause="S14.7"))
        amount = now
    return amount


@clause("S5.12", "S5.14")
def guarded(scene: Scene, id_: str, potential: str, amount: int, name: str) -> Procedure:
    """A guard cuts Stress by a roll of that Potential's die, anew for every instance."""
    die = scene.state.creatures[id_].tracks[potential].die
    cuts = Cuts(tuple(range(1, min(amount, die) + 1)))
    rolled: Rolled = yield from scene.roll(Pool(id_, (Dice(die, label=name),)), cuts, name, "S5.14")
    now = max(0, amount - rolled.total)
    face = rolled.faces[0] if rolled.faces else rolled.total
    scene.emit(StressReduced(id_, potential, name, amount, now, face, die, "S5.12", rolled.typed))
    return now


def bring_home(scene: Scene, blow: Blow, potential: str, amount: int) -> Procedure:
    """Put the Stress on the track, let Fallout happen, and tell those who react to harm."""
    if amount > 0 and blow.target in scene.state.creatures:
        source = scene.state.creatures.get(blow.source)
        may = (blow.source,) if source is not None and not source.player and blow.attack else ()
        falling = fallout.put(
            scene,
            Coming(blow.target, potential, amount, "damage", blow.source, blow.natures, may),
        )
        if falling is not None:
            yield from price.fall_raised(scene, falling)
        if blow.target in scene.state.creatures:
            conditions.charm_broken(scene, blow.target, blow.source)
        if blow.attack:
            yield from after_harm(scene, blow, potential, amount)


@clause("S5.20", "S7.8")
def after_harm(scene: Scene, blow: Blow, potential: str, amount: int) -> Procedure:
    """Reactions to harm and to touch."""
    for trigger in ("harmed", "touched"):
        target, source = (scene.state.creatures.get(id_) for id_ in (blow.target, blow.source))
        if target is None or source is None or target is source:
            return
        if trigger == "harmed" or tiles(scene, blow.source, blow.target) <= 1:
            happening = Happening(trigger, blow.source, blow.target, blow.about, potential, amount)
            yield from reactions.offer(scene, happening, [blow.target])


@clause("S10.8", "S5.20")
def retaliate(scene: Scene, holder_id: str, source_id: str) -> Procedure:
    """Retaliate (P/Q): who damages the holder from within Here takes a roll of its P die as damage to Q.

    It comes after the price of the Test that did the damage.
    """
    holder, source = scene.state.creatures[holder_id], scene.state.creatures[source_id]
    if holder is source or not source.conscious or tiles(scene, holder.id, source.id) > 1:
        return
    for one in [one for one in holder.conditions if one.name == "Retaliate"]:
        die = holder.tracks[one.potential].die
        yield from deal(scene, Blow(holder.id, source.id, "Retaliate", one.other, 1, die, attack=False))
