"""The log of Pace as it grows: numbers, undone entries, names that left, and what each reader may know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from affray.content import load_scenario
from affray.content.bundled import scenarios_of
from affray.dice.counter import CounterDice
from affray.kernel.events import Record
from affray.kernel.reasons import Reason
from affray.kernel.requests import Question, pool_of, question_of
from affray.kernel.session import Session
from affray.kernel.system import GM_VIEWER, SPECTATOR, Viewer
from affray.systems.pace import events as e
from affray.systems.pace import text
from affray.systems.pace.system import SYSTEM
from tests.systems.pace.fights import Table, fight, person
from tests.systems.pace.test_text import (
    DECLARED,
    ENDED,
    FACED,
    GAINED,
    HIT,
    MISS,
    PAID,
    ROLLED,
    a_fight,
    damage,
    follows,
    plain,
    records_of,
    said,
    throw,
)

SIDE_A = Viewer(("ann",), ("A",))
SIDE_B = Viewer(("bob",), ("B",))
HURT = damage("bob", "ann", 6, 20)


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


def test_pivot_preferences_are_read_by_the_own_side_alone() -> None:
    """All else is for everybody; numbers have no gaps for anybody."""
    records = records_of(e.TurnBegan("ann", 25), e.QuietAsked("bob", None, 2), e.TurnOpened("ann", True))
    records[1].to = ("B",)
    for viewer, knows in ((GM_VIEWER, True), (SIDE_B, True), (SIDE_A, False), (SPECTATOR, False)):
        (entry,) = text.entries(a_fight(), records, viewer)
        assert ("Pivot" in follows(entry)[0]) is knows


def test_an_undone_roll_strikes_the_attack_and_its_second_attempt_is_another_entry() -> None:
    """The second tells the whole attack again, with its own dice."""
    records = undo(records_of(PAID, DECLARED, ROLLED, FACED, HIT, HURT), 2, 3, 4, 5)
    more(records, 2, e.AttackRolled(throw("ann", 4)), FACED)
    first, second = text.entries(a_fight(), records, GM_VIEWER)
    assert (first["undone_by"], second["undone_by"]) == ("Vera", None)
    assert plain(second["say"]) == "Ann attacks Bob Tanner with a sword."
    assert second["ledgers"][0]["total"] == 7


@pytest.mark.parametrize("paid_first", [True, False])
def test_an_answer_taken_back_with_the_dice_begins_another_attempt(paid_first: bool) -> None:
    """With the AP of the new answer in the new entry."""
    block = [e.ApPaid("bob", 1, "Block", False), e.DefenceChosen("bob", "ann", "block", "maul")]
    answer = block if paid_first else []
    records = records_of(GAINED, DECLARED, ROLLED, FACED, *answer, MISS, ENDED)
    undo(records, *range(4, len(records)))
    more(records, 4, e.ApPaid("bob", 1, "Evade", False), e.DefenceChosen("bob", "ann", "evade", None), HIT)
    _, first, second = text.entries(a_fight(), records, GM_VIEWER)
    assert (first["undone_by"], second["undone_by"]) == ("Vera", None)
    assert plain(second["say"]) == (
        "Ann attacks Bob Tanner with a sword. Bob Tanner pays for an Evade, 4 AP to 3. "
        "It hits, 18 against 10."
    )


def test_damage_rolled_again_stays_in_its_entry() -> None:
    """The attack stands; only the dice of its damage were taken back."""
    records = undo(records_of(PAID, DECLARED, ROLLED, FACED, HIT, HURT), 5)
    more(records, 5, damage("bob", "ann", 4, 20), ENDED)
    (entry,) = text.entries(a_fight(), records, GM_VIEWER)
    assert entry["undone_by"] is None
    assert plain(entry["say"]).endswith("It hits: Bob Tanner takes 4, 20 to 16 HP.")


def test_what_comes_after_an_undo_joins_no_other_attack() -> None:
    """An attack of somebody else lies between; what follows is told alone, by its own words."""
    other = (e.AttackDeclared("cid", "blade", None, ("ann",)), e.AttackRolled(throw("cid", 3)))
    records = records_of(DECLARED, ROLLED, FACED, HIT, HURT, ENDED, *other)
    undo(records, 4, 5, 6, 7)
    more(records, 4, damage("bob", "ann", 4, 20), e.Held("bob", "ann", 1))
    says = [plain(entry["say"]) for entry in text.entries(a_fight(), records, GM_VIEWER)]
    assert says == [
        "Ann attacks Bob Tanner with a sword. It hits, 18 against 10.",
        "Cid attacks Ann with a blade.",
        "Bob Tanner takes 4, 20 to 16 HP.",
        "Bob Tanner is held by Ann.",
    ]


def test_ap_are_told_along_the_course_that_was_played() -> None:
    """What was taken back counts no more; a correction and a bonus do."""
    pivot = (e.ApPaid("ann", 1, "Pivot", True), e.Turned("ann", 0, 1, True))
    records = undo(records_of(GAINED, *pivot), 1, 2)
    more(records, 1, e.ApPaid("ann", 1, "Pivot", True), e.Turned("ann", 0, 2, True))
    more(records, 3, e.Corrected("ann", "ap", 5, "2", "5", "gm", ""), e.ApPaid("ann", 2, "Cast", True))
    more(
        records, 4, e.SpellCast("ann", "wall", (), 3), e.ApBonus("ann", "Wait", 3, 4, "P8.4"), e.Waited("ann")
    )
    says = [plain(entry["say"]) for entry in text.entries(a_fight(), records, GM_VIEWER)]
    assert says[1:3] == ["Ann pivots to the north-east, 3 AP to 2.", "Ann pivots to the east, 3 AP to 2."]
    assert says[4] == "Ann casts Wall on D1, 5 AP to 3."


def test_a_log_hands_out_only_what_is_new_or_changed() -> None:
    """An attack changes its entry while it goes on; an undo changes it once more; then nothing does."""
    encounter, log = a_fight(), text.Log(GM_VIEWER)
    records = records_of(GAINED, PAID, DECLARED, ROLLED, FACED, HIT, HURT)
    assert [entry["number"] for entry in log.take(encounter, records[:3])] == [0, 1]
    assert [entry["number"] for entry in log.take(encounter, records[:4])] == [1]
    assert log.take(encounter, records[:4]) == []
    log.take(encounter, records)
    undo(records, 3, 4, 5, 6)
    assert [(entry["number"], entry["undone_by"]) for entry in log.take(encounter, records)] == [(1, "Vera")]
    assert [record.number for record in log.records_of(1)] == [1, 2, 3, 4, 5, 6]


def test_names_and_things_outlive_those_who_had_them() -> None:
    """Somebody left with what it carried, and is named with it before and after."""
    encounter = a_fight()
    del encounter.state.characters["bob"]
    encounter.state.items = {id_: item for id_, item in encounter.state.items.items() if item.holder != "bob"}
    taken = e.ItemTaken("bob", "maul-2", True, 8)
    gone = e.Removed("bob", "Bob Tanner", "gm", "")
    stopped = e.AttackStopped("ann", "bob", Reason("target gone", "P4.11"))
    assert said(taken, DECLARED, ROLLED, gone, stopped, encounter=encounter) == [
        "Bob Tanner picks up a maul from B2, into the hand.",
        "Ann attacks Bob Tanner with a sword.",
        "GM removes Bob Tanner from the fight.",
        "Ann attacks Bob Tanner with a sword. The attack on Bob Tanner comes to nothing: "
        "the target has left the fight.",
    ]


def test_names_are_data_and_never_part_of_a_pattern() -> None:
    """Braces and tags stand as they are."""
    encounter = fight(".A.B.", person("ann", name="{0} <b>"), person("bob", "B", name="%s & co"))
    assert said(DECLARED, ROLLED, FACED, HIT, encounter=encounter) == [
        "{0} <b> attacks %s & co with a sword. It hits, 18 against 10."
    ]


def test_a_real_fight_reads_from_its_first_round_on() -> None:
    """Scripted dice: a move, an attack that is blocked in part, a push into a wall."""
    table = Table(
        fight(
            "#B.A.",
            person("ann", items=("cestus",), strength=4, facing="W"),
            person("bob", "B", facing="E", dr={"bludgeoning": 1}, hp=9),
        )
    )
    table.do("ann move C1", "ann face W", "ann attack cestus bob push", "ann 12", "bob block blade", "bob 3")
    table.do("ann 5", "bob 4", "ann way W", "ann 2 5").settle()
    entries = text.entries(table.fight, table.session.records, GM_VIEWER)
    says = [plain(entry["say"]) for entry in entries if entry["kind"] in ("move", "roll", "end")]
    assert says == [
        "Ann moves D1 to C1, 3 AP to 2.",
        "Ann tries to push Bob with a cestus, 2 AP to 1. Bob pays for a Block with a blade, 3 AP to 2. "
        "It hits: Bob takes 4, 9 to 5 HP. Bob is not moved west. Bob takes 6, 5 to 0 HP. Bob is defeated. "
        "That means unconscious.",
        "The scene is over: The one side win.",
    ]
    shown = [(ledger["title"], ledger["total"]) for ledger in entries[-2]["ledgers"]]
    assert shown == [
        ("Cestus", 16),
        ("defending", 3),
        ("Block", 4),
        ("Cestus, bludgeoning", 4),
        ("collision, bludgeoning, Bob", 6),
    ]


@pytest.mark.parametrize("scenario", scenarios_of("pace"))
@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_happens_reads_the_same_at_once_and_bit_by_bit(scenario: str, seed: int) -> None:
    """Random fights with undone inputs: no empty sentence, sums that add up, one log for one course."""
    random = Random(seed)
    session = Session(SYSTEM, load_scenario(scenario).start(), CounterDice(f"log {seed}"))
    log = text.Log(GM_VIEWER)
    for number in range(400):
        pending = session.pending
        if pending is None:
            break
        part = random.choice(pending.open_parts())
        pool, question = pool_of(pending.request, part), question_of(pending.request, part)
        value: Any = session.tray.deal(pool) if pool is not None else any_option(question, random)
        session.answer(pending.stamp, part, value, "somebody")
        if number % 40 == 39:
            session.undo(len(session.journal) - random.randrange(1, 8), "Vera")
        log.take(session.encounter, session.records)
    entries = text.entries(session.encounter, session.records, GM_VIEWER)
    assert log.entries == entries
    for entry in entries:
        assert plain(entry["say"])
        for ledger in entry["ledgers"]:
            assert sum(row["value"] for row in ledger["rows"]) == ledger["total"], entry


def any_option(question: Question | None, random: Random) -> str:
    """An option of a kind drawn first, so that squares do not outnumber all else."""
    assert question is not None
    kinds = {option.kind: None for option in question.options}
    kind = random.choice([*kinds, *(kind for kind in ("attack", "cast") if kind in kinds for _ in range(8))])
    return random.choice([option.id for option in question.options if option.kind == kind])
