"""What a Persona may do in its turn, and why not the rest. Every refusal names its clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from affray.kernel.clauses import clause
from affray.kernel.requests import Option
from affray.systems.d20plus.attack import in_reach
from affray.systems.d20plus.book import LANES, SKILLS, Ability, Hex, LockedOn, Mend, Naming, Quarry
from affray.systems.d20plus.moves import free_cover
from affray.systems.d20plus.reactions import is_ready
from affray.systems.d20plus.scores import is_broken, skill_of_attack, trait_of
from affray.systems.d20plus.setting import distance
from affray.systems.d20plus.state import Fight, Persona, Turn, allies, foes, sheet_of

END = Option("end", "end")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is not allowed, in words, and the clause that says so."""

    text: str
    clause: str


def offered(fight: Fight, persona: Persona, turn: Turn) -> list[Option]:
    """Everything this Persona may do now in its own turn."""
    return [option for option in candidates(fight, persona) if refusal(fight, persona, turn, option) is None]


def refused(fight: Fight, persona: Persona) -> list[tuple[Option, Refusal]]:
    """Everything it might think of and may not do, each with its reason."""
    turn = fight.state.turn
    if turn is None or turn.persona != persona.id:
        return []
    reasons = [(option, refusal(fight, persona, turn, option)) for option in candidates(fight, persona)]
    return [(option, reason) for option, reason in reasons if reason is not None]


def candidates(fight: Fight, persona: Persona) -> Iterator[Option]:
    """Everything a Persona could think of doing, allowed or not, in the order of the panel."""
    enemies = foes(fight, persona)
    friends = allies(fight, persona)
    sheet = sheet_of(fight, persona)
    for weapon in sheet.weapons:
        for foe in enemies:
            yield Option(f"strike {weapon} {foe.id}", "strike", (weapon, foe.id))
    for skill in SKILLS:
        yield Option(f"setup {skill}", "setup", (skill, None))
        for friend in friends:
            yield Option(f"setup {skill} {friend.id}", "setup", (skill, friend.id))
    for ability_id in sheet.abilities:
        ability = fight.book.abilities[ability_id]
        if ability.cost in ("action", "beat"):
            yield from _uses(ability, persona, friends, enemies)
    for skill in SKILLS:
        for foe in enemies:
            yield Option(f"check {skill} {foe.id}", "check", (skill, foe.id))
    yield from _moves(fight, persona)
    for foe in enemies:
        if foe.concealment is not None:
            yield Option(f"locate {foe.id}", "locate", (foe.id,))
    for weapon in persona.exhausted:
        yield Option(f"ready {weapon}", "ready", (weapon,))
    yield Option("beat", "beat")
    yield END


def _uses(ability: Ability, persona: Persona, friends: list[Persona], enemies: list[Persona]) -> Iterator[Option]:
    if ability.target in ("none", "self"):
        yield Option(f"use {ability.id}", "use", (ability.id, None))
    elif ability.target == "ally":
        for friend in [persona, *friends]:
            yield Option(f"use {ability.id} {friend.id}", "use", (ability.id, friend.id))
    else:
        for foe in enemies:
            yield Option(f"use {ability.id} {foe.id}", "use", (ability.id, foe.id))


def _moves(fight: Fight, persona: Persona) -> Iterator[Option]:
    for zone in fight.book.zones:
        if zone != persona.zone:
            yield Option(f"move {zone}", "move", (zone,))
    for cover in fight.book.zones[persona.zone].cover:
        yield Option(f"cover {slug(cover)}", "cover", (cover,))
    yield Option("conceal", "conceal")
    if persona.prone:
        yield Option("stand", "stand")
    if persona.cover is not None:
        yield Option("leave-cover", "leave-cover")


def slug(name: str) -> str:
    """An obstacle's name as part of an option's id."""
    return "-".join(name.lower().split())


def refusal(fight: Fight, persona: Persona, turn: Turn, option: Option) -> Refusal | None:
    """Why this is refused now, or None."""
    if turn.ending or turn.split is None:
        return Refusal("The turn's split is not chosen yet", "D7.1")
    match option.kind:
        case "strike":
            return _no_strike(fight, persona, turn, *option.args)
        case "setup":
            return _no_setup(fight, persona, turn, *option.args)
        case "use":
            return _no_use(fight, persona, turn, *option.args)
        case "check":
            return _no_check(fight, persona, turn, *option.args)
        case "move" | "cover" | "conceal" | "stand":
            return _no_move(fight, persona, turn, option)
        case "locate" | "ready" | "beat":
            return _no_beat(fight, persona, turn, option)
    return None


@clause("D7.2")
def no_action(
    fight: Fight, persona: Persona, turn: Turn, lane: str, skill: str | None, target: str | None
) -> Refusal | None:
    """What every Action needs: one left, a Trait that is not broken, the lane, and another Skill."""
    if turn.actions <= 0:
        return Refusal("No Action is left this turn", "D7.1")
    if skill is not None:
        broken = broken_trait(fight, persona, skill)
        if broken is not None:
            return broken
    return too_slow(persona, lane) or repeats(fight, persona, turn, skill, target)


@clause("D6.10")
def broken_trait(fight: Fight, persona: Persona, skill: str) -> Refusal | None:
    """What needs a Trait at 0 is not offered (D6.4)."""
    trait = trait_of(skill)
    if is_broken(fight, persona, trait):
        return Refusal(f"{trait} is at 0, and {skill} needs it", "D6.4")
    return None


@clause("D9.4")
def too_slow(persona: Persona, lane: str) -> Refusal | None:
    """A Persona's Actions this round may not be slower than its lane; faster is allowed."""
    if persona.lane is not None and LANES.index(lane) > LANES.index(persona.lane):
        return Refusal(f"{lane}, and the lane this round is {persona.lane}", "D9.4")
    return None


@clause("D7.3")
def repeats(
    fight: Fight, persona: Persona, turn: Turn, skill: str | None, target: str | None
) -> Refusal | None:
    """The Actions of a turn may not use the same Skill; an Action without a Skill repeats none (D7.7)."""
    if skill is None or skill not in turn.skills or locked_on(fight, persona, turn, target):
        return None
    return Refusal(f"{skill} was an earlier Action's Skill", "D7.3")


@clause("D7.4")
def locked_on(fight: Fight, persona: Persona, turn: Turn, target: str | None) -> bool:
    """Locked On suspends D7.3 when every Action of the turn targets the designated Quarry."""
    has = any(
        isinstance(fight.book.abilities[id_].effect, LockedOn) for id_ in sheet_of(fight, persona).abilities
    )
    if not has or target is None:
        return False
    quarry = fight.state.personas[target]
    marked = any(mark.kind == "quarry" and mark.owner == persona.id for mark in quarry.marks)
    return marked and all(earlier == target for earlier in turn.targets)


@clause("D9.1")
def lane_of_weapon(fight: Fight, weapon_id: str) -> str:
    """The lane of an attack, as its data says."""
    return fight.book.weapons[weapon_id].lane


@clause("D9.5")
def lane_of_other(ability: Ability | None = None) -> str:
    """Setups, contested checks and [Action] abilities without a lane of their own are Mid."""
    return ability.lane if ability is not None and ability.lane is not None else "Mid"


def _no_strike(fight: Fight, persona: Persona, turn: Turn, weapon_id: str, target_id: str) -> Refusal | None:
    weapon = fight.book.weapons[weapon_id]
    lane = lane_of_weapon(fight, weapon_id)
    reason = no_action(fight, persona, turn, lane, skill_of_attack(weapon), target_id)
    if reason is not None:
        return reason
    if weapon_id in persona.exhausted:
        return Refusal(f"{weapon.name} is exhausted; a Beat readies it", "D11.9")
    target = fight.state.personas[target_id]
    return untargetable(persona, target) or (
        None
        if in_reach(fight, weapon, persona, target)
        else Refusal(
            f"{target.name} is {distance(fight.book, persona.zone, target.zone)}; "
            f"it reaches {' to '.join(dict.fromkeys((weapon.reach[0], weapon.reach[-1])))}",
            "D8.4",
        )
    )


def untargetable(persona: Persona, target: Persona) -> Refusal | None:
    """A target that is Out or concealed cannot be chosen (D4.10, D6.9)."""
    if target.out:
        return Refusal(f"{target.name} is Out", "D6.9")
    if target.concealed_from(persona):
        return Refusal(f"{target.name} is concealed and must be located first", "D8.6")
    return None


def _no_setup(fight: Fight, persona: Persona, turn: Turn, skill: str, ally_id: str | None) -> Refusal | None:
    if skill in turn.refused_setups:
        return Refusal("The GM refused this Skill for a Setup this turn", "D10.6")
    return no_action(fight, persona, turn, lane_of_other(), skill, ally_id)


def _no_check(fight: Fight, persona: Persona, turn: Turn, skill: str, foe_id: str) -> Refusal | None:
    reason = no_action(fight, persona, turn, lane_of_other(), skill, foe_id)
    return reason or untargetable(persona, fight.state.personas[foe_id])


def _no_use(
    fight: Fight, persona: Persona, turn: Turn, ability_id: str, target_id: str | None
) -> Refusal | None:
    ability = fight.book.abilities[ability_id]
    if ability.cost == "action":
        reason = no_action(fight, persona, turn, lane_of_other(ability), ability.skill, target_id)
    else:
        reason = _needs_beat(turn) or (
            broken_trait(fight, persona, ability.skill) if ability.skill is not None else None
        )
    if reason is None and not is_ready(persona, ability):
        reason = Refusal(f"{ability.name} is not ready again yet", "D11.10")
    if reason is None and target_id is not None:
        reason = _no_ability_target(fight, persona, ability, fight.state.personas[target_id])
    return reason


def _no_ability_target(fight: Fight, persona: Persona, ability: Ability, target: Persona) -> Refusal | None:
    reason = untargetable(persona, target)
    if reason is not None:
        return reason
    apart = distance(fight.book, persona.zone, target.zone)
    if apart not in ability.reach:
        return Refusal(f"{target.name} is {apart}, out of its reach", "D8.4")
    effect = ability.effect
    if isinstance(effect, Mend) and target.wounds[effect.trait] == 0:
        return Refusal(f"{target.name} has no {effect.trait} wound", "D6.1")
    if isinstance(effect, (Hex, Naming, Quarry)):
        kind = {Hex: "hex", Naming: "naming", Quarry: "quarry"}[type(effect)]
        if any(mark.kind == kind and mark.owner == persona.id for mark in target.marks):
            return Refusal(f"{target.name} bears it already", "D5.2")
    return None


def _no_move(fight: Fight, persona: Persona, turn: Turn, option: Option) -> Refusal | None:
    if option.kind == "move" and option.args[0] not in fight.book.neighbours(persona.zone):
        return Refusal("A Move is one step, to a neighbouring zone", "D8.3")
    if turn.moves <= 0:
        return Refusal("No Move is left this turn", "D7.1")
    if persona.prone and option.kind != "stand":
        return Refusal("While Prone the only Move is Stand", "D8.7")
    if option.kind == "cover":
        return _no_cover(fight, persona, option.args[0])
    if option.kind == "conceal":
        return may_not_conceal(fight, persona, turn)
    return None


def _no_cover(fight: Fight, persona: Persona, cover: str) -> Refusal | None:
    if persona.cover == cover:
        return Refusal("Already behind it", "D8.5")
    if cover not in free_cover(fight, persona):
        return Refusal("It hides somebody already", "D8.5")
    return None


@clause("D8.9")
def may_not_conceal(fight: Fight, persona: Persona, turn: Turn) -> Refusal | None:
    """No concealment in a turn after one's own attack, and none with Body at 0 (D6.10)."""
    if is_broken(fight, persona, "Body"):
        return Refusal("Body is at 0, and vanishing is a Grace check", "D6.10")
    if turn.attacked and not fight.rulings.conceal_after_attack:
        return Refusal("No vanishing in a turn after the own attack", "D8.9")
    return None


@clause("D7.5")
def _needs_beat(turn: Turn) -> Refusal | None:
    """Up to two Beats a turn, at any time, exempt from the No-Repeat rule."""
    return Refusal("No Beat is left this turn", "D7.5") if turn.beats <= 0 else None


def _no_beat(fight: Fight, persona: Persona, turn: Turn, option: Option) -> Refusal | None:
    reason = _needs_beat(turn)
    if reason is None and option.kind == "locate":
        reason = broken_trait(fight, persona, "Sense")
    return reason


def open_lanes(fight: Fight, persona: Persona) -> list[str]:
    """Lanes in which some Action is open to the Persona (D9.5); Setups and checks keep Mid open."""
    lanes = []
    for lane in LANES:
        if lane != "Fast" or _has_fast_action(fight, persona):
            lanes.append(lane)
    return lanes


def _has_fast_action(fight: Fight, persona: Persona) -> bool:
    sheet = sheet_of(fight, persona)
    skills = [
        skill_of_attack(fight.book.weapons[id_]) for id_ in sheet.weapons if lane_of_weapon(fight, id_) == "Fast"
    ]
    for id_ in sheet.abilities:
        ability = fight.book.abilities[id_]
        if ability.cost == "action" and lane_of_other(ability) == "Fast":
            if ability.skill is None:
                return True
            skills.append(ability.skill)
    return any(broken_trait(fight, persona, skill) is None for skill in skills)
