"""Sunder's rules run with scripted answers: "ann 12 4" are faces of Ann's, "gm marks 1" is an option.

Every question must be answered, in order, and every answer must be asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from affray.kernel.driver import run_procedure
from affray.kernel.requests import Procedure, Request, pool_of, question_of, seat_of
from affray.systems.sunder import acts, testing
from affray.systems.sunder.invariants import problems
from affray.systems.sunder.names import Potential, Skill
from affray.systems.sunder.rulings import Rulings
from affray.systems.sunder.sources import Called
from affray.systems.sunder.state import Creature, Scene, Track
from affray.systems.sunder.testing import Result
from tests.systems.sunder.by_hand import creature, scene


class Script:
    """Answers to be given in order, and the requests that they were given to."""

    def __init__(self, *answers: str) -> None:
        self.left = list(answers)
        self.requests: list[Request] = []

    def __call__(self, _: Any, request: Request, part: int) -> str | tuple[int, ...]:
        """The next answer, which has to be this seat's and of this kind."""
        seat = seat_of(request, part)
        if not self.left:
            pytest.fail(f"{seat} is asked and no answer is left: {request}")
        who, _, said = self.left.pop(0).partition(" ")
        assert who == seat, f"{seat} is asked, not {who}: {request}"
        self.requests.append(request)
        if pool_of(request, part) is not None:
            return tuple(int(face) for face in said.split())
        return said


def run(made: Scene, procedure: Procedure, *answers: str) -> Any:
    """Run one rule to its end. Returns what it returns; every invariant holds afterwards."""
    script = Script(*answers)
    returned = run_procedure(made, procedure, script)
    assert not script.left, f"answers that nobody asked for: {script.left}"
    assert problems(made) == []
    return returned


def requests(made: Scene, procedure: Procedure, *answers: str) -> list[Request]:
    """Run one rule to its end. Returns what it asked."""
    script = Script(*answers)
    run_procedure(made, procedure, script)
    assert not script.left, f"answers that nobody asked for: {script.left}"
    return script.requests


def offered(request: Request) -> list[str]:
    """The ids of a question's options."""
    question = question_of(request, 0)
    assert question is not None, request
    return [option.id for option in question.options]


def act(made: Scene, name: str, data: Mapping[str, Any], *answers: str) -> None:
    """One of the GM's acts, or a player's."""
    run(made, acts.act(made, name, data, "Gemma", "as it should be"), *answers)


def person(id_: str, side: str = "A", **tracks: Track) -> Creature:
    """A creature with 10 in every Potential but for the tracks that are named: `Might=Track(8)`."""
    one = creature(id_, side)
    one.player = side == "A"
    one.tracks.update(tracks)
    return one


def alone(track: Track, rulings: Rulings | None = None, **sheet: Any) -> Scene:
    """Ann, who has this track of Might, and nobody else. `sheet` is what her sheet says."""
    made = scene(person("ann", Might=track), sheets={"ann": sheet})
    made.rulings = rulings or Rulings()
    return made


def might_of(made: Scene, id_: str = "ann") -> tuple[int, int]:
    """Stress and spent Resistance of somebody's Might."""
    track = made.state.creatures[id_].tracks["Might"]
    return track.stress, track.spent


def call(
    skill: Skill = "Force", potential: Potential | None = None, roller: str = "ann", **how: Any
) -> Called:
    """A Test of Ann's Force, or another."""
    return Called(roller, skill, "a test", potential, **how)


def make(made: Scene, called: Called, *answers: str) -> Result:
    """Make a Test and pay nothing for it."""
    result: Result = run(made, testing.test(made, called), *answers)
    return result
