"""What several events do to the state."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.systems.d20plus.augments import Throw
from affray.systems.d20plus.state import Persona, State, Turn


def turn_of(state: State) -> Turn:
    """The turn under way, which must be one."""
    turn = state.turn
    assert turn is not None, "no turn is under way"
    return turn


def reveal(persona: Persona) -> None:
    """End a concealment."""
    persona.concealment = None
    persona.seen_in = None


def put_out(persona: Persona) -> None:
    """Out, and so without TAD, cover and concealment (D6.9)."""
    persona.out = True
    persona.tad = None
    persona.cover = None
    reveal(persona)


@clause("D10.3")
def use_tad(state: State, throw: Throw) -> None:
    """A TAD that was rolled is gone (D10.3)."""
    if throw.tad and throw.roller in state.personas:
        state.personas[throw.roller].tad = None
