"""How a scene begins: creatures made from their sheets, where the scenario puts them."""

from __future__ import annotations

from collections.abc import Mapping

from affray.kernel.clauses import clause
from affray.systems.sunder import equipment
from affray.systems.sunder.book import Ability, Book, Sheet, marks_of
from affray.systems.sunder.names import POTENTIALS
from affray.systems.sunder.rulings import Rulings
from affray.systems.sunder.scenario import Combatant, Scenario, combatant_id
from affray.systems.sunder.setting import setting_of
from affray.systems.sunder.state import (
    SCENE,
    Condition,
    Countdown,
    Creature,
    Scene,
    State,
    Track,
)


def begin(book: Book, scenario: Scenario, rulings: Rulings) -> Scene:
    """A fresh scene of a checked scenario."""
    creatures = {combatant_id(combatant): creature_of(book, combatant) for combatant in scenario.combatant}
    countdowns = {
        one.id: Countdown(
            one.id,
            one.name,
            one.size,
            one.side,
            one.hope or one.size,
            (one.dread or one.size) if one.dice == "both" else 0,
            one.decides,
        )
        for one in scenario.countdown
    }
    closed = [thing.closes for thing in scenario.thing if thing.closes is not None and thing.closed]
    risk = scenario.risk if scenario.risk != "Uncertain" else rulings.default_risk
    state = State(creatures, countdowns, risk=risk, closed=closed)
    return Scene(state, setting_of(book, scenario), rulings)


@clause("S1.1", "S1.3", "S2.1", "S12.1")
def tracks_of(sheet: Sheet, abilities: Mapping[str, Ability]) -> dict[str, Track]:
    """Eight Potentials with their dice, and what Traits add to their scores; from 1 to 20 (S1.8)."""
    tracks: dict[str, Track] = {}
    for potential in POTENTIALS:
        score = sheet.scores[potential] + sum(
            abilities[id_].scores.get(potential, 0) for id_ in sheet.abilities
        )
        perks = {perk.face: perk.name for perk in sheet.perks if perk.potential == potential}
        tracks[potential] = Track(
            capped(score),
            die=sheet.dice.get(potential, 4),
            charged=potential in sheet.charged,
            perks=dict(perks),
        )
    return tracks


@clause("S1.8")
def capped(score: int) -> int:
    """No effect takes a score out of 1 to 20."""
    return max(1, min(20, score))


def pool_of(sheet: Sheet, abilities: Mapping[str, Ability]) -> int:
    """The Marks of a sheet with what Traits add, at least 1."""
    return max(1, marks_of(sheet) + sum(abilities[id_].marks for id_ in sheet.abilities))


def creature_of(book: Book, combatant: Combatant) -> Creature:
    """A creature as it enters, with what its start says."""
    sheet, start = book.sheets[combatant.sheet], combatant.start
    tracks = tracks_of(sheet, book.abilities)
    for potential, stress in start.stress.items():
        tracks[potential].stress = stress
    for potential, spent in start.resistance.items():
        tracks[potential].spent = spent
    pool = pool_of(sheet, book.abilities)
    creature = Creature(
        combatant_id(combatant),
        combatant.name or sheet.name,
        sheet.id,
        combatant.side,
        combatant.zone,
        tracks,
        max(1, pool // 2) if start.exhaustion >= 5 else pool,
        start.marks,
        sheet.kind == "player",
        exhaustion=start.exhaustion,
        hands=list(equipment.starting_hands(sheet, book) if start.ready is None else start.ready),
        beats=start.beats,
    )
    for id_ in start.used:
        creature.cards_out[id_] = "rest"
    for one in start.conditions:
        creature.conditions.append(
            Condition(
                one.name,
                SCENE,
                one.by or "",
                one.potential or "",
                one.other or "",
                one.amount,
                combatant.zone if one.name in ("Rooted", "Pinned") else "",
            )
        )
    return creature
