"""Weapon and unarmed attacks: the attacker's Test alone decides, and damage follows (S5.19)."""

from __future__ import annotations

from dataclasses import dataclass

from affray.kernel.clauses import clause
from affray.kernel.requests import Option, Procedure
from affray.systems.sunder import (
    conditions,
    damage,
    effects,
    equipment,
    moving,
    price,
    reactions,
    testing,
    trial,
)
from affray.systems.sunder.aim import Aim
from affray.systems.sunder.blow import Blow
from affray.systems.sunder.book import Weapon
from affray.systems.sunder.events import ActionStopped
from affray.systems.sunder.happening import Happening
from affray.systems.sunder.movement import tiles
from affray.systems.sunder.names import CRIT, Potential, Riskiness
from affray.systems.sunder.sources import Called
from affray.systems.sunder.state import Creature, Scene, allies, foes, sheet_of
from affray.systems.sunder.testing import Result

STOP = Option("stop", "stop")


@dataclass(frozen=True, slots=True)
class Strike:
    """An attack: by whom, at whom, with which weapon ("": unarmed), its name, and its card."""

    attacker: str
    target: str
    weapon: str
    name: str
    card: str = ""
    domain: str = ""
    risk: Riskiness | None = None
    natures: tuple[str, ...] = ()


@clause("S5.15", "S5.19", "S5.20")
def strike(scene: Scene, it: Strike, shared: int | None = None) -> Procedure:
    """Resolve an attack that has been announced. `shared` is the level of a Group Test made for it.

    Returns whether it hit, or None where it did not come to a Test.
    """
    weapon = scene.book.weapons.get(it.weapon)
    if weapon is not None:
        equipment.ready(scene, it.attacker, weapon.id)
    target, dodged = yield from before_the_roll(scene, it)
    attacker = scene.state.creatures.get(it.attacker)
    if attacker is None or not attacker.conscious or target not in scene.state.creatures:
        scene.emit(ActionStopped(it.attacker, it.name))
        return None
    how = equipment.mode(scene, attacker, weapon, tiles(scene, it.attacker, target))
    if how is None:
        scene.emit(ActionStopped(it.attacker, it.name))
        return None
    called = call_for(scene, it, target, weapon, how, dodged)
    result: Result | None = None
    level = shared
    if level is None:
        result = yield from trial.attempt(scene, called)
        level = result.level
    where = scene.state.creatures[target].zone if target in scene.state.creatures else ""
    aim = Aim(it.attacker, it.name, it.card, targets=[target], other=target, natures=it.natures)
    yield from after_the_roll(scene, it, aim, weapon, how, level, result.spite if result else 0)
    if weapon is not None and where:
        equipment.after_attack(scene, it.attacker, weapon, how, where)
    if result is not None:
        yield from price.pay(scene, result)
    yield from effects.answer_harm(scene, aim)
    conditions.lose_unseen(scene, it.attacker)
    return testing.acts_well(level)


@clause("S7.8", "S7.9", "S14.6", "S14.7")
def before_the_roll(scene: Scene, it: Strike) -> Procedure:
    """Reactions to being targeted. Returns the target then, and what gives the attack Disadvantage."""
    weapon = scene.book.weapons.get(it.weapon)
    if weapon is not None and weapon.kind == "ranged":
        yield from moving.as_if_moving(scene, it.attacker)
    potential = aimed_at(weapon)
    happening = Happening("ally targeted", it.attacker, it.target, it.name, potential, target=it.target)
    target = scene.state.creatures.get(it.target)
    if target is not None:
        friends = [one.id for one in allies(scene, target)]
        yield from reactions.offer(scene, happening, friends)
    own = Happening("targeted", it.attacker, happening.target, it.name, potential, target=happening.target)
    yield from reactions.offer(scene, own, [happening.target])
    return own.target, tuple(own.dodged)


def aimed_at(weapon: Weapon | None) -> Potential:
    """The Potential that an attack aims at: its weapon's, unarmed Might (S5.7)."""
    return weapon.to if weapon is not None else "Might"


@clause("S5.15", "S14.5")
def call_for(
    scene: Scene, it: Strike, target: str, weapon: Weapon | None, how: str, dodged: tuple[str, ...] = ()
) -> Called:
    """The Test of an attack: Might (Force) in melee, else Finesse (Sleight); the plain default is Force."""
    skill = equipment.potential_of_attack(how)[1]
    return Called(
        it.attacker,
        skill,
        it.name,
        risk=it.risk,
        target=target,
        aimed=aimed_at(weapon),
        attack=True,
        top=True,
        weapon=it.weapon,
        mode=how,
        damages=True,
        cards=(it.card,),
        domain=it.domain,
        extra=tuple((f"{name} slot", -1, "S14.7") for name in dodged),
    )


def after_the_roll(
    scene: Scene, it: Strike, aim: Aim, weapon: Weapon | None, how: str, level: int, spite: int
) -> Procedure:
    """A hit does damage and what rides on it; a miss may be reacted to."""
    target = aim.targets[0]
    if not testing.acts_well(level):
        happening = Happening("missed", it.attacker, target, it.name, aimed_at(weapon), level=level)
        yield from reactions.offer(scene, happening, [target])
        return
    if weapon is not None and weapon.entangling and (yield from holds_instead(scene, it, target)):
        return
    amount = yield from hurt(scene, it, target, weapon, how, level, spite)
    if amount:
        aim.hurt.append(target)
    yield from ambush(scene, it, target)
    if weapon is not None:
        yield from effects.apply(scene, aim, weapon.special)


@clause("S14.6")
def holds_instead(scene: Scene, it: Strike, target: str) -> Procedure:
    """An Entangling weapon may do no damage and Hold its target until it squirms free."""
    options = (Option("damage", "damage"), Option("hold", "hold"))
    option = yield from scene.choose(it.attacker, "entangle", options, "S14.6", (target,), "damage")
    if option.id != "hold" or target not in scene.state.creatures:
        return False
    until = conditions.until_of(scene, it.attacker, "dispelled")
    conditions.gain(
        scene,
        target,
        "Held",
        until,
        by=it.attacker,
        amount=1,
        resist="Squirm",
        card=it.weapon,
        clause="S14.6",
    )
    return True


@clause("S14.5", "S5.7")
def hurt(
    scene: Scene, it: Strike, target: str, weapon: Weapon | None, how: str, level: int, spite: int
) -> Procedure:
    """The damage of a hit: the weapon's dice or the Tier, and Spite. Returns the Stress that came in."""
    attacker = scene.state.creatures[it.attacker]
    parts = [("Spite", spite, "S2.10")] if spite else []
    if weapon is None:
        count, sides = equipment.unarmed_damage(scene, attacker), 1
        natures: tuple[str, ...] = ()
    else:
        count, sides = equipment.damage_dice(scene, attacker, weapon, how)
        natures = weapon.natures
    blow = Blow(
        it.attacker,
        target,
        it.name,
        aimed_at(weapon),
        count,
        sides,
        tuple(parts),
        level == CRIT,
        natures=(*natures, *it.natures),
    )
    amount = yield from damage.deal(scene, blow)
    return amount


@clause("S12.10", "S12.13")
def ambush(scene: Scene, it: Strike, target: str) -> Procedure:
    """The Prowler's Trait: average Tier Finesse dice to Might as well, while it is Unseen by its target."""
    attacker = scene.state.creatures[it.attacker]
    runs = any(one.owner == attacker.id and one.special == "ambush" for one in scene.state.running)
    if not runs or not conditions.unseen_to(scene, attacker, scene.state.creatures[target]):
        return
    tiers = [sheet_of(scene, one).tier for one in foes(scene, attacker)] or [1]
    count = max(1, round(sum(tiers) / len(tiers)))
    die = attacker.tracks["Finesse"].die
    yield from damage.deal(scene, Blow(attacker.id, target, "ambush", "Might", count, die))


# Another attack


@clause("S5.7", "S5.15")
def attacks(scene: Scene, creature: Creature, default: bool = False) -> list[tuple[str, str]]:
    """Every weapon ("" for unarmed) with every foe it could be used at. `default`: within Here only."""
    found: list[tuple[str, str]] = []
    for weapon in [*equipment.usable(scene, creature), None]:
        for foe in foes(scene, creature):
            if conditions.cannot_choose(scene, creature, foe, True) is not None:
                continue
            if conditions.cannot_harm(scene, creature, foe) is not None:
                continue
            apart = tiles(scene, creature.id, foe.id)
            how = equipment.mode(scene, creature, weapon, apart)
            if how is None or (default and (apart > 1 or how == "ranged")):
                continue
            found.append((weapon.id if weapon is not None else "", foe.id))
    return found


@clause("S7.9", "S14.6")
def extra_attack(scene: Scene, id_: str) -> Procedure:
    """One more weapon or unarmed attack; a Heavy weapon attacks once in an Action half."""
    creature = scene.state.creatures[id_]
    found = [
        Option(f"attack {weapon or 'unarmed'} {target}", "attack", (weapon, target))
        for weapon, target in attacks(scene, creature)
        if not weapon or not scene.book.weapons[weapon].heavy
    ]
    option = yield from scene.choose(id_, "extra attack", [STOP, *found], "S7.9", (), STOP.id)
    if option.kind == "attack" and id_ in scene.state.creatures:
        weapon, target = option.args
        if (weapon, target) in attacks(scene, scene.state.creatures[id_]):
            yield from strike(scene, Strike(id_, target, weapon, "Extra attack", "extra-attack"))


@clause("S7.9")
def offer_extra(scene: Scene, id_: str, target: str) -> Procedure:
    """After an own weapon or unarmed attack its maker may react."""
    creature = scene.state.creatures.get(id_)
    if creature is not None and creature.conscious:
        happening = Happening("own attack", id_, target, "attack")
        yield from reactions.offer(scene, happening, [id_])
