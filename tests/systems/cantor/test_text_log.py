"""The log of Cantor as it grows: undone entries, what each reader may know, and fights that are played."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import orjson
import pytest

from affray.dice.counter import CounterDice
from affray.kernel.events import Record
from affray.kernel.presentation import Entry
from affray.kernel.requests import Question, pool_of, question_of
from affray.kernel.session import Session
from affray.kernel.system import GM_VIEWER, SPECTATOR, Viewer
from affray.systems.cantor import events as e
from affray.systems.cantor import text
from affray.systems.cantor.state import Fight, Unit
from affray.systems.cantor.view import view
from tests.systems.cantor.fights import RULES, Table, fight, person
from tests.systems.cantor.test_text import (
    A2,
    B2,
    C2,
    D2,
    DECLARED,
    ENDED,
    MISSED,
    ROLLED,
    SPENT,
    a_fight,
    damage,
    plain,
    records_of,
    roll,
    rolled,
)

SIDE_A = Viewer(("ann",), ("A",))
SIDE_B = Viewer(("bob",), ("B",))
READERS = {"GM": GM_VIEWER, "nobody": SPECTATOR, "A": SIDE_A, "B": SIDE_B}
HIT = damage("bob", "ann", 4, 9)


def undo(records: list[Record], *numbers: int) -> list[Record]:
    """Take these back."""
    for number in numbers:
        records[number].undone_by = "Vera"
    return records


def more(records: list[Record], at: int, *events: Any) -> list[Record]:
    """Further records, after so many inputs."""
    for event in events:
        records.append(Record(len(records), at, event, None, None))
    return records


def says(records: list[Record], viewer: Viewer = GM_VIEWER, encounter: Fight | None = None) -> list[str]:
    """The sentences of a reader's log."""
    return [plain(entry["say"]) for entry in text.entries(encounter or a_fight(), records, viewer)]


# What was taken back


def test_an_undone_roll_strikes_the_attack_and_its_second_attempt_is_another_entry() -> None:
    """The second tells the whole attack again, with its own dice."""
    records = undo(records_of(SPENT, DECLARED, ROLLED, HIT), 2, 3)
    more(records, 2, MISSED, ENDED)
    first, second = text.entries(a_fight(), records, GM_VIEWER)
    assert (first["undone_by"], second["undone_by"]) == ("Vera", None)
    assert plain(second["say"]) == "Ann attacks Bob Tanner with the gun. It misses, 5 against Evasion 10."


def test_damage_rolled_again_stays_in_its_entry() -> None:
    """The attack stands; only the dice of its damage were taken back."""
    records = more(undo(records_of(SPENT, DECLARED, ROLLED, HIT), 3), 3, damage("bob", "ann", 2, 9), ENDED)
    (entry,) = [one for one in text.entries(a_fight(), records, GM_VIEWER) if one["undone_by"] is None]
    assert plain(entry["say"]).endswith("Bob Tanner takes 2, 9 to 7 HP.")


def test_what_comes_after_an_undo_joins_no_other_attack() -> None:
    """An attack of somebody else lies between; what follows is told by its own words."""
    other = (e.AttackDeclared("cid", "rod", ("amy",)), e.AttackEnded("cid"))
    records = records_of(DECLARED, ROLLED, HIT, ENDED, *other)
    undo(records, 2, 3, 4, 5)
    shoved = e.Shoved("bob", "ann", D2, (D2 + 1,), 1, "")
    more(records, 2, damage("bob", "ann", 2, 9), shoved, ENDED, e.BandChanged("ann", 0, 1, "acted"))
    assert says(records) == [
        "Ann attacks Bob Tanner with the gun. It hits, 14 against Evasion 10.",
        "Cid attacks Amy Orr with the rod.",
        "Bob Tanner takes 2, 9 to 7 HP. Bob Tanner is shoved 1 hex, D2 to E2.",
    ]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (e.BandChanged("ann", 0, 1, "acted"), "Ann: Resonance 0 to 1 (acted)."),
        (e.BurnAdded("ann", 0, 2), "Ann: Burn 0 to 2; adding it deals nothing."),
        (e.MarkerSet("ann", C2), "Ann: others see a marker at C2."),
        (e.ConditionEnded("ann", "Bolster", "used", "C2.13"), "The Bolster of Ann is used up."),
        (e.CooledDown("ann", 1, 4, 3), "Ann: Stress 4 to 3."),
        (e.TokenSpent("ann", "amy", 1), "Ann: 1 Bond Token left."),
        (e.Hid("ann"), "Ann is Hidden."),
        (e.FractureManifested("ann", "Granite", None), "FRACTURE: Ann is under Granite Lock. Immobilized."),
        (e.StructureLost("ann", 1, 9, 6, ""), "STRUCTURE: Ann loses one, 1 left; HP whole, 9."),
    ],
)
def test_every_event_can_stand_alone(event: Any, words: str) -> None:
    """Where the rest of its entry was taken back it says what it is."""
    assert says(records_of(event)) == [words]


# What is Hidden


def test_a_hidden_unit_is_a_marker_for_the_others() -> None:
    """Its own side and the GM read its walk; the others where the marker lies, and nothing else."""
    moved = e.Moved("bob", "move", D2, (C2,), 1)
    records = [
        Record(0, 0, e.Spent("bob", "move", "Move", "C3.1"), ("B",), None),
        Record(1, 0, moved, ("B",), None),
        Record(2, 0, e.MarkerSet("bob", A2), ("B",), e.MarkerSeen("B", A2)),
    ]
    for viewer in (SIDE_B, GM_VIEWER):
        assert says(records, viewer) == ["Bob Tanner moves from D2 to C2 (its Move)."]
    for viewer in (SIDE_A, SPECTATOR):
        (entry,) = text.entries(a_fight(), records, viewer)
        assert plain(entry["say"]) == "A marker of the other side at A2."
        assert entry["clauses"] == ["C6.2"]


def test_who_hides_in_sight_leaves_a_marker() -> None:
    """Everybody sees that it hides; its marker is in the same entry."""
    records = records_of(e.Spent("bob", "quick", "Hide", "C3.5"), e.Hid("bob"))
    records.append(Record(2, 2, e.MarkerSet("bob", B2), ("B",), e.MarkerSeen("B", B2)))
    lines = {SIDE_A: "A marker of the other side at B2", SIDE_B: "Bob Tanner: others see a marker at B2"}
    for viewer, line in lines.items():
        (entry,) = text.entries(a_fight(), records, viewer)
        assert plain(entry["say"]) == "Bob Tanner hides (Quick)."
        assert line in [one["text"] for one in entry["follows"]]


HIDDEN_BOB = e.Hid("bob")


@pytest.mark.parametrize(
    ("event", "known", "others"),
    [
        (
            e.AttackDeclared("cid", "mortar", ("bob", "ann")),
            "Cid attacks Bob Tanner and Ann with the mortar.",
            "Cid attacks Ann with the mortar.",
        ),
        (
            e.Removed("bob", "Bob Tanner", "gm", "he left"),
            "GM removes Bob Tanner from the fight. Reason: “he left”.",
            "GM removes a Hidden unit from the fight.",
        ),
        (
            e.ChoirMoment(("ann", "bob")),
            "CHOIR MOMENT: Ann and Bob Tanner sing together, each with Bolster.",
            "CHOIR MOMENT: Ann joins in, with Bolster.",
        ),
        (
            e.ChoirMoment(("bob",)),
            "CHOIR MOMENT: Bob Tanner joins in, with Bolster.",
            "CHOIR MOMENT: several Oaths sound together.",
        ),
        (
            e.GrappleEnded("ann", "bob", "apart"),
            "The grapple of Ann and Bob Tanner ends: they are no longer adjacent.",
            "A grapple ends: they are no longer adjacent.",
        ),
        (e.TurnDropped("bob", "A"), "The turn of Bob Tanner ends at once.", "The turn ends at once."),
    ],
)
def test_no_public_event_names_a_hidden_unit_to_others(event: Any, known: str, others: str) -> None:
    """Also where an event that everybody is told names it beside somebody else."""
    records = records_of(HIDDEN_BOB, event)
    for viewer in (SIDE_B, GM_VIEWER):
        assert says(records, viewer)[1:] == [known]
    for viewer in (SIDE_A, SPECTATOR):
        assert says(records, viewer)[1:] == [others]
    seen = e.ConditionEnded("bob", "Hidden", "uncovered", "C3.5")
    assert says(records_of(HIDDEN_BOB, seen, event), SIDE_A)[2:] == [known]


def test_who_was_hidden_is_told_along_the_course_that_was_played() -> None:
    """What was taken back neither hides nor uncovers anybody."""
    gone = e.Removed("bob", "Bob Tanner", "gm", "")
    records = more(undo(records_of(HIDDEN_BOB), 0), 0, gone)
    assert says(records, SIDE_A)[-1] == "GM removes Bob Tanner from the fight."
    records = records_of(HIDDEN_BOB, e.ConditionEnded("bob", "Hidden", "uncovered", "C3.5"))
    more(undo(records, 1), 1, gone)
    assert says(records, SIDE_A)[-1] == "GM removes a Hidden unit from the fight."


def test_who_begins_hidden_is_not_named_either() -> None:
    """The scenario says so, before any event does."""
    encounter = fight("A...B", person("ann"), person("bob", "B", conditions=("Hidden",)))
    records = records_of(e.Removed("bob", "Bob", "gm", ""))
    assert says(records, SIDE_A, encounter) == ["GM removes a Hidden unit from the fight."]
    assert says(records, SIDE_B, encounter) == ["GM removes Bob from the fight."]


def test_who_attacks_out_of_hiding_begins_an_entry_of_its_own() -> None:
    """For the others its cost is unknown, and no walk of somebody else swallows it."""
    walk = (e.Spent("ann", "move", "Move", "C3.1"), e.Moved("ann", "move", A2, (B2,), 1))
    seen = e.ConditionEnded("bob", "Hidden", "attacked", "C3.5")
    attacked = (
        seen,
        e.AttackDeclared("bob", "rod", ("ann",)),
    )
    first, second = text.entries(a_fight(), records_of(*walk, *attacked), SIDE_A)
    assert plain(first["say"]) == "Ann moves from A2 to B2 (its Move)."
    assert plain(second["say"]) == "Bob Tanner attacks Ann with the rod."
    assert [line["text"] for line in second["follows"]] == ["Bob Tanner is Hidden no more: it attacks"]


def test_a_hidden_target_in_an_area_is_told_to_its_own_side() -> None:
    """The attacker's side reads of the others alone."""
    both = e.AttackDeclared("ann", "mortar", ("cid",))
    records = records_of(both, rolled(roll("ann", 12), True, "cid"))
    records += [Record(2, 2, rolled(roll("ann", 9), True), ("B",), None), Record(3, 3, ENDED, None, None)]
    assert len(says(records, SIDE_A)) == 1
    assert says(records, SIDE_B)[1] == (
        "The attack with the mortar on Bob Tanner. It hits, 11 against Evasion 10."
    )


# Fights that are played


def test_a_real_fight_reads_from_its_first_round_on() -> None:
    """Scripted dice: a walk with an Overwatch, a Brace, an Overcharge, the Fracture, the Oath."""
    table = Table(
        fight(
            "......\n.A.B..",
            person("ann", weapons=("heavy",), band=1, sheet={"grit": 2}),
            person("bob", "B", weapons=("hook",), hp=30),
        )
    )
    table.do("ann move C2", "bob overwatch hook", "bob 2")
    table.do("ann skirmish heavy bob", "ann 12", "ann 5")
    table.do("ann end", "bob end", "ann bond-move", "ann end")
    assert says(table.session.records, encounter=table.fight) == [
        "Round 1. The one side choose first.",
        "Ann acts.",
        "Ann begins a Move (its Move).",
        "Overwatch: Bob attacks Ann with the hook, with its Reaction. It misses, 2 against Evasion 10.",
        "Ann goes on from B2 to C2.",
        "Ann attacks Bob with the heavy (Skirmish, Quick). It hits: Bob takes 5, 30 to 25 HP. "
        "OVERCHARGE: the band of Ann is at 4.",
        "Bob acts.",
        "Round 2. The one side choose first.",
        "Ann acts. FRACTURE: Ann is under Granite Lock. Immobilized.",
        "Ann makes a Bond Move (Full). Granite Lock of Ann is gone, and all that it imposed. "
        "Ann swears: “I stay.”",
        "Bob acts.",
    ]


def played(seed: int) -> Iterator[tuple[Session, Question | None]]:
    """A random fight with somebody who hides, with undone inputs: after each input, what it answered."""
    random = Random(seed)
    encounter = fight(
        "A..h....C.\n.#.h.:..h.\nD..s....hB\n..h.~..E..",
        person("ann", weapons=("mortar", "heavy"), arts=("mark", "hum")),
        person("dot", stone="Quartz", weapons=("stone", "gun"), conditions=("Hidden",), band=4),
        person("bob", "B", weapons=("bellows", "torch"), conditions=("Hidden",), sheet={"grit": 1}),
        person("cid", "B", weapons=("flail", "sure"), arts=("jam", "roar"), hp=9),
        person("eve", "B", weapons=("ram-bar", "hook"), conditions=("Invisible",)),
    )
    session = Session(RULES, encounter, CounterDice(f"log {seed}"))
    for number in range(260):
        pending = session.pending
        if pending is None:
            return
        part = random.choice(pending.open_parts())
        pool, question = pool_of(pending.request, part), question_of(pending.request, part)
        value: Any = session.tray.deal(pool) if pool is not None else any_option(question, random)
        session.answer(pending.stamp, part, value, "somebody")
        if number % 40 == 39:
            session.undo(len(session.journal) - random.randrange(1, 8), "Vera")
        yield session, question


def any_option(question: Question | None, random: Random) -> str:
    """An option of a kind drawn first, so that hexes do not outnumber all else."""
    assert question is not None
    kinds = list(dict.fromkeys(option.kind for option in question.options))
    often = {"skirmish": 4, "barrage": 4, "art": 4, "hide": 6, "brace": 2, "overwatch": 4, "ram": 3, "on": 3}
    kind = random.choice([one for one in kinds for _ in range(often.get(one, 1))])
    return random.choice([option.id for option in question.options if option.kind == kind])


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_whatever_happens_reads_the_same_at_once_and_bit_by_bit(seed: int) -> None:
    """For every reader: no empty sentence, sums that add up, one log for one course."""
    logs = {reader: text.Log(viewer) for reader, viewer in READERS.items()}
    for session, _ in played(seed):
        for log in logs.values():
            log.take(session.encounter, session.records)
    for reader, viewer in READERS.items():
        entries = text.entries(session.encounter, session.records, viewer)
        assert logs[reader].entries == entries
        for entry in entries:
            assert plain(entry["say"]), entry
            for ledger in entry["ledgers"]:
                assert sum(row["value"] for row in ledger["rows"]) == ledger["total"], entry


def out_of_sight(encounter: Fight, viewer: Viewer) -> dict[str, Unit]:
    """Units that a reader knows by a marker alone."""
    units = encounter.state.units.values()
    return {unit.id: unit for unit in units if unit.has("Hidden") and not viewer.knows((unit.side,))}


@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5, 6])
def test_no_name_of_a_hidden_unit_reaches_another_side(seed: int) -> None:
    """Neither by the log, the view, a question that is asked of the side, nor by what is waited for."""
    logs = {reader: text.Log(viewer) for reader, viewer in READERS.items()}
    before: dict[str, dict[str, Unit]] = {reader: {} for reader in READERS}
    looked = 0
    for session, _ in played(seed):
        pending, encounter = session.pending, session.encounter
        for reader, viewer in READERS.items():
            hidden = out_of_sight(encounter, viewer)
            taken = logs[reader].take(encounter, session.records)
            new = orjson.dumps([one for one in taken if one["undone_by"] is None and not hides(one)])
            shown = view(encounter, viewer, None if pending is None else pending.request)
            shown["arriving"] = shown["sheets"] = []
            for id_, unit in hidden.items():
                looked += 1
                if id_ in before[reader]:
                    assert unit.name.encode() not in new, (unit.name, new)
                assert unit.name.encode() not in orjson.dumps(shown)
                assert f'"{id_}"'.encode() not in orjson.dumps(shown)
            before[reader] = hidden
        for part in pending.open_parts() if pending is not None else ():
            asked = question_of(pending.request, part)
            if asked is not None:
                _ask(encounter, asked)
    assert looked


def hides(entry: Entry) -> bool:
    """Whether somebody hides in the sight of all, which names it for the last time."""
    return plain(entry["say"]).endswith(" hides (Quick).")


def _ask(encounter: Fight, asked: Question) -> None:
    seat = encounter.state.units.get(asked.seat)
    waited = text.waiting(encounter, asked)
    for unit in encounter.state.units.values():
        if unit.has("Hidden"):
            assert unit.name not in waited
        if seat is not None and unit.hidden_from(seat.side):
            shown = text.question(encounter, asked, Viewer((seat.id,), (seat.side,)))
            assert unit.name.encode() not in orjson.dumps(shown), (unit.name, shown)
