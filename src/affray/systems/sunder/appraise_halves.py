"""What the halves of cards and Surges are worth. For bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from affray.systems.sunder import equipment, play, specials, surges
from affray.systems.sunder.appraise_chances import Chance, chance_of, fall_of
from affray.systems.sunder.appraise_ground import EFFORT, Ground
from affray.systems.sunder.appraise_strikes import Strikes
from affray.systems.sunder.appraise_things import FOUND, operate_worth
from affray.systems.sunder.appraise_worth import (
    CONDITIONS,
    condition_worth,
    cost_worth,
    effects_worth,
)
from affray.systems.sunder.book import Effect, Half
from affray.systems.sunder.movement import near
from affray.systems.sunder.names import potential_of
from affray.systems.sunder.played import Played
from affray.systems.sunder.setting import reach_of_move
from affray.systems.sunder.sources import Called
from affray.systems.sunder.state import Creature, Scene, foes

USELESS = -1.0
HELP = 0.3
"""What Advantage is worth to somebody who has a foe at hand."""
DISADVANTAGE = 0.05
"""What part of a threat a Disadvantage takes away."""
GUARDED = 0.15
"""What part of a threat to a Potential its guard takes away."""
KEPT = 0.1
"""What a Surge is worth that is kept for later."""
RUNNING = 0.3
"""What a card is worth that lasts and lets its owner react."""


def half_worth(scene: Scene, me: Creature, strikes: Strikes, ground: Ground, played: Played) -> float:
    """What a half is worth, its cost and the price of its Test taken off."""
    half = played.half
    if half.attack is not None:
        value = strikes.on(
            played.weapon,
            played.target,
            half.effects,
            half.risk if half.risk != "Uncertain" else None,
            played.card,
        )
    elif half.special in _SPECIAL:
        value = _SPECIAL[half.special](scene, me, strikes, played)
    else:
        value = _used(scene, me, strikes, ground, played)
    return value - cost_worth(scene, me, specials.costs_of(scene, played))


def _used(scene: Scene, me: Creature, strikes: Strikes, ground: Ground, played: Played) -> float:
    """A half by its effects: the chance of its Test, the chance that the target resists, what runs on."""
    half = played.half
    gain = _gain(scene, me, ground, played)
    if half.reaction is not None or half.sequence is not None or half.concentration:
        gain += RUNNING if foes(scene, me) else 0.0
    if not played.skill:
        return gain
    chance = chance_of(scene, play.called_for(scene, played))
    value = chance.fall.acts * gain - strikes.price(chance)
    if half.consequence:
        value += (1.0 - chance.fall.acts) * effects_worth(scene, me, half.consequence, None, ())
    return value


def _gain(scene: Scene, me: Creature, ground: Ground, played: Played) -> float:
    """What the effects bring once the Test has succeeded."""
    half = played.half
    targets, area = play.aimed_at(scene, played)
    creatures = scene.state.creatures
    total = 0.0
    for id_ in targets:
        others = [one for one in half.effects if one.on in ("target", "other")]
        total += _reaching(half, creatures[id_], me) * effects_worth(scene, me, others, creatures[id_], ())
    for id_ in area:
        widely = [each for each in half.effects if each.on == "area"]
        total += _reaching(half, creatures[id_], me) * effects_worth(
            scene, me, widely, None, [creatures[id_]]
        )
    own = [one for one in half.effects if one.on == "self" and one.kind != "move"]
    return total + effects_worth(scene, me, own, None, ()) + _moved(scene, me, ground, half.effects)


def _reaching(half: Half, target: Creature, me: Creature) -> float:
    """The chance that somebody does not resist; with what Skill they are good is not known."""
    if not half.resist or target.id == me.id:
        return 1.0
    tracks = [target.tracks[potential_of(skill)] for skill in half.resist]
    return 1.0 - max([fall_of(track, 0).resists for track in tracks])


def _moved(scene: Scene, me: Creature, ground: Ground, effects: Sequence[Effect]) -> float:
    """What a free movement gains."""
    bands = [one.band or "Close" for one in effects if one.kind == "move" and one.on == "self"]
    if not bands:
        return 0.0
    reach = max([reach_of_move(band) for band in bands])
    ways = ground.ways_from(me.zone)
    here = ground.standing(me.zone)
    gains = [ground.standing(zone) - here - EFFORT for zone, length in ways.items() if length <= reach]
    return max([0.0, *gains])


# Halves with a rule of their own


def _guard(scene: Scene, me: Creature, strikes: Strikes, played: Played) -> float:
    return GUARDED * strikes.threat("Might")


def _evade(scene: Scene, me: Creature, strikes: Strikes, played: Played) -> float:
    return DISADVANTAGE * strikes.threat()


def _stand_fast(scene: Scene, me: Creature, strikes: Strikes, played: Played) -> float:
    return 0.03


def _ward_mind(scene: Scene, me: Creature, strikes: Strikes, played: Played) -> float:
    return 0.02


def _exchange(scene: Scene, me: Creature, strikes: Strikes, played: Played) -> float:
    """Fetch what was thrown; else nothing needs it, as Strike readies by itself."""
    return 0.4 if played.weapon in equipment.fetch_options(scene, me) else USELESS


def _resist_again(scene: Scene, me: Creature, strikes: Strikes, played: Played) -> float:
    condition = me.conditions[int(played.target)]
    called = Called(me.id, condition.resist or "Grit", "", resists=True)  # type: ignore[arg-type]
    chance = chance_of(scene, called)
    lasting = 0.4 if condition.until.anchor else 1.0
    harm = lasting * CONDITIONS.get(condition.name, 0.0)
    return chance.fall.resists * harm - strikes.price(chance)


def _help(scene: Scene, me: Creature, strikes: Strikes, played: Played) -> float:
    """For a friend who has a foe at hand, and who is not helped already."""
    friend = scene.state.creatures[played.target]
    if friend.side != me.side or any(one.test == "any" and one.amount > 0 for one in friend.favours):
        return USELESS
    at_hand = any(near(scene, friend.id, foe.id, "Close") for foe in foes(scene, friend))
    return HELP if at_hand else 0.05


def _operate(scene: Scene, me: Creature, strikes: Strikes, played: Played) -> float:
    called = Called(
        me.id,
        played.skill,  # type: ignore[arg-type]
        "",
        risk=played.half.risk,
        top=True,
        cards=(played.card,),
    )
    chance = chance_of(scene, called)
    return operate_worth(scene, me, played, chance) - strikes.price(chance)


def _search(scene: Scene, me: Creature, strikes: Strikes, played: Played) -> float:
    """Find somebody who is Unseen; things are looked into where nothing else is to be done."""
    target = scene.state.creatures.get(played.target)
    called = Called(me.id, "Sense", "", target=played.target if target is not None else "", finds=True)
    chance = chance_of(scene, called)
    gain = FOUND if target is None else -(CONDITIONS["Unseen"] if target.has("Unseen") else 0.0)
    return chance.fall.acts * gain - strikes.price(chance)


def _charm(scene: Scene, me: Creature, strikes: Strikes, played: Played) -> float:
    """A foe that may not harm one; friends need not be won over."""
    target = scene.state.creatures[played.target]
    if target.side == me.side:
        return USELESS
    chance = chance_of(scene, play.called_for(scene, played))
    harm = condition_worth(target, "Charmed") if near(scene, me.id, target.id, "Close") else 0.1
    return chance.fall.acts * (harm + 0.1) - strikes.price(chance)


def _hide(scene: Scene, me: Creature, strikes: Strikes, played: Played) -> float:
    chance: Chance = chance_of(scene, play.called_for(scene, played))
    gain = -condition_worth(me, "Unseen") + DISADVANTAGE * strikes.threat()
    return chance.fall.acts * gain - strikes.price(chance) if foes(scene, me) else USELESS


_SPECIAL: dict[str | None, Callable[[Scene, Creature, Strikes, Played], float]] = {
    "guard": _guard,
    "evade": _evade,
    "stand fast": _stand_fast,
    "ward mind": _ward_mind,
    "exchange": _exchange,
    "resist again": _resist_again,
    "help": _help,
    "operate": _operate,
    "search": _search,
    "charm": _charm,
    "hide": _hide,
}


# Surges


def surge_worth(scene: Scene, me: Creature, strikes: Strikes, ground: Ground, card: str) -> float:
    """What a Surge is worth now, less what it is worth kept."""
    if card == "reload":
        return 0.6 - KEPT
    if card == "squirm":
        chance = chance_of(scene, Called(me.id, "Squirm", "escape"))
        harm = max([CONDITIONS[one.name] for one in me.conditions if one.name in CONDITIONS], default=0.0)
        return chance.fall.acts * harm - strikes.price(chance)
    half = dict(surges.cards_of(scene, me)).get(card)
    if half is None:
        return USELESS
    gain = effects_worth(scene, me, [one for one in half.effects if one.kind != "move"], me, ())
    gain += _moved(scene, me, ground, half.effects)
    if half.reaction is not None or half.special or half.sequence:
        gain += RUNNING
    gain *= 1.0 if foes(scene, me) else 0.0
    return gain - KEPT - cost_worth(scene, me, half.cost)
