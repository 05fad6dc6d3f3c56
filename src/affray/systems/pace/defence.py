"""How a defender answers an attack: Block, Evade, Counter."""

from __future__ import annotations

from dataclasses import dataclass

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Option, Procedure
from affray.systems.pace.book import Weapon, dice_of
from affray.systems.pace.damage import block_cuts, deal, name_type, resistance, see_defeats
from affray.systems.pace.events import CounterRolled, DefenceChosen, Evaded
from affray.systems.pace.facing import faces
from affray.systems.pace.movement import end_strained_holds, evade_paces, reachable
from affray.systems.pace.points import COST, may_pay_out_of_turn, pay
from affray.systems.pace.rolls import (
    Throw,
    damage_dice,
    roll_against,
    roll_dice,
    roll_each,
    stance_for,
    wins_contest,
)
from affray.systems.pace.state import Character, Fight, beyond_the_roll, board_of
from affray.systems.pace.targets import out_of_range
from affray.systems.pace.wielding import weapon_in_hand, weapons_in_hand

TAKE = Option("take", "take")
EVADE = Option("evade", "evade")
STAY = Option("stay", "stay")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a defender does about an attack; `item` is the weapon in hand it does it with."""

    kind: str = "take"
    item: str | None = None


@clause("P4.3")
def may_not_defend(fight: Fight, defender: Character, attacker: Character) -> Reason | None:
    """Only one that faces the attacker may pay for an answer, with the AP it has."""
    if not faces(fight, defender, attacker.square):
        return Reason("not facing", "P4.3", (defender.name, attacker.name))
    if not may_pay_out_of_turn(defender):
        return Reason("no AP to defend", "P4.3", (defender.name,))
    return None


@clause("P4.14")
def counter_too_far(fight: Fight, defender: Character, attacker: Character, weapon: Weapon) -> Reason | None:
    """A Counter takes an attacker in range of the weapon in hand (P4.14)."""
    far = out_of_range(fight, defender.square, attacker.square, weapon.range)
    return None if far is None else Reason(far.key, "P4.14", far.about)


def answers(fight: Fight, defender: Character, attacker: Character) -> list[tuple[Option, Reason | None]]:
    """Every answer with a weapon in hand, each with the reason why not, or None."""
    wielded = weapons_in_hand(fight, defender)
    found: list[tuple[Option, Reason | None]] = [(TAKE, None)]
    found += [(Option(f"block {item}", "block", (item,)), None) for item, _ in wielded]
    found.append((EVADE, None))
    for item, weapon in wielded:
        why = counter_too_far(fight, defender, attacker, weapon)
        found.append((Option(f"counter {item}", "counter", (item,)), why))
    return found


@clause("P4.3")
def choose_answer(fight: Fight, attack: Throw, item_id: str, defender_id: str) -> Procedure:
    """The defender chooses, knowing the attack roll, and pays 1 AP. Returns an `Answer`."""
    attacker, defender = fight.state.characters[attack.roller], fight.state.characters[defender_id]
    options = [option for option, why in answers(fight, defender, attacker) if why is None]
    about = (attack.roller, item_id, defender_id, attack.total, attack.natural)
    option = yield from fight.choose(defender_id, "defence", options, "P4.3", about, TAKE.id)
    still = fight.state.characters.get(defender_id)
    if option.kind == "take" or still is None or not may_pay_out_of_turn(still):
        return Answer()
    if attack.roller not in fight.state.characters:
        return Answer()
    item = option.args[0] if option.args else None
    pay(fight, defender_id, COST, option.kind.capitalize(), "P4.3")
    fight.emit(DefenceChosen(defender_id, attack.roller, option.kind, item))
    return Answer(option.kind, item)


@clause("P4.12")
def roll_block(fight: Fight, defender_id: str, answer: Answer, damage: int, type_: str) -> Procedure:
    """The damage dice of one weapon in hand, without a score and never doubled; only if the attack hits."""
    defender = fight.state.characters.get(defender_id)
    if answer.kind != "block" or answer.item is None or defender is None:
        return None
    weapon = weapon_in_hand(fight, defender, answer.item)
    if weapon is None:
        return None
    cuts = block_cuts(damage, resistance(fight, defender, type_))
    throw = yield from roll_dice(fight, defender_id, dice_of(weapon.damage), ("", 0), "block", "P4.12", cuts)
    return throw


@clause("P4.13")
def evade(fight: Fight, defender_id: str, attacker_id: str) -> Procedure:
    """Move up to half the current Speed, rounded down. It is own movement, and facing stays as it was."""
    defender = fight.state.characters[defender_id]
    board = board_of(fight)
    costs = reachable(fight, defender, evade_paces(fight, defender), 0).costs
    options = [STAY] + [
        Option(f"evade {board.name(square)}", "evade", (square,))
        for square in sorted(costs)
        if square != defender.square
    ]
    option = yield from fight.choose(defender_id, "evade", options, "P4.13", (attacker_id,), STAY.id)
    still = fight.state.characters.get(defender_id)
    if option.kind == "stay" or still is None or not still.standing:
        return
    found = reachable(fight, still, evade_paces(fight, still), 0)
    if option.args[0] not in found.costs:
        return
    way = found.way(option.args[0])
    fight.emit(Evaded(defender_id, still.square, way.squares, way.cost))
    end_strained_holds(fight)


@clause("P4.14")
def counter(fight: Fight, attack: Throw, attack_weapon: Weapon, defender_id: str, item_id: str) -> Procedure:
    """After a won defence both reroll, and a tie is again the defender's; still winning, the riposte lands.

    The reroll lost, the attack still misses. It gives no AP and no other critical than doubled dice.
    """
    attacker, defender = fight.state.characters[attack.roller], fight.state.characters[defender_id]
    again = stance_for(fight, defender, "defence", attack_weapon.ability, attack_weapon)
    held = yield from roll_each(fight, again, "counter", "P4.14")
    if not _both_stand(fight, attack.roller, defender_id):
        return
    pressed_stance = stance_for(fight, attacker, "attack", attack_weapon.ability, attack_weapon)
    pressed = yield from roll_against(fight, pressed_stance, held.total + 1, "counter", "P4.14")
    if not _both_stand(fight, attack.roller, defender_id):
        return
    lands = not wins_contest(pressed.total, held.total)
    fight.emit(CounterRolled(held, pressed, item_id, lands))
    weapon = weapon_in_hand(fight, defender, item_id)
    if lands and weapon is not None:
        yield from riposte(fight, defender_id, attack.roller, item_id, weapon, held.critical)


def _both_stand(fight: Fight, *ids: str) -> bool:
    characters = fight.state.characters
    return all(id_ in characters and characters[id_].standing for id_ in ids)


@clause("P4.14")
def riposte(
    fight: Fight, defender_id: str, attacker_id: str, item_id: str, weapon: Weapon, critical: bool
) -> Procedure:
    """Damage without a modifier. It is no attack: no answer, no Block, no Maneuver; DR counts."""
    about = ("riposte", defender_id, attacker_id, item_id, critical)
    fight.alike(lambda: (about, beyond_the_roll(fight.state)))
    dice = damage_dice(weapon.damage, critical)
    throw = yield from roll_dice(fight, defender_id, dice, ("", 0), "riposte", "P4.14")
    type_ = yield from name_type(fight, defender_id, item_id, weapon, attacker_id)
    if attacker_id in fight.state.characters:
        deal(fight, attacker_id, defender_id, "riposte", throw, type_, "P4.14", critical=critical)
        yield from see_defeats(fight, defender_id, attacker_id)
