"""What is hidden: in no byte of anybody who may not know it, whatever happens to the fight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import orjson
import pytest

from affray.table.transcript import log_as_json, log_as_text
from affray.table.wire import ClientMessage
from tests.asks.stage import Stage, yard
from tests.table.rig import Client

Bytes = dict[str, list[bytes]]


def as_file(stage: Stage, client: Client) -> bytes:
    """The log as this page may download it."""
    logbook = stage.table.logbook(stage.table.viewer(stage.table.somebody(client.key)))
    return log_as_json(logbook.entries) + log_as_text("A yard", logbook.entries).encode()


def hiding(face: int, zone: str) -> Bytes:
    """A Persona vanishes with this face and moves on to this zone; a foe looks for it in vain. Everything
    that foe and an onlooker are sent, with undo, redo, refusals, a restart and the log as a file.
    """
    stage = Stage(yard("thinker A yard", "hidden B road", "second B"))
    onlooker = stage.connect(name="Wim")
    stage.lanes()
    stage.turn("hidden", split="2-moves")
    stage.master.pick("conceal", "turn", "hidden")
    stage.throw(hidden=[face])
    stage.master.pick(f"move {zone}", "turn", "hidden")
    for command in ("undo", "redo"):
        stage.master.do(command)
    foe = stage.sides["A"]
    foe.ask("answer", stamp="0-00000", part=0, pick="end")
    foe.ask("answer", stamp=stage.master.prompt("turn")["stamp"], part=0, pick="end")
    foe.ask("want_odds", stamp=stage.master.prompt("turn")["stamp"], part=0, option="end")
    stage.master.pick("end", "turn", "hidden")
    stage.act("check", persona="hidden", skill="Grace", target_number=10, seen_by="side")
    stage.throw(hidden=[face])
    while stage.state.round == 1:
        stage.pass_turns(stage.current)
    stage.lanes()
    while stage.current != "thinker":
        stage.pass_turns(stage.current)
    stage.turn("thinker")
    stage.do("thinker", "locate hidden", thinker=[1])
    foe.ask("answer", stamp=foe.prompt("turn")["stamp"], part=0, pick="strike club hidden")
    sent = {"foe": [*foe.received], "onlooker": [*onlooker.received]}
    sent["files"] = [as_file(stage, foe), as_file(stage, onlooker)]
    keys = foe.key, onlooker.key
    stage.restart()
    for key in keys:
        sent[f"again {key}"] = [*stage.connect(key=key).received]
    return sent


def test_nothing_a_foe_is_sent_hangs_on_where_somebody_hides_or_how_well() -> None:
    """boardgame.io#399, #1159, CoC7#2149, pf2e#16297: secrets are stripped from the state and still sent in
    the undo stack, the initial state, errors, or the dice of the hidden one.

    The same fight four times, with another zone, another Concealment roll and another secret check: foes and
    onlookers are sent the very same bytes, over undo, redo, refusals, a restart and downloads. What differs
    is sent to its own side.
    """
    streams = [hiding(face, zone) for face in (15, 18) for zone in ("yard", "field")]
    for other in streams[1:]:
        assert other == streams[0]
    everything = b"".join(b"".join(data) for data in streams[0].values())
    assert b"hidden" in everything, "that it hides is public, and where it vanished"


def test_nobody_is_told_of_what_somebody_looks_at() -> None:
    """fvtt-elevation-ruler#207: the ruler reveals a hidden unit moving.

    There is no message for hovering, dragging or aiming at all; asking for odds or older log entries reaches
    nobody else; a hidden Persona's move is told to foes without its zones.
    """
    kinds = {model.model_fields["type"].annotation for model in get_args(get_args(ClientMessage)[0])}
    names = {get_args(kind)[0] for kind in kinds}
    assert not [name for name in names if any(word in name for word in ("hover", "drag", "aim", "preview"))]
    stage = Stage(yard("striker A", "hidden B road { concealment = 30 }"))
    stage.lanes()
    stage.pass_turns("striker")
    stage.turn("hidden")
    others = [stage.sides["A"], stage.master, stage.connect(name="Wim")]
    before = [len(client.received) for client in others]
    prompt = stage.sides["B"].prompt("turn")
    for option in ("move field", "locate striker", "setup Grace"):
        stage.sides["B"].send("want_odds", stamp=prompt["stamp"], part=0, option=option)
    stage.sides["B"].do("want_log", start=0, stop=1)
    assert [len(client.received) for client in others] == before
    stage.sides["B"].pick("move field", "turn")
    said = stage.sides["A"].says()[-1]
    assert said == "Hidden does something unseen with a Move."


def test_every_entry_has_a_rendering_for_each_kind_of_reader_and_files_obey_it() -> None:
    """boardgame.io#227, #1059: log arguments reveal what the state hides.

    The own side and the GM read score and place, foes and onlookers that somebody vanished; downloads say no
    more than the page does.
    """
    stage = Stage(yard("striker A", "hidden B road"))
    onlooker = stage.connect(name="Wim")
    stage.lanes()
    stage.pass_turns("striker")
    stage.turn("hidden")
    stage.do("hidden", "conceal", hidden=[17])
    for client in (stage.master, stage.sides["B"]):
        assert "Concealment Score 22" in client.says()[-1]
        assert b"Concealment Score 22" in as_file(stage, client)
    for client in (stage.sides["A"], onlooker):
        assert client.says()[-1] == "Hidden vanishes from sight."
        assert b"Concealment Score" not in as_file(stage, client)
        assert all(not entry["ledgers"] for entry in client.log.values())


AUDIENCES = ("all", "side", "gm")
READERS: dict[str, Callable[[Stage], Client]] = {
    "GM": lambda stage: stage.master,
    "roller": lambda stage: stage.sides["A"],
    "other side": lambda stage: stage.sides["B"],
    "onlooker": lambda stage: stage.connect(name="Wim"),
}
SEES = {
    "all": {"GM", "roller", "other side", "onlooker"},
    "side": {"GM", "roller"},
    "gm": {"GM"},
}


@pytest.mark.parametrize("audience", AUDIENCES)
@pytest.mark.parametrize("reader", READERS)
def test_a_check_is_seen_by_its_audience_for_good(audience: str, reader: str) -> None:
    """SR5#1319: blind rolls become visible to all after an update.

    Matrix of audiences and readers: faces, total and outcome are in the log of those who may know, and in no
    byte of the others, also after undo and redo, later play, and a page that is opened afresh.
    """
    stage = Stage(yard("striker A", "mark B"), typed=False)
    client = READERS[reader](stage)
    stage.act("check", persona="striker", skill="Logic", target_number=12, seen_by=audience)
    stage.lanes()
    stage.act("set", persona="mark", field="Mind", value=3)
    for command in ("undo", "redo"):
        stage.master.do(command)
    fresh = stage.connect(key=client.key)
    sees = reader in SEES[audience]
    for page in (client, fresh):
        rolled = [ledger for entry in page.log.values() for ledger in entry["ledgers"]]
        assert bool(rolled) is sees
        assert (b"Logic" in b"".join(data for data in page.received if b'"type":"log"' in data)) is sees


def test_a_seat_that_was_left_leaves_nothing_behind_on_the_page() -> None:
    """maptool#2554, #4595: names and places leak, also after a disconnect.

    Who leaves a seat is sent the view and the log of an onlooker in the place of what it held; its key then
    gives no more than that, here and in downloads.
    """
    stage = Stage(yard("striker A", "hidden B road { concealment = 31 }"))
    player = stage.sides["B"]
    stage.lanes()
    stage.pass_turns("striker")
    stage.turn("hidden", "move field", "end")
    assert "Field" in " ".join(player.says())
    assert persona_of(player, "hidden")["zone"] == "field"
    assert persona_of(player, "hidden")["concealment"] == 31
    player.do("leave_seat", seat="hidden")
    onlooker = stage.connect(name="Wim")
    assert persona_of(player, "hidden") == persona_of(onlooker, "hidden")
    assert persona_of(player, "hidden")["concealment"] is None
    assert player.log == onlooker.log
    assert "Field" not in " ".join(player.says())
    assert any(orjson.loads(data).get("reset") for data in player.received[-5:])
    assert as_file(stage, player) == as_file(stage, onlooker)
    again = stage.connect(key=player.key)
    assert persona_of(again, "hidden")["zone"] is None


def persona_of(client: Client, id_: str) -> dict[str, Any]:
    """A Persona as a page sees it."""
    found: dict[str, Any] = next(one for one in client.view["fight"]["personas"] if one["id"] == id_)
    return found
