"""Which fights the contract is checked on, and the little it has to be told about each system."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
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


def _sunder(id_: str) -> Iterator[Case]:
    for scenario in scenarios_of(id_):
        yield Case(
            f"{id_}-{scenario}",
            system(id_),
            load_scenario(scenario).start,
            _sunder_secrets,
            lambda encounter: {},
            ("TurnBegan",),
            ("TurnEnded", "TurnPassed"),
            lambda event: event.creature,
            1,
            _sunder_act,
            # The windows of the rules close with the first that throws in or reacts.
            asks_together=False,
        )


def _sunder_secrets(encounter: AnyEncounter) -> Iterator[Secret]:
    """What a search would find, and what adversaries keep for later (S5.12, S12.7, S12.9)."""
    for id_, thing in encounter.book.things.items():
        if id_ not in encounter.state.searched:

            def filled(other: AnyEncounter, id_: str = id_) -> None:
                things = {**other.book.things, id_: replace(other.book.things[id_], holds="a silver key")}
                other.book = replace(other.book, things=things)

            yield f"what {thing.name} holds", "nobody", filled
    for creature in encounter.state.creatures.values():
        sheet = encounter.book.sheets[creature.sheet]
        if sheet.contour is None or creature.surge:
            continue

        def kept(other: AnyEncounter, id_: str = sheet.id) -> None:
            sheets = dict(other.book.sheets)
            sheets[id_] = replace(sheets[id_], interventions=("Severe",), escalations=("Mechanical",))
            other.book = replace(other.book, sheets=sheets)

        yield f"the kit of {creature.name}", creature.side, kept


def _sunder_act(encounter: AnyEncounter, random: Random) -> Act:
    creatures = list(encounter.state.creatures)
    creature = random.choice([*creatures, "nobody"])
    other = random.choice(creatures) if creatures else "nobody"
    zone = random.choice(list(encounter.book.zones))
    potential = random.choice(["Might", "Finesse", "Nerve", "Seep", "Wit", "Heart"])
    card = random.choice(["reload", "squirm", "escalation Minor", *encounter.book.abilities])
    condition = random.choice(["Dazed", "Pinned", "Charmed", "Unseen", "Frenzied", "Bleeding", "Petrified"])
    of = {"potential": potential, "by": other} if random.random() < 0.8 else {}
    field = random.choice(["stress", "spent", "score", "marks", "surge"])
    name, data = random.choice(
        [
            ("throw_in", {"creature": creature}),
            ("throw_in", {"creature": creature}),
            ("throw_in", {"creature": creature}),
            ("leave", {"creature": creature}),
            ("give_way", {"creature": creature, "to": other}),
            ("join_group", {"creature": creature, "lead": other}),
            ("join_group", {"creature": creature, "lead": other}),
            ("leave_group", {"creature": creature}),
            ("surge", {"creature": creature, "card": card}),
            ("drop", {"creature": creature, "number": random.randrange(1, 9)}),
            ("open_slot", {}),
            ("reorder", {"order": [entry.creatures[0] for entry in encounter.state.queue][::-1]}),
            ("difficulty", {"risk": "Dire", "creature": creature}),
            ("call_test", {"creature": creature, "skill": "Grit", "risk": "Desperate"}),
            ("call_group_test", {"creatures": [creature, other], "lead": creature, "skill": "Feat"}),
            (
                "call_contest",
                {"first": creature, "first_skill": "Force", "second": other, "second_skill": "Brace"},
            ),
            ("damage", {"creature": creature, "potential": potential, "amount": random.randrange(1, 31)}),
            ("stress", {"creature": creature, "potential": potential, "amount": 2}),
            ("heal", {"creature": creature, "potential": potential, "amount": 9}),
            ("marks", {"creature": creature, "amount": random.choice([-2, 1, 3])}),
            ("wake", {"creature": creature}),
            ("fallout", {"creature": creature, "potential": potential, "rank": "Severe"}),
            ("condition", {"creature": creature, "condition": condition, "on": True, **of}),
            ("condition", {"creature": creature, "condition": condition, "on": False}),
            ("exhaustion", {"creature": creature, "level": random.randrange(7)}),
            ("favour", {"creature": creature, "amount": -1}),
            ("move", {"creature": creature, "zone": zone}),
            ("push", {"creature": creature, "source": zone, "spaces": 4}),
            (
                "set",
                {"creature": creature, "field": field, "value": random.randrange(9), "potential": potential},
            ),
            ("countdown", {"name": "The flood", "size": 4, "side": "A"}),
            ("add", {"sheet": random.choice(list(encounter.book.sheets)), "side": "B", "zone": zone}),
            ("remove", {"creature": creature}),
            ("override", {"seat": creature, "option": random.choice(["strike bottom", "evade top", "end"])}),
            ("dance", {}),
        ]
    )
    return Act(name, data, "gm", "to see")


_SYSTEMS: dict[str, Callable[[str], Iterator[Case]]] = {
    "d20plus": _d20plus,
    "pace": _pace,
    "cantor": _cantor,
    "sunder": _sunder,
}
