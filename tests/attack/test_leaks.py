"""Ways in which a table of d20+ could tell more than its reader may know."""

from __future__ import annotations

from typing import Any

import orjson

from affray.table.looking import OPTIONS_KEPT
from tests.table.test_d20plus_table import Tables, others


def test_a_check_for_the_gm_alone_is_not_seen_by_who_throws_real_dice() -> None:
    """The roller is neither asked for the faces nor told of the check; the GM throws for it."""
    tables = Tables("saltgate")
    seat, page = next(iter(tables.players.items()))
    page.do("set_dice", seat=seat, dice="typed")
    before = page.view
    called = {"persona": seat, "skill": "Sense", "target_number": 20, "seen_by": "gm"}
    tables.gm.do("act", name="check", data=called, reason="a trap")
    (prompt,) = tables.gm.view["prompts"]
    assert prompt["dice"]
    assert page.view["prompts"] == []
    assert page.view["fight"] == before["fight"]
    faces: dict[str, Any] = {"stamp": prompt["stamp"], "part": prompt["part"], "faces": [20]}
    assert page.ask("answer", **faces)["kind"] == "forbidden"
    tables.gm.do("answer", stamp=prompt["stamp"], part=prompt["part"], here=True)
    assert b"a trap" not in b"".join(page.received)


def _set_zone(tables: Tables, zone: str) -> str:
    """Hide the Persona whose turn it is and set it down in a zone. Returns who it is."""
    tables.until("split", "Mid")
    tables.answer("2-moves")
    seat = str(tables.gm.view["prompts"][0]["seat"])
    tables.answer("conceal")
    tables.gm.do("act", name="set", data={"persona": seat, "field": "zone", "value": zone}, reason="so")
    return seat


def test_the_turn_of_who_is_concealed_never_ends_by_itself() -> None:
    """Foes cannot tell from it whether somebody is in reach."""
    streams = []
    for zone in ("quay", "hall"):
        tables = Tables("saltgate", "a seed that hides well")
        seat = _set_zone(tables, zone)
        for wanted in ("conceal", "beat", "beat", "setup"):
            assert tables.gm.view["prompts"][0]["seat"] == seat
            tables.answer(wanted)
        prompt = tables.gm.view["prompts"][0]
        assert prompt["seat"] == seat
        assert "end" in [option["id"] for option in prompt["question"]["options"]]
        streams.append([page.received for page in others(tables, seat)])
    assert streams[0] == streams[1]


def test_odds_of_a_lane_with_a_roll_off_end() -> None:
    """Equal rolls go on without end; asking for their odds must not."""
    tables = Tables("bench-seven")
    for prompt in list(tables.gm.view["prompts"]):
        for option in ("Fast", "Mid", "Slow"):
            asked = {"stamp": prompt["stamp"], "part": prompt["part"], "option": option}
            tables.players[prompt["seat"]].send("want_odds", **asked)
            (message,) = [orjson.loads(data) for data in tables.last]
            assert (message["type"], message["odds"]) == ("odds", None)
    assert not tables.errors


def test_the_gm_hears_of_who_takes_over_a_bots_seat() -> None:
    """Somebody who sits down for a look at the other side's secrets and gets up again does not go unseen."""
    tables = Tables("saltgate")
    seat = next(iter(tables.players))
    tables.gm.do("leave_seat", seat=seat)
    tables.gm.do("set_bot", seat=seat, bot="greedy")
    tables.watcher.do("take_seat", seat=seat)
    tables.watcher.do("set_bot", seat=seat, bot="greedy")
    tables.watcher.do("leave_seat", seat=seat)
    (note,) = tables.gm.view["notes"]
    assert note["text"].startswith("Watcher took over ")
    assert tables.watcher.view["notes"] == []


def test_odds_of_options_that_nobody_offers_do_not_pile_up() -> None:
    """Somebody who asks for the odds of one invented option after another fills no memory."""
    tables = Tables("ropewalk-duel")
    prompt = tables.gm.view["prompts"][0]
    page = tables.players[prompt["seat"]]
    for number in range(OPTIONS_KEPT + 10):
        page.send("want_odds", stamp=prompt["stamp"], part=prompt["part"], option=f"invented {number}")
    assert len(tables.table._looking._of_options) <= OPTIONS_KEPT
