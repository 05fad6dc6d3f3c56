"""Pace as the rest of affray sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.board.squares import FACINGS
from affray.kernel.clauses import clause
from affray.kernel.encounter import Encounter
from affray.kernel.errors import Refused
from affray.kernel.events import Record
from affray.kernel.presentation import Entry, Odds, QuestionView, Remark
from affray.kernel.reasons import Denied
from affray.kernel.requests import Pool, Procedure, Question, Request
from affray.kernel.system import NOBODY, BareOdds, Seat, Viewer
from affray.systems.pace import (
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
from affray.systems.pace.book import Book, Pack, book_of
from affray.systems.pace.events import SceneEnded
from affray.systems.pace.events.applying import rebuild_walls
from affray.systems.pace.maneuvers import GRAPPLE_PACES
from affray.systems.pace.rulings import Rulings
from affray.systems.pace.scenario import Combatant, Scenario, blocks_at_start, combatant_id
from affray.systems.pace.setting import Setting, setting_of, square_at
from affray.systems.pace.state import Character, Fight, Item, ObjectState, State, Tether
from affray.systems.pace.text import bare_rolls, solving
from affray.systems.pace.wielding import new_item_id


class Pace:
    """The rule system Pace (the Action Point system)."""

    id = "pace"
    title = "Pace"
    version = "1"
    state_type = State
    rulings_type = Rulings
    pack_type = Pack
    scenario_type = Scenario
    roll_example = bare_rolls.EXAMPLE
    memo_leaves_out = solving.LEAVES_OUT
    own_acts: Mapping[str, str] = acts.OWN

    def book(self, packs: Sequence[Pack]) -> Book:
        """The packs of a fight as one book."""
        return book_of(tuple(packs))

    def faults(
        self, book: Book, scenario: Scenario | None
    ) -> list[tuple[tuple[str | int, ...], str, Sequence[str]]]:
        """References of packs and scenario that lead nowhere."""
        return check_pack.faults(book, scenario)

    def start(self, book: Book, scenario: Scenario, rulings: Rulings) -> Fight:
        """A fresh scene of a checked scenario, with 0 AP each."""
        setting = setting_of(book, scenario)
        state = State(
            {combatant_id(one): _character(setting, scenario, rulings, one) for one in scenario.combatant},
            clocks={clock.id: clock.filled for clock in scenario.clock},
            blocking=f"{setting.board.blocking:x}",
            difficult=f"{setting.board.difficult:x}",
        )
        _place_objects(setting, scenario, state)
        _hand_out_items(setting, scenario, state)
        rebuild_walls(state)
        return Encounter(state, setting, rulings)

    def step(self, encounter: Fight) -> Procedure:
        """The next step of the fight."""
        return turn.step(encounter)

    def act(self, encounter: Fight, name: str, data: Mapping[str, Any], by: str, reason: str) -> Procedure:
        """One of the GM's acts, or of a player for the own seat."""
        try:
            yield from acts.act(encounter, name, data, by, reason)
        except Denied as denied:
            raise Refused(text.in_words(denied.reason), denied.reason.clause) from None

    def act_words(self, encounter: Fight, name: str, data: Mapping[str, Any]) -> str | None:
        """An act in words, without its author."""
        return text.act_words(encounter, name, data)

    def outcome(self, encounter: Fight) -> str | None:
        """What the scene came to, or None."""
        return encounter.state.outcome

    def rounds(self, encounter: Fight) -> int:
        """How many rounds have begun."""
        return encounter.state.round

    def seats(self, encounter: Fight) -> list[Seat]:
        """Every character."""
        return [Seat(one.id, one.name, one.side) for one in encounter.state.characters.values()]

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
        """What these records tell of each character's deeds, counted."""
        return deeds.deeds(encounter, records)

    def standing(self, encounter: Fight) -> list[str]:
        """Every character that is not out of the scene."""
        return [one.id for one in encounter.state.characters.values() if one.standing]

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


@clause("P3.5")
def _character(setting: Setting, scenario: Scenario, rulings: Rulings, combatant: Combatant) -> Character:
    """A scene begins with 0 AP, so 3 in the first round; a scenario can begin in mid-fight."""
    sheet, start = setting.sheets[combatant.sheet], combatant.start
    square = square_at(scenario.map, setting.board, start.at or combatant.at)
    assert square is not None, "the scenario was checked"
    return Character(
        combatant_id(combatant),
        combatant.name or sheet.name,
        combatant.sheet,
        combatant.side,
        square,
        FACINGS.index(start.facing or combatant.facing),
        sheet.hp if start.hp is None else start.hp,
        ap=start.ap,
        edges={str(on): count for on, count in start.edges.items()},
        waited=start.waited,
        tethers=[Tether(source, GRAPPLE_PACES) for source in start.held_by],
        slow_until=start.slow_until,
        words=rulings.free_words if start.words is None else start.words,
    )


def _place_objects(setting: Setting, scenario: Scenario, state: State) -> None:
    for thing in scenario.object:
        square = square_at(scenario.map, setting.board, thing.at)
        assert square is not None, "the scenario was checked"
        state.objects[thing.id] = ObjectState(square, thing.hp, blocks_at_start(thing), thing.door)


def _hand_out_items(setting: Setting, scenario: Scenario, state: State) -> None:
    """Items are called by what they are; a second one of a kind by a number too."""
    for combatant in scenario.combatant:
        sheet = setting.sheets[combatant.sheet]
        wielded = list(sheet.wielded if combatant.start.wielded is None else combatant.start.wielded)
        for gear in sheet.items:
            in_hand = gear in wielded
            if in_hand:
                wielded.remove(gear)
            id_ = new_item_id(state.items, gear)
            state.items[id_] = Item(id_, gear, combatant_id(combatant), in_hand)
    for lying in scenario.item:
        id_ = new_item_id(state.items, lying.gear)
        square = square_at(scenario.map, setting.board, lying.at)
        state.items[id_] = Item(id_, lying.gear, square=square)


SYSTEM = Pace()
