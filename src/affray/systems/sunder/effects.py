"""What halves, Surges, reactions and Escalations do: one small function for every kind of effect."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from affray.kernel.clauses import clause
from affray.kernel.requests import EACH, Dice, Pool, Procedure, Rolled
from affray.systems.sunder import (
    conditions,
    damage,
    dispelling,
    equipment,
    fallout,
    marks,
    moving,
    reactions,
    stress,
    strikes,
)
from affray.systems.sunder.aim import Aim
from affray.systems.sunder.blow import Blow
from affray.systems.sunder.book import Effect, dice_of
from affray.systems.sunder.events import BeatGained, FavourGained, Moved, RunningBegan, TargetChanged
from affray.systems.sunder.fallout import Coming
from affray.systems.sunder.happening import Happening
from affray.systems.sunder.setting import reach_of_move
from affray.systems.sunder.state import Creature, Scene


def apply(scene: Scene, aim: Aim, effects: Sequence[Effect]) -> Procedure:
    """Let effects happen, in order, each for everybody it is for."""
    for effect in effects:
        for id_ in receivers(aim, effect):
            creature = scene.state.creatures.get(id_)
            if creature is not None and scene.state.outcome is None:
                yield from _DO[effect.kind](scene, aim, effect, creature)


@clause("S5.20", "S10.8")
def answer_harm(scene: Scene, aim: Aim) -> Procedure:
    """After everything else, those who were hurt may Retaliate."""
    for id_ in dict.fromkeys(aim.hurt):
        yield from damage.retaliate(scene, id_, aim.user)


def receivers(aim: Aim, effect: Effect) -> list[str]:
    """Whom an effect is for."""
    if effect.on == "self":
        return [aim.user]
    if effect.on == "area":
        return list(aim.area)
    if effect.on == "other":
        return [aim.other] if aim.other else []
    return list(aim.targets)


def _dice(scene: Scene, user: str, effect: Effect) -> tuple[int, int]:
    """The dice of an effect as (count, sides); its amount where it names none."""
    if effect.dice is None:
        return effect.amount, 1
    count, sides = dice_of(effect.dice)
    if sides == 0:
        potential = effect.other if effect.kind == "damage" and effect.other else effect.potential
        assert potential is not None, "the pack was checked"
        sides = scene.state.creatures[user].tracks[potential].die
    return count, sides


def _damage(scene: Scene, aim: Aim, effect: Effect, creature: Creature) -> Procedure:
    count, sides = _dice(scene, aim.user, effect)
    parts = (("Spite", aim.spite, "S2.10"),) if aim.spite else ()
    assert effect.potential is not None, "the pack was checked"
    blow = Blow(
        aim.user,
        creature.id,
        aim.name,
        effect.potential,
        count,
        sides,
        parts,
        aim.crit or creature.id in aim.exposed,
        aim.user != creature.id,
        aim.natures,
    )
    amount = yield from damage.deal(scene, blow)
    if amount:
        aim.hurt.append(creature.id)


@clause("S3.2", "S3.22")
def _stress(scene: Scene, aim: Aim, effect: Effect, creature: Creature) -> Procedure:
    """Stress without dice: it is reacted to and cut (S3.2), and can overflow, like any other."""
    assert effect.potential is not None, "the pack was checked"
    user = scene.state.creatures[aim.user]
    may = (aim.user,) if not user.player and creature.player else ()
    potential, amount = str(effect.potential), effect.amount
    if user is not creature:
        happening = Happening("incoming stress", user.id, creature.id, aim.name, potential, effect.amount)
        yield from reactions.offer(scene, happening, [creature.id])
        potential = happening.redirected or potential
        amount = yield from damage.reduced(scene, creature.id, potential, amount, happening)
    coming = Coming(creature.id, potential, amount, aim.name, aim.user, aim.natures, may)
    yield from fallout.take(scene, coming)


def _marks(scene: Scene, aim: Aim, effect: Effect, creature: Creature) -> Procedure:
    marks.take(scene, creature.id, effect.amount, aim.name, aim.user, 2)
    yield from ()


def _push(scene: Scene, aim: Aim, effect: Effect, creature: Creature) -> Procedure:
    origin = scene.state.creatures[aim.user].zone
    yield from moving.pushed(scene, creature.id, origin, effect.amount, aim.user)


def _condition(scene: Scene, aim: Aim, effect: Effect, creature: Creature) -> Procedure:
    assert effect.condition is not None, "the pack was checked"
    conditions.gain(
        scene,
        creature.id,
        effect.condition,
        conditions.until_of(scene, aim.user, effect.span),
        by=aim.user,
        potential=effect.potential or "",
        other=effect.other or "",
        amount=effect.amount,
        resist=aim.resist,
        card=aim.card,
        magick=aim.magick,
    )
    yield from ()


def _end_condition(scene: Scene, aim: Aim, effect: Effect, creature: Creature) -> Procedure:
    found = [
        one
        for one in creature.conditions
        if (one.name == effect.condition if effect.condition else dispelling.is_harm(one))
    ]
    if found:
        conditions.end(scene, creature.id, found[0], "dispelled", aim.user)
    yield from ()


@clause("S3.3", "S3.22")
def _clear_stress(scene: Scene, aim: Aim, effect: Effect, creature: Creature) -> Procedure:
    """Stress comes off a track, which whoever acts picks where the card names none; dice heal a fifth."""
    names = [effect.potential] if effect.potential else stress.stressed(creature, effect.pool)
    name = yield from stress.pick_track(scene, aim.user, "clear", list(names), aim.name)
    if name is None or creature.id not in scene.state.creatures:
        return
    amount = effect.amount
    if effect.dice is not None:
        count, sides = _dice(scene, aim.user, effect)
        amount = stress.stress_of(count)
        if sides > 1:
            dice = Dice(sides, count, label="healing")
            rolled: Rolled = yield from scene.roll(Pool(aim.user, (dice,)), EACH, aim.name, "S3.3")
            amount = stress.stress_of(rolled.total)
    stress.clear(scene, creature.id, name, amount, aim.name, "S3.22")


def _regain_resistance(scene: Scene, aim: Aim, effect: Effect, creature: Creature) -> Procedure:
    names = [effect.potential] if effect.potential else stress.spent(creature, effect.pool)
    name = yield from stress.pick_track(scene, aim.user, "regain", list(names), aim.name)
    if name is not None and creature.id in scene.state.creatures:
        stress.regain(scene, creature.id, name, effect.amount, aim.name, "S3.22")


def _restore_marks(scene: Scene, aim: Aim, effect: Effect, creature: Creature) -> Procedure:
    yield from marks.restore(scene, creature.id, effect.amount, aim.name)


def _move(scene: Scene, aim: Aim, effect: Effect, creature: Creature) -> Procedure:
    """The receiver moves up to a range, to where it wishes."""
    band = effect.band or "Close"
    yield from moving.free_move(scene, creature.id, reach_of_move(band), aim.name)


def _advantage(scene: Scene, aim: Aim, effect: Effect, creature: Creature) -> Procedure:
    against = effect.kind == "advantage against"
    until = conditions.until_of(scene, aim.user, effect.span)
    scene.emit(FavourGained(creature.id, effect.test or "any", effect.amount, aim.name, until, against))
    yield from ()


@clause("S7.9")
def _trade_places(scene: Scene, aim: Aim, effect: Effect, creature: Creature) -> Procedure:
    """Trade places with an ally that is targeted, and become the target."""
    yield from ()
    happening = aim.happening
    user = scene.state.creatures[aim.user]
    ally = scene.state.creatures.get(happening.subject) if happening is not None else creature
    if ally is None or ally is user:
        return
    was, now = user.zone, ally.zone
    if was != now:
        apart = scene.book.tiles[was, now]
        scene.emit(Moved(user.id, was, now, apart, "traded", clause="S7.9"))
        scene.emit(Moved(ally.id, now, was, apart, "traded", user.id, "S7.9"))
    if happening is not None:
        scene.emit(TargetChanged(ally.id, user.id))
        happening.target = user.id


@clause("S7.9")
def _move_stress(scene: Scene, aim: Aim, effect: Effect, creature: Creature) -> Procedure:
    """Incoming Stress goes to another Potential."""
    if aim.happening is not None and effect.other:
        aim.happening.redirected = effect.other
    yield from ()


@clause("S7.9")
def _extra_attack(scene: Scene, aim: Aim, effect: Effect, creature: Creature) -> Procedure:
    """One more weapon or unarmed attack, at whom the attacker chooses."""
    yield from strikes.extra_attack(scene, aim.user)


def _guard(scene: Scene, aim: Aim, effect: Effect, creature: Creature) -> Procedure:
    assert effect.potential is not None, "the pack was checked"
    scene.emit(
        RunningBegan(
            scene.state.runs + 1,
            aim.user,
            creature.id,
            aim.card,
            "bottom",
            aim.name,
            conditions.until_of(scene, aim.user, effect.span),
            guard=effect.potential,
            clause="S5.12",
        )
    )
    yield from ()


@clause("S13.2")
def _beat(scene: Scene, aim: Aim, effect: Effect, creature: Creature) -> Procedure:
    """Beats from a card; adversaries earn none."""
    if creature.player:
        scene.emit(BeatGained(creature.id, effect.amount, "S13.2"))
    yield from ()


def _reload(scene: Scene, aim: Aim, effect: Effect, creature: Creature) -> Procedure:
    equipment.reload(scene, creature.id)
    yield from ()


def _fetch(scene: Scene, aim: Aim, effect: Effect, creature: Creature) -> Procedure:
    for weapon in equipment.fetch_options(scene, creature):
        equipment.fetch(scene, creature.id, weapon)
    yield from ()


def _escape(scene: Scene, aim: Aim, effect: Effect, creature: Creature) -> Procedure:
    yield from dispelling.escape(scene, creature.id, effect.test or "Squirm")


def _dispel(scene: Scene, aim: Aim, effect: Effect, creature: Creature) -> Procedure:
    dispelling.dispel(scene, aim.user, creature.id)
    yield from ()


@clause("S14.9", "S3.11")
def _equipment(scene: Scene, aim: Aim, effect: Effect, creature: Creature) -> Procedure:
    """One item suffers; the GM picks."""
    yield from fallout.wear_item(scene, creature.id)


_DO: dict[str, Callable[..., Procedure]] = {
    "damage": _damage,
    "stress": _stress,
    "marks": _marks,
    "push": _push,
    "condition": _condition,
    "end condition": _end_condition,
    "clear stress": _clear_stress,
    "regain resistance": _regain_resistance,
    "restore marks": _restore_marks,
    "move": _move,
    "advantage": _advantage,
    "advantage against": _advantage,
    "trade places": _trade_places,
    "move stress": _move_stress,
    "extra attack": _extra_attack,
    "guard": _guard,
    "beat": _beat,
    "reload": _reload,
    "fetch": _fetch,
    "escape": _escape,
    "dispel": _dispel,
    "equipment": _equipment,
}
