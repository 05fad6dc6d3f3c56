"""What several events do to the state."""

from __future__ import annotations

from affray.systems.pace.rolls import Throw
from affray.systems.pace.state import Character, State, Turn

AP_MAX = 5


def turn_of(state: State) -> Turn:
    """The turn under way, which must be one."""
    turn = state.turn
    assert turn is not None, "no turn is under way"
    return turn


def use_edges(state: State, throw: Throw) -> None:
    """What waited for a roll of this kind has had its roll."""
    character = state.characters.get(throw.roller)
    if character is not None:
        character.edges.pop(throw.on, None)


def lose_hp(state: State, character: Character, amount: int) -> None:
    """HP stop at 0; a defeated character holds nobody and nothing holds it (P4.8)."""
    lost = min(character.hp, amount)
    character.hp -= lost
    if lost:
        state.hp_lost_this_round = True
    if character.hp == 0:
        leave_holds(state, character.id)


def leave_holds(state: State, id_: str) -> None:
    """End every hold on or by a character."""
    for other in state.characters.values():
        other.tethers = [tether for tether in other.tethers if id_ not in (other.id, tether.source)]


def rebuild_walls(state: State) -> None:
    """The blocking ground with the objects that block."""
    walls = int(state.blocking, 16)
    for thing in state.objects.values():
        if thing.blocks and not thing.destroyed:
            walls |= 1 << thing.square
    state.walls = f"{walls:x}"


def clear_clash_of(state: State, id_: str) -> None:
    """A character that left is in no attack any more."""
    clash = state.clash
    if clash is None:
        return
    if clash.attacker == id_:
        state.clash = None
        return
    clash.targets = [target for target in clash.targets if target != id_]
    if clash.now == id_:
        clash.now = None
