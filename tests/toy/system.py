"""The toy as a `System`: its rules, and how it shows itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.kernel.encounter import Encounter
from affray.kernel.events import Record
from affray.kernel.presentation import Entry, Odds, OptionView, QuestionView, Remark
from affray.kernel.requests import Pool, Procedure, Question, Request
from affray.kernel.system import NOBODY, AnyEncounter, Explore, Seat, Viewer
from tests.toy import rules
from tests.toy.state import (
    SCHOOLS,
    Fencer,
    Pack,
    Rulings,
    Scenario,
    State,
    Struck,
    plain_scenario,
    standing,
)


class Toy:
    """The toy system."""

    id = "toy"
    title = "Toy fencers"
    version = "1"
    state_type: type[Any] = State
    rulings_type: type[Any] = Rulings
    pack_type: type[Any] = Pack
    scenario_type: type[Any] = Scenario
    own_acts: Mapping[str, str] = {"say": "fencer"}

    def book(self, packs: Sequence[Any]) -> Any:
        return {school: skill for pack in packs for school, skill in pack.skills.items()}

    def faults(
        self, book: Any, scenario: Any | None
    ) -> list[tuple[tuple[str | int, ...], str, Sequence[str]]]:
        entrants = () if scenario is None else scenario.entrants
        return [
            (("scenario", "entrants", place, "school"), f'there is no school "{entrant.school}"', tuple(book))
            for place, entrant in enumerate(entrants)
            if entrant.school not in book
        ]

    def start(self, book: Any, scenario: Any, rulings: Any) -> AnyEncounter:
        fencers = {
            entrant.id: Fencer(
                entrant.id,
                entrant.name,
                entrant.side,
                entrant.school,
                entrant.secret,
                entrant.hidden,
                rulings.breath,
                acted=True,
            )
            for entrant in scenario.entrants
        }
        return Encounter(State(fencers), book, rulings)

    def step(self, encounter: AnyEncounter) -> Procedure:
        return rules.step(encounter)

    def act(
        self, encounter: AnyEncounter, name: str, data: Mapping[str, Any], by: str, reason: str
    ) -> Procedure:
        return rules.act(encounter, name, data, by, reason)

    def outcome(self, encounter: AnyEncounter) -> str | None:
        if encounter.state.broken == "outcome":
            raise ArithmeticError("nobody can tell")
        if encounter.state.over:
            return str(encounter.state.over)
        sides = list(dict.fromkeys(fencer.side for fencer in standing(encounter.state)))
        if len(sides) > 1:
            return None
        return f"{sides[0]} wins" if sides else "draw"

    def rounds(self, encounter: AnyEncounter) -> int:
        return int(encounter.state.round)

    def seats(self, encounter: AnyEncounter) -> Sequence[Seat]:
        return [Seat(fencer.id, fencer.name, fencer.side) for fencer in encounter.state.fencers.values()]

    def why_not(self, encounter: AnyEncounter, question: Question, option_id: str) -> Remark:
        clause = "T1.8" if option_id.startswith("stroke:") else None
        return {"text": f'"{option_id}" cannot be done now.', "clause": clause}

    def view(
        self,
        encounter: AnyEncounter,
        viewer: Viewer,
        request: Request | None,
        answered: Mapping[str, str | None] = NOBODY,
    ) -> Mapping[str, Any]:
        state = encounter.state
        seen = [fencer for fencer in state.fencers.values() if _sees(viewer, fencer)]
        turn = state.fencers.get(state.turn)
        return {
            "round": state.round,
            "turn": state.turn if turn is not None and _sees(viewer, turn) else "",
            "light": state.light,
            "answered": [fencer.id for fencer in seen if fencer.id in answered],
            "fencers": [_fencer_view(state, fencer, viewer) for fencer in seen],
        }

    def question(self, encounter: AnyEncounter, question: Question, viewer: Viewer) -> QuestionView:
        return {
            "kind": question.kind,
            "title": question.kind.capitalize(),
            "clause": question.clause,
            "facts": [],
            "default": question.default,
            "options": [_option_view(option.id, question.clause) for option in question.options],
            "follows": "",
        }

    def waiting(self, encounter: AnyEncounter, question: Question | Pool) -> str:
        return "dice" if isinstance(question, Pool) else question.kind

    def entries(self, encounter: AnyEncounter, records: Sequence[Record], viewer: Viewer) -> list[Entry]:
        entries: list[Entry] = []
        for record in records:
            event = record.event if viewer.knows(record.to) else record.public
            if event is not None:
                entries.append(_entry(len(entries), event, record.undone_by))
        return entries

    def appraise(self, encounter: AnyEncounter, question: Question) -> Sequence[float]:
        return [_worth(encounter, option.kind, option.args) for option in question.options]

    def odds(
        self, encounter: AnyEncounter, question: Question, option_id: str, explore: Explore
    ) -> Odds | None:
        if not option_id.startswith("stroke:"):
            return None
        chances = explore(lambda event: event.loss if isinstance(event, Struck) else None)
        losses = sorted((loss, chance) for loss, chance in chances.items() if isinstance(loss, int))
        return {
            "bars": [
                {"label": str(loss), "percent": float(100 * chance), "mark": "plain" if loss else "none"}
                for loss, chance in losses
            ],
            "summary": "breath lost",
            "mean": float(sum(loss * chance for loss, chance in losses)),
            "notes": [],
        }

    def problems(self, encounter: AnyEncounter) -> list[str]:
        state = encounter.state
        found = [
            f"{fencer.id} has breath {fencer.breath}"
            for fencer in state.fencers.values()
            if fencer.breath < 0
        ]
        if state.turn and state.turn not in state.fencers:
            found.append(f"it is the turn of {state.turn}, who is gone")
        return found


def _sees(viewer: Viewer, fencer: Fencer) -> bool:
    return viewer.knows((fencer.side,)) or not fencer.hidden


def _fencer_view(state: State, fencer: Fencer, viewer: Viewer) -> dict[str, Any]:
    own = viewer.knows((fencer.side,))
    return {
        "id": fencer.id,
        "name": fencer.name,
        "breath": fencer.breath,
        "secret": fencer.secret if own else None,
        "stance": fencer.stance if own or state.shown else None,
    }


def _option_view(id_: str, clause: str) -> OptionView:
    return {
        "id": id_,
        "group": id_.split(":")[0],
        "label": id_,
        "detail": "",
        "section": "",
        "target": None,
        "target_kind": "none",
        "cost": [],
        "clause": clause,
        "refusal": None,
    }


def _entry(number: int, event: Any, undone_by: str | None) -> Entry:
    fields = [str(getattr(event, name)) for name in type(event).__slots__]
    return {
        "number": number,
        "round": 0,
        "kind": "note",
        "clauses": [event.clause],
        "say": [type(event).__name__, *fields],
        "ledgers": [],
        "result": None,
        "not_counted": [],
        "follows": [],
        "odds": None,
        "undone_by": undone_by,
    }


def _worth(encounter: AnyEncounter, kind: str, args: tuple[Any, ...]) -> float:
    """A stroke at a tired foe is best; what a foe keeps secret does not count."""
    if kind == "stroke":
        return 20.0 - float(encounter.state.fencers[args[0]].breath)
    return 1.0 if kind == "step-in" else 0.0


SYSTEM = Toy()


def toy_encounter(hidden: bool = False, breath: int = 6) -> AnyEncounter:
    """A fresh fight of the toy."""
    book = SYSTEM.book([Pack("schools", SCHOOLS)])
    return SYSTEM.start(book, plain_scenario(hidden), Rulings(breath))
