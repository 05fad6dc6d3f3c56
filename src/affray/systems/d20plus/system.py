"""d20+ as the rest of affray sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from affray.kernel.encounter import Encounter
from affray.kernel.errors import Refused
from affray.kernel.events import Record
from affray.kernel.presentation import Entry, Odds, QuestionView, Remark
from affray.kernel.reasons import Denied, Reason
from affray.kernel.requests import Choose, Pool, Procedure, Question, Request
from affray.kernel.system import NOBODY, BareOdds, Seat, Viewer
from affray.systems.d20plus import (
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
from affray.systems.d20plus.book import LANES, Book, Pack, book_of
from affray.systems.d20plus.events import FightEnded
from affray.systems.d20plus.rulings import Rulings
from affray.systems.d20plus.scenario import Combatant, Scenario, combatant_id
from affray.systems.d20plus.setting import setting_of
from affray.systems.d20plus.state import Fight, LentDie, Mark, Persona, State, Tad
from affray.systems.d20plus.text import bare_rolls, solving


class D20Plus:
    """The rule system d20+ (Sundered Earth)."""

    id = "d20plus"
    title = "d20+"
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
        """A fresh fight of a checked scenario."""
        personas = [_persona(book, combatant) for combatant in scenario.combatant]
        for persona, combatant in zip(personas, scenario.combatant, strict=True):
            _start_marks(persona, combatant)
        return Encounter(
            State({persona.id: persona for persona in personas}), setting_of(book, scenario), rulings
        )

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

    def offered(self, question: Question) -> str | None:
        """The ability that a reaction would use."""
        return str(question.args[0]) if question.kind.startswith("reaction ") else None

    def outcome(self, encounter: Fight) -> str | None:
        """What the fight came to, or None."""
        return encounter.state.outcome

    def rounds(self, encounter: Fight) -> int:
        """How many rounds have begun."""
        return encounter.state.round

    def seats(self, encounter: Fight) -> list[Seat]:
        """Every Persona."""
        return [Seat(persona.id, persona.name, persona.side) for persona in encounter.state.personas.values()]

    def why_not(self, encounter: Fight, question: Question, option_id: str) -> Remark:
        """Why an option is not on offer."""
        persona = encounter.state.personas.get(question.seat)
        if persona is not None and isinstance(question, Choose) and question.kind == "turn":
            for option, refusal in legal.refused(encounter, persona):
                if option.id == option_id:
                    return text.remark_of(refusal)
        if question.kind == "lane" and option_id in LANES:
            return text.remark_of(legal.closed_lane(option_id))
        return text.remark_of(Reason("not offered", question.clause, (option_id,)))

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

    def log(self, viewer: Viewer) -> text.Log:
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
        """What these records tell of each Persona's deeds, counted."""
        return deeds.deeds(encounter, records)

    def standing(self, encounter: Fight) -> list[str]:
        """Every Persona that is not out of the fight."""
        return [one.id for one in encounter.state.personas.values() if not one.out]

    def winner(self, encounter: Fight, records: Sequence[Record]) -> str | None:
        """The side that won the fight; None where none did."""
        ends = [record.event for record in records if record.undone_by is None]
        return next((event.winner for event in reversed(ends) if isinstance(event, FightEnded)), None)

    def bare_roll(self, expression: str) -> BareOdds:
        """The odds of a roll that is written down."""
        return bare_rolls.bare_roll(expression)

    def memo(self, encounter: Fight) -> Mapping[str, Any]:
        """What decides how the fight goes on."""
        return memo.memo(encounter)

    def problems(self, encounter: Fight) -> list[str]:
        """Invariants that do not hold."""
        return invariants.problems(encounter)


def _persona(book: Book, combatant: Combatant) -> Persona:
    sheet = book.sheets[combatant.sheet]
    start = combatant.start
    id_ = combatant_id(combatant)
    persona = Persona(id_, combatant.name or sheet.name, combatant.sheet, combatant.side, combatant.zone)
    for trait, wounds in start.wounds.items():
        persona.wounds[trait] = min(wounds, sheet.traits[trait])
    for trait, turns in start.broken_turns.items():
        persona.broken_turns[trait] = turns
    persona.prone = start.prone
    persona.cover = start.cover
    persona.exhausted = list(start.exhausted)
    persona.lent = [LentDie(replace(die), 10**6) for die in start.ward]
    if start.tad is not None:
        persona.tad = Tad(start.tad, id_, 0)
    if start.concealment is not None:
        persona.concealment = start.concealment
    return persona


def _start_marks(persona: Persona, combatant: Combatant) -> None:
    start = combatant.start
    if start.hexed_by is not None:
        persona.marks.append(Mark("hex", start.hexed_by))
    persona.marks.extend(Mark("naming", owner) for owner in start.named_by)
    persona.marks.extend(Mark("quarry", owner) for owner in start.quarry_of)


SYSTEM = D20Plus()
