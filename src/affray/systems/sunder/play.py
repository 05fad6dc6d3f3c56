"""Halves played: announced, reacted to, tested, carried out and paid for, in the order of S5.20."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.clauses import clause
from affray.kernel.requests import Option, Procedure
from affray.systems.sunder import (
    conditions,
    costs,
    effects,
    hand,
    price,
    reactions,
    specials,
    strikes,
    surges,
    testing,
    trial,
)
from affray.systems.sunder.aim import Aim
from affray.systems.sunder.book import Half
from affray.systems.sunder.events import (
    ActionAnnounced,
    ActionResolved,
    ActionStopped,
    HalfPlayed,
    RunningBegan,
)
from affray.systems.sunder.happening import Happening
from affray.systems.sunder.movement import tiles
from affray.systems.sunder.names import CRIT, MIFF, SKILLS, Potential, Skill, potential_of
from affray.systems.sunder.played import Played
from affray.systems.sunder.setting import within
from affray.systems.sunder.sources import Called
from affray.systems.sunder.state import SCENE, Creature, Scene, foes
from affray.systems.sunder.strikes import Strike
from affray.systems.sunder.testing import Result


@clause("S5.3", "S5.20")
def play(scene: Scene, played: Played) -> Procedure:
    """Play a half of a card: its cost, its announcement, what it does, and what is left running."""
    number = announce(scene, played)
    yield from resolve(scene, played)
    scene.emit(ActionResolved(number))


def announce(scene: Scene, played: Played) -> int:
    """A half is played and announced. Returns the number of the action."""
    ability = hand.card(scene, played.card)
    scene.emit(HalfPlayed(played.creature, played.card, played.side, out=hand.reset_of(ability, played.side)))
    number = scene.state.announced + 1
    targets = (played.target,) if played.target in scene.state.creatures else ()
    scene.emit(ActionAnnounced(number, played.creature, played.card, played.half.name, played.side, targets))
    switch_concentration(scene, played)
    return number


@clause("S5.20")
def resolve(scene: Scene, played: Played) -> Procedure:
    """What follows the announcement: the cost, what the half does, and what foes do about it."""
    id_, half = played.creature, played.half
    if is_up(scene, id_):
        yield from costs.pay(scene, id_, specials.costs_of(scene, played), half.name)
    if is_up(scene, id_) and (yield from bears_up(scene, played)):
        yield from carry_out(scene, played)
    else:
        scene.emit(ActionStopped(id_, half.name))
    yield from told(scene, played)


@clause("S10.3")
def bears_up(scene: Scene, played: Played) -> Procedure:
    """From Exhaustion 1 on every action needs a Test, which the GM may waive. Returns whether it goes on."""
    creature = scene.state.creatures[played.creature]
    if creature.exhaustion < 1 or played.half.skills or played.half.attack or played.skill:
        yield from ()
        return True
    options = [Option("waive", "waive"), *(Option(f"skill {one}", "skill", (one,)) for one in SKILLS)]
    about = (creature.id, played.half.name)
    option = yield from scene.ruling("exhausted", options, "S10.3", "skill Bear", about)
    if option.kind == "waive":
        return True
    result = yield from trial.attempt(scene, Called(creature.id, option.args[0], "act while exhausted"))
    yield from price.pay(scene, result)
    return result.hits and is_up(scene, creature.id)


def is_up(scene: Scene, id_: str) -> bool:
    """Whether a creature is in the scene and conscious."""
    creature = scene.state.creatures.get(id_)
    return creature is not None and creature.conscious


@clause("S5.6")
def carry_out(scene: Scene, played: Played) -> Procedure:
    """What a half does: a rule of its own, an attack, or its Test and effects."""
    half = played.half
    if half.special in specials.OWN:
        yield from specials.OWN[half.special](scene, played)
    elif half.attack is not None:
        yield from attack(scene, played)
    else:
        yield from use(scene, played)


@clause("S5.20")
def told(scene: Scene, played: Played) -> Procedure:
    """Foes react to a card that was used."""
    creature = scene.state.creatures.get(played.creature)
    if creature is None:
        return
    happening = Happening("foe acts", creature.id, creature.id, played.half.name)
    yield from reactions.offer(scene, happening, [foe.id for foe in foes(scene, creature)])


# An attack


@clause("S5.12", "S5.15")
def attack(scene: Scene, played: Played) -> Procedure:
    """Ready a weapon and attack with it."""
    half = played.half
    hit = yield from strikes.strike(scene, strike_of(scene, played), played.shared)
    if hit and half.effects:
        yield from succeed(scene, played, targets_now(scene), [], None)
    elif hit and is_up(scene, played.creature):
        run_on(scene, played)
    if hit is not None:
        yield from strikes.offer_extra(scene, played.creature, played.target)


def strike_of(scene: Scene, played: Played) -> Strike:
    """The attack of a half."""
    half = played.half
    return Strike(
        played.creature,
        played.target,
        played.weapon,
        half.name,
        played.card,
        hand.card(scene, played.card).domain or "",
        half.risk if half.risk != "Uncertain" else None,
        half.natures,
    )


@clause("S7.9")
def targets_now(scene: Scene) -> list[str]:
    """The targets of the action under way: somebody may have taken another's place."""
    return list(scene.state.action.targets) if scene.state.action is not None else []


# A Test and its effects


@clause("S5.16", "S5.19", "S5.20")
def use(scene: Scene, played: Played) -> Procedure:
    """The Test of a half, what the targets do about it, its effects, and the price."""
    targets, area = aimed_at(scene, played)
    yield from targeted(scene, played, [*targets, *area])
    creature = scene.state.creatures.get(played.creature)
    if creature is None or not creature.conscious:
        scene.emit(ActionStopped(played.creature, played.half.name))
        return
    result: Result | None = None
    level = CRIT if played.shared is None else played.shared
    if played.skill and played.shared is None:
        result = yield from trial.attempt(scene, called_for(scene, played))
        level = result.level
    if testing.acts_well(level):
        aim = yield from succeed(scene, played, targets, area, result)
    else:
        aim = yield from fail(scene, played, targets, area)
    if result is not None:
        yield from price.pay(scene, result)
    yield from effects.answer_harm(scene, aim)


def called_for(scene: Scene, played: Played) -> Called:
    """The Test of a half."""
    half = played.half
    aimed: Potential | None = None
    for effect in half.effects:
        if effect.kind in ("damage", "stress") and effect.on != "self":
            aimed = effect.potential
            break
    return Called(
        played.creature,
        played.skill,  # type: ignore[arg-type]
        half.name,
        half.potential,
        half.risk if half.risk != "Uncertain" else None,
        played.target if played.target in scene.state.creatures else "",
        aimed,
        top=played.side == "top",
        magick=half.magick,
        hides=half.special == "hide",
        damages=any(one.kind == "damage" and one.on != "self" for one in half.effects),
        cards=(played.card, *((played.option,) if played.option else ())),
        domain=hand.card(scene, played.card).domain or "",
    )


@clause("S11.4", "S10.8")
def aimed_at(scene: Scene, played: Played) -> tuple[list[str], list[str]]:
    """The targets of a half, and everybody in its area; who cannot hear is not reached by sound."""
    half = played.half
    targets = [played.target] if played.target in scene.state.creatures else []
    if half.target == "self" and not targets:
        targets = [played.creature]
    area: list[str] = []
    if half.area is not None:
        centre = played.target or played.creature
        area = [
            one.id
            for one in scene.state.creatures.values()
            if one.conscious
            and one.id != played.creature
            and within(tiles(scene, centre, one.id), half.area)
            and in_area(scene, scene.state.creatures[played.creature], one, half)
        ]
    if half.sound:
        targets = [id_ for id_ in targets if not conditions.deaf(scene.state.creatures[id_])]
        area = [id_ for id_ in area if not conditions.deaf(scene.state.creatures[id_])]
    return targets, area


@clause("S11.4", "S10.6")
def in_area(scene: Scene, user: Creature, other: Creature, half: Half) -> bool:
    """Whether an area takes somebody along: a harmful one only foes whom its user may harm."""
    if half.harmful:
        return other.side != user.side and conditions.cannot_harm(scene, user, other) is None
    return not user.has("Petrified")


@clause("S5.20", "S7.8")
def targeted(scene: Scene, played: Played, ids: Sequence[str]) -> Procedure:
    """Reactions to being targeted by something of a foe's."""
    user = scene.state.creatures[played.creature]
    aimed = next((one.potential for one in played.half.effects if one.potential), None) or ""
    for id_ in dict.fromkeys(ids):
        target = scene.state.creatures.get(id_)
        if target is not None and target.side != user.side:
            happening = Happening("targeted", user.id, id_, played.half.name, aimed)
            yield from reactions.offer(scene, happening, [id_])


@clause("S5.16", "S5.17")
def succeed(
    scene: Scene, played: Played, targets: list[str], area: list[str], result: Result | None
) -> Procedure:
    """Those who may resist do; everybody else has the effects. Returns what they were aimed at."""
    half = played.half
    reached, exposed = yield from unresisted(scene, played, [*targets, *area])
    aim = Aim(
        played.creature,
        half.name,
        played.card,
        [id_ for id_ in targets if id_ in reached],
        [id_ for id_ in area if id_ in reached],
        other=played.target,
        magick=half.magick,
        natures=half.natures,
        crit=(result.level if result is not None else played.shared) == CRIT,
        spite=result.spite if result is not None else 0,
        resist=half.resist[0] if half.resist else "",
        exposed=exposed,
    )
    yield from effects.apply(scene, aim, half.effects)
    if is_up(scene, played.creature):
        run_on(scene, played)
    return aim


@clause("S14.4")
def fail(scene: Scene, played: Played, targets: list[str], area: list[str]) -> Procedure:
    """A failed Spell has its consequence; a target that was missed may react. Returns what was aimed at."""
    half = played.half
    aim = Aim(played.creature, half.name, played.card, targets, area, other=played.target)
    yield from effects.apply(scene, aim, half.consequence)
    for id_ in targets:
        if id_ in scene.state.creatures and id_ != played.creature:
            happening = Happening("missed", played.creature, id_, half.name)
            yield from reactions.offer(scene, happening, [id_])
    return aim


@clause("S5.17", "S1.23", "S3.8")
def unresisted(scene: Scene, played: Played, ids: list[str]) -> Procedure:
    """Whom the effects reach: all but those who choose to resist and succeed.

    Returns their ids, and those of them whose own Test ended as a Miff.
    """
    half = played.half
    reached: set[str] = set()
    exposed: list[str] = []
    for id_ in dict.fromkeys(ids):
        target = scene.state.creatures.get(id_)
        if target is None:
            continue
        if not half.resist or not target.conscious or id_ == played.creature:
            reached.add(id_)
            continue
        level = yield from resist(scene, played, id_)
        if not testing.resists(level):
            reached.add(id_)
        if level == MIFF:
            exposed.append(id_)
    return reached, exposed


@clause("S5.17", "S10.8")
def resist(scene: Scene, played: Played, id_: str) -> Procedure:
    """A target may Test to resist: only Success or Crit does. Returns the level, 0 without a Test."""
    half = played.half
    options = [Option(f"skill {skill}", "skill", (skill,)) for skill in half.resist]
    options.append(Option("no", "no"))
    about = (played.creature, half.name)
    option = yield from scene.choose(id_, "resist", options, "S5.17", about, options[0].id)
    if option.kind == "no" or id_ not in scene.state.creatures:
        return 0
    skill: Skill = option.args[0]
    damaging = any(one.kind == "damage" for one in half.effects)
    called = Called(
        id_,
        skill,
        f"resist {half.name}",
        target=played.creature,
        aimed=potential_of(skill),
        resists=True,
        damaging=damaging,
        magick=half.magick,
    )
    result = yield from trial.attempt(scene, called)
    yield from price.pay(scene, result)
    if testing.resists(result.level) and is_up(scene, played.creature):
        happening = Happening("resisted", id_, played.creature, half.name)
        yield from reactions.offer(scene, happening, [played.creature])
    return int(result.level)


# What runs on


@clause("S5.9", "S9.7", "S9.8")
def run_on(scene: Scene, played: Played) -> None:
    """A half that lasts makes its card Active; starting a Sequence is no use of it."""
    half = played.half
    lasts = half.reaction or half.sequence or half.concentration or half.span not in (None, "round")
    if not lasts:
        return
    user = scene.state.creatures[played.creature]
    number = scene.state.runs + 1
    span = half.span or ("sequence" if half.sequence else "round")
    until = SCENE if half.sequence else conditions.until_of(scene, user.id, span)
    scene.emit(
        RunningBegan(
            number,
            user.id,
            user.id,
            played.card,
            played.side,
            half.name,
            until,
            half.reaction,
            sequence_die(user, half),
            concentration=half.concentration or "",
            magick=half.magick,
            special=half.special or "",
        )
    )


@clause("S9.7")
def sequence_die(user: Creature, half: Half) -> int:
    """The die of a Sequence: a D4, or the user's; a reaction with so many uses counts them likewise."""
    if half.sequence == "DV" and half.potential is not None:
        return user.tracks[half.potential].die
    if half.sequence is not None:
        return 4
    return half.reaction.uses if half.reaction is not None else 0


@clause("S9.9", "S6.8")
def switch_concentration(scene: Scene, played: Played) -> None:
    """Only one Concentration at a time: to switch costs the Surge, and ends the other.

    At once when the card is announced, so that the Surge cannot go into something else first.
    """
    if not played.half.concentration:
        return
    if any(one.owner == played.creature and one.concentration for one in scene.state.running):
        surges.spend(scene, played.creature, "concentration")
        surges.end_concentration(scene, played.creature)
