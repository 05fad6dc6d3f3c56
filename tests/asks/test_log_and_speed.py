"""The log: long, small, sent once, enough to settle a dispute; and what a fight came to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import orjson
import pytest

from affray.content import load_scenario
from affray.kernel.codec import state_hash
from affray.kernel.events import Record
from affray.kernel.inputs import Act
from affray.kernel.system import GM_VIEWER, SPECTATOR, AnyEncounter
from affray.table.save import read_save, replay, save_of
from affray.table.summary import summary, tallies_of_dice
from affray.table.transcript import log_as_text
from tests.asks.stage import Stage, yard
from tests.server.serving import serving
from tests.table.rig import SEED, Client
from tests.work import calls_of

ENTRIES = 10_000


@pytest.fixture(scope="module")
def long_fight() -> Stage:
    """A fight with a log of ten thousand entries, all read by everybody."""
    stage = Stage(yard("striker A", "mark B"), typed=False)
    stage.lanes()
    stage.turn("striker")
    session = stage.table.session
    for number in range(ENTRIES):
        data = {"persona": "mark", "field": "prone", "value": number % 2 == 0}
        session.act(Act("set", data, "Gemma", "so"))
    stage.act("set", persona="mark", field="prone", value=True)
    return stage


def test_an_input_stays_quick_and_small_at_the_end_of_a_long_log(long_fight: Stage) -> None:
    """foundryvtt#7373, #10951, #14435: a long chat slows everything down, and the whole of it is sent again.

    With ten thousand entries behind it, a choice, a strike, a correction and an undo each are work for the
    few entries that are new, for all pages together, and those alone are sent.
    """
    stage = long_fight
    assert stage.master.view["log_total"] > ENTRIES
    deeds = [
        lambda: stage.master.pick("beat", "turn", "striker"),
        lambda: stage.act("set", persona="mark", field="prone", value=False),
        lambda: stage.master.do("undo"),
        lambda: stage.master.do("redo"),
        lambda: stage.master.pick("strike gaze mark", "turn", "striker"),
        lambda: stage.master.do("undo"),
    ]
    for deed in deeds:
        before = {client.connection: len(client.received) for client in stage.everybody()}
        assert calls_of(deed) < 5 * ENTRIES
        for client in stage.everybody():
            logs = logs_of(client, before[client.connection])
            assert sum(len(message["entries"]) for message in logs) <= 4


def logs_of(client: Client, start: int = 0) -> list[dict[str, Any]]:
    """The log messages a page was sent."""
    messages = [orjson.loads(data) for data in client.received[start:]]
    return [message for message in messages if message["type"] == "log"]


def test_a_long_log_is_sent_in_windows_without_doubles(long_fight: Stage) -> None:
    """foundryvtt#10951: chunks repeat while scrolling; boardgame.io#227: the whole log is sent on each sync.

    A newcomer gets the newest entries only; scrolling up asks for ranges, and all together they are every
    number once. A page that comes back is sent what it lacks, and the few older ones that were struck.
    """
    stage = long_fight
    total = stage.master.view["log_total"]
    newcomer = stage.connect(name="new")
    held = sorted(newcomer.log)
    assert held == list(range(total - len(held), total))
    assert len(held) <= 200
    stop = held[0]
    for _ in range(3):
        newcomer.do("want_log", start=0, stop=stop)
        stop = min(newcomer.log)
    numbers = [entry["number"] for message in logs_of(newcomer) for entry in message["entries"]]
    assert len(numbers) == len(set(numbers))
    assert sorted(numbers) == list(range(stop, total))
    player = stage.sides["A"]
    stage.close(player)
    stage.act("set", persona="mark", field="prone", value=True)
    back = stage.sides["A"] = stage.connect(key=player.key, have=len(player.log))
    assert sum(len(message["entries"]) for message in logs_of(back)) <= 10


def test_an_entry_is_small() -> None:
    """shadowrun6-eden#291: 200 KB for each message.

    Over a fight of six, half of all entries are smaller than 2 KB and none is larger than 8 KB.
    """
    stage = Stage(load_scenario("saltgate"), typed=False)
    for seat in stage.master.view["seats"]:
        stage.master.do("set_bot", seat=seat["id"], bot="greedy")
    for _ in range(400):
        if not stage.table.wants_tick:
            break
        stage.tick()
    sizes = [len(orjson.dumps(entry)) for entry in stage.master.log.values()]
    assert len(sizes) > 50
    assert median(sizes) < 2_048
    assert max(sizes) < 8_192


def test_a_log_can_rebuild_the_fight_and_be_read_without_the_program() -> None:
    """initiative-tracker#293, improved-initiative#19: the log cannot rebuild a fight or settle a dispute.

    The saved history replays to the same state; the log as text names for every roll each face, bonus and
    total with its clause, the wounds before and after, and what was taken back by whom.
    """
    stage = Stage(yard("hobgoblin A", "witch B"))
    stage.lanes()
    stage.turn("hobgoblin")
    stage.do("hobgoblin", "strike axe witch", hobgoblin=[10, 3, 4], witch=[10, 2, 3])
    stage.master.pick("beat", "turn", "hobgoblin")
    stage.master.do("undo")
    data = save_of(stage.fight, SEED, stage.table.session, stage.table.chronicle.notes)  # type: ignore[arg-type]
    assert state_hash(replay(read_save(data)).session.encounter.state) == stage.hash
    text = log_as_text("A yard", stage.table.logbook(SPECTATOR).entries)
    for words in (
        "Hobgoblin strikes Witch with an axe. 1 wound to Body, 4 to 3. [D4.2",
        "(d20 shows 10, thrown by hand): +10; Might: +9; Gear d6 (d6 shows 3, thrown by hand): +3",
        "Score 26",
        "Margin 26 − 19: 7",
        "Taken back by Gemma.",
        "Gemma took back 1 step.",
    ):
        assert words in text, words


def test_what_a_fight_came_to_is_counted_from_what_stands() -> None:
    """improved-initiative#423: statistics at the end of a fight are wanted: who did how much, and who had
    luck.

    Rolls, answers and dice of each, and by how much they fell above their average; what was taken back does
    not count.
    """
    stage = Stage(yard("hobgoblin A", "witch B"))
    stage.lanes()
    stage.turn("hobgoblin")
    stage.do("hobgoblin", "strike axe witch", hobgoblin=[1, 1, 1], witch=[1, 1, 1])
    stage.master.do("undo")
    stage.do("hobgoblin", "setup Logic")
    entries = stage.table.logbook(GM_VIEWER).entries
    (tally,) = tallies_of_dice(entries).values()
    assert (tally.name, tally.rolls, tally.answers, tally.dice, tally.by_hand) == ("Hobgoblin", 1, 0, 1, 1)
    assert tally.luck == 1 - 10.5, "the die lies as it fell before"
    assert tally.in_words() == "Hobgoblin: 1 roll and 0 answers; 1 die (1 by hand), 9.5 below average"


def test_a_system_may_count_its_own_deeds_from_what_a_reader_may_know() -> None:
    """improved-initiative#423: damage and wounds belong into the summary, and nothing that is hidden.

    What a system counts stands beside the dice; it is given the records that stand and that this reader may
    know.
    """

    class Counting:
        def seats(self, encounter: AnyEncounter) -> list[Any]:
            return []

        def deeds(
            self, encounter: AnyEncounter, records: Sequence[Record]
        ) -> Mapping[str, Mapping[str, int]]:
            return {"ada": {"events": len(records)}}

    records = [
        Record(0, 0, None, None, None),  # type: ignore[arg-type]
        Record(1, 0, None, ("A",), None),  # type: ignore[arg-type]
        Record(2, 0, None, None, None, undone_by="GM"),  # type: ignore[arg-type]
    ]
    for viewer, count in ((SPECTATOR, 1), (GM_VIEWER, 2)):
        found = summary(Counting(), None, records, [], viewer)  # type: ignore[arg-type]
        assert found["ada"].deeds == {"events": count}


def test_the_file_of_a_fight_that_is_over_ends_with_what_it_came_to(tmp_path: Path) -> None:
    """improved-initiative#423: the statistics can be taken along, as the reader may know them."""
    with serving(tmp_path, yard("striker A", "mark B")) as served:
        gm = served.page(gm=True)
        url = f"{served.url}/api/log.txt?key={gm.key}"
        assert gm.do("act", name="check", data=CHECK, reason="")["type"] == "accepted"
        assert "At the end" not in httpx.get(url).text
        gm.do("act", name="end", data={"outcome": "called off"}, reason="")
        text = httpx.get(url).text
        assert "At the end\n\nStriker: 1 roll and 0 answers; 1 die" in text
        assert "Striker: 1 roll" not in httpx.get(f"{served.url}/api/log.txt").text
        gm.close()


CHECK = {"persona": "striker", "skill": "Logic", "target_number": 12, "seen_by": "gm"}
