"""An encounter: what follows from its state is worked out once for runs that begin alike."""

from __future__ import annotations

from typing import Any

from affray.kernel.encounter import Encounter


class Nothing:
    """An event that changes nothing."""

    clause = "T1.1"

    def apply(self, state: Any) -> None:
        """Nothing changes."""


def test_what_is_worked_out_is_kept_for_runs_that_begin_alike() -> None:
    """By its name and by how much has happened since; without other runs it is worked out each time."""
    worked: list[str] = []

    def work() -> int:
        worked.append("again")
        return len(worked)

    alone: Encounter[Any, Any, Any] = Encounter(None, None, None)
    assert [alone.worked_out("what", work), alone.worked_out("what", work)] == [1, 2]
    known: dict[Any, Any] = {}
    for _ in range(2):
        run: Encounter[Any, Any, Any] = Encounter(None, None, None)
        run.known = known
        assert [run.worked_out("what", work), run.worked_out("what", work)] == [3, 3]
        run.emit(Nothing())
        assert run.worked_out("what", work) == 4
    assert run.worked_out("other", work) == 5
