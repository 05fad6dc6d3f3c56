"""Reactions: what Traits, running cards and armor let their owners do about an event (S7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from affray.kernel.clauses import clause
from affray.kernel.requests import Choose, Option, Procedure
from affray.systems.sunder import conditions, costs, effects, equipment
from affray.systems.sunder.aim import Aim
from affray.systems.sunder.book import Reaction
from affray.systems.sunder.events import ReactionTaken, SequenceUsed, SlotsUsed
from affray.systems.sunder.happening import Happening
from affray.systems.sunder.movement import near
from affray.systems.sunder.names import MIXED, SUCCESS, is_physical
from affray.systems.sunder.state import Creature, Running, Scene, sheet_of

NO = Option("no", "no")


@dataclass(frozen=True, slots=True)
class Source:
    """Where a Reaction comes from: a Trait, or a card that runs."""

    id: str
    name: str
    reaction: Reaction
    running: int = 0


@clause("S7.1", "S7.2")
def sources_of(scene: Scene, creature: Creature) -> list[Source]:
    """Every Trait and running card of a creature that names a trigger."""
    found = []
    for id_ in sheet_of(scene, creature).abilities:
        ability = scene.book.abilities[id_]
        if ability.activation == "trait" and ability.reaction is not None:
            found.append(Source(id_, ability.name, ability.reaction))
    for running in scene.state.running:
        if running.owner == creature.id and running.reaction is not None:
            source = f"running {running.number}"
            found.append(Source(source, running.name, running.reaction, running.number))
    return found


@clause("S7.3", "S7.6", "S4.15")
def is_spent(scene: Scene, creature: Creature, source: Source) -> bool:
    """Each source once a round, from own turn to own turn; or once in every turn where it says so."""
    return used_as(scene, source) in creature.reacted


def used_as(scene: Scene, source: Source) -> str:
    """How the use of a source is remembered."""
    return f"{source.id} @{scene.state.turns}" if source.reaction.per == "turn" else source.id


def answers(scene: Scene, creature: Creature, source: Source, happening: Happening) -> bool:
    """Whether an event is the trigger of a source: its kind, Potential and distance."""
    reaction = source.reaction
    if happening.trigger not in reaction.triggers:
        return False
    if reaction.potential is not None and reaction.potential != happening.potential:
        return False
    physical = not _is_mental(happening)
    if reaction.only != "any" and happening.potential and physical != (reaction.only == "physical"):
        return False
    place = happening.subject if happening.trigger == "ally targeted" else happening.by
    return place == creature.id or near(scene, creature.id, place, reaction.band)


@clause("S7.2", "S7.3", "S7.7", "S7.10")
def options_for(scene: Scene, id_: str, happening: Happening) -> list[Option]:
    """What a creature could do about an event: one of its sources, or its armor (S14.7)."""
    creature = scene.state.creatures.get(id_)
    if creature is None or not creature.conscious:
        return []
    found = []
    for source in sources_of(scene, creature):
        on_self = all(one.on == "self" for one in source.reaction.effects)
        physical = source.reaction.only == "physical" or not _is_mental(happening)
        if (
            answers(scene, creature, source, happening)
            and not is_spent(scene, creature, source)
            and conditions.cannot_react(creature, physical, on_self) is None
            and costs.why_not_pay(creature, source.reaction.cost) is None
            and not harms_a_friend(scene, creature, source, happening)
        ):
            found.append(Option(f"react {source.id}", "react", (source.id,)))
    if conditions.cannot_react(creature, True, True) is None:
        found += armor_options(scene, creature, happening)
        found += stand_fast_options(scene, creature, happening)
    return found


HARMS = ("damage", "stress", "marks", "push", "condition")
"""Effects that do others harm."""


@clause("S10.8")
def harms_a_friend(scene: Scene, creature: Creature, source: Source, happening: Happening) -> bool:
    """Charmed: no harm to the charmer, by a Reaction either."""
    other = scene.state.creatures.get(happening.by)
    if other is None or other is creature or conditions.cannot_harm(scene, creature, other) is None:
        return False
    return any(one.kind in HARMS and one.on != "self" for one in source.reaction.effects)


def _is_mental(happening: Happening) -> bool:
    return bool(happening.potential) and not is_physical(happening.potential)  # type: ignore[arg-type]


@clause("S14.7", "S14.8")
def armor_options(scene: Scene, creature: Creature, happening: Happening) -> list[Option]:
    """Protection Slots for Physical Stress, as many as wished; a Light one against an attack's roll."""
    if _is_mental(happening) or not happening.potential or happening.subject != creature.id:
        return []
    found = []
    for armor in equipment.armors(scene, creature):
        left = equipment.slots_left(scene, creature, armor.id)
        if happening.trigger == "incoming stress":
            found += [
                Option(f"armor {armor.id} {count}", "armor", (armor.id, count))
                for count in range(1, min(left, happening.amount) + 1)
            ]
        elif happening.trigger == "targeted" and happening.target and armor.light and left:
            # Only an attack has a target that Reactions could change, and a roll to make harder (S14.7).
            found.append(Option(f"dodge {armor.id}", "dodge", (armor.id,)))
    return found


@clause("S5.12", "S5.14")
def stand_fast_options(scene: Scene, creature: Creature, happening: Happening) -> list[Option]:
    """Endure: an own Test whose level is known counts as a Success; a natural Miff stays."""
    if happening.trigger != "own test" or happening.subject != creature.id:
        return []
    if happening.level >= SUCCESS or (happening.natural and happening.level < MIXED):
        return []
    track = creature.tracks["Nerve"]
    return [
        Option(f"react running {one.number}", "react", (f"running {one.number}",))
        for one in scene.state.running
        if one.owner == creature.id and one.special == "stand fast" and track.spent < track.score
    ]


@clause("S7.4", "S7.5", "S7.8")
def offer(scene: Scene, happening: Happening, responders: Sequence[str]) -> Procedure:
    """Each may react once to this event: players first as they declare, then adversaries in order."""
    creatures = scene.state.creatures
    waiting = [id_ for id_ in responders if id_ in creatures and creatures[id_].player]
    while waiting:
        choices = [
            Choose(id_, "react", (NO, *options), "S7.4", about_of(happening), NO.id)
            for id_ in waiting
            if (options := options_for(scene, id_, happening))
        ]
        answer = yield from scene.window(choices, "S7.8")
        if answer is None:
            break
        waiting.remove(answer[0])
        yield from take(scene, answer[0], happening, answer[1])
    for id_ in [one for one in responders if one in creatures and not creatures[one].player]:
        options = options_for(scene, id_, happening)
        if options:
            option = yield from scene.choose(id_, "react", (NO, *options), "S7.4", about_of(happening), NO.id)
            if option.id != NO.id:
                yield from take(scene, id_, happening, option)


def about_of(happening: Happening) -> tuple[str | int, ...]:
    """What the question tells: trigger, by whom, to whom, what, in which Potential, how much."""
    return (
        happening.trigger,
        happening.by,
        happening.subject,
        happening.about,
        happening.potential,
        happening.amount,
    )


@clause("S7.2", "S7.7", "S7.8")
def take(scene: Scene, id_: str, happening: Happening, option: Option) -> Procedure:
    """Carry a Reaction out, if it still can be."""
    if option not in options_for(scene, id_, happening):
        return
    if option.kind in ("armor", "dodge"):
        use_armor(scene, id_, happening, option)
        return
    running = next((one for one in scene.state.running if f"running {one.number}" == option.args[0]), None)
    if running is not None and running.special == "stand fast":
        yield from stand_fast(scene, id_, happening, running)
        return
    creature = scene.state.creatures[id_]
    source = next(one for one in sources_of(scene, creature) if one.id == option.args[0])
    used = used_as(scene, source)
    scene.emit(ReactionTaken(id_, used, source.name, happening.trigger, happening.by))
    yield from costs.pay(scene, id_, source.reaction.cost, source.name)
    value = running.value if running is not None else 0
    if running is not None:
        count_use(scene, running)
    aim = Aim(
        id_,
        source.name,
        source.id,
        targets=[happening.by if happening.by != id_ else happening.subject],
        other=happening.by,
        happening=happening,
        value=value,
    )
    if id_ in scene.state.creatures and scene.state.creatures[id_].conscious:
        yield from effects.apply(scene, aim, source.reaction.effects)
        yield from effects.answer_harm(scene, aim)


@clause("S9.7", "S9.8")
def count_use(scene: Scene, running: Running) -> None:
    """A Sequence goes up by 1 after a use; past its maximum it ends."""
    if not running.die:
        return
    scene.emit(SequenceUsed(running.number, running.owner, running.name, running.value, running.die))
    if running.value > running.die:
        conditions.end_running(scene, running, "Sequence", "S9.8")


@clause("S5.12", "S5.14")
def stand_fast(scene: Scene, id_: str, happening: Happening, running: Running) -> Procedure:
    """1 Nerve Resistance: the Test counts as a Success."""
    scene.emit(
        ReactionTaken(id_, f"running {running.number}", running.name, happening.trigger, clause="S5.12")
    )
    conditions.end_running(scene, running, "used", "S5.12")
    yield from costs.pay_resistance(scene, id_, "Nerve", 1, running.name)
    happening.raised = running.name


@clause("S14.7", "S14.8")
def use_armor(scene: Scene, id_: str, happening: Happening, option: Option) -> None:
    """Slots take Stress, Heavy armor cuts the damage; a slot of Light armor makes the attack harder."""
    armor = next(
        one for one in equipment.armors(scene, scene.state.creatures[id_]) if one.id == option.args[0]
    )
    scene.emit(ReactionTaken(id_, "armor", armor.name, happening.trigger, happening.by, "S14.8"))
    if option.kind == "dodge":
        scene.emit(SlotsUsed(id_, armor.id, 1))
        happening.dodged.append(armor.name)
        return
    scene.emit(SlotsUsed(id_, armor.id, option.args[1]))
    happening.slots += option.args[1]
    if armor.heavy:
        happening.heavy = armor.name
