"""Cards, weapons and armor in a line: what they test, cost, reach and do."""

from __future__ import annotations

from collections.abc import Iterable

from affray.systems.sunder.book import Ability, Armor, Cost, Effect, Half, OptionCard, Reaction, Weapon
from affray.systems.sunder.contours import escalation
from affray.systems.sunder.general import GENERAL
from affray.systems.sunder.names import INTERVENTIONS, Side, potential_of
from affray.systems.sunder.setting import Setting
from affray.systems.sunder.state import Running, Scene, sheet_of
from affray.systems.sunder.text.cast import card_name
from affray.systems.sunder.text.units import condition_name, favour_words
from affray.telling.words import count, listed

DEFAULTS: dict[str, str] = {
    "top": "One weapon or unarmed attack with Force at a target within Here",
    "bottom": "Move up to Close",
}
"""The plain default of each side (S5.7)."""

_SPANS = {
    "round": "until the start of the user's next turn",
    "end of next turn": "until the end of the user's next turn",
    "scene": "for the scene",
    "dispelled": "until dispelled",
    "sequence": "as a Sequence",
}
TRIGGERS = {
    "targeted": "it is targeted",
    "ally targeted": "an ally is targeted",
    "incoming stress": "Stress comes in",
    "harmed": "it has taken damage",
    "missed": "an attack on it has failed",
    "touched": "somebody within Here has harmed it",
    "own attack": "it has made a weapon or unarmed attack",
    "own test": "the level of its own Test is known",
    "foe closes": "a foe comes closer",
    "foe leaves": "a foe goes away",
    "foe acts": "a foe has used a card",
    "resisted": "its effect has been resisted",
}
"""What sets a Reaction off, of its owner."""


def ability_of(book: Setting, card: str) -> Ability | None:
    """The ability or General card with this id, or None."""
    return book.abilities.get(card) or GENERAL.get(card)


def half_named(scene: Scene, card: str, side: str, owner: str = "") -> Half | None:
    """The half, Surge or Option behind a card's id; None where it is neither."""
    option = scene.book.options.get(card)
    if option is not None:
        return option.half
    kind, _, rank = card.partition(" ")
    creature = scene.state.creatures.get(owner)
    if kind == "escalation" and creature is not None:
        contour = sheet_of(scene, creature).contour
        found = [one for one in INTERVENTIONS if one == rank]
        return escalation(contour, found[0]) if contour is not None and found else None
    ability = ability_of(scene.book, card)
    if ability is None:
        return None
    return {"top": ability.top, "bottom": ability.bottom, "surge": ability.surge}.get(side)


def cost_words(costs: Iterable[Cost]) -> str:
    """ "1 Seep Stress, 2 Heart Resistance"."""
    return ", ".join(f"{one.amount} {one.potential} {one.kind.capitalize()}" for one in costs)


def cost_pips(costs: Iterable[Cost]) -> dict[str, int]:
    """What is paid, by kind of pip."""
    pips: dict[str, int] = {}
    for one in costs:
        pips[one.kind] = pips.get(one.kind, 0) + one.amount
    return pips


def test_words(half: Half) -> str:
    """ "Might (Force)", "Nerve (Grit) or Seep (Frame)", "Wit (Sleight)"; empty without a Test."""
    if half.skills:
        return listed((f"{half.potential or potential_of(skill)} ({skill})" for skill in half.skills), "or")
    if half.attack == "ranged":
        return "Finesse (Sleight)"
    if half.attack == "melee":
        return "Might (Force)"
    return "Might (Force), or Finesse (Sleight) at a distance" if half.attack == "weapon" else ""


def half_line(half: Half) -> str:
    """A half beside its name: its Test, range, area, and for how long."""
    test = test_words(half)
    parts = [f"Test {test}" if test else ""]
    parts.append("" if half.risk == "Uncertain" else half.risk)
    parts.append("" if half.target in ("self", "none") or half.attack else half.range)
    parts.append(f"area {half.area}" if half.area else "")
    parts.append(f"resisted by {listed(half.resist, 'or')}" if half.resist else "")
    parts.append(f"Sequence on {half.sequence}" if half.sequence else _SPANS.get(half.span or "", ""))
    parts.append(f"Concentration ({half.concentration})" if half.concentration else "")
    return ", ".join(part for part in parts if part)


def reaction_line(reaction: Reaction) -> str:
    """When a Reaction may be used, what it costs, and how often."""
    when = listed((TRIGGERS[trigger] for trigger in reaction.triggers), "or")
    parts = [f"Reaction when {when}"]
    if reaction.potential is not None:
        parts[0] += f" ({reaction.potential})"
    elif reaction.only != "any":
        parts[0] += f" ({reaction.only.capitalize()})"
    parts.append("" if reaction.band == "Yonder" else f"within {reaction.band}")
    parts.append(f"costs {cost_words(reaction.cost)}" if reaction.cost else "")
    parts.append("once in every turn" if reaction.per == "turn" else "once a round")
    parts.append(f"{count(reaction.uses, 'use')} in all" if reaction.uses else "")
    return ", ".join(part for part in parts if part)


def effects_line(effects: Iterable[Effect]) -> str:
    """What effects do, in a row."""
    return "; ".join(effect_words(effect) for effect in effects)


def effect_words(effect: Effect) -> str:
    """One effect: "Dazed until the start of the user's next turn", "2d6 damage to Nerve", "1 Mark"."""
    whom = {"self": " on the user", "area": " on all in the area", "other": " on who set it off"}.get(
        effect.on, ""
    )
    return f"{_effect(effect)}{whom}"


def _effect(effect: Effect) -> str:
    potential, amount = effect.potential or "", effect.amount
    span = _SPANS[effect.span]
    where = f" in {potential}" if potential else f" in a {effect.pool.capitalize()} Potential"
    where = " in a Potential" if where == " in a Any Potential" else where
    match effect.kind:
        case "damage":
            dice = effect.dice or str(amount)
            dice = dice.replace("DV", f"{effect.other or potential} DV") if "DV" in dice else dice
            return f"{dice} damage to {potential or 'its Potential'}"
        case "stress":
            return f"{amount} Stress{where}"
        case "marks":
            return count(amount, "Mark")
        case "push":
            return f"Pushed ({amount})"
        case "condition":
            name = condition_name(str(effect.condition), potential, effect.other or "", amount)
            return f"{name} {span}"
        case "end condition":
            return f"{effect.condition or 'a Condition'} ends"
        case "clear stress":
            return f"clear {effect.dice or amount} Stress{where}"
        case "regain resistance":
            return f"regain {amount} Resistance{where}"
        case "restore marks":
            return f"restore {count(amount, 'Mark')}"
        case "move":
            return f"move up to {effect.band or 'Close'}"
        case "advantage" | "advantage against":
            against = effect.kind == "advantage against"
            return favour_words(effect.test or "any", amount, against, lasting=False)
        case "beat":
            return count(amount, "Beat")
    return _rarer(effect, span)


def _rarer(effect: Effect, span: str) -> str:
    potential = effect.potential or "a Potential"
    words = {
        "trade places": "trade places with the target and be the target",
        "move stress": f"what comes in goes to {effect.other or 'another Potential'}",
        "extra attack": "one more weapon or unarmed attack",
        "guard": f"Stress in {potential} is cut by a roll of its die {span}",
        "reload": "a Loading weapon is loaded",
        "fetch": "a thrown weapon is fetched",
        "escape": f"a Test of {effect.test or 'Squirm'} ends Held or Bound",
        "dispel": "Magick that runs ends",
        "equipment": "one item suffers Equipment Fallout",
    }
    return words[effect.kind]


def weapon_line(weapon: Weapon) -> str:
    """ "D8 to Might, melee, Half-Hand, Thrown (Close)"."""
    parts = [f"{'2 x ' if weapon.brutal else ''}D{weapon.die} to {weapon.to}"]
    parts.append(f"ranged, {weapon.range}" if weapon.kind == "ranged" else "melee")
    flags = (
        (weapon.reach, "Reach"),
        (weapon.thrown is not None, f"Thrown ({weapon.thrown})"),
        (weapon.loading > 0, f"Loading ({weapon.loading})"),
        (weapon.half_hand, "Half-Hand"),
        (weapon.two_handed, "Two-Handed"),
        (weapon.heavy, "Heavy"),
        (weapon.brutal, "Brutal"),
        (weapon.unwieldy, "Unwieldy"),
        (weapon.entangling, "Entangling"),
        (weapon.discreet, "Discreet"),
        (weapon.brittle, "Brittle"),
        (weapon.fragile, "Fragile"),
        (weapon.tough, "Tough"),
        (weapon.durability > 0, f"Durability {weapon.durability}"),
    )
    parts += [word for is_so, word in flags if is_so]
    if weapon.special:
        parts.append(f"on a hit: {effects_line(weapon.special)}")
    return ", ".join(parts)


def armor_line(armor: Armor) -> str:
    """ "2 Protection Slots, Light"."""
    parts = [count(armor.slots, "Protection Slot")]
    flags = (
        (armor.light, "Light"),
        (armor.heavy, "Heavy"),
        (armor.shield is not None, f"Shield ({armor.shield})"),
        (armor.indiscreet, "Indiscreet"),
        (armor.discreet, "Discreet"),
        (armor.durability > 0, f"Durability {armor.durability}"),
    )
    return ", ".join([*parts, *(word for is_so, word in flags if is_so)])


def played(book: Setting, card: str, side: Side | str) -> str:
    """ "Strike, top"."""
    return f"{card_name(book, card)}, {side}"


def options_of(book: Setting, parent: str) -> list[OptionCard]:
    """The Option Cards of a Parent Ability."""
    return [one for one in book.options.values() if one.parent == parent]


def running_words(scene: Scene, one: Running) -> str:
    """What a card that is Active does."""
    if one.guard:
        return f"Stress in {one.guard} is cut by a roll of its {one.guard} die."
    half = half_named(scene, one.card, str(one.side), one.owner)
    if half is not None:
        return half.text
    return one.reaction.text if one.reaction is not None and one.reaction.text else one.name
