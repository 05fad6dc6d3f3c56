"""What a creature may do in its turn: every option that is there, with the reason where one is refused."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Option, Question
from affray.systems.sunder import conditions, costs, equipment, hand, movement, specials, strikes, surges
from affray.systems.sunder.aims import aims, skills_for
from affray.systems.sunder.book import Ability, Half
from affray.systems.sunder.names import SKILLS, Side
from affray.systems.sunder.played import played_of
from affray.systems.sunder.state import Creature, Scene, Turn

END = Option("end", "end")
SIDES: tuple[Side, ...] = ("top", "bottom")
Judged = list[tuple[Option, Reason | None]]
"""Options in order, each with why it is refused, or None where it is on offer."""


def offered(scene: Scene, creature: Creature, turn: Turn) -> list[Option]:
    """The options of a turn that are on offer."""
    return [option for option, why in judged(scene, creature, turn) if why is None]


def refused(scene: Scene, creature: Creature, turn: Turn) -> Judged:
    """The options of a turn that are refused, with the reason."""
    return [(option, why) for option, why in judged(scene, creature, turn) if why is not None]


@clause("S5.1", "S5.5")
def judged(scene: Scene, creature: Creature, turn: Turn) -> Judged:
    """Everything a creature could do now: halves, defaults, the rest of a Movement, Surges, the end."""
    found: Judged = []
    group = bool(turn.group)
    for ability in hand.action_cards(scene, creature):
        for side in SIDES:
            found += half_options(scene, creature, turn, ability, side)
    if group and not turn.plays:
        found += [(option, None) for option in goals(scene)]
    if not group:
        found += default_attacks(scene, creature, turn)
    found += default_moves(scene, creature, turn)
    found += going_on(scene, creature, turn)
    for card_id, _ in surges.cards_of(scene, creature):
        found.append(
            (Option(f"surge {card_id}", "surge", (card_id,)), surges.why_not(scene, creature, card_id))
        )
    found += [
        (Option(f"drop {one.number}", "drop", (one.number,)), None)
        for one in scene.state.running
        if one.owner == creature.id
    ]
    found += [
        (Option(f"refill {one.id}", "refill", (one.id,)), None)
        for one in equipment.refill_options(scene, creature)
    ]
    return [*found, (END, None)]


# Halves


@lru_cache(maxsize=20_000)
def option_of(
    ability: str, side: Side, card: str = "", weapon: str = "", skill: str = "", target: str = ""
) -> Option:
    """The option of a half with its choices, by ids. They are the same again and again, so they are kept."""
    parts = [ability, side, *(part for part in (card, weapon, skill, target) if part)]
    return Option(" ".join(parts), "half", (ability, side, card, weapon, skill, target))


def half_options(scene: Scene, creature: Creature, turn: Turn, ability: Ability, side: Side) -> Judged:
    """A half with everything it can be aimed at; where the half itself is refused, that alone."""
    half = hand.half_of(ability, side)
    if half is None:
        return []
    why = why_not_half(scene, creature, turn, ability, side, half)
    if why is not None:
        return [(option_of(ability.id, side), why)]
    found = aimed_options(scene, creature, ability, side, half)
    return found or [(option_of(ability.id, side), Reason("nothing in reach", "S11.2", (half.name,)))]


def aimed_options(scene: Scene, creature: Creature, ability: Ability, side: Side, half: Half) -> Judged:
    """Every way to play a half: by Option Card, weapon, target and Skill."""
    if half.options:
        cards = [(one.id, one.half) for one in hand.options_of(scene, ability)]
    else:
        cards = [("", half)]
    found: Judged = []
    for card, way in cards:
        for weapon, target, reason in aims(scene, creature, way):
            skills = skills_for(scene, creature, way, target)
            # Of several Skills each is a way of its own; a refused aim is told once.
            for skill in skills if reason is None else skills[:1]:
                option = option_of(ability.id, side, card, weapon, skill, target)
                found.append((option, reason or too_dear(scene, creature, option)))
    return found


def ways_of(scene: Scene, creature: Creature, option: Option) -> list[Option]:
    """The ways to play a half that was refused as a whole, were it not."""
    if option.kind != "half":
        return []
    ability, side = hand.card(scene, option.args[0]), option.args[1]
    half = hand.half_of(ability, side)
    if half is None:
        return []
    aimed = aimed_options(scene, creature, ability, side, half)
    return [way for way, why in aimed if why is None and is_complete(scene, creature, way)]


def too_dear(scene: Scene, creature: Creature, option: Option) -> Reason | None:
    """Why the cost of a half cannot be paid."""
    played = played_of(scene, creature.id, option)
    return costs.why_not_pay(creature, specials.costs_of(scene, played))


@clause("S5.13", "S4.13", "S10.5", "S10.6")
def why_not_half(
    scene: Scene, creature: Creature, turn: Turn, ability: Ability, side: Side, half: Half
) -> Reason | None:
    """Why a half cannot be played at all: how the card lies, the group, Conditions."""
    if half.special in ("narrate", "flavor"):
        key = "only in a group" if half.special == "narrate" else "flavor later"
        return Reason(key, "S5.12" if half.special == "flavor" else "S5.13")
    why = hand.why_not_half(scene, creature, turn, ability.id, side)
    if why is not None:
        return why
    if turn.group and not turn.plays and (side != "top" or not (half.skills or half.attack or half.options)):
        return Reason("group needs a Test", "S4.13")
    if side == "bottom" and creature.has("Slowed"):
        return Reason("Slowed", "S10.5", (creature.name,))
    if half.special == "move through":
        return movement.cannot_move(creature, default=False)
    return why_not_use(scene, creature, half)


@clause("S10.8", "S14.4", "S9.9")
def why_not_use(scene: Scene, creature: Creature, half: Half) -> Reason | None:
    """What keeps a creature from it: silence, no free hand, Distracted, its Surge used."""
    if half.sound and (why := conditions.cannot_sound(creature)) is not None:
        return why
    if half.magick and half.skills and not has_hand_for_magick(scene, creature):
        return Reason("no free hand", "S14.4", (creature.name,))
    if half.concentration:
        if creature.has("Distracted"):
            return Reason("Distracted", "S10.8", (creature.name,))
        keeps = any(one.owner == creature.id and one.concentration for one in scene.state.running)
        if keeps and creature.surge:
            return Reason("Surge used", "S6.8", (surges.name_of(scene, creature, creature.surge),))
    return None


@clause("S14.4")
def has_hand_for_magick(scene: Scene, creature: Creature) -> bool:
    """A Spell needs a free hand; a weapon that one hand holds leaves the other."""
    return equipment.has_free_hand(scene, creature)


# Defaults, and what goes on


@clause("S5.7")
def default_attacks(scene: Scene, creature: Creature, turn: Turn) -> Judged:
    """In place of a top: one weapon or unarmed attack with Force at somebody Here."""
    why = why_no_default(scene, creature, turn, "top")
    if why is not None:
        return [(Option("default top", "default", ("top", "", "")), why)]
    return [
        (Option(f"default top {weapon or 'unarmed'} {target}", "default", ("top", weapon, target)), None)
        for weapon, target in strikes.attacks(scene, creature, default=True)
    ]


@clause("S5.7", "S10.5")
def default_moves(scene: Scene, creature: Creature, turn: Turn) -> Judged:
    """In place of a bottom: move up to Close."""
    why = why_no_default(scene, creature, turn, "bottom") or movement.cannot_move(creature, default=True)
    if turn.group and not turn.plays:
        why = Reason("group needs a Test", "S4.13")
    if why is not None:
        return [(Option("default bottom", "default", ("bottom", "", "")), why)]
    tiles = movement.budget(scene, creature, "Close")
    return [
        (Option(f"default bottom {zone}", "default", ("bottom", "", zone)), reason)
        for zone, reason in movement.why_not_each(scene, creature, tiles, False)
    ]


@clause("S5.7")
def why_no_default(scene: Scene, creature: Creature, turn: Turn, side: Side) -> Reason | None:
    """A default needs a card whose half could be played: it counts as used."""
    if any(_spendable(scene, creature, turn, side)):
        return None
    some = hand.action_cards(scene, creature)[0]
    return hand.why_not_half(scene, creature, turn, some.id, side) or Reason("no card left", "S5.7", (side,))


@clause("S5.7")
def cards_to_spend(scene: Scene, creature: Creature, turn: Turn, side: Side) -> list[str]:
    """The cards of which this half may be swapped for the default, the least useful, Narrate, first."""
    return sorted(_spendable(scene, creature, turn, side), key=lambda id_: id_ != "narrate")


def _spendable(scene: Scene, creature: Creature, turn: Turn, side: Side) -> Iterator[str]:
    for ability in hand.action_cards(scene, creature):
        exists = hand.half_of(ability, side) is not None
        if exists and hand.why_not_half(scene, creature, turn, ability.id, side) is None:
            yield ability.id


@clause("S5.2")
def going_on(scene: Scene, creature: Creature, turn: Turn) -> Judged:
    """The rest of a Movement, as long as no other half has begun."""
    if turn.steps_left <= 0:
        return []
    ways = movement.reachable(scene, creature, turn.steps_left, turn.through)
    return [(Option(f"go on {zone}", "go on", (zone,)), None) for zone in ways]


@clause("S4.12", "S9.13")
def goals(scene: Scene) -> Iterator[Option]:
    """The Countdowns that a group may work on, with the Skills for it."""
    for start in scene.book.scenario.countdown:
        countdown = scene.state.countdowns.get(start.id)
        if countdown is not None and not countdown.decided:
            for skill in start.skills or SKILLS:
                yield Option(f"goal {start.id} {skill}", "goal", (start.id, skill))


# Why not


def is_complete(scene: Scene, creature: Creature, option: Option) -> bool:
    """Whether an option says all it needs, and is not a half that was refused as a whole."""
    if option.kind == "default":
        return bool(option.args[2])
    if option.kind != "half":
        return True
    played = played_of(scene, creature.id, option)
    half = played.half
    if half.special in ("narrate", "flavor") or (half.options and not played.option):
        return False
    wants_target = half.attack is not None or half.target not in ("self", "none")
    wants_target = wants_target or half.special in ("operate", "search", "resist again", "move through")
    wants_skill = bool(half.skills) or half.special == "operate"
    wants = (
        (wants_target, played.target),
        (wants_skill, played.skill),
        (half.special == "exchange", played.weapon),
    )
    return all(bool(given) or not wanted for wanted, given in wants)


def why_not(scene: Scene, question: Question, option_id: str) -> Reason:
    """Why an option is not on offer: what the rules say of it, or that it is no answer here."""
    turn = scene.state.turn
    if question.kind == "turn" and turn is not None and turn.creature in scene.state.creatures:
        creature = scene.state.creatures[turn.creature]
        denied = {option.id: why for option, why in refused(scene, creature, turn)}
        # A half that is refused as a whole is listed without what it could be aimed at.
        whole = " ".join(option_id.split(" ")[:2])
        why = denied.get(option_id) or denied.get(whole)
        if why is not None:
            return why
    return Reason("not offered", question.clause, (option_id,))
