"""The scene step by step: who acts next, GM slots, and what is done in a turn (S4, S5)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from affray.kernel.clauses import clause
from affray.kernel.requests import Choose, Option, Procedure
from affray.systems.sunder import (
    conditions,
    costs,
    ending,
    equipment,
    fallout,
    groups,
    hand,
    legal,
    moving,
    play,
    specials,
    strikes,
    surges,
)
from affray.systems.sunder.events import (
    ActionAnnounced,
    ActionResolved,
    Declined,
    HalfPlayed,
    SceneOpened,
    SlotOpened,
    SlotsUsed,
    ThrewIn,
    TurnBegan,
    TurnEnded,
    TurnEnding,
    TurnOpened,
    TurnPassed,
    WentAlone,
)
from affray.systems.sunder.fallout import Coming
from affray.systems.sunder.played import played_of
from affray.systems.sunder.slots import gm_slot
from affray.systems.sunder.state import Creature, Scene, Turn
from affray.systems.sunder.strikes import Strike

NO, YES = Option("no", "no"), Option("yes", "yes")
TOGETHER, ALONE = Option("together", "together"), Option("alone", "alone")


def step(scene: Scene) -> Procedure:
    """The next step: a Surge that waited, the turn under way, a GM slot, or whoever is next in the queue."""
    state = scene.state
    if state.surges and state.action is None:
        yield from surges.resolve_waiting(scene)
    elif not state.opened and ending.standing(scene):
        yield from open_scene(scene)
    elif state.turn is not None:
        yield from play_turn(scene, state.turn)
    elif (yield from ending.ask_to_close(scene)) or (yield from ending.ask_about_stalemate(scene)):
        return
    elif state.slot:
        yield from gm_slot(scene)
    elif state.queue:
        begin_next(scene)
    else:
        yield from ask_for_gauntlets(scene)


# Who acts


@clause("S4.1", "S4.2", "S4.6")
def open_scene(scene: Scene) -> Procedure:
    """The GM decides who acts first, a player or an adversary; the scenario names somebody."""
    conscious = [one for one in scene.state.creatures.values() if one.conscious]
    options = [Option(f"first {one.id}", "first", (one.id,)) for one in conscious]
    named = f"first {scene.book.scenario.first}"
    default = named if any(option.id == named for option in options) else options[0].id
    option = yield from scene.ruling("first", options, "S4.2", default)
    scene.emit(SceneOpened(option.args[0]))
    scene.emit(TurnBegan(option.args[0], clause="S4.2"))


@clause("S4.3", "S4.12")
def begin_next(scene: Scene) -> None:
    """The first in the queue has the turn; a group all at once."""
    lead, *group = scene.state.queue[0].creatures
    scene.emit(TurnBegan(lead, tuple(group)))


@clause("S4.3", "S4.9")
def ask_for_gauntlets(scene: Scene) -> Procedure:
    """The queue is empty: whoever throws in first has the turn. Where nobody does, the GM may open a slot."""
    players = [one for one in scene.state.creatures.values() if one.player and one.conscious]
    choices = [Choose(one.id, "throw in", (NO, YES), "S4.9", (), NO.id) for one in players]
    answer = yield from scene.window(choices, "S4.9")
    if answer is not None and scene.state.creatures[answer[0]].conscious:
        scene.emit(ThrewIn(answer[0], 1))
        return
    scene.emit(Declined())
    options = (Option("slot", "slot"), Option("wait", "wait"))
    option = yield from scene.ruling("nobody", options, "S4.9", "slot")
    if option.id == "slot":
        scene.emit(SlotOpened("declined", clause="S4.9"))


# The turn


def play_turn(scene: Scene, turn: Turn) -> Procedure:
    """One thing of a turn: its start, something done in it, or its end."""
    creature = scene.state.creatures.get(turn.creature)
    if creature is None or not creature.conscious:
        yield from hand_over(scene, turn)
    elif not turn.opened:
        yield from open_turn(scene, turn)
    elif turn.ending:
        end_turn(scene, turn)
    else:
        yield from act_in_turn(scene, turn, creature)


@clause("S3.24")
def hand_over(scene: Scene, turn: Turn) -> Procedure:
    """Who falls in the own turn ends it. Before it was opened, others of a group act without that one."""
    yield from ()
    left = groups.conscious_members(scene, turn)
    if left and not turn.plays:
        scene.emit(TurnPassed(turn.creature, tuple(left)))
        return
    end_turn(scene, turn)


@clause("S9.1", "S9.4", "S4.12")
def open_turn(scene: Scene, turn: Turn) -> Procedure:
    """What lasted a round ends, Reactions come back, Bleeding; then a lead decides for the group or alone."""
    if turn.group:
        option = yield from scene.choose(
            turn.creature, "group", (TOGETHER, ALONE), "S4.12", tuple(turn.group), TOGETHER.id
        )
        if option.id == ALONE.id:
            scene.emit(WentAlone(turn.creature, tuple(turn.group)))
    ids = (turn.creature, *turn.group)
    for id_ in ids:
        if id_ in scene.state.creatures:
            conditions.expire(scene, id_, "start")
    scene.emit(TurnOpened(turn.creature))
    for id_ in ids:
        # Where the lead bled out the others are yet to have their turn, and bleed at its start.
        if id_ == turn.creature or play.is_up(scene, turn.creature):
            yield from bleed(scene, id_)


@clause("S10.8")
def bleed(scene: Scene, id_: str) -> Procedure:
    """Bleeding (P): 1 Stress in P at the start of each own turn."""
    creature = scene.state.creatures.get(id_)
    if creature is None:
        return
    for one in [one for one in creature.conditions if one.name == "Bleeding"]:
        if scene.state.creatures[id_].conscious:
            coming = Coming(id_, one.potential, 1, "Bleeding", one.by, clause="S10.8")
            yield from fallout.take(scene, coming)


def act_in_turn(scene: Scene, turn: Turn, creature: Creature) -> Procedure:
    """Ask what to do next; with both halves played and nothing to go on with, the turn ends by itself."""
    options = scene.worked_out(("turn", creature.id), partial(legal.offered, scene, creature, turn))
    if is_done(turn, options):
        scene.emit(TurnEnding(creature.id, "S5.3"))
        return
    option = yield from scene.choose(creature.id, "turn", options, "S5.1", always=True)
    yield from perform(scene, creature.id, option)


def perform(scene: Scene, id_: str, option: Option) -> Procedure:
    """Do what was chosen, unless its creature fell while it was asked more."""
    if play.is_up(scene, id_):
        yield from _DO[option.kind](scene, id_, option)


@clause("S5.3")
def is_done(turn: Turn, options: list[Option]) -> bool:
    """Whether nothing is left but Surges, dropping cards, and the end."""
    idle = all(option.kind in ("surge", "drop", "refill", "end") for option in options)
    return len(turn.plays) >= 2 and idle


@clause("S4.5", "S6.3", "S9.3", "S9.4")
def end_turn(scene: Scene, turn: Turn) -> None:
    """Surges come back, what ends with the turn ends; a player's turn opens a GM slot."""
    ids = [id_ for id_ in (turn.creature, *turn.group) if id_ in scene.state.creatures]
    back = [id_ for id_ in ids if surges.comes_back(scene.state.creatures[id_], scene.rulings.surge_reset)]
    player = bool(turn.group) or (
        turn.creature in scene.state.creatures and scene.state.creatures[turn.creature].player
    )
    for id_ in ids:
        conditions.expire(scene, id_, "end")
    scene.emit(TurnEnded(turn.creature, tuple(back), player and not turn.slot))


# What is done


def _half(scene: Scene, id_: str, option: Option) -> Procedure:
    turn = scene.state.turn
    assert turn is not None, "a half is played in a turn"
    played = played_of(scene, id_, option)
    if turn.group and not turn.plays:
        yield from groups.play_together(scene, turn, played)
    else:
        yield from play.play(scene, played)


@clause("S5.7")
def _default(scene: Scene, id_: str, option: Option) -> Procedure:
    """The plain default in place of a half: a card's half counts as used."""
    turn, creature = scene.state.turn, scene.state.creatures[id_]
    assert turn is not None, "a half is played in a turn"
    side, weapon, target = option.args
    cards = legal.cards_to_spend(scene, creature, turn, side)
    options = [Option(f"card {card}", "card", (card,)) for card in cards]
    spent = yield from scene.choose(id_, "spend card", options, "S5.7", (side,), options[0].id)
    if not play.is_up(scene, id_):
        return
    out = hand.reset_of(hand.card(scene, spent.args[0]), side)
    scene.emit(HalfPlayed(id_, spent.args[0], side, True, out, "S5.7"))
    number = scene.state.announced + 1
    name = "default attack" if side == "top" else "default move"
    targets = (target,) if side == "top" else ()
    scene.emit(ActionAnnounced(number, id_, spent.args[0], name, side, targets))
    if side == "bottom":
        yield from specials.default_move(scene, id_, target)
    else:
        hit = yield from strikes.strike(scene, Strike(id_, target, weapon, name))
        if hit is not None:
            yield from strikes.offer_extra(scene, id_, target)
    scene.emit(ActionResolved(number))


def _goal(scene: Scene, id_: str, option: Option) -> Procedure:
    turn = scene.state.turn
    assert turn is not None, "a goal is worked on in a turn"
    countdown, skill = option.args
    yield from groups.work_on_goal(scene, turn, countdown, skill)


@clause("S5.2")
def _go_on(scene: Scene, id_: str, option: Option) -> Procedure:
    """The rest of a Movement."""
    turn = scene.state.turn
    assert turn is not None, "a Movement goes on in a turn"
    yield from moving.walk(scene, id_, option.args[0], turn.steps_left, turn.through)


def _surge(scene: Scene, id_: str, option: Option) -> Procedure:
    yield from surges.surge(scene, id_, option.args[0])


@clause("S5.9")
def _drop(scene: Scene, id_: str, option: Option) -> Procedure:
    """Drop a card that runs."""
    drop(scene, id_, option.args[0])
    yield from ()


def drop(scene: Scene, id_: str, number: int) -> None:
    """End what a creature has running, by its number; nothing where it does not run."""
    for running in list(scene.state.running):
        if running.number == number and running.owner == id_:
            conditions.end_running(scene, running, "dropped", "S5.9")


@clause("S14.7")
def _refill(scene: Scene, id_: str, option: Option) -> Procedure:
    """1 Resistance of a Shield's Potential refills one of its slots."""
    creature = scene.state.creatures[id_]
    armor = next(one for one in equipment.refill_options(scene, creature) if one.id == option.args[0])
    assert armor.shield is not None, "only a Shield is refilled so"
    yield from costs.pay_resistance(scene, id_, armor.shield, 1, armor.name)
    scene.emit(SlotsUsed(id_, armor.id, -1))


@clause("S5.5")
def _end(scene: Scene, id_: str, option: Option) -> Procedure:
    """Nobody has to play both halves; the turn counts as taken."""
    scene.emit(TurnEnding(id_))
    yield from ()


_DO: dict[str, Callable[..., Procedure]] = {
    "half": _half,
    "default": _default,
    "goal": _goal,
    "go on": _go_on,
    "surge": _surge,
    "drop": _drop,
    "refill": _refill,
    "end": _end,
}
