"""The ledger of clauses, and that naming a clause which is not reached fails."""

from __future__ import annotations

import pytest

from affray.kernel.clauses import carried, carriers, clause, clause_of_code, codes
from tests.clause_watch import LEDGER, register, watch_clauses
from tests.toy import rules
from tests.toy.system import toy_encounter


def test_a_mark_leaves_the_function_as_it_is() -> None:
    """Marking a function registers it under each id and returns it untouched."""

    def carrier() -> int:
        return 3

    marked = clause("T9.1", "T9.2")(carrier)

    assert marked is carrier
    assert carriers("T9.1") == carriers("T9.2") == (carrier,)
    assert codes("T9.2") == {carrier.__code__}
    assert clause_of_code(carrier.__code__) == "T9.1"
    assert {"T9.1", "T9.2"} <= set(carried())


def test_an_unknown_clause_has_no_carrier() -> None:
    """A clause that nobody carries is not an error: it is simply not carried."""
    assert carriers("T9.99") == ()
    assert codes("T9.99") == frozenset()
    assert clause_of_code(test_an_unknown_clause_has_no_carrier.__code__) == ""


@pytest.mark.clause("T1.8")
def test_a_mark_is_kept_when_the_carrier_is_called() -> None:
    """A test that names a clause and calls a carrier of it passes, also when the carrier asks nothing."""
    assert rules.loss_of(7) == 2


def test_a_claim_that_is_not_reached_fails() -> None:
    """Naming a clause without calling a carrier fails and leaves no line in the ledger."""
    with pytest.raises(AssertionError, match=r"carries T1\.6"), watch_clauses(["T1.8", "T1.6"], "nobody"):
        rules.loss_of(0)

    assert "nobody" not in LEDGER.get("T1.8", set())


def test_a_generator_counts_once_it_runs() -> None:
    """Making a procedure is not running it: only its first step counts as reached."""
    with pytest.raises(AssertionError), watch_clauses(["T1.2"], "nobody"):
        rules.stances(toy_encounter())
    with watch_clauses(["T1.2"], "somebody"):
        next(rules.stances(toy_encounter()))

    assert LEDGER.pop("T1.2") == {"somebody"}


def test_registers_are_read() -> None:
    """A register's clauses come with all their tags, those of wrapped lines too."""
    clauses = register("d20plus")

    assert clauses["D1.1"] == {"seed"}
    assert clauses["D8.5"] == {"seed", "ruling"}
    assert len(clauses) > 70
