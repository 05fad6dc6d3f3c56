"""What a system shows has the shape that table and client count on, for every reader."""

from __future__ import annotations

from random import Random
from types import UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import orjson
import pytest

from affray.kernel.presentation import Entry, Odds, Pip, QuestionView, Remark
from affray.kernel.system import GM_VIEWER, SPECTATOR, has_rounds
from affray.odds.exact import option_odds
from tests.contract.cases import Case, cases
from tests.contract.play import any_option, played, questions_of, viewers

CASES = pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)


def misfit(value: Any, type_: Any, place: str) -> str:
    """Where and how a plain value does not have its shape; empty when it does."""
    if is_typeddict(type_):
        return _dict_misfit(value, type_, place)
    origin, inner = get_origin(type_), get_args(type_)
    if origin is NotRequired:
        return misfit(value, inner[0], place)
    if origin in (Union, UnionType):
        tried = [misfit(value, one, place) for one in inner]
        return "" if "" in tried else tried[0]
    if origin is Literal:
        return "" if value in inner else f"{place}: {value!r} is none of {inner}"
    if origin is list:
        if type(value) is not list:
            return f"{place}: {value!r} is no list"
        found = (misfit(one, inner[0], f"{place}[{number}]") for number, one in enumerate(value))
        return next((fault for fault in found if fault), "")
    return "" if type(value) is type_ else f"{place}: {value!r} is no {type_.__name__}"


def _dict_misfit(value: Any, type_: Any, place: str) -> str:
    hints = get_type_hints(type_, include_extras=True)
    if type(value) is not dict:
        return f"{place}: {value!r} is no {type_.__name__}"
    needed = {key for key, hint in hints.items() if get_origin(hint) is not NotRequired}
    if wrong := sorted(set(value) - set(hints)) + sorted(needed - set(value)):
        return f"{place}: {', '.join(wrong)} too many or missing"
    found = (misfit(value[key], hints[key], f"{place}.{key}") for key in value)
    return next((fault for fault in found if fault), "")


def test_a_misfit_is_found() -> None:
    """The check sees a missing key, one too many, and a value of another type, deep inside too."""
    remark = {"text": "Not now.", "clause": None}
    pip: dict[str, Any] = {"pip": "move", "count": 1}
    assert misfit(remark, Remark, "remark") == ""
    assert "clause" in misfit({"text": ""}, Remark, "remark")
    assert "extra" in misfit({**remark, "extra": 1}, Remark, "remark")
    assert misfit({**remark, "clause": 3}, Remark, "remark") == "remark.clause: 3 is no str"
    assert misfit([pip, {**pip, "count": True}], list[Pip], "cost") == "cost[1].count: True is no int"


@CASES
def test_logs_are_entries_without_gaps(case: Case) -> None:
    """Each reader's log counts from 0 without a gap, names clauses, and tells what was taken back."""
    random = Random(41)
    *_, session = played(case, 41, 150)
    session.undo(random.randrange(len(session.journal) // 2, len(session.journal)), "Vera")
    for viewer in viewers(session):
        entries = case.system.entries(session.encounter, session.records, viewer)
        for entry in entries:
            assert misfit(entry, Entry, "entry") == ""
        assert [entry["number"] for entry in entries] == list(range(len(entries)))
        assert {entry["undone_by"] for entry in entries} <= {None, "Vera"}
    whole = case.system.entries(session.encounter, session.records, GM_VIEWER)
    assert len(whole) >= len(case.system.entries(session.encounter, session.records, SPECTATOR))
    assert any(entry["undone_by"] == "Vera" for entry in whole)


@CASES
def test_questions_are_put_in_words(case: Case) -> None:
    """Every question has a title, and options with unique ids; refused ones say why."""
    for number, session in enumerate(played(case, 42, 160)):
        if session.pending is None or number % 3:
            continue
        for question in questions_of(session.pending).values():
            shown = case.system.question(session.encounter, question, GM_VIEWER)
            assert misfit(shown, QuestionView, "question") == ""
            assert shown["title"]
            ids = [option["id"] for option in shown["options"]]
            assert len(set(ids)) == len(ids)
            assert all(option["label"] for option in shown["options"])


@CASES
def test_odds_have_their_shape(case: Case) -> None:
    """Bars in percent, a sentence, a mean."""
    random = Random(43)
    seen = 0
    for number, session in enumerate(played(case, 43, 320)):
        if session.pending is None or number % 2:
            continue
        for part, question in questions_of(session.pending).items():
            odds = option_odds(session, part, any_option(question, random))
            if odds is not None:
                assert misfit(odds, Odds, "odds") == ""
                assert odds["summary"]
                seen += 1
    assert seen


@CASES
def test_views_are_plain_and_seats_are_known(case: Case) -> None:
    """A view is JSON for everybody; seats stay in order, whoever comes after; rounds never count back."""
    rounds, known = 0, [seat.id for seat in case.system.seats(case.start())]
    goes_by_rounds = has_rounds(case.system, case.start())
    for number, session in enumerate(played(case, 44, 160)):
        seats = [seat.id for seat in case.system.seats(session.encounter)]
        assert seats[: len(known)] == known
        known = seats
        assert len(set(seats)) == len(seats)
        begun = case.system.rounds(session.encounter)
        assert (begun is not None) == goes_by_rounds
        assert (begun or 0) >= rounds
        rounds = begun or 0
        request = None if session.pending is None else session.pending.request
        if number % 5 == 0:
            for viewer in viewers(session):
                orjson.dumps(case.system.view(session.encounter, viewer, request))
