"""Sunder as the rest of affray sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.kernel.errors import Refused
from affray.kernel.events import Record
from affray.kernel.presentation import Entry, Odds, QuestionView, Remark
from affray.kernel.reasons import Denied
from affray.kernel.requests import Pool, Procedure, Question, Request
from affray.kernel.system import NOBODY, BareOdds, Seat, Viewer
from affray.systems.sunder import (
    acts,
    appraise,
    check_pack,
    deeds,
    facts,
    invariants,
    legal,
    odds,
    text,
    turn,
    view,
)
from affray.systems.sunder.beginning import begin
from affray.systems.sunder.book import Book, Pack, book_of
from affray.systems.sunder.events import SceneClosed
from affray.systems.sunder.rulings import Rulings
from affray.systems.sunder.scenario import Scenario
from affray.systems.sunder.state import Scene, State
from affray.systems.sunder.text import bare_rolls


class Sunder:
    """The rule system Sunder: Tests and Volatility, Stress and Fallout, the gauntlet and the cards."""

    id = "sunder"
    title = "Sunder"
    version = "1"
    state_type = State
    rulings_type = Rulings
    pack_type = Pack
    scenario_type = Scenario
    roll_example = bare_rolls.EXAMPLE
    own_acts = acts.OWN_ACTS
    tells_luck = False

    def book(self, packs: Sequence[Pack]) -> Book:
        """The packs of a scene as one book."""
        return book_of(tuple(packs))

    def faults(
        self, book: Book, scenario: Scenario | None
    ) -> list[tuple[tuple[str | int, ...], str, Sequence[str]]]:
        """References of packs and scenario that lead nowhere."""
        return check_pack.faults(book, scenario)

    def start(self, book: Book, scenario: Scenario, rulings: Rulings) -> Scene:
        """A fresh scene of a checked scenario."""
        return begin(book, scenario, rulings)

    def step(self, encounter: Scene) -> Procedure:
        """The next step of the scene."""
        return turn.step(encounter)

    def act(self, encounter: Scene, name: str, data: Mapping[str, Any], by: str, reason: str) -> Procedure:
        """An act of the GM's, or one for the own seat."""
        try:
            yield from acts.act(encounter, name, data, by, reason)
        except Denied as denied:
            raise Refused(text.in_words(denied.reason), denied.reason.clause) from None

    def act_words(self, encounter: Scene, name: str, data: Mapping[str, Any]) -> str | None:
        """An act in words, without its author."""
        return text.act_words(encounter, name, data)

    def offered(self, question: Question) -> str | None:
        """What a question about a Reaction offers, by its source."""
        if question.kind != "react" or len(question.options) != 2:
            return None
        return question.options[1].id

    def outcome(self, encounter: Scene) -> str | None:
        """What the scene came to, or None."""
        return encounter.state.outcome

    def rounds(self, encounter: Scene) -> int | None:
        """Sunder has no rounds of the table (S4.15)."""
        return None

    def seats(self, encounter: Scene) -> list[Seat]:
        """Every creature that has not left the scene."""
        return [
            Seat(one.id, one.name, one.side)
            for one in encounter.state.creatures.values()
            if one.out != "gone"
        ]

    def why_not(self, encounter: Scene, question: Question, option_id: str) -> Remark:
        """Why an option is not on offer."""
        return text.remark_of(legal.why_not(encounter, question, option_id))

    def view(
        self,
        encounter: Scene,
        viewer: Viewer,
        request: Request | None,
        answered: Mapping[str, str | None] = NOBODY,
    ) -> Mapping[str, Any]:
        """The scene as this viewer may see it."""
        return view.view(encounter, viewer, request, answered)

    def question(self, encounter: Scene, question: Question, viewer: Viewer) -> QuestionView:
        """A question in words."""
        return text.question(encounter, question, viewer)

    def waiting(self, encounter: Scene, question: Question | Pool) -> str:
        """What is waited for, in public words."""
        return text.waiting(encounter, question)

    def entries(self, encounter: Scene, records: Sequence[Record], viewer: Viewer) -> list[Entry]:
        """The log for this viewer."""
        return text.entries(encounter, records, viewer)

    def log(self, viewer: Viewer) -> Any:
        """The log for this viewer, to be kept up to date record by record."""
        return text.Log(viewer)

    def appraise(self, encounter: Scene, question: Question) -> Sequence[float]:
        """How good each option looks to the seat that is asked."""
        return appraise.appraise(encounter, question)

    def odds(self, encounter: Scene, question: Question, option_id: str, explore: Any) -> Odds | None:
        """Exact chances of an option."""
        return odds.option_odds(encounter, question, option_id, explore)

    def facts(self, encounter: Scene, records: Sequence[Record]) -> Mapping[str, Any]:
        """The scene by name, for worked examples. `records` are the events of the last step."""
        return facts.facts(encounter, records)

    def deeds(self, encounter: Scene, records: Sequence[Record]) -> Mapping[str, Mapping[str, int]]:
        """What these records tell of each creature's deeds, counted."""
        return deeds.deeds(encounter, records)

    def standing(self, encounter: Scene) -> list[str]:
        """Every creature that is not out of the scene."""
        return [one.id for one in encounter.state.creatures.values() if one.conscious]

    def winner(self, encounter: Scene, records: Sequence[Record]) -> str | None:
        """The side that won the scene; None where none did."""
        ends = [record.event for record in records if record.undone_by is None]
        return next((event.winner for event in reversed(ends) if isinstance(event, SceneClosed)), None)

    def bare_roll(self, expression: str) -> BareOdds:
        """The odds of a roll that is written down."""
        return bare_rolls.bare_roll(expression)

    def problems(self, encounter: Scene) -> list[str]:
        """Invariants that do not hold."""
        return invariants.problems(encounter)


SYSTEM = Sunder()
