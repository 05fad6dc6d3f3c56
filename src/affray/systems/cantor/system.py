"""Cantor as the rest of affray sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.kernel.errors import Refused
from affray.kernel.events import Record
from affray.kernel.presentation import Entry, Odds, QuestionView, Remark
from affray.kernel.reasons import Denied
from affray.kernel.requests import Pool, Procedure, Question, Request
from affray.kernel.system import NOBODY, BareOdds, Seat, Viewer
from affray.systems.cantor import (
    acts,
    appraise,
    check_pack,
    deeds,
    facts,
    invariants,
    legal,
    memo,
    odds,
    text,
    turn,
    view,
)
from affray.systems.cantor.beginning import begin
from affray.systems.cantor.book import Book, Pack, book_of
from affray.systems.cantor.events import SceneEnded
from affray.systems.cantor.rulings import Rulings
from affray.systems.cantor.scenario import Scenario
from affray.systems.cantor.state import Fight, State
from affray.systems.cantor.text import bare_rolls, solving


class Cantor:
    """The rule system Cantor (combat and conditions, ruleset v0.2.9)."""

    id = "cantor"
    title = "Cantor"
    version = "1"
    state_type = State
    rulings_type = Rulings
    pack_type = Pack
    scenario_type = Scenario
    roll_example = bare_rolls.EXAMPLE
    memo_leaves_out = solving.LEAVES_OUT

    def book(self, packs: Sequence[Pack]) -> Book:
        """The packs of a fight as one book."""
        return book_of(tuple(packs))

    def faults(
        self, book: Book, scenario: Scenario | None
    ) -> list[tuple[tuple[str | int, ...], str, Sequence[str]]]:
        """References of packs and scenario that lead nowhere."""
        return check_pack.faults(book, scenario)

    def start(self, book: Book, scenario: Scenario, rulings: Rulings) -> Fight:
        """A fresh scene of a checked scenario; who joins later is not there yet."""
        return begin(book, scenario, rulings)

    def step(self, encounter: Fight) -> Procedure:
        """The next step of the fight."""
        return turn.step(encounter)

    def act(self, encounter: Fight, name: str, data: Mapping[str, Any], by: str, reason: str) -> Procedure:
        """One of the GM's acts."""
        try:
            yield from acts.act(encounter, name, data, by, reason)
        except Denied as denied:
            raise Refused(text.in_words(denied.reason), denied.reason.clause) from None

    def act_words(self, encounter: Fight, name: str, data: Mapping[str, Any]) -> str | None:
        """One of the GM's acts in words, without its author."""
        return text.act_words(encounter, name, data)

    def outcome(self, encounter: Fight) -> str | None:
        """What the scene came to, or None."""
        return encounter.state.outcome

    def rounds(self, encounter: Fight) -> int:
        """How many rounds have begun."""
        return encounter.state.round

    def seats(self, encounter: Fight) -> list[Seat]:
        """Every unit; of a Hidden one its own side alone knows (C2.8)."""
        return [
            Seat(unit.id, unit.name, unit.side, (unit.side,) if unit.has("Hidden") else None)
            for unit in encounter.state.units.values()
        ]

    def why_not(self, encounter: Fight, question: Question, option_id: str) -> Remark:
        """Why an option is not on offer."""
        return text.remark_of(legal.why_not(encounter, question, option_id))

    def view(
        self,
        encounter: Fight,
        viewer: Viewer,
        request: Request | None,
        answered: Mapping[str, str | None] = NOBODY,
    ) -> Mapping[str, Any]:
        """The fight as this viewer may see it."""
        return view.view(encounter, viewer, request, answered)

    def question(self, encounter: Fight, question: Question, viewer: Viewer) -> QuestionView:
        """A question in words."""
        return text.question(encounter, question, viewer)

    def waiting(self, encounter: Fight, question: Question | Pool) -> str:
        """What is waited for, in public words."""
        return text.waiting(encounter, question)

    def entries(self, encounter: Fight, records: Sequence[Record], viewer: Viewer) -> list[Entry]:
        """The log for this viewer."""
        return text.entries(encounter, records, viewer)

    def log(self, viewer: Viewer) -> Any:
        """The log for this viewer, to be kept up to date record by record."""
        return text.Log(viewer)

    def appraise(self, encounter: Fight, question: Question) -> list[float]:
        """How good each option looks to the seat that is asked."""
        return appraise.appraise(encounter, question)

    def odds(self, encounter: Fight, question: Question, option_id: str, explore: Any) -> Odds | None:
        """Exact chances of an option."""
        return odds.option_odds(encounter, question, option_id, explore)

    def facts(self, encounter: Fight, records: Sequence[Record]) -> Mapping[str, Any]:
        """The fight by name, for worked examples. `records` are the events of the last step."""
        return facts.facts(encounter, records)

    def deeds(self, encounter: Fight, records: Sequence[Record]) -> Mapping[str, Mapping[str, int]]:
        """What these records tell of each unit's deeds, counted."""
        return deeds.deeds(encounter, records)

    def standing(self, encounter: Fight) -> list[str]:
        """Every unit that is not out of the scene."""
        return [one.id for one in encounter.state.units.values() if one.here]

    def winner(self, encounter: Fight, records: Sequence[Record]) -> str | None:
        """The side that won the scene; None where none did."""
        ends = [record.event for record in records if record.undone_by is None]
        return next((event.winner for event in reversed(ends) if isinstance(event, SceneEnded)), None)

    def bare_roll(self, expression: str) -> BareOdds:
        """The odds of a roll that is written down."""
        return bare_rolls.bare_roll(expression)

    def memo(self, encounter: Fight) -> Mapping[str, Any]:
        """What decides how the fight goes on."""
        return memo.memo(encounter)

    def problems(self, encounter: Fight) -> list[str]:
        """Invariants that do not hold."""
        return invariants.problems(encounter)


SYSTEM = Cantor()
