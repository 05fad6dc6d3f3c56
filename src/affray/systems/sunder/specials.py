"""The halves of the General cards that have a rule of their own (S5.12, S5.14)."""

from __future__ import annotations

from collections.abc import Callable

from affray.kernel.clauses import clause
from affray.kernel.requests import Procedure
from affray.systems.sunder import (
    conditions,
    countdowns,
    dispelling,
    effects,
    equipment,
    movement,
    moving,
    play,
    price,
    trial,
)
from affray.systems.sunder.aim import Aim
from affray.systems.sunder.book import Cost
from affray.systems.sunder.events import FavourGained, Readied, RunningBegan, Searched, ThingWorked
from affray.systems.sunder.played import Played
from affray.systems.sunder.sources import Called
from affray.systems.sunder.state import Scene
from affray.systems.sunder.testing import Result


@clause("S5.12", "S5.14")
def costs_of(scene: Scene, played: Played) -> tuple[Cost, ...]:
    """What a half costs: Guard is free when armed; to win a foe over costs 1 Heart Resistance."""
    creature = scene.state.creatures[played.creature]
    if played.half.special == "guard" and not equipment.is_armed(creature, scene.book):
        return (*played.half.cost, Cost("resistance", "Might"))
    target = scene.state.creatures.get(played.target)
    if played.half.special == "charm" and target is not None and target.side != creature.side:
        return (*played.half.cost, Cost("resistance", "Heart"))
    return played.half.cost


def _begin(scene: Scene, played: Played, guard: str = "") -> None:
    until = conditions.until_of(scene, played.creature, "round")
    special = played.half.special or ""
    scene.emit(
        RunningBegan(
            scene.state.runs + 1,
            played.creature,
            played.creature,
            played.card,
            played.side,
            played.half.name,
            until,
            guard=guard,
            special=special,
            clause="S5.12",
        )
    )


@clause("S5.12")
def _guard(scene: Scene, played: Played) -> Procedure:
    """For a round a Might die cuts each hit of Might Stress."""
    _begin(scene, played, "Might")
    yield from ()


@clause("S5.12")
def _move_through(scene: Scene, played: Played) -> Procedure:
    """Move up to Close, also through what foes hold."""
    creature = scene.state.creatures[played.creature]
    yield from moving.walk(
        scene, played.creature, played.target, movement.budget(scene, creature, "Close"), True
    )


@clause("S5.12", "S14.6")
def _exchange(scene: Scene, played: Played) -> Procedure:
    """Fetch what lies within Here, or draw it; what does not fit in the hands is put away."""
    creature = scene.state.creatures[played.creature]
    weapon = played.weapon
    if weapon in equipment.fetch_options(scene, creature):
        equipment.fetch(scene, creature.id, weapon)
    elif weapon in creature.hands:
        scene.emit(Readied(creature.id, tuple(one for one in creature.hands if one != weapon)))
    else:
        equipment.ready(scene, creature.id, weapon)
    yield from ()


@clause("S5.12", "S5.14")
def _stand_fast(scene: Scene, played: Played) -> Procedure:
    """For a round one Test may count as a Success; paid when it is used."""
    _begin(scene, played)
    yield from ()


@clause("S5.12")
def _resist_again(scene: Scene, played: Played) -> Procedure:
    """Once more against a Condition one is under."""
    yield from dispelling.resist_again(scene, played.creature, int(played.target))


@clause("S5.12", "S5.14", "S14.1")
def _help(scene: Scene, played: Played) -> Procedure:
    """A creature within Near has Advantage on its next Test, until the helper's next turn starts."""
    helper = scene.state.creatures[played.creature]
    until = conditions.until_of(scene, helper.id, "round")
    scene.emit(FavourGained(played.target, "any", 1, f"help of {helper.name}", until, clause="S14.1"))
    yield from ()


@clause("S5.12")
def _evade(scene: Scene, played: Played) -> Procedure:
    """For a round Tests against one that aim at a Physical Potential have Disadvantage."""
    until = conditions.until_of(scene, played.creature, "round")
    scene.emit(
        FavourGained(played.creature, "any", -1, played.half.name, until, True, True, "physical", "S5.12")
    )
    yield from ()


@clause("S5.12")
def _ward_mind(scene: Scene, played: Played) -> Procedure:
    """For a round Advantage on resisting Magick that aims at a Mental Potential."""
    until = conditions.until_of(scene, played.creature, "round")
    name = played.half.name
    scene.emit(
        FavourGained(
            played.creature, "resist magick", 1, name, until, lasting=True, only="mental", clause="S5.12"
        )
    )
    yield from ()


@clause("S5.12", "S9.13")
def _operate(scene: Scene, played: Played) -> Procedure:
    """Work a thing, Risky; one that belongs to a Countdown moves it. Or free somebody from what binds."""
    called = Called(
        played.creature,
        played.skill,  # type: ignore[arg-type]
        played.half.name,
        risk=played.half.risk,
        top=True,
        cards=(played.card,),
    )
    result: Result = yield from trial.attempt(scene, called)
    if result.hits and played.target in scene.state.creatures:
        free(scene, played.creature, played.target)
    elif played.target in scene.book.things:
        yield from work(scene, played, result)
    yield from price.pay(scene, result)


@clause("S9.5")
def free(scene: Scene, by: str, id_: str) -> None:
    """End the first Condition that hands can undo."""
    held = dispelling.bodily(scene.state.creatures[id_])
    if held:
        conditions.end(scene, id_, held[0], "dispelled", by)


@clause("S5.12", "S9.13")
def work(scene: Scene, played: Played, result: Result) -> Procedure:
    """What a thing does once somebody has tried to work it."""
    thing = scene.book.things[played.target]
    if result.hits:
        passage = thing.closes
        closed = passage is not None and passage not in scene.state.closed
        scene.emit(ThingWorked(played.creature, thing.id, thing.name, passage, closed))
        there = [
            one.id
            for one in scene.state.creatures.values()
            if one.conscious and one.zone == thing.zone and one.id != played.creature
        ]
        aim = Aim(played.creature, thing.name, thing.id, there, there)
        yield from effects.apply(scene, aim, thing.effects)
        yield from effects.answer_harm(scene, aim)
    if thing.countdown in scene.state.countdowns:
        yield from countdowns.move_by_level(scene, thing.countdown, played.creature, result.level)


@clause("S5.12", "S5.23")
def _search(scene: Scene, played: Played) -> Procedure:
    """Search a thing or a creature; what is found only the searcher's side learns. Finds who is Unseen."""
    creature = scene.state.creatures.get(played.target)
    called = Called(
        played.creature,
        "Sense",
        played.half.name,
        target=creature.id if creature is not None else "",
        finds=True,
        cards=(played.card,),
    )
    result: Result = yield from trial.attempt(scene, called)
    searcher = scene.state.creatures.get(played.creature)
    if result.hits and searcher is not None:
        creature = scene.state.creatures.get(played.target)
        if creature is not None:
            scene.emit(Searched(searcher.id, creature.id, creature.name))
            conditions.lose_unseen(scene, creature.id)
        else:
            thing = scene.book.things[played.target]
            found = Searched(searcher.id, thing.id, thing.name, thing.holds)
            public = Searched(searcher.id, thing.id, thing.name)
            scene.emit(found, to=(searcher.side,), public=public)
    yield from price.pay(scene, result)


@clause("S5.7", "S10.5")
def default_move(scene: Scene, id_: str, zone: str) -> Procedure:
    """Move up to Close. One who is Slowed Tests for it: Finesse (Grace), Mixed or better."""
    creature = scene.state.creatures[id_]
    tiles = movement.budget(scene, creature, "Close")
    if not movement.needs_test_to_move(creature):
        yield from moving.walk(scene, id_, zone, tiles, False)
        return
    result: Result = yield from trial.attempt(scene, Called(id_, "Grace", "move while Slowed"))
    if result.hits and play.is_up(scene, id_):
        yield from moving.walk(scene, id_, zone, tiles, False)
    yield from price.pay(scene, result)


OWN: dict[str | None, Callable[..., Procedure]] = {
    "guard": _guard,
    "move through": _move_through,
    "exchange": _exchange,
    "stand fast": _stand_fast,
    "resist again": _resist_again,
    "help": _help,
    "evade": _evade,
    "ward mind": _ward_mind,
    "operate": _operate,
    "search": _search,
}
"""What the special halves do. Attack, hide, charm and comfort go the way of all cards."""
