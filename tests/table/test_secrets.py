"""What a reader may not know is in no byte of any message."""

from __future__ import annotations

import orjson
import pytest

from affray.kernel.requests import Cuts, Dice, Pool, Procedure, Question
from affray.kernel.system import AnyEncounter, Viewer
from affray.table.people import Room
from tests.table.rig import GM_KEY, SEED, Client, Rig, TableToy, ToyFight

LURKER = b"Zqexl"
LURKER_ID = b"lurker-zq"


def whole_fight(rig: Rig, *clients: Client) -> None:
    """Play to the end: everybody strikes where they can, the GM settles the rest and takes things back."""
    gm = next(client for client in rig.clients.values() if client.view["you"]["gm"])
    for turn in range(200):
        if gm.view["over"]:
            return
        asked = gm.view["prompts"][0]
        player = next((one for one in clients if asked["seat"] in one.view["you"]["seats"]), gm)
        if asked["question"] is None:
            player.do("answer", stamp=asked["stamp"], part=asked["part"], here=True)
            continue
        options = [option["id"] for option in asked["question"]["options"] if option["refusal"] is None]
        player.do("answer", stamp=asked["stamp"], part=asked["part"], pick=options[turn % len(options)])
        if turn % 7 == 6 and gm.view["undo"]["can_undo"]:
            gm.do("undo")
            gm.do("redo" if turn % 2 else "undo") if gm.view["undo"]["can_undo"] else None
        if turn == 150:
            gm.do("act", name="end", data={"value": "called off"})
    assert gm.view["over"]


def seen(client: Client) -> bytes:
    """Every byte a client was sent."""
    return b"\n".join(client.received)


def until_end(client: Client) -> bytes:
    """Every byte a client was sent before the end of the fight was."""
    kept = []
    for data in client.received:
        message = orjson.loads(data)
        if (message["type"] == "view" and message["over"]) or b"is open now" in data:
            break
        kept.append(data)
    return b"\n".join(kept)


def test_keys_and_seed_stay_with_whom_they_belong_to() -> None:
    """A person's key is sent to that person alone, the GM's to nobody, the seed to nobody before the end."""
    rig = Rig(hidden=True)
    gm, ada, bo = rig.gm(), rig.player("ada", "cy"), rig.player("bo")
    watcher = rig.connect(name="Watcher")
    whole_fight(rig, ada, bo)
    for client in (gm, ada, bo, watcher):
        for other in (gm, ada, bo, watcher):
            assert (other.key.encode() in seen(client)) is (other is client)
        assert GM_KEY.encode() not in seen(client)
        assert SEED.encode() not in until_end(client)
        assert SEED.encode() in seen(client)


def test_a_hidden_fencer_is_in_no_byte_of_those_who_do_not_know_it() -> None:
    """Neither name nor id: not in seats, questions, waiting texts, log, undo, refusals or files."""
    rig = Rig(hidden=True)
    gm, ada = rig.gm(), rig.player("ada", "cy")
    bo, watcher = rig.connect(name="Bo's player"), rig.connect(name="Watcher")
    gm.do("set_dice", seat="lurker-zq", dice="typed")
    ada.ask("take_seat", seat="lurker-zqq")
    for seat in ("ada", "cy"):
        ada.pick("low", "stance", seat)
    gm.pick("high", "stance", "bo")
    rows = ada.view["waiting"]
    assert [(row["name"], row["text"]) for row in rows] == [("GM", "something happens out of sight")]
    part = gm.prompt("stance", "lurker-zq")["part"]
    refusal = ada.ask("answer", stamp=gm.prompt()["stamp"], part=part, pick="high")
    assert refusal["text"] == "This is not yours to answer."
    gm.pick("high", "stance", "lurker-zq")
    gm.do("undo")
    gm.pick("low", "stance", "lurker-zq")
    gm.do("act", name="check", data={"fencer": "ada", "target": 5}, reason="is somebody there?")
    gm.do("act", name="set", data={"fencer": "cy", "value": 4}, reason="a cut")
    for _ in range(2):
        ada.pick("whisper", "turn")
        if gm.view["prompts"][0]["seat"] == "bo":
            gm.pick("wait", "turn")
    for client in (ada, watcher, bo):
        assert LURKER not in seen(client)
        assert LURKER_ID not in seen(client)
    assert LURKER in seen(gm)


def test_a_hidden_seat_cannot_be_taken_by_guessing_its_id() -> None:
    """For those who may not know of it, it is no seat."""
    rig = Rig(hidden=True)
    eve = rig.connect(name="Eve")
    for command in (
        {"type_": "take_seat", "seat": "lurker-zq"},
        {"type_": "set_bot", "seat": "lurker-zq", "bot": None},
        {"type_": "ask_gm", "seat": "lurker-zq", "option": "x"},
    ):
        assert eve.ask(**command)["text"] == "There is no such seat in this fight."
    assert LURKER not in seen(eve)


def test_a_hidden_seats_player_is_shown_without_it() -> None:
    """Whoever plays it sees it; others see a person without that seat."""
    rig = Rig(hidden=True)
    bo = rig.player("bo", name="Eli")
    bo.do("take_seat", seat="lurker-zq")
    watcher = rig.connect(name="Wim")
    shown = {person["name"]: person["seats"] for person in watcher.view["people"]}
    assert shown == {"Eli": ["bo"], "Wim": []}
    assert bo.prompt(seat="lurker-zq")


def test_secret_stances_show_to_nobody_before_all_are_in() -> None:
    """What one has chosen changes nothing in anybody else's messages."""
    streams = []
    for stance in ("high", "low"):
        rig = Rig()
        ada, eli, watcher = rig.player("ada"), rig.player("bo", name="Eli"), rig.connect(name="Wim")
        ada.pick(stance)
        eli.do("set_dice", seat="bo", dice="typed")
        streams.append((seen(eli), seen(watcher)))
    assert streams[0] == streams[1]


def test_questions_are_shown_to_their_seat_and_the_gm_alone() -> None:
    """Options and their texts are in no other reader's bytes."""
    rig = Rig()
    gm, ada, bo, watcher = rig.gm(), rig.player("ada", "cy"), rig.player("bo"), rig.connect(name="Wim")
    for client, seats in ((ada, ("ada", "cy")), (bo, ("bo",))):
        for seat in seats:
            client.pick("low", "stance", seat)
    for client in (bo, watcher):
        assert b"stroke:bo" not in seen(client)
    assert b"stroke:bo" in seen(ada)
    assert b"stroke:bo" in seen(gm)


def test_undo_redo_and_their_points_give_no_decision_away() -> None:
    """Others learn that a step was taken back, not which it was."""
    rig = Rig()
    gm, ada, watcher = rig.gm(), rig.player("ada"), rig.connect(name="Wim")
    ada.pick("low")
    gm.do("undo")
    gm.do("redo")
    assert b"Ada: low" in seen(gm)
    assert b'"low"' not in seen(watcher)
    assert b": low" not in seen(watcher)
    assert watcher.says()[-2:] == ["Gemma took back 1 step.", "Gemma put back 1 step."]


class BlindToy(TableToy):
    """A fight that is nothing but rolls for an audience."""

    def __init__(self, to: tuple[str, ...] | None) -> None:
        self.to = to

    def step(self, encounter: AnyEncounter) -> Procedure:
        yield from encounter.roll(Pool("ada", (Dice(20),)), Cuts(), "blind", "T9.9", self.to)

    def waiting(self, encounter: AnyEncounter, question: Question | Pool) -> str:
        return "a blind roll"


AUDIENCES: dict[str, tuple[str, ...] | None] = {"all": None, "own side": ("A",), "GM": (), "blind": ("B",)}
READERS = ("GM", "own side", "other side", "spectator")
KNOWS = {
    "all": {"GM", "own side", "other side", "spectator"},
    "own side": {"GM", "own side"},
    "GM": {"GM"},
    "blind": {"GM", "other side"},
}


@pytest.mark.parametrize("audience", AUDIENCES)
@pytest.mark.parametrize("reader", READERS)
def test_who_is_waited_for_is_known_to_the_audience_of_a_roll(audience: str, reader: str) -> None:
    """Matrix of audiences and readers: the others hear that something happens out of sight."""
    by_hand = Room()
    by_hand.dice["ada"] = "typed"
    rig = Rig(ToyFight(system=BlindToy(AUDIENCES[audience])), by_hand.to_plain())
    gm = rig.gm()
    client = {
        "GM": lambda: gm,
        "own side": lambda: rig.player("cy"),
        "other side": lambda: rig.player("bo"),
        "spectator": lambda: rig.connect(name="Wim"),
    }[reader]()
    texts = [row["text"] for row in client.view["waiting"]]
    if reader in KNOWS[audience]:
        assert texts == ["a blind roll"]
    else:
        assert texts == ["something happens out of sight"]
        assert b"a blind roll" not in seen(client)


def test_every_reader_sees_through_the_viewer_of_its_seats() -> None:
    """Sides come from seats; two seats of two sides see both; none sees what anybody may."""
    rig = Rig(hidden=True)
    both = rig.player("ada", "bo")
    assert rig.table.viewer(rig.table.somebody(both.key)) == Viewer(("ada", "bo"), ("A", "B"))
    secrets = {fencer["id"]: fencer["secret"] for fencer in both.view["fight"]["fencers"]}
    assert secrets == {"ada": 1, "bo": 2, "cy": 0, "lurker-zq": 3}
    watcher = rig.connect()
    assert [fencer["secret"] for fencer in watcher.view["fight"]["fencers"]] == [None, None, None]
    both.do("leave_seat", seat="bo")
    assert LURKER not in both.received[-2]
    assert both.view["fight"]["fencers"][1]["secret"] is None


def test_bots_are_asked_through_what_their_seat_may_know() -> None:
    """A bot's choice does not depend on what is hidden from its seat."""
    picks = []
    for secret in (0, 9):
        rig = Rig(hidden=True)
        rig.table.session.encounter.state.fencers["lurker-zq"].secret = secret
        rig.table.hand_to_bot("ada", "greedy")
        rig.tick()
        picks.append([row.item["value"] for row in rig.rows])
    assert picks[0] == picks[1]


def test_odds_of_a_question_are_not_told_to_others() -> None:
    """Neither the odds nor a refusal that says more than that the question is not theirs."""
    rig = Rig()
    ada, eve = rig.player("ada", "bo", "cy"), rig.connect(name="Eve")
    for seat in ("ada", "bo", "cy"):
        ada.pick("low", "stance", seat)
    stamp = ada.prompt()["stamp"]
    refusal = eve.ask("want_odds", stamp=stamp, part=0, option="stroke:bo")
    assert refusal["text"] == "This question is not yours."
