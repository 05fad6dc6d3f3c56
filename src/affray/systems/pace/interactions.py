"""Interactions: items, doors, holds to escape from, and what a scenario prices."""

from __future__ import annotations

from affray.board.squares import within
from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Procedure
from affray.systems.pace import clocks
from affray.systems.pace.book import Thing
from affray.systems.pace.events import (
    DoorMoved,
    EscapeRolled,
    HoldEnded,
    InteractionBegan,
    ItemDropped,
    ItemsSwapped,
    ItemTaken,
    TaskDone,
)
from affray.systems.pace.points import COST, pay, too_little
from affray.systems.pace.rolls import roll_against, roll_each, save, save_succeeds, stance_for, wins_contest
from affray.systems.pace.scenario import Task
from affray.systems.pace.state import Character, Fight, Item, board_of
from affray.systems.pace.wielding import free_hands, gear_of

ARM = 1
"""Paces within which things are picked up, unlocked and handled."""


@clause("P8.6")
def not_in_reach(fight: Fight, character: Character, square: int) -> Reason | None:
    """What is handled lies within 1 Pace."""
    if within(board_of(fight), character.square, ARM) >> square & 1:
        return None
    return Reason("not in reach", "P8.6", (board_of(fight).name(square),))


# Items


@clause("P8.1", "P8.6")
def pick_up_cost(fight: Fight, item: Item) -> int:
    """Picking up an item costs its Bulk in AP; a Bulk of 0 costs 1."""
    return max(COST, gear_of(fight, item).bulk)


def may_not_pick_up(fight: Fight, character: Character, item: Item) -> Reason | None:
    """Why an item cannot be picked up."""
    assert item.square is not None
    far = not_in_reach(fight, character, item.square)
    cost = pick_up_cost(fight, item)
    if far is None and character.ap < cost:
        return Reason("too little AP for Bulk", "P8.1", (cost, character.ap))
    return far


def pick_up(fight: Fight, character_id: str, item_id: str) -> None:
    """Into free hands, or into the pack."""
    character, item = fight.state.characters[character_id], fight.state.items[item_id]
    assert item.square is not None
    begin(fight, character_id, pick_up_cost(fight, item), "Interaction")
    in_hand = free_hands(fight, character) >= gear_of(fight, item).hands
    fight.emit(ItemTaken(character_id, item_id, in_hand, item.square))


@clause("P8.6")
def drop(fight: Fight, character_id: str, item_id: str) -> None:
    """Letting go of something held is free; it falls where one stands."""
    begin(fight, character_id, 0, "Interaction")
    fight.emit(ItemDropped(character_id, item_id, fight.state.characters[character_id].square))


@clause("P8.1")
def may_not_swap(fight: Fight, character: Character, away: Item | None, drawn: Item | None) -> Reason | None:
    """Why a weapon cannot be swapped with another one: hands hold two."""
    free = free_hands(fight, character) + (gear_of(fight, away).hands if away is not None else 0)
    if drawn is not None and free < gear_of(fight, drawn).hands:
        return Reason("no free hand", "P8.1", (gear_of(fight, drawn).name,))
    return too_little(character, COST)


@clause("P8.1")
def swap(fight: Fight, character_id: str, away: str | None, drawn: str | None) -> None:
    """Swapping a drawn weapon with another one; bare hands are one too, so drawing and stowing are swaps."""
    begin(fight, character_id, COST, "Interaction")
    fight.emit(ItemsSwapped(character_id, away, drawn))


# Doors


def has_key(fight: Fight, character: Character, object_id: str) -> bool:
    """Whether a character carries the key to a door."""
    for item in fight.state.items.values():
        if item.holder == character.id:
            gear = gear_of(fight, item)
            if isinstance(gear, Thing) and object_id in gear.opens:
                return True
    return False


@clause("P8.1")
def may_not_handle_door(fight: Fight, character: Character, object_id: str, how: str) -> Reason | None:
    """Why a door cannot be unlocked, opened or closed."""
    door = fight.state.objects[object_id]
    name = fight.book.objects[object_id].name
    far = not_in_reach(fight, character, door.square)
    if far is not None:
        return far
    if how == "unlock":
        if door.door != "locked":
            return Reason("not locked", "P8.1", (name,))
        if not has_key(fight, character, object_id):
            return Reason("no key", "P8.1", (name,))
        return too_little(character, COST)
    if how == "open":
        if door.door == "locked":
            return Reason("locked", "P8.1", (name,))
        return Reason("open already", "P8.1", (name,)) if door.door == "open" else None
    if door.door != "open":
        return Reason("closed already", "P8.1", (name,))
    others = fight.state.characters.values()
    if any(other.standing and other.square == door.square for other in others):
        return Reason("somebody in the door", "P8.1", (name,))
    return None


@clause("P8.1")
def handle_door(fight: Fight, character_id: str, object_id: str, how: str) -> None:
    """Unlocking with the key costs 1 AP; what is unlisted, such as opening and closing, is free."""
    begin(fight, character_id, COST if how == "unlock" else 0, "Interaction")
    door = "open" if how == "open" else "closed"
    fight.emit(DoorMoved(character_id, object_id, door, how))  # type: ignore[arg-type]


# Holds


@clause("P5.2", "P5.7")
def escape(fight: Fight, character_id: str, source_id: str) -> Procedure:
    """An Interaction and a Strength Contest, in which the source resists: a tie leaves the hold."""
    begin(fight, character_id, COST, "Interaction")
    characters = fight.state.characters
    stance = stance_for(fight, characters[character_id], "contest", "Strength")
    throw = yield from roll_each(fight, stance, "escape", "P5.2")
    if source_id not in characters or character_id not in characters:
        return
    resisting = stance_for(fight, characters[source_id], "contest", "Strength")
    held = yield from roll_against(fight, resisting, throw.total, "escape", "P5.2")
    if source_id not in characters or character_id not in characters:
        return
    success = wins_contest(throw.total, held.total)
    fight.emit(EscapeRolled(throw, held, success))
    if success and any(tether.source == source_id for tether in characters[character_id].tethers):
        fight.emit(HoldEnded(character_id, source_id, "escaped"))


@clause("P5.2")
def let_go(fight: Fight, source_id: str, held_id: str) -> None:
    """The source lets go, for free."""
    begin(fight, source_id, 0, "Interaction")
    fight.emit(HoldEnded(held_id, source_id, "let go"))


# What a scenario prices


@clause("P8.1")
def may_not_do(fight: Fight, character: Character, object_id: str, task: Task) -> Reason | None:
    """Why an Interaction with an object is not open."""
    thing = fight.state.objects[object_id]
    far = not_in_reach(fight, character, thing.square)
    if far is not None:
        return far
    if task.once and task.id in thing.done:
        return Reason("done already", "P8.1", (task.name,))
    if task.clock is not None and fight.state.clocks[task.clock] >= fight.book.clocks[task.clock].segments:
        return Reason("clock full", "P9.1", (fight.book.clocks[task.clock].name,))
    return too_little(character, task.ap)


@clause("P8.1")
def do_task(fight: Fight, character_id: str, object_id: str, task: Task) -> Procedure:
    """What the text does not list costs what the scenario says, and may take a Save or advance a clock."""
    begin(fight, character_id, task.ap, "Interaction")
    if task.clock is not None and task.save is not None:
        fight.emit(TaskDone(character_id, object_id, task.id, None, None, success=True))
        yield from clocks.advance(fight, task.clock, character_id, task.save.score, task.save.dc)
        return
    throw, dc = None, None
    if task.save is not None:
        dc = task.save.dc
        stance = stance_for(fight, fight.state.characters[character_id], "save", task.save.score)
        throw = yield from save(fight, stance, dc, "task", "P8.1")
    success = throw is None or save_succeeds(throw.total, dc or 0)
    fight.emit(TaskDone(character_id, object_id, task.id, throw, dc, success))
    if task.clock is not None:
        yield from clocks.fill(fight, task.clock, 1)


@clause("P6.9")
def begin(fight: Fight, character_id: str, ap: int, what: str) -> None:
    """An Interaction begins, paid or free: with it the free movement is gone."""
    turn = fight.state.turn
    if ap:
        pay(fight, character_id, ap, what, "P8.1")
    elif turn is not None and turn.character == character_id and turn.free:
        fight.emit(InteractionBegan(character_id, what))
