"""The question of a turn: halves on offer and refused, Surges, the rest of a Movement, and the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from affray.kernel.presentation import OptionView, QuestionView, Remark, TargetKind
from affray.kernel.requests import Option, Question
from affray.systems.sunder import equipment, hand, play, sources, specials, strikes, surges
from affray.systems.sunder.book import Half, Weapon
from affray.systems.sunder.general import GENERAL
from affray.systems.sunder.legal import judged
from affray.systems.sunder.movement import tiles
from affray.systems.sunder.names import RISKS, potential_of
from affray.systems.sunder.played import Played
from affray.systems.sunder.setting import band_of
from affray.systems.sunder.sources import Called, potential_rolled
from affray.systems.sunder.state import Creature, Scene
from affray.systems.sunder.strikes import Strike
from affray.systems.sunder.text.lines import (
    DEFAULTS,
    cost_pips,
    cost_words,
    half_line,
    played,
    running_words,
    test_words,
)
from affray.systems.sunder.text.reasons import remark_of
from affray.systems.sunder.text.units import condition_name, feet
from affray.systems.sunder.text.waiting import name_of
from affray.telling.options import option_view, question_view
from affray.telling.words import count, dice_count, first_up

SECTIONS = ("Top", "Bottom", "Go on", "Surge", "End")


@dataclass(slots=True)
class Panel:
    """What the rows of one turn's question share."""

    scene: Scene
    creature: Creature


def turn_question(scene: Scene, question: Question) -> QuestionView:
    """What may be done in the turn under way, and why not the rest; a refusal stands in its place."""
    creature, turn = scene.state.creatures[question.seat], scene.state.turn
    panel = Panel(scene, creature)
    offered = {option.id: option for option in question.options}
    rows = []
    for option, why in judged(scene, creature, turn) if turn is not None else []:
        if offered.pop(option.id, None) is not None:
            rows.append(_row(panel, option, None))
        elif why is not None:
            rows.append(_row(panel, option, remark_of(why)))
    rows += [_row(panel, option, None) for option in offered.values()]
    rows.sort(key=lambda row: SECTIONS.index(row["section"]))
    return question_view(
        question,
        f"{creature.name}: what now?",
        rows,
        turn_facts(scene, creature),
        "Either half may be left out; what is not played is lost.",
    )


def pairing(creature: Creature) -> str:
    """Which halves go together (S5.3), also while Frenzied (S10.4)."""
    if creature.has("Frenzied"):
        return "Two halves of two cards, or one top and the bottoms of two others: Frenzied"
    return "One top and one bottom, of two cards"


def turn_facts(scene: Scene, creature: Creature) -> list[str]:
    """What was played, what is left, and what risks there are."""
    turn = scene.state.turn
    facts = []
    if turn is not None and turn.creature == creature.id:
        words = ", then ".join(played(scene.book, play_.card, play_.side) for play_ in turn.plays)
        facts.append(f"Played: {words}" if words else pairing(creature))
        if turn.steps_left:
            facts.append(f"{feet(turn.steps_left)} of the Movement are left until another half begins")
    risk = scene.state.next_risk.get(creature.id, scene.state.risk)
    facts.append(f"Tests are {risk}, unless a card says otherwise")
    facts.append(f"Marks {creature.marks} of {creature.pool}")
    return facts


def _row(panel: Panel, option: Option, refusal: Remark | None) -> OptionView:
    row = _ROWS.get(option.kind, _other)(panel, option)
    row["refusal"] = refusal
    return row


# Halves


def _half(panel: Panel, option: Option) -> OptionView:
    """A half of a card, with its Option Card, weapon, Skill and target."""
    scene, creature = panel.scene, panel.creature
    card, side, option_card, weapon, skill, target = (*option.args, "", "", "", "", "", "")[:6]
    ability = hand.card(scene, card)
    half = scene.book.options[option_card].half if option_card else hand.half_of(ability, side)
    if half is None:
        return option_view(option.id, ability.name, section=_section(side), clause="S5.3")
    it = Played(creature.id, card, side, half, option_card, weapon, skill, target)
    parts = [half.name]
    parts += [scene.book.options[option_card].name] if option_card else []
    # The plain words of a General half are its name; what an attack is made with tells rows apart.
    parts += [_weapon_name(scene, weapon)] if weapon or (half.attack and target) else []
    parts += [skill] if skill else []
    label, aim = _aim(panel, half, target)
    costs = specials.costs_of(scene, it)
    return option_view(
        option.id,
        label or half.name,
        _details(scene, creature, it, cost_words(costs)),
        group=f"{ability.name}: {', '.join(dict.fromkeys(parts))}",
        section=_section(side),
        target=aim,
        cost=cost_pips(costs),
        clause="S5.12" if card in GENERAL else "S5.3",
    )


def _section(side: str) -> str:
    return "Bottom" if side == "bottom" else "Top"


def _weapon_name(scene: Scene, weapon: str) -> str:
    arm = scene.book.weapons.get(weapon)
    return "unarmed" if arm is None else arm.name


def _aim(panel: Panel, half: Half, target: str) -> tuple[str, tuple[TargetKind, str] | None]:
    """How a target is called, and what of the board it is."""
    scene = panel.scene
    if target in scene.state.creatures:
        name = "Itself" if target == panel.creature.id else scene.state.creatures[target].name
        return name, ("actor", target)
    if target in scene.book.zones:
        return scene.book.zones[target].name, ("place", target)
    if half.special == "resist again" and target.isdigit() and int(target) < len(panel.creature.conditions):
        one = panel.creature.conditions[int(target)]
        return condition_name(one.name, one.potential, one.other, one.amount), None
    return (name_of(scene, target), None) if target else ("", None)


def _details(scene: Scene, creature: Creature, it: Played, costs: str) -> str:
    """Its Test with score and dice, what it reaches and does, what it costs and risks."""
    called = _called(scene, creature, it)
    test = test_line(scene, called) if called is not None else ""
    words = test_words(it.half)
    rest = half_line(it.half)
    if words:
        rest = rest.removeprefix(f"Test {words}").removeprefix(", ")
    if it.skill:
        words = f"{it.half.potential or potential_of(it.skill)} ({it.skill})"  # type: ignore[arg-type]
    parts = [test or (f"Test {words}" if words else ""), rest]
    if it.half.attack is not None and it.target:
        parts.append(damage_line(scene, creature, it.weapon, it.target))
    parts.append(f"costs {costs}" if costs else "")
    if called is not None:
        parts.append(f"risks 1 {potential_rolled(called)} Stress")
    elif it.skill:
        parts.append(f"risks 1 {it.half.potential or potential_of(it.skill)} Stress")  # type: ignore[arg-type]
    return "; ".join(part for part in parts if part)


def _called(scene: Scene, creature: Creature, it: Played) -> Called | None:
    """The Test of a half as it would be made, where that is known beforehand."""
    if it.half.special in specials.OWN:
        return None
    if it.half.attack is not None:
        risk = it.half.risk if it.half.risk != "Uncertain" else None
        return attack_called(
            scene,
            creature,
            it.weapon,
            it.target,
            Strike(
                creature.id,
                it.target,
                it.weapon,
                it.half.name,
                it.card,
                hand.card(scene, it.card).domain or "",
                risk,
            ),
        )
    return play.called_for(scene, it) if it.skill else None


def attack_called(scene: Scene, creature: Creature, weapon: str, target: str, it: Strike) -> Called | None:
    """The Test of an attack; None where it does not reach."""
    arm = scene.book.weapons.get(weapon)
    if target not in scene.state.creatures:
        return None
    how = equipment.mode(scene, creature, arm, tiles(scene, creature.id, target))
    return None if how is None else strikes.call_for(scene, it, target, arm, how)


def test_line(scene: Scene, called: Called) -> str:
    """ "Test Might (Force), score 12, 2 dice, Risky"."""
    weighed = sources.weigh(scene, called)
    potential = potential_rolled(called)
    score = scene.state.creatures[called.roller].tracks[potential].score
    dice = dice_count(weighed.count) if weighed.count > 0 else "no dice"
    if weighed.count < 0:
        dice = f"{dice_count(1 - weighed.count)}, the lowest"
    risk = f", {RISKS[weighed.risk]}" if weighed.risk else ""
    return f"Test {potential} ({called.skill}), score {score}, {dice}{risk}"


def damage_line(scene: Scene, creature: Creature, weapon: str, target: str) -> str:
    """ "2D6 to Nerve at Here": what a hit does, and how far away the target is."""
    arm: Weapon | None = scene.book.weapons.get(weapon)
    away = ""
    how = "melee"
    if target in scene.state.creatures:
        apart = tiles(scene, creature.id, target)
        away = f", target {band_of(apart)}"
        how = equipment.mode(scene, creature, arm, apart) or "melee"
    if arm is None:
        return f"{equipment.unarmed_damage(scene, creature)} damage to Might{away}"
    number, sides = equipment.damage_dice(scene, creature, arm, how)
    return f"{number if number > 1 else ''}D{sides} damage to {arm.to}{away}"


def _default(panel: Panel, option: Option) -> OptionView:
    """The plain default of a side (S5.7)."""
    side, weapon, target = (*option.args, "", "", "")[:3]
    scene, creature = panel.scene, panel.creature
    half = Half("Plain", "")
    label, aim = _aim(panel, half, target)
    if side == "bottom":
        detail = DEFAULTS["bottom"]
        if target in scene.book.zones:
            detail = f"{feet(scene.book.tiles[creature.zone, target])} away; move up to Close"
        group = "Plain move"
    else:
        called = attack_called(scene, creature, weapon, target, Strike(creature.id, target, weapon, "attack"))
        risks = "" if called is None else f"risks 1 {potential_rolled(called)} Stress"
        test = "" if called is None else test_line(scene, called)
        parts = (test, damage_line(scene, creature, weapon, target), risks)
        detail = "; ".join(part for part in parts if part)
        group = f"Plain attack: {_weapon_name(scene, weapon)}" if target else "Plain attack"
        detail = detail if target else DEFAULTS["top"]
    return option_view(
        option.id, label or group, detail, group=group, section=_section(side), target=aim, clause="S5.7"
    )


def _goal(panel: Panel, option: Option) -> OptionView:
    """A Group Test towards a Countdown."""
    id_, skill = option.args[:2]
    countdown = panel.scene.state.countdowns.get(id_)
    potential = potential_of(skill)
    score = panel.creature.tracks[potential].score
    detail = f"Group Test {potential} ({skill}), score {score}; risks 1 {potential} Stress"
    name = id_ if countdown is None else countdown.name
    return option_view(option.id, skill, detail, group=f"Goal: {name}", section="Top", clause="S9.13")


# The rest


def _go_on(panel: Panel, option: Option) -> OptionView:
    zone = option.args[0]
    detail = f"{feet(panel.scene.book.tiles[panel.creature.zone, zone])} away"
    return option_view(
        option.id,
        name_of(panel.scene, zone),
        detail,
        group="Go on",
        section="Go on",
        target=("place", zone),
        clause="S5.2",
    )


def _surge(panel: Panel, option: Option) -> OptionView:
    card = option.args[0]
    half = dict(surges.cards_of(panel.scene, panel.creature)).get(card)
    name = surges.name_of(panel.scene, panel.creature, card) if half is not None else card
    detail = "" if half is None else half.text
    pips = {} if half is None else cost_pips(half.cost)
    return option_view(
        option.id, name, detail, group=f"Surge: {name}", section="Surge", cost=pips, clause="S6.1"
    )


def _drop(panel: Panel, option: Option) -> OptionView:
    number = option.args[0]
    running = next((one for one in panel.scene.state.running if one.number == number), None)
    label = "Drop it" if running is None else running.name
    detail = "" if running is None else running_words(panel.scene, running)
    if running is not None and running.die:
        detail += f" {count(running.die - running.value + 1, 'use')} left."
    return option_view(option.id, label, detail, group="Drop", section="Surge", clause="S5.9")


def _end(panel: Panel, option: Option) -> OptionView:
    return option_view(option.id, "End the turn", section="End", clause="S5.5")


def _refill(panel: Panel, option: Option) -> OptionView:
    armor = panel.scene.book.armor.get(option.args[0])
    name = "the shield" if armor is None else armor.name
    detail = "" if armor is None else f"1 {armor.shield} Resistance: one Protection Slot comes back"
    return option_view(option.id, f"Refill {name}", detail, group="Refill", section="Surge", clause="S14.7")


def _other(panel: Panel, option: Option) -> OptionView:
    return option_view(option.id, first_up(option.id), section="End")


_ROWS: dict[str, Callable[[Panel, Option], OptionView]] = {
    "half": _half,
    "default": _default,
    "goal": _goal,
    "go on": _go_on,
    "surge": _surge,
    "drop": _drop,
    "refill": _refill,
    "end": _end,
}
