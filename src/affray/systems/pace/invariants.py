"""What must hold after every step of a Pace fight, whatever the GM allows or corrects."""

from __future__ import annotations

from collections import Counter

from affray.systems.pace.events.applying import AP_MAX
from affray.systems.pace.state import Character, Fight, State, board_of, sheet_of
from affray.systems.pace.targets import paces_between
from affray.systems.pace.wielding import free_hands


def problems(fight: Fight) -> list[str]:
    """Every invariant that does not hold, in words."""
    state = fight.state
    found = [problem for one in state.characters.values() for problem in _of_character(fight, one)]
    squares = Counter(one.square for one in state.characters.values() if one.standing)
    found += [f"{count} stand on {board_of(fight).name(at)}" for at, count in squares.items() if count > 1]
    if len(set(state.order)) != len(state.order) or len(set(state.acted)) != len(state.acted):
        found.append("somebody stands twice in the order")
    if not set(state.acted) <= set(state.order):
        found.append("somebody acted who is not in the order")
    if not set(state.order) <= set(state.characters):
        found.append("somebody is in the order who is gone")
    if state.clash is not None and state.turn is None:
        found.append("an attack is open outside every turn")
    if state.turn is not None and state.turn.walk is not None and state.turn.walk.paces < 0:
        found.append(f"{state.turn.character} walked further than it could")
    return found + _of_items(fight) + _of_objects(fight, state)


def _of_character(fight: Fight, character: Character) -> list[str]:
    found = []
    if not 0 <= character.ap <= AP_MAX:
        found.append(f"{character.id} has {character.ap} AP")
    if not 0 <= character.hp <= sheet_of(fight, character).hp:
        found.append(f"{character.id} has {character.hp} HP")
    if not 0 <= character.square < board_of(fight).width * board_of(fight).height:
        found.append(f"{character.id} stands off the board")
    if character.words < 0:
        found.append(f"{character.id} has spoken more words than it had")
    if len({tether.source for tether in character.tethers}) != len(character.tethers):
        found.append(f"{character.id} is held twice by one source")
    for tether in character.tethers:
        source = fight.state.characters.get(tether.source)
        if source is None or not source.standing or not character.standing:
            found.append(f"{character.id} is held by {tether.source}, which cannot be")
        elif paces_between(fight, character.square, source.square) > tether.paces:
            found.append(f"{character.id} is further from {tether.source} than it is held")
    return found


def _of_items(fight: Fight) -> list[str]:
    found = []
    for item in fight.state.items.values():
        if (item.holder is None) == (item.square is None):
            found.append(f"{item.id} is both carried and on the ground, or neither")
        elif item.holder is not None and item.holder not in fight.state.characters:
            found.append(f"{item.id} is carried by nobody that is here")
    for character in fight.state.characters.values():
        if free_hands(fight, character) < 0:
            found.append(f"{character.id} holds more than two hands can")
    return found


def _of_objects(fight: Fight, state: State) -> list[str]:
    found = [f"{id_} has {thing.hp} HP" for id_, thing in state.objects.items() if (thing.hp or 0) < 0]
    for id_, filled in state.clocks.items():
        if not 0 <= filled <= fight.book.clocks[id_].segments:
            found.append(f"the clock {id_} has {filled} segments filled")
    return found
