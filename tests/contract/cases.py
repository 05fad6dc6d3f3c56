"""Which fights the contract is checked on, and the little it has to be told about each system."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from affray.content.bundled import scenarios_of
from affray.content.loader import load_scenario
from affray.kernel.inputs import Act
from affray.kernel.system import AnyEncounter, System
from affray.systems import registered, system
from tests.toy.system import SYSTEM as TOY
from tests.toy.system import toy_encounter

Secret = tuple[str, str, Callable[[AnyEncounter], None]]
"""(what it is, the side that may know it, how to change it without changing anything else)."""


@dataclass(frozen=True)
class Case:
    """A fight of a system. `secrets` lists what is hidden in a state, `begins` and `ends` name turn events.

    `names_hidden` gives for an encounter the texts that nobody but a side may ever be sent. `act` makes any
    act that a GM could try. `asks_together`: several seats come to be asked at once.
    """

    id: str
    system: System
    start: Callable[[], AnyEncounter]
    secrets: Callable[[AnyEncounter], Iterator[Secret]]
    names_hidden: Callable[[AnyEncounter], dict[str, str]]
    begins: tuple[str, ...]
    ends: tuple[str, ...]
    turn_of: Callable[[Any], str]
    nesting_max: int
    act: Callable[[AnyEncounter, Random], Act]
    asks_together: bool = True


def cases() -> list[Case]:
    """The toy, and every scenario that comes with a registered system."""
    return [*_toys(), *(case for id_ in registered() for case in _SYSTEMS[id_](id_))]


def case_named(id_: str) -> Case:
    """The case with this id."""
    return next(case for case in cases() if case.id == id_)


def _toys() -> Iterator[Case]:
    for hidden in (False, True):
        yield Case(
            f"toy-{'hidden' if hidden else 'open'}",
            TOY,
            lambda hidden=hidden: toy_encounter(hidden),
            _toy_secrets,
            _toy_names,
            ("TurnBegun",),
            ("TurnEnded",),
            lambda event: event.fencer,
            1,
            _toy_act,
        )


def _toy_secrets(encounter: AnyEncounter) -> Iterator[Secret]:
    for id_, fencer in encounter.state.fencers.items():

        def raise_secret(other: AnyEncounter, id_: str = id_) -> None:
            other.state.fencers[id_].secret += 7

        def weaken(other: AnyEncounter, id_: str = id_) -> None:
            other.state.fencers[id_].breath += 1

        yield f"secret of {id_}", fencer.side, raise_secret
        if fencer.hidden:
            yield f"breath of hidden {id_}", fencer.side, weaken


def _toy_names(encounter: AnyEncounter) -> dict[str, str]:
    hidden = [fencer for fencer in encounter.state.fencers.values() if fencer.hidden]
    return {word: fencer.side for fencer in hidden for word in (fencer.id, fencer.name)}


def _toy_act(encounter: AnyEncounter, random: Random) -> Act:
    fencer = random.choice([*encounter.state.fencers, "nobody"])
    name, data = random.choice(
        [
            ("check", {"target": 9}),
            ("set", {"value": random.randrange(7)}),
            ("say", {"words": "Have at you"}),
            ("remove", {}),
            ("dance", {}),
        ]
    )
    return Act(name, {"fencer": fencer, **data}, "gm", "to see")


def _d20plus(id_: str) -> Iterator[Case]:
    for scenario in scenarios_of(id_):
        yield Case(
            f"{id_}-{scenario}",
            system(id_),
            load_scenario(scenario).start,
            _d20plus_secrets,
            lambda encounter: {},
            ("TurnBegan",),
            ("TurnEnded", "TurnDropped"),
            lambda event: event.persona,
            2,
            _d20plus_act,
        )


def _d20plus_secrets(encounter: AnyEncounter) -> Iterator[Secret]:
    """Where a concealed Persona stands, and how well it hides (D8.10)."""
    for id_, persona in encounter.state.personas.items():
        if persona.concealment is None:
            continue

        def better(other: AnyEncounter, id_: str = id_) -> None:
            other.state.personas[id_].concealment += 3

        yield f"concealment score of {id_}", persona.side, better
        for zone in encounter.book.zones:

            def elsewhere(other: AnyEncounter, id_: str = id_, zone: str = zone) -> None:
                other.state.personas[id_].zone = zone
                other.state.personas[id_].cover = None

            yield f"{id_} in {zone}", persona.side, elsewhere


def _d20plus_act(encounter: AnyEncounter, random: Random) -> Act:
    persona, other = (random.choice([*encounter.state.personas, "nobody"]) for _ in range(2))
    skill = random.choice(["Might", "Grace", "Will", "Sense", "Logic", "Knowledge"])
    field, value = random.choice(
        [
            ("Body", random.randrange(5)),
            ("Mind", random.randrange(5)),
            ("Spirit", 0),
            ("zone", random.choice(list(encounter.book.zones))),
            ("prone", True),
            ("cover", None),
            ("tad", 8),
            ("out", random.random() < 0.5),
            ("concealed", False),
        ]
    )
    side, zone = random.choice(list(encounter.book.sides)), random.choice(list(encounter.book.zones))
    name, data = random.choice(
        [
            ("check", {"persona": persona, "skill": skill, "target_number": 15}),
            ("contest", {"persona": persona, "skill": skill, "opponent": other, "opposing_skill": "Will"}),
            ("set", {"persona": persona, "field": field, "value": value}),
            ("set", {"persona": persona, "field": field, "value": value}),
            ("set", {"persona": persona, "field": field, "value": value}),
            ("add", {"sheet": random.choice(list(encounter.book.sheets)), "side": side, "zone": zone}),
            ("remove", {"persona": persona}),
            ("override", {"seat": persona, "option": "stand"}),
            ("dance", {}),
        ]
    )
    return Act(name, data, "gm", "to see")


def _pace(id_: str) -> Iterator[Case]:
    for scenario in scenarios_of(id_):
        yield Case(
            f"{id_}-{scenario}",
            system(id_),
            load_scenario(scenario).start,
            _pace_secrets,
            lambda encounter: {},
            ("TurnBegan",),
            ("TurnEnded", "TurnDropped"),
            lambda event: event.character,
            1,
            _pace_act,
            # A Pivot is offered to everybody else at once: in a duel that is one.
            asks_together=len(load_scenario(scenario).start().state.characters) > 2,
        )


def _pace_secrets(encounter: AnyEncounter) -> Iterator[Secret]:
    """When a player wants to be asked for a Pivot; of one that cannot pay, so that nobody else is asked."""
    for id_, character in encounter.state.characters.items():
        if character.ap == 0:

            def never(other: AnyEncounter, id_: str = id_) -> None:
                other.state.characters[id_].pivot_asks = "never"

            def quiet(other: AnyEncounter, id_: str = id_) -> None:
                other.state.characters[id_].quiet_in = other.state.round

            yield f"when {id_} is asked", character.side, never
            yield f"whether {id_} is asked this round", character.side, quiet


def _pace_act(encounter: AnyEncounter, random: Random) -> Act:
    character, other = (random.choice([*encounter.state.characters, "nobody"]) for _ in range(2))
    board = encounter.book.board
    square = board.name(random.randrange(board.width * board.height))
    field, value = random.choice(
        [
            ("hp", random.randrange(12)),
            ("hp", random.randrange(3)),
            ("ap", random.randrange(7)),
            ("square", square),
            ("facing", random.choice(["N", "SE", "up"])),
            ("words", 3),
            ("slow_until", encounter.state.round + 1),
        ]
    )
    sheet, side = random.choice(list(encounter.book.sheets)), random.choice(list(encounter.book.sides))
    name, data = random.choice(
        [
            ("check", {"character": character, "score": "Strength", "dc": 12}),
            (
                "contest",
                {
                    "character": character,
                    "score": "Strength",
                    "opponent": other,
                    "opposing_score": "Dexterity",
                },
            ),
            ("set", {"character": character, "field": field, "value": value}),
            ("set", {"character": character, "field": field, "value": value}),
            ("set", {"character": character, "field": field, "value": value}),
            ("add", {"sheet": sheet, "side": side, "square": square, "facing": "W"}),
            ("remove", {"character": character}),
            ("terrain", {"square": square, "ground": random.choice(["blocking", "difficult", "open"])}),
            ("terrain", {"square": square, "ground": "blocking"}),
            ("force", {"character": character, "facing": "NE", "paces": 3}),
            ("order", {"character": character, "other": other}),
            ("edge", {"character": character, "on": "attack", "count": -1}),
            ("item", {"gear": random.choice([*encounter.book.things, "nothing"]), "holder": character}),
            ("charge", {"character": character, "ap": 1, "what": "Climbing"}),
            ("say", {"character": character, "text": "Hold the gate!"}),
            ("pivots", {"character": character, "asks": "all"}),
            ("override", {"seat": character, "option": "wait"}),
            ("dance", {}),
        ]
    )
    return Act(name, data, "gm", "to see")


def _cantor(id_: str) -> Iterator[Case]:
    for scenario in scenarios_of(id_):
        yield Case(
            f"{id_}-{scenario}",
            system(id_),
            load_scenario(scenario).start,
            _cantor_secrets,
            lambda encounter: {},
            ("TurnBegan",),
            ("TurnEnded", "TurnDropped"),
            lambda event: event.unit,
            1,
            _cantor_act,
            # The one window of the rules closes with the first that acts.
            asks_together=False,
        )


def _cantor_secrets(encounter: AnyEncounter) -> Iterator[Secret]:
    """Where a Hidden unit is, behind its marker, and what became of it (C2.8)."""
    board = encounter.book.board
    for id_, unit in encounter.state.units.items():
        if not unit.has("Hidden"):
            continue

        def hurt(other: AnyEncounter, id_: str = id_) -> None:
            other.state.units[id_].hp = max(1, other.state.units[id_].hp - 1)

        def burning(other: AnyEncounter, id_: str = id_) -> None:
            other.state.units[id_].burn += 2

        yield f"HP of hidden {id_}", unit.side, hurt
        yield f"Burn of hidden {id_}", unit.side, burning
        taken = {other.hex for other in encounter.state.units.values() if other.here}
        for hex_ in range(0, board.width * board.height, 17):
            if hex_ not in taken:

                def elsewhere(other: AnyEncounter, id_: str = id_, hex_: int = hex_) -> None:
                    other.state.units[id_].hex = hex_

                yield f"{id_} on {board.name(hex_)}", unit.side, elsewhere


def _cantor_act(encounter: AnyEncounter, random: Random) -> Act:
    unit = random.choice([*encounter.state.units, "nobody"])
    board = encounter.book.board
    hex_ = board.name(random.randrange(board.width * board.height))
    field, value = random.choice(
        [
            ("hp", random.randrange(9)),
            ("hp", random.randrange(3)),
            ("structure", random.randrange(5)),
            ("stress", random.randrange(3)),
            ("overshield", 4),
            ("burn", 3),
            ("band", 4),
            ("hex", hex_),
            ("reaction", True),
        ]
    )
    condition = random.choice(["Hidden", "Stunned", "Prone", "Slowed", "Invisible", "Lock On", "Immobilized"])
    sheet, side = random.choice(list(encounter.book.sheets)), random.choice(list(encounter.book.sides))
    option = random.choice(["hide", "stabilize", "brace", "bond-move", "stand", "cooldown"])
    name, data = random.choice(
        [
            ("check", {"unit": unit}),
            ("set", {"unit": unit, "field": field, "value": value}),
            ("set", {"unit": unit, "field": field, "value": value}),
            ("condition", {"unit": unit, "condition": condition, "on": random.random() < 0.7}),
            ("condition", {"unit": unit, "condition": condition, "on": random.random() < 0.7}),
            ("damage", {"unit": unit, "amount": random.randrange(1, 12)}),
            ("overshield", {"unit": unit, "amount": random.randrange(1, 5)}),
            ("add", {"sheet": sheet, "side": side, "hex": hex_}),
            ("remove", {"unit": unit}),
            ("force", {"unit": unit, "source": hex_, "hexes": 3}),
            ("override", {"seat": unit, "option": option}),
            ("dance", {}),
        ]
    )
    return Act(name, data, "gm", "to see")


_SYSTEMS: dict[str, Callable[[str], Iterator[Case]]] = {
    "d20plus": _d20plus,
    "pace": _pace,
    "cantor": _cantor,
}
