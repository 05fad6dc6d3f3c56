"""Surges and Escalations: at any time, once per cycle, never before what is announced already (S6)."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.reasons import Denied, Reason
from affray.kernel.requests import Option, Procedure
from affray.systems.sunder import conditions, contours, costs, dispelling, effects, equipment, hand
from affray.systems.sunder.aim import Aim
from affray.systems.sunder.book import Half
from affray.systems.sunder.events import RunningBegan, SurgeAnnounced, SurgeCame
from affray.systems.sunder.movement import near
from affray.systems.sunder.names import INTERVENTIONS
from affray.systems.sunder.state import SCENE, Creature, Scene, WaitingSurge, allies, sheet_of

RELOAD = Half("Reload", "Load a weapon again.")
SQUIRM = Half("Squirm free", "A Squirm Test to get out of what holds you.")
"""The Surges that every creature has (S6.8)."""
PLAIN = {"reload": RELOAD, "squirm": SQUIRM}


@clause("S6.1", "S6.8", "S12.9")
def cards_of(scene: Scene, creature: Creature) -> list[tuple[str, Half]]:
    """The Surges of a creature, by card: its own, what every creature has, and Escalations."""
    found = [(one.id, one.surge) for one in hand.cards_of(scene, creature, "surge") if one.surge is not None]
    found += [(f"escalation {rank}", half) for rank, half in escalations(scene, creature)]
    if equipment.reload_options(scene, creature):
        found.append(("reload", RELOAD))
    if dispelling.bodily(creature):
        found.append(("squirm", SQUIRM))
    return found


@clause("S12.9")
def escalations(scene: Scene, creature: Creature) -> list[tuple[str, Half]]:
    """The Escalations of an adversary, by rank."""
    sheet = sheet_of(scene, creature)
    if sheet.contour is None:
        return []
    return [
        (rank, contours.escalation(sheet.contour, rank))
        for rank in INTERVENTIONS
        if rank in sheet.escalations
    ]


@clause("S6.1", "S6.2", "S6.3", "S6.9", "S9.9")
def why_not(scene: Scene, creature: Creature, card_id: str) -> Reason | None:
    """Why a Surge cannot be used now: down, used already, no such card, running, or not to be paid."""
    half = dict(cards_of(scene, creature)).get(card_id)
    if half is None:
        return Reason("no such Surge", "S6.1", (card_id,))
    if not creature.conscious:
        return Reason("incapacitated", "S6.9", (creature.name,))
    if creature.surge:
        return Reason("Surge used", "S6.2", (name_of(scene, creature, creature.surge),))
    if card_id in creature.cards_out:
        return Reason("card out", "S5.8", (creature.cards_out[card_id],))
    if hand.running_from(scene, creature, card_id) is not None:
        return Reason("card active", "S5.9", (half.name,))
    if half.concentration and creature.has("Distracted"):
        return Reason("Distracted", "S10.8", (creature.name,))
    if half.sound and (silenced := conditions.cannot_sound(creature)) is not None:
        return silenced
    return costs.why_not_pay(creature, half.cost)


def name_of(scene: Scene, creature: Creature, card_id: str) -> str:
    """What a Surge is called."""
    if card_id in PLAIN:
        return PLAIN[card_id].name
    if card_id.startswith("escalation "):
        return dict(escalations(scene, creature))[card_id.removeprefix("escalation ")].name
    return scene.book.abilities[card_id].name if card_id in scene.book.abilities else card_id


@clause("S6.6", "S6.7")
def surge(scene: Scene, id_: str, card_id: str, allowed: bool = False) -> Procedure:
    """Announce a Surge. While an action is unresolved it waits for that; else it takes effect at once.

    Raises `Denied` where it cannot be used, unless it is `allowed` by the GM.
    """
    creature = scene.state.creatures[id_]
    reason = None if allowed else why_not(scene, creature, card_id)
    if reason is not None:
        raise Denied(reason)
    waits = scene.state.action is not None
    name = name_of(scene, creature, card_id)
    scene.emit(SurgeAnnounced(id_, card_id, name, scene.state.announced, waits))
    if not waits:
        yield from take_effect(scene, id_, card_id)


def spend(scene: Scene, id_: str, what: str) -> None:
    """The Surge of this cycle goes into something that costs one (S6.8)."""
    scene.emit(SurgeAnnounced(id_, what, what, scene.state.announced, False, "S6.8"))


@clause("S6.6", "S6.9")
def resolve_waiting(scene: Scene) -> Procedure:
    """The first Surge that waited takes effect, once the action is resolved; one who fell loses it."""
    waiting: WaitingSurge = scene.state.surges[0]
    creature = scene.state.creatures.get(waiting.creature)
    lost = creature is None or not creature.conscious
    scene.emit(SurgeCame(waiting.creature, waiting.card, lost))
    if not lost:
        yield from take_effect(scene, waiting.creature, waiting.card)


@clause("S6.5")
def take_effect(scene: Scene, id_: str, card_id: str) -> Procedure:
    """What a Surge does: to its user, or to an ally where the card says so."""
    creature = scene.state.creatures[id_]
    if card_id == "squirm":
        yield from dispelling.escape(scene, id_, "Squirm")
        return
    if card_id == "reload":
        yield from _reload(scene, creature)
        return
    half = dict(cards_of(scene, creature))[card_id]
    yield from costs.pay(scene, id_, half.cost, half.name)
    target = yield from whom(scene, creature, half)
    if id_ not in scene.state.creatures or not scene.state.creatures[id_].conscious:
        return
    if half.concentration:
        end_concentration(scene, id_)
    aim = Aim(id_, half.name, card_id, targets=[target], other=target, magick=half.magick)
    yield from effects.apply(scene, aim, half.effects)
    yield from effects.answer_harm(scene, aim)
    run_on(scene, id_, card_id, half)


@clause("S9.9")
def end_concentration(scene: Scene, id_: str) -> None:
    """Only one Concentration at a time: what a creature kept up so far ends."""
    for running in list(scene.state.running):
        if running.owner == id_ and running.concentration:
            conditions.end_running(scene, running, "other", "S9.9")


@clause("S6.5", "S6.9", "S10.6")
def whom(scene: Scene, creature: Creature, half: Half) -> Procedure:
    """The user itself; with a card that says so, itself or an ally within range, unless it is Petrified."""
    if half.target != "ally" or creature.has("Petrified"):
        yield from ()
        return creature.id
    near_by = [one for one in allies(scene, creature) if near(scene, creature.id, one.id, half.range)]
    options = [Option(f"whom {one.id}", "whom", (one.id,)) for one in (creature, *near_by)]
    option = yield from scene.choose(creature.id, "whom", options, "S6.5", (half.name,), options[0].id)
    return option.args[0]


def _reload(scene: Scene, creature: Creature) -> Procedure:
    weapons = equipment.reload_options(scene, creature)
    options = [Option(f"weapon {id_}", "weapon", (id_,)) for id_ in weapons]
    if options:
        option = yield from scene.choose(creature.id, "reload", options, "S6.8", (), options[0].id)
        equipment.reload(scene, creature.id, option.args[0])


@clause("S5.9", "S12.9")
def run_on(scene: Scene, id_: str, card_id: str, half: Half) -> None:
    """A Surge that lasts becomes Active."""
    if half.reaction is None and half.special is None and half.sequence is None:
        return
    user = scene.state.creatures.get(id_)
    if user is None or not user.conscious:
        return
    die = 4 if half.sequence == "D4" else half.reaction.uses if half.reaction is not None else 0
    if half.sequence == "DV" and half.potential is not None:
        die = user.tracks[half.potential].die
    span = half.span or "round"
    until = SCENE if half.sequence else conditions.until_of(scene, id_, span)
    scene.emit(
        RunningBegan(
            scene.state.runs + 1,
            id_,
            id_,
            card_id,
            "surge",
            half.name,
            until,
            half.reaction,
            die,
            concentration=half.concentration or "",
            magick=half.magick,
            special=half.special or "",
        )
    )


@clause("S6.3", "S6.4", "S9.3")
def comes_back(creature: Creature, reset: str) -> bool:
    """Whether a Surge returns at the end of this turn: the first that started after it; lenient: any."""
    return bool(creature.surge) and (reset == "lenient" or creature.turns_begun > creature.surged)
