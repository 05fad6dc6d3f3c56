"""Known facts for questions and views: who rolls what against what. All numbers come from the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from affray.systems.pace import rolls
from affray.systems.pace.book import (
    BARE_HANDS,
    Grant,
    Harm,
    Hold,
    Mend,
    Raise,
    Resistance,
    Shift,
    Slow,
    Spell,
    Thing,
    Weapon,
    dice_of,
)
from affray.systems.pace.damage import resistance
from affray.systems.pace.facing import in_front
from affray.systems.pace.state import Character, Fight, board_of
from affray.systems.pace.text.aftermath import ROLLS
from affray.telling.words import MINUS, count, listed, signed


def name_of(fight: Fight, id_: str) -> str:
    """A character's name, or its id once it is gone."""
    character = fight.state.characters.get(id_)
    return id_ if character is None else character.name


def gear_of(fight: Fight, item: str) -> Weapon | Thing | None:
    """The weapon or thing that an item is; None where it is nothing any more."""
    if item == BARE_HANDS.id:
        return BARE_HANDS
    held = fight.state.items.get(item)
    gear = item if held is None else held.gear
    return fight.book.weapons.get(gear) or fight.book.things.get(gear)


def gear_name(fight: Fight, item: str) -> str:
    """What an item is called."""
    gear = gear_of(fight, item)
    return item if gear is None else gear.name


def item_names(fight: Fight, items: Sequence[str]) -> dict[str, str]:
    """Names of items that stand beside each other: a second one of a name is told by its holder."""
    names: dict[str, str] = {}
    for item in dict.fromkeys(items):
        name = gear_name(fight, item)
        if name in names.values():
            held = fight.state.items.get(item)
            holder = held.holder if held is not None else None
            name = f"{name} of {name_of(fight, holder)}" if holder is not None else f"{name}, another"
        number = 2
        told = name
        while told in names.values():
            told, number = f"{name}, {number}", number + 1
        names[item] = told
    return names


def plus(number: int) -> str:
    """ " + 3", " − 1", nothing for 0."""
    if not number:
        return ""
    return f" + {number}" if number > 0 else f" {MINUS} {-number}"


def dice_text(dice: Sequence[tuple[int, int]]) -> str:
    """ "1d8 + 1d4"."""
    return " + ".join(f"{number}d{sides}" for number, sides in dice)


def damage_line(fight: Fight, attacker: Character, weapon: Weapon, critical: bool = False) -> str:
    """ "1d4 + 3 bludgeoning", "4d6 + 3 slashing or piercing"."""
    dice = dice_text(rolls.damage_dice(weapon.damage, critical))
    score = rolls.score_of(fight, attacker, weapon.ability)
    return f"{dice}{plus(score)} {listed(weapon.types, 'or')}"


def score_line(fight: Fight, character: Character, name: str) -> str:
    """ "Strength 3"."""
    return f"{name} {signed(rolls.score_of(fight, character, name))}"


def edge_line(net: int) -> str:
    """ " with Advantage (1)"; nothing where there is none."""
    if not net:
        return ""
    return f" with {'Advantage' if net > 0 else 'Disadvantage'} ({abs(net)})"


def attack_line(fight: Fight, attacker: Character, weapon: Weapon, target: Character) -> str:
    """ "Strength 3 against Strength 1; 1d4 + 3 bludgeoning"."""
    attack = rolls.stance_for(fight, attacker, "attack", weapon.ability, weapon)
    defence = rolls.stance_for(fight, target, "defence", weapon.ability, weapon)
    sides = " against ".join(
        f"{score_line(fight, one, weapon.ability)}{edge_line(stance.net)}"
        for one, stance in ((attacker, attack), (target, defence))
    )
    return f"{sides}; {damage_line(fight, attacker, weapon)}"


def weapon_line(weapon: Weapon) -> str:
    """ "1d8 slashing, Dexterity, range 1, two-handed": a weapon beside its name."""
    parts = [f"{dice_text(dice_of(weapon.damage))} {listed(weapon.types, 'or')}", weapon.ability]
    parts.append(f"range {weapon.range}")
    if weapon.hands == 2:
        parts.append("two hands")
    if weapon.ap > 1:
        parts.append(f"{weapon.ap} AP")
    if weapon.targets > 1:
        parts.append(f"up to {weapon.targets} targets")
    return ", ".join(parts)


def thing_line(thing: Thing) -> str:
    """ "Bulk 2, two hands"."""
    return f"Bulk {thing.bulk}, two hands" if thing.hands == 2 else f"Bulk {thing.bulk}"


def item_line(fight: Fight, item: str) -> str:
    """What stands beside the name of something carried."""
    gear = gear_of(fight, item)
    if gear is None:
        return ""
    return weapon_line(gear) if isinstance(gear, Weapon) else thing_line(gear)


def dr_line(dr: Resistance) -> str:
    """ "2, 3 against bludgeoning"; nothing where there is none."""
    parts = [str(dr["all"])] if dr.get("all") else []
    also = " more" if parts else ""
    parts += [f"{number}{also} against {type_}" for type_, number in dr.items() if number and type_ != "all"]
    return ", ".join(parts)


def spell_line(spell: Spell) -> str:
    """ "Wits against Will; 2d6 cold; range 6": a spell beside its name."""
    parts = []
    if spell.save is not None:
        against = spell.save.against or f"DC {spell.save.dc}"
        parts.append(f"{spell.save.score} against {against}")
    parts.append(effect_line(spell))
    if spell.target != "self":
        parts.append(f"range {spell.range}")
    if spell.targets > 1:
        parts.append(f"up to {spell.targets} targets")
    return "; ".join(parts)


def effect_line(spell: Spell) -> str:
    """What a spell does, in short."""
    match spell.effect:
        case Harm(damage=damage, type=type_, score=score):
            return f"{damage}{f' + {score}' if score else ''} {type_}"
        case Shift(paces=paces):
            return f"moved {count(paces, 'Pace')}"
        case Hold(paces=paces):
            return f"Tethered ({paces})"
        case Slow():
            return "Speed halved to the end of the next round"
        case Mend(dice=dice, score=score):
            return f"{dice}{f' + {score}' if score else ''} HP back"
        case Grant(on=on, count=number):
            return f"{'Advantage' if number > 0 else 'Disadvantage'} ({abs(number)}) on the next {ROLLS[on]}"
        case Raise(ground=ground):
            return {
                "open": "the ground opens",
                "difficult": "difficult ground",
                "blocking": "blocking terrain",
            }[ground]


def cast_line(fight: Fight, caster: Character, spell: Spell, target: Character | None) -> str:
    """ "Wits 4 against DC 12 (10 + Will 2); 2d6 cold"."""
    parts = []
    if spell.save is not None:
        stance = rolls.stance_for(fight, caster, "save", spell.save.score)
        parts.append(f"{score_line(fight, caster, spell.save.score)}{edge_line(stance.net)} against ")
        if spell.save.against is not None and target is not None:
            dc = rolls.dc_against(fight, target, spell.save.against)
            parts.append(f"DC {dc} (10 + {score_line(fight, target, spell.save.against)}); ")
        else:
            parts.append(f"DC {spell.save.dc}; ")
    return "".join(parts) + effect_line(spell)


def resisted_line(fight: Fight, target: Character, types: Iterable[str]) -> str:
    """ "DR 2", "DR 2 against slashing, none against piercing"; nothing where there is none."""
    numbers = {type_: resistance(fight, target, type_) for type_ in types}
    if not any(numbers.values()):
        return ""
    if len(numbers) == 1:
        return f"DR {next(iter(numbers.values()))}"
    parts = [f"{number or 'none'} against {type_}" for type_, number in numbers.items()]
    return f"DR {', '.join(parts)}"


def faced_line(fight: Fight, character: Character, facing: int) -> str:
    """Who of the others would stand in front: "faces Kord and Hask"."""
    board = board_of(fight)
    names = [
        other.name
        for other in fight.state.characters.values()
        if other.standing
        and other.side != character.side
        and in_front(board, character.square, facing, other.square)
    ]
    return f"faces {listed(names)}" if names else "faces no foe"
