"""What attacks are worth, from where somebody stands or might stand. For bots."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from affray.kernel.encounter import Encounter
from affray.systems.sunder import conditions, equipment, strikes
from affray.systems.sunder.appraise_chances import Chance, chance_of
from affray.systems.sunder.appraise_worth import OWN_SIDE, blow_worth, effects_worth, price_worth
from affray.systems.sunder.book import Effect, Weapon
from affray.systems.sunder.movement import tiles
from affray.systems.sunder.names import Riskiness
from affray.systems.sunder.state import Creature, Scene, foes
from affray.systems.sunder.strikes import Strike


class Strikes:
    """The attacks of one creature."""

    def __init__(self, scene: Scene, me: Creature) -> None:
        self.scene = scene
        self.me = me
        self._hits: dict[tuple[str, str, str], tuple[float, float]] = {}
        self._at: dict[str, float] = {}
        self._threats: dict[str, float] = {}
        self._prices: dict[Chance, float] = {}

    @cached_property
    def weapons(self) -> list[Weapon | None]:
        """What it can attack with, bare hands last."""
        return [*equipment.usable(self.scene, self.me), None]

    @cached_property
    def foes(self) -> list[Creature]:
        """Who there is to attack."""
        return foes(self.scene, self.me)

    def price(self, chance: Chance) -> float:
        """What a Test of its own is likely to cost it that falls so."""
        if chance not in self._prices:
            self._prices[chance] = price_worth(self.scene, self.me, chance)
        return self._prices[chance]

    def threat(self, potential: str = "") -> float:
        """What foes threaten it with, on one Potential or on any."""
        if potential not in self._threats:
            self._threats[potential] = threat_to(self.scene, self.me, potential)
        return self._threats[potential]

    def on(
        self,
        weapon_id: str,
        target_id: str,
        more: tuple[Effect, ...] = (),
        risk: Riskiness | None = None,
        card: str = "",
        domain: str = "",
    ) -> float:
        """What an attack is worth from where the creature stands, its price taken off."""
        scene = self.scene
        target = scene.state.creatures.get(target_id)
        weapon = scene.book.weapons.get(weapon_id)
        how = equipment.mode(scene, self.me, weapon, tiles(scene, self.me.id, target_id)) if target else None
        if target is None or how is None:
            return 0.0
        it = Strike(self.me.id, target_id, weapon_id, "", card, domain, risk)
        value = self._worth(scene, it, weapon, target, how)
        if more:
            value += 0.6 * effects_worth(scene, self.me, more, target, ())
        return value

    def _worth(self, scene: Scene, it: Strike, weapon: Weapon | None, target: Creature, how: str) -> float:
        chance = chance_of(scene, strikes.call_for(scene, it, target.id, weapon, how))
        hit, crit = self._hit(weapon, target, how)
        paid = self.price(chance)
        return (chance.fall.acts - chance.fall.crit) * hit + chance.fall.crit * crit - paid

    def _hit(self, weapon: Weapon | None, target: Creature, how: str) -> tuple[float, float]:
        """What a hit and a critical one are worth, wherever they are made."""
        key = weapon.id if weapon is not None else "", target.id, how
        if key not in self._hits:
            self._hits[key] = self._hit_worth(weapon, target, how)
        return self._hits[key]

    def _hit_worth(self, weapon: Weapon | None, target: Creature, how: str) -> tuple[float, float]:
        scene, me = self.scene, self.me
        potential = strikes.aimed_at(weapon)
        if weapon is None:
            worth = blow_worth(scene, target, potential, (equipment.unarmed_damage(scene, me), 1))
            return worth, worth
        dice = equipment.damage_dice(scene, me, weapon, how)
        riders = effects_worth(scene, me, weapon.special, target, ())
        plain = blow_worth(scene, target, potential, dice)
        crit = blow_worth(scene, target, potential, dice, crit=True)
        # A thrown weapon has to be fetched, and a shot to be loaded again.
        later = 0.3 if (how == "thrown" and not weapon.natural) or weapon.loading == 1 else 0.0
        return plain + riders - later, crit + riders - later

    # From elsewhere

    def best_from(self, zone: str) -> float:
        """What the best attack from a zone is worth; 0 where there is none."""
        if zone not in self._at:
            self._at[zone] = self._look_from(zone)
        return self._at[zone]

    def _look_from(self, zone: str) -> float:
        scene = at(self.scene, self.me, zone)
        me = scene.state.creatures[self.me.id]
        best = 0.0
        for foe in self.foes:
            apart = tiles(scene, me.id, foe.id)
            if conditions.cannot_choose(scene, me, foe, True) or conditions.cannot_harm(scene, me, foe):
                continue
            for weapon in self.weapons:
                how = equipment.mode(scene, me, weapon, apart)
                if how is not None and self._hit(weapon, foe, how)[1] > best:
                    it = Strike(me.id, foe.id, weapon.id if weapon is not None else "", "")
                    best = max(best, self._worth(scene, it, weapon, foe, how))
        return best


def at(scene: Scene, creature: Creature, zone: str) -> Scene:
    """The same scene with a creature somewhere else; nothing of it may be changed."""
    if zone == creature.zone:
        return scene
    creatures = {**scene.state.creatures, creature.id: replace(creature, zone=zone)}
    return Encounter(replace(scene.state, creatures=creatures), scene.book, scene.rulings)


def threat_to(scene: Scene, me: Creature, potential: str = "") -> float:
    """What foes who may reach a creature in a turn are likely to do to it; on one Potential, or on any."""
    total = 0.0
    for foe in foes(scene, me):
        apart = tiles(scene, foe.id, me.id)
        dealt = 0.0
        for weapon in equipment.usable(scene, foe):
            far = 24 if weapon.kind == "ranged" else 8
            if apart <= far and potential in ("", weapon.to):
                dealt = max(
                    dealt, blow_worth(scene, me, weapon.to, equipment.damage_dice(scene, foe, weapon))
                )
        total += dealt
    return OWN_SIDE * 0.3 * total
