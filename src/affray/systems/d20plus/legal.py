"""What a Persona may do in its turn, and why not the rest. Every refusal names its clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Option
from affray.systems.d20plus.attack import in_reach
from affray.systems.d20plus.book import LANES, SKILLS, Ability, Hex, LockedOn, Mend, Naming, Quarry, Weapon
from affray.systems.d20plus.moves import free_cover
from affray.systems.d20plus.reactions import is_ready
from affray.systems.d20plus.scores import is_broken, skill_of_attack, trait_of
from affray.systems.d20plus.setting import distance
from affray.systems.d20plus.state import Fight, Persona, Turn, allies, foes, sheet_of

END = Option("end", "end")
BEAT = Option("beat", "beat")
CONCEAL = Option("conceal", "conceal")
STAND = Option("stand", "stand")
LEAVE_COVER = Option("leave-cover", "leave-cover")


NO_ACTION_LEFT = Reason("Actions spent", "D7.1")
NO_MOVE_LEFT = Reason("Moves spent", "D7.1")
NO_BEAT_LEFT = Reason("Beats spent", "D7.5")


@dataclass(slots=True)
class Group:
    """Options that stand or fall together: `refusal` refuses all of them, `own` each for itself."""

    refusal: Reason | None
    options: Sequence[Option]
    own: Callable[[Option], Reason | None] | None = None


def offered(fight: Fight, persona: Persona, turn: Turn) -> list[Option]:
    """Everything this Persona may do now in its own turn."""
    options: list[Option] = []
    for group in groups(fight, persona, turn, refused_too=False):
        if group.refusal is not None:
            continue
        if group.own is None:
            options.extend(group.options)
        else:
            own = group.own
            options.extend([option for option in group.options if own(option) is None])
    return options


def judged(fight: Fight, persona: Persona, turn: Turn) -> Iterator[tuple[Option, Reason | None]]:
    """Everything a Persona could think of, each with the reason why not, or None."""
    for group in groups(fight, persona, turn):
        for option in group.options:
            own = group.own(option) if group.own is not None and group.refusal is None else None
            yield option, group.refusal or own


def refused(fight: Fight, persona: Persona) -> list[tuple[Option, Reason]]:
    """Everything it might think of and may not do, each with its reason."""
    turn = fight.state.turn
    if turn is None or turn.persona != persona.id:
        return []
    return [(option, reason) for option, reason in judged(fight, persona, turn) if reason is not None]


@lru_cache(maxsize=10_000)
def toward(kind: str, what: str, targets: tuple[str | None, ...]) -> tuple[Option, ...]:
    """One option for each target. Those of a turn are the same again and again, so they are kept."""
    return tuple(
        Option(f"{kind} {what} {target}" if target else f"{kind} {what}", kind, (what, target))
        for target in targets
    )


@lru_cache(maxsize=10_000)
def options_of(kind: str, whats: tuple[str, ...]) -> tuple[Option, ...]:
    """One option for each of these."""
    return tuple(Option(f"{kind} {what}", kind, (what,)) for what in whats)


def groups(fight: Fight, persona: Persona, turn: Turn, refused_too: bool = True) -> list[Group]:
    """Everything a Persona could think of doing, allowed or not, in the order of the panel.

    Without `refused_too` nothing is looked at that is refused as a whole: Actions with none left, zones
    further than a step.
    """
    found: list[Group] = []
    unseen = {foe.id: untargetable(persona, foe) for foe in foes(fight, persona)}
    enemies = tuple(unseen)
    acts = refused_too or no_action_left(turn) is None
    lane = lane_of_other()
    by_skill = {skill: no_action(fight, persona, turn, lane, skill) for skill in SKILLS} if acts else {}
    if acts:
        found += _strikes(fight, persona, turn, enemies)
        found += _setups(fight, persona, turn, by_skill)
    found += _uses(fight, persona, turn, enemies)
    if acts:
        found += _checks(fight, persona, turn, by_skill, unseen)
    found += _moves(fight, persona, turn, refused_too)
    found += _beats(fight, persona, turn)
    found.append(Group(None, (END,)))
    return found


# Actions


@clause("D7.2")
def no_action(fight: Fight, persona: Persona, turn: Turn, lane: str, skill: str | None) -> Reason | None:
    """What every Action needs: one that is left, a Trait that is not broken, and the lane."""
    broken = broken_trait(fight, persona, skill) if skill is not None else None
    return no_action_left(turn) or broken or too_slow(persona, lane)


@clause("D7.1")
def no_action_left(turn: Turn) -> Reason | None:
    """The split's Actions are all there are."""
    return NO_ACTION_LEFT if turn.actions <= 0 else None


@clause("D6.10")
def broken_trait(fight: Fight, persona: Persona, skill: str) -> Reason | None:
    """What needs a Trait at 0 is not offered (D6.4)."""
    trait = trait_of(skill)
    if is_broken(fight, persona, trait):
        return Reason("Trait broken", "D6.4", (trait, skill))
    return None


@clause("D9.4")
def too_slow(persona: Persona, lane: str) -> Reason | None:
    """A Persona's Actions this round may not be slower than its lane; faster is allowed."""
    if persona.lane is not None and LANES.index(lane) > LANES.index(persona.lane):
        return Reason("too slow", "D9.4", (lane, persona.lane))
    return None


@clause("D7.3")
def repeats(
    fight: Fight, persona: Persona, turn: Turn, skill: str | None, target: str | None
) -> Reason | None:
    """The Actions of a turn may not use the same Skill; an Action without a Skill repeats none (D7.7)."""
    if skill is None or not is_used(turn, skill) or locked_on(fight, persona, turn, skill, target):
        return None
    return Reason("Skill repeated", "D7.3", (skill,))


def is_used(turn: Turn, skill: str) -> bool:
    """Whether an Action of this turn has used a Skill already."""
    return skill in turn.skills


@clause("D7.4")
def locked_on(fight: Fight, persona: Persona, turn: Turn, skill: str, target: str | None) -> bool:
    """Locked On suspends D7.3 when both Actions of the Skill target the designated Quarry."""
    abilities = (fight.book.abilities[id_] for id_ in sheet_of(fight, persona).abilities)
    if target is None or not any(isinstance(ability.effect, LockedOn) for ability in abilities):
        return False
    quarry = fight.state.personas[target]
    marked = any(mark.kind == "quarry" and mark.owner == persona.id for mark in quarry.marks)
    earlier = [at for used, at in zip(turn.skills, turn.targets, strict=True) if used == skill]
    return marked and all(at == target for at in earlier)


@clause("D9.1")
def lane_of_weapon(fight: Fight, weapon_id: str) -> str:
    """The lane of an attack, as its data says."""
    return fight.book.weapons[weapon_id].lane


@clause("D9.5")
def lane_of_other(ability: Ability | None = None) -> str:
    """Setups, contested checks and [Action] abilities without a lane of their own are Mid."""
    return ability.lane if ability is not None and ability.lane is not None else "Mid"


@clause("D8.6", "D6.9")
def untargetable(persona: Persona, target: Persona) -> Reason | None:
    """A target that is Out or concealed cannot be chosen (D4.10, D6.9)."""
    if target.out:
        return Reason("Out", "D6.9", (target.name,))
    if target.concealed_from(persona):
        return Reason("concealed", "D8.6", (target.name,))
    return None


def _strikes(fight: Fight, persona: Persona, turn: Turn, enemies: tuple[str, ...]) -> list[Group]:
    found: list[Group] = []
    for weapon_id in sheet_of(fight, persona).weapons:
        weapon = fight.book.weapons[weapon_id]
        skill = skill_of_attack(weapon)
        reason = no_action(fight, persona, turn, lane_of_weapon(fight, weapon_id), skill)
        if reason is None and weapon_id in persona.exhausted:
            reason = Reason("weapon exhausted", "D11.9", (weapon.name,))
        found.append(
            Group(
                reason,
                toward("strike", weapon_id, enemies),
                partial(_no_strike, fight, persona, turn, weapon),
            )
        )
    return found


def _no_strike(fight: Fight, persona: Persona, turn: Turn, weapon: Weapon, option: Option) -> Reason | None:
    target = fight.state.personas[option.args[1]]
    reason = repeats(fight, persona, turn, skill_of_attack(weapon), target.id) or untargetable(
        persona, target
    )
    if reason is None and not in_reach(fight, weapon, persona, target):
        apart = distance(fight.book, persona.zone, target.zone)
        reason = Reason("weapon's reach", "D8.4", (target.name, apart, *weapon.reach))
    return reason


@clause("D10.4")
def _setups(fight: Fight, persona: Persona, turn: Turn, by_skill: Mapping[str, Reason | None]) -> list[Group]:
    """A Setup is for oneself or for an ally that is not Out, at any distance."""
    found: list[Group] = []
    holders = (None, *[friend.id for friend in allies(fight, persona)])
    for skill, reason in by_skill.items():
        if skill in turn.refused_setups:
            reason = Reason("Setup refused", "D10.6")
        # A Setup has no foe for its target, so Locked On cannot help it.
        reason = reason or repeats(fight, persona, turn, skill, None)
        found.append(Group(reason, toward("setup", skill, holders)))
    return found


def _checks(
    fight: Fight,
    persona: Persona,
    turn: Turn,
    by_skill: Mapping[str, Reason | None],
    unseen: Mapping[str, Reason | None],
) -> list[Group]:
    found: list[Group] = []
    enemies, hidden = tuple(unseen), any(unseen.values())

    def own(option: Option) -> Reason | None:
        return repeats(fight, persona, turn, *option.args) or unseen[option.args[1]]

    for skill, reason in by_skill.items():
        # With a fresh Skill and nobody hidden no single one can be refused.
        single = own if hidden or is_used(turn, skill) else None
        found.append(Group(reason, toward("check", skill, enemies), single))
    return found


def _uses(fight: Fight, persona: Persona, turn: Turn, enemies: tuple[str, ...]) -> list[Group]:
    found: list[Group] = []
    for ability_id in sheet_of(fight, persona).abilities:
        ability = fight.book.abilities[ability_id]
        if ability.cost not in ("action", "beat"):
            continue
        if ability.cost == "action":
            reason = no_action(fight, persona, turn, lane_of_other(ability), ability.skill)
        else:
            reason = needs_beat(turn)
            if reason is None and ability.skill is not None:
                reason = broken_trait(fight, persona, ability.skill)
        if reason is None and not is_ready(persona, ability):
            reason = Reason("not ready", "D11.10", (ability.name,))
        targets: tuple[str | None, ...] = (None,)
        if ability.target == "ally":
            targets = (persona.id, *[friend.id for friend in allies(fight, persona)])
        elif ability.target == "foe":
            targets = enemies
        found.append(
            Group(
                reason,
                toward("use", ability_id, targets),
                lambda option: _no_use(fight, persona, turn, *option.args),
            )
        )
    return found


def _no_use(
    fight: Fight, persona: Persona, turn: Turn, ability_id: str, target_id: str | None
) -> Reason | None:
    ability, target = fight.book.abilities[ability_id], fight.state.personas[target_id or persona.id]
    if ability.cost == "action":
        reason = repeats(fight, persona, turn, ability.skill, target_id)
        if reason is not None:
            return reason
    return untargetable(persona, target) or _no_ability_target(fight, persona, ability, target)


def _no_ability_target(fight: Fight, persona: Persona, ability: Ability, target: Persona) -> Reason | None:
    apart = distance(fight.book, persona.zone, target.zone)
    if target is not persona and apart not in ability.reach:
        return Reason("ability's reach", "D8.4", (target.name, apart))
    effect = ability.effect
    if isinstance(effect, Mend) and target.wounds[effect.trait] == 0:
        return Reason("no wound", "D6.1", (target.name, effect.trait))
    if isinstance(effect, (Hex, Naming, Quarry)):
        borne = any(mark.kind == effect.kind and mark.owner == persona.id for mark in target.marks)
        if borne:
            return Reason("marked already", "D5.2", (target.name,))
    return None


# Moves


def _moves(fight: Fight, persona: Persona, turn: Turn, refused_too: bool) -> list[Group]:
    found: list[Group] = []
    spent = NO_MOVE_LEFT if turn.moves <= 0 else None
    prone = Reason("only Stand", "D8.7") if persona.prone else None
    near = fight.book.board.neighbours(persona.zone)
    found.append(Group(spent or prone, options_of("move", near)))
    if refused_too:
        far = tuple([zone for zone in fight.book.zones if zone != persona.zone and zone not in near])
        found.append(Group(Reason("one step", "D8.3"), options_of("move", far)))
    covers = fight.book.zones[persona.zone].cover
    if covers:
        free = free_cover(fight, persona)
        found.append(
            Group(
                spent or prone,
                _covers(tuple(covers)),
                lambda option: _no_cover(persona, free, option.args[0]),
            )
        )
    found.append(Group(spent or prone or may_not_conceal(fight, persona, turn), (CONCEAL,)))
    if persona.prone:
        found.append(Group(spent, (STAND,)))
    if persona.cover is not None:
        found.append(Group(None, (LEAVE_COVER,)))
    return found


@lru_cache(maxsize=1_000)
def _covers(covers: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(Option(f"cover {slug(cover)}", "cover", (cover,)) for cover in covers)


def slug(name: str) -> str:
    """An obstacle's name as part of an option's id."""
    return "-".join(name.lower().split())


def _no_cover(persona: Persona, free: list[str], cover: str) -> Reason | None:
    if persona.cover == cover:
        return Reason("behind it", "D8.5")
    if cover not in free:
        return Reason("cover taken", "D8.5")
    return None


@clause("D8.9")
def may_not_conceal(fight: Fight, persona: Persona, turn: Turn) -> Reason | None:
    """No concealment in a turn after one's own attack, and none with Body at 0 (D6.10)."""
    if is_broken(fight, persona, "Body"):
        return Reason("Grace broken", "D6.10")
    if turn.attacked and not fight.rulings.conceal_after_attack:
        return Reason("attacked before", "D8.9")
    return None


# Beats


@clause("D7.5")
def needs_beat(turn: Turn) -> Reason | None:
    """Up to two Beats a turn, at any time, exempt from the No-Repeat rule."""
    return NO_BEAT_LEFT if turn.beats <= 0 else None


def _beats(fight: Fight, persona: Persona, turn: Turn) -> list[Group]:
    found: list[Group] = []
    spent = needs_beat(turn)
    hidden = tuple([foe.id for foe in foes(fight, persona) if foe.concealment is not None])
    if hidden:
        found.append(Group(spent or broken_trait(fight, persona, "Sense"), options_of("locate", hidden)))
    found.append(Group(spent, options_of("ready", tuple(persona.exhausted))))
    found.append(Group(spent, (BEAT,)))
    return found


# Lanes


def closed_lane(lane: str) -> Reason:
    """Why a lane is not open."""
    return Reason("lane closed", "D9.5", (lane,))


@clause("D9.5")
def open_lanes(fight: Fight, persona: Persona) -> list[str]:
    """Lanes in which some Action is open to the Persona, or that the GM opened.

    Setups and checks keep Mid open, and so Slow.
    """
    fast = persona.opened_lane == "Fast" or _has_fast_action(fight, persona)
    return [lane for lane in LANES if lane != "Fast" or fast]


def _has_fast_action(fight: Fight, persona: Persona) -> bool:
    sheet = sheet_of(fight, persona)
    skills: list[str | None] = [
        skill_of_attack(fight.book.weapons[id_])
        for id_ in sheet.weapons
        if lane_of_weapon(fight, id_) == "Fast"
    ]
    for id_ in sheet.abilities:
        ability = fight.book.abilities[id_]
        if ability.cost == "action" and lane_of_other(ability) == "Fast" and _ready_in_time(persona, ability):
            skills.append(ability.skill)
    return any(skill is None or broken_trait(fight, persona, skill) is None for skill in skills)


def _ready_in_time(persona: Persona, ability: Ability) -> bool:
    """Whether it is ready once the Persona's next turn has begun."""
    return persona.cooldowns.get(ability.id, 0) <= persona.turns_begun + 1
