"""No reader learns what another's side keeps to itself: not from views, questions, logs or waiting texts."""

from __future__ import annotations

from random import Random
from typing import Any

import orjson
import pytest

from affray.kernel.presentation import Odds
from affray.kernel.requests import Question, Window, seat_of
from affray.kernel.session import Session
from affray.kernel.system import AnyEncounter, Viewer
from affray.odds.exact import explorer, position_at
from tests.contract.cases import Case, cases
from tests.contract.play import copy_of, first_request, played, questions_of, take, viewers

CASES = pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)


def shown(case: Case, session: Session, encounter: AnyEncounter, viewer: Viewer) -> bytes:
    """Every byte that this reader could be sent."""
    pending = session.pending
    request = None if pending is None else pending.request
    seats: frozenset[str] = frozenset()
    if pending is not None:
        answered = [part for part, value in enumerate(pending.values) if value is not None]
        seats = dict.fromkeys(seat_of(pending.request, part) for part in answered)
    sent: list[Any] = [
        case.system.view(encounter, viewer, request, seats),
        case.system.entries(encounter, session.records, viewer),
    ]
    if pending is not None:
        for question in questions_of(pending).values():
            if question.seat in viewer.seats:
                sent.append(case.system.question(encounter, question, viewer))
    return orjson.dumps(sent)


@CASES
def test_a_secret_answer_is_not_seen_by_others(case: Case) -> None:
    """While a window for all is open, what somebody answered changes nothing that anybody else is sent."""
    windows = 0
    for session in played(case, 21, 200):
        pending = session.pending
        if pending is None or not isinstance(pending.request, Window) or pending.request.until != "all":
            continue
        if len(pending.open_parts()) < 2:
            continue
        windows += 1
        part, inputs = pending.open_parts()[0], len(session.journal)
        question = questions_of(pending)[part]
        seen: dict[Viewer, set[bytes]] = {}
        for option in question.options:
            take(session, part, option.id)
            for viewer in viewers(session):
                if not viewer.gm and question.seat not in viewer.seats:
                    seen.setdefault(viewer, set()).add(shown(case, session, session.encounter, viewer))
            session.undo(inputs, "gm")
        assert all(len(bytes_) == 1 for bytes_ in seen.values())
    assert bool(windows) == case.asks_together


@CASES
def test_what_a_side_keeps_secret_is_not_seen_by_others(case: Case) -> None:
    """Changing a secret of one side changes nothing that readers of other sides are sent."""
    for number, session in enumerate(played(case, 22, 240)):
        if number % 6:
            continue
        for what, side, change in case.secrets(session.encounter):
            changed = copy_of(session.encounter)
            change(changed)
            for viewer in viewers(session):
                if not viewer.knows((side,)):
                    before = shown(case, session, session.encounter, viewer)
                    assert shown(case, session, changed, viewer) == before, f"{what} is seen"


@CASES
def test_what_others_are_offered_does_not_hang_on_a_secret(case: Case) -> None:
    """A seat of another side is asked the same, with the same options, whatever the secret is."""
    for number, session in enumerate(played(case, 23, 240)):
        fork = session.fork()
        if number % 3 or fork is None or fork[1] or session.pending is None:
            continue
        sides = {seat.id: seat.side for seat in case.system.seats(session.encounter)}
        asked = questions_of(session.pending)
        for what, side, change in case.secrets(session.encounter):
            changed = copy_of(session.encounter)
            change(changed)
            request, _ = first_request(case, changed)
            for part, question in asked.items():
                if sides.get(question.seat, side) != side:
                    assert request is not None
                    other = request.choices[part] if isinstance(request, Window) else request
                    assert other == question, f"{what} shows in what {question.seat} is offered"


@CASES
def test_hidden_names_are_never_sent(case: Case) -> None:
    """No byte of a hidden unit's id or name reaches a reader who may not know of it."""
    for number, session in enumerate(played(case, 24, 120)):
        if number % 3:
            continue
        for word, side in case.names_hidden(session.encounter).items():
            for viewer in viewers(session):
                if not viewer.knows((side,)):
                    assert word.encode() not in shown(case, session, session.encounter, viewer)


@CASES
def test_bots_do_not_see_secrets(case: Case) -> None:
    """How good an option looks to a seat does not hang on what another side keeps secret."""
    for number, session in enumerate(played(case, 25, 240)):
        if number % 6 or session.pending is None:
            continue
        sides = {seat.id: seat.side for seat in case.system.seats(session.encounter)}
        for what, side, change in case.secrets(session.encounter):
            changed = copy_of(session.encounter)
            change(changed)
            for question in questions_of(session.pending).values():
                if sides.get(question.seat, side) != side:
                    before = list(case.system.appraise(session.encounter, question))
                    assert list(case.system.appraise(changed, question)) == before, what


@CASES
def test_odds_do_not_tell_secrets(case: Case) -> None:
    """The odds that a seat is shown do not hang on what another side keeps secret."""
    random = Random(26)
    for number, session in enumerate(played(case, 26, 240)):
        fork = session.fork()
        if number % 4 or fork is None or fork[1] or session.pending is None:
            continue
        sides = {seat.id: seat.side for seat in case.system.seats(session.encounter)}
        for part, question in questions_of(session.pending).items():
            option = random.choice(question.options).id
            shown_odds = odds_of(case, session.encounter, part, question, option)
            for what, side, change in case.secrets(session.encounter):
                if sides.get(question.seat, side) != side:
                    changed = copy_of(session.encounter)
                    change(changed)
                    assert odds_of(case, changed, part, question, option) == shown_odds, f"{what}: {option}"


def odds_of(case: Case, encounter: AnyEncounter, part: int, question: Question, option: str) -> Odds | None:
    """The odds of an option of the first question of the step that is next."""
    explore = explorer(position_at(case.system, encounter), part, option)
    return case.system.odds(encounter, question, option, explore)
