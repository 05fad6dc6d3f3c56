"""Acts that whoever plays a seat may do for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest

from affray.kernel.inputs import Answer
from affray.kernel.requests import Contest
from affray.kernel.system import own_acts
from affray.table.rerolls import rolls_of_entry
from tests.table.rig import Client, Rig, TableToy, ToyFight

WORDS = "Have at you"


def say(fencer: str, **more: Any) -> dict[str, Any]:
    """The fields of the act."""
    return {"name": "say", "data": {"fencer": fencer, "words": WORDS, **more}}


def secret(rig: Rig, fencer: str) -> int:
    """The secret that speaking costs."""
    return int(rig.table.session.encounter.state.fencers[fencer].secret)


def a_table() -> tuple[Rig, Client, Client]:
    """The GM, and Dana who plays Ada."""
    rig = Rig()
    return rig, rig.gm(), rig.player("ada", name="Dana")


class StrictToy(TableToy):
    """The toy with nothing that players may do by themselves."""

    own_acts: Mapping[str, str] = MappingProxyType({})


def test_a_player_acts_for_the_own_seat() -> None:
    """It is journaled with the person's name, told once, and the open question stays."""
    rig, gm, dana = a_table()
    before = secret(rig, "ada")
    assert dana.view["own_acts"] == gm.view["own_acts"] == ["say"]
    dana.do("act", **say("ada"))
    assert rig.table.session.journal[-1].by == "Dana"
    assert [row.person for row in rig.rows if row.item.get("name") == "say"] == [dana.view["you"]["id"]]
    assert secret(rig, "ada") == before - 1
    assert [line for line in gm.says() if WORDS in line] == [gm.says()[-1]]
    assert gm.view["undo"]["points"][0]["text"] == "Dana used say on Ada"
    assert dana.prompt("stance")["seat"] == "ada"


def test_two_may_act_at_once() -> None:
    """What a seat may do at any time is not stale because somebody else was quicker; a GM's act is."""
    rig, gm, dana = a_table()
    eli = rig.player("bo", name="Eli")
    seen = dana.view["position"]
    dana.do("act", **say("ada"), position=seen)
    eli.do("act", **say("bo"), position=seen)
    assert [item.by for item in rig.table.session.journal] == ["Dana", "Eli"]
    late = gm.ask("act", name="set", data={"fencer": "ada", "value": 9}, position=seen)
    assert late["kind"] == "stale"


@pytest.mark.parametrize("fencer", ["bo", "cy", "nobody", "", None, ["ada"], {"ada": 1}])
def test_another_seat_is_refused(fencer: Any) -> None:
    """Somebody else's seat, an empty one, none and nonsense: all are refused as any act is."""
    rig, _, dana = a_table()
    rig.player("bo", name="Eli")
    assert dana.ask("act", **say(fencer))["text"] == "Only the GM can do this."
    assert not rig.table.session.journal


def test_without_the_seat_in_its_place_it_is_refused() -> None:
    """The seat stands where the system says, and nowhere else."""
    _, _, dana = a_table()
    assert dana.ask("act", name="say", data={"words": "ada", "seat": "ada"})["kind"] == "forbidden"


def test_a_spectator_and_who_left_the_seat_are_refused() -> None:
    """Whoever holds no seat has no act."""
    rig, _, dana = a_table()
    assert rig.connect(name="Eve").ask("act", **say("ada"))["text"] == "Only the GM can do this."
    dana.do("leave_seat", seat="ada")
    assert dana.ask("act", **say("ada"))["kind"] == "forbidden"


def test_other_acts_stay_with_the_gm() -> None:
    """Holding the seat opens the own acts alone, and a player cannot insist."""
    rig, gm, dana = a_table()
    assert dana.ask("act", name="set", data={"fencer": "ada", "value": 9})["kind"] == "forbidden"
    assert dana.ask("act", **say("ada", force=True))["text"] == "Only the GM can insist."
    gm.do("act", **say("bo"))
    assert rig.table.session.journal[-1].by == "Gemma"


def test_a_system_without_own_acts_has_none() -> None:
    """What a system does not name is the GM's."""
    rig = Rig(ToyFight(system=StrictToy()))
    dana = rig.player("ada", name="Dana")
    assert dana.view["own_acts"] == []
    assert dana.ask("act", **say("ada"))["text"] == "Only the GM can do this."
    assert own_acts(object()) == {}  # type: ignore[arg-type]


def test_after_the_end_of_the_fight_it_is_refused() -> None:
    """Players are done then; the GM may still go back."""
    rig, gm, dana = a_table()
    gm.do("act", name="end", data={"value": "called off"})
    assert dana.ask("act", **say("ada"))["text"] == "The fight is over."
    gm.do("undo")
    dana.do("act", **say("ada"))
    assert not rig.errors


def test_undo_takes_it_back_and_a_restart_keeps_it() -> None:
    """It is an input as any other: in the journal, in the store, and for the GM to take back."""
    rig, gm, dana = a_table()
    before = secret(rig, "ada")
    dana.do("act", **say("ada"))
    dana.do("act", **say("ada"))
    gm.do("undo")
    assert secret(rig, "ada") == before - 1
    assert dana.says()[-1] == "Gemma took back 1 step."
    rig.restart()
    assert secret(rig, "ada") == before - 1
    gm = rig.back(gm)
    gm.do("redo")
    assert secret(rig, "ada") == before - 2


def test_an_answer_under_way_is_not_stale_by_it() -> None:
    """Dana answers what she saw while Eli speaks: both count, in the order in which the table heard them."""
    rig, gm, dana = a_table()
    eli = rig.player("bo", name="Eli")
    seen = dana.prompt("stance")
    eli.do("act", **say("bo"))
    dana.do("answer", stamp=seen["stamp"], part=seen["part"], pick="low")
    eli.do("act", **say("bo"))
    eli.do("answer", stamp=seen["stamp"], part=eli.prompt("stance")["part"], pick="high")
    assert [type(item).__name__ for item in rig.table.session.journal] == ["Act", "Answer", "Act", "Answer"]
    rig.restart()
    assert not rig.errors
    assert rig.back(gm).prompt("stance")["stamp"] == seen["stamp"]


def test_a_repeated_act_counts_once() -> None:
    """A phone that was out of reach sends it again under the same id, also to a table that came back."""
    rig, _, dana = a_table()
    before = secret(rig, "ada")
    for _ in range(2):
        dana.do("act", **say("ada"), id="once")
    rig.restart()
    rig.back(dana).do("act", **say("ada"), id="once")
    assert secret(rig, "ada") == before - 1
    assert len(rig.table.session.journal) == 1


def test_the_same_act_twice_is_no_fault_of_the_table() -> None:
    """Two presses, two ids, one stale view: the table takes both; what the second does is the system's."""
    rig, gm, dana = a_table()
    before, seen = secret(rig, "ada"), dana.view["position"]
    for _ in range(2):
        dana.do("act", **say("ada"), position=seen)
    assert secret(rig, "ada") == before - 2
    assert not dana.refused
    assert not gm.view["notes"]


def to_turn(gm: Client) -> dict[str, Any]:
    """Everybody takes a low stance; the first turn."""
    for fencer in ("ada", "bo", "cy"):
        gm.pick("low", "stance", fencer)
    return gm.prompt("turn")


def odds_of(page: Client, prompt: dict[str, Any]) -> list[Any]:
    """The odds of a stroke at Bo."""
    page.send("want_odds", stamp=prompt["stamp"], part=prompt["part"], option="stroke:bo")
    bars: list[Any] = page.odds[-1]["odds"]["bars"]
    return [(bar["label"], bar["percent"]) for bar in bars]


def test_odds_are_those_of_the_position_after_it() -> None:
    """Speaking costs what a stroke stands on: the question is the same, and its odds are others."""
    _, gm, dana = a_table()
    prompt = to_turn(gm)
    before = odds_of(dana, prompt)
    dana.do("act", **say("ada"))
    assert dana.prompt("turn")["stamp"] == prompt["stamp"]
    after = odds_of(dana, prompt)
    assert after != before
    gm.do("undo")
    assert odds_of(dana, prompt) == before
    gm.do("redo")

    dana.do("answer", stamp=prompt["stamp"], part=prompt["part"], pick="stroke:bo")
    while gm.view["prompts"][0]["question"]["kind"] == "step-in":
        gm.pick("pass", "step-in")
    struck = next(number for number, entry in gm.log.items() if entry["say"][0] == "Struck")
    gm.send("want_entry_odds", entry=struck)
    told = gm.odds[-1]["odds"]
    assert [(bar["label"], bar["percent"]) for bar in told["bars"]] == after
    assert sum(bar["mark"] == "fell" for bar in told["bars"]) == 1


@pytest.mark.parametrize("name", ["say", "set"])
def test_odds_are_found_again_where_somebody_spoke_meanwhile(name: str) -> None:
    """Between the choice and its dice: an own act settles nothing, and a correction is another position."""
    _, gm, _ = a_table()
    gm.do("set_dice", seat="ada", dice="typed")
    prompt = to_turn(gm)
    before = odds_of(gm, prompt)
    gm.pick("stroke:bo", "turn")
    gm.do("act", name=name, data={"fencer": "cy", "words": WORDS, "value": 4})
    rolled = gm.prompt(seat="ada")
    gm.do("answer", stamp=rolled["stamp"], part=rolled["part"], faces=[3, 9])
    told = {}
    for number, entry in gm.log.items():
        gm.send("want_entry_odds", entry=number)
        told[str(entry["say"][0])] = gm.odds[-1]["odds"]
    if name == "set":
        assert told["Struck"] is None
        return
    assert [(bar["label"], bar["percent"]) for bar in told["Struck"]["bars"]] == before
    assert told["Spoke"] is None


class OneEntry:
    """The log of a fight with one entry: that of a contest."""

    def __init__(self, rig: Rig) -> None:
        session = rig.table.session
        faces = [face for item in session.journal if isinstance(item, Answer) for face in item.value if face]
        dice = [{"die": {"face": face}} for face in faces if isinstance(face, int)]
        self.entries = [{"undone_by": None, "ledgers": [{"rows": dice}]}]
        self._records = [one for one in session.records if type(one.event).__name__ == "Struck"]

    def records_of(self, number: int) -> Any:
        """The records behind the entry."""
        return self._records[number:]


@pytest.mark.parametrize("between", [False, True])
def test_dice_fall_anew_where_somebody_spoke_before_they_lay(between: bool) -> None:
    """The roll is found where its first face was entered, whatever was said since it was asked for."""
    rig, gm, dana = a_table()
    for fencer in ("ada", "bo", "cy"):
        gm.do("set_dice", seat=fencer, dice="typed")
    prompt = to_turn(gm)
    gm.pick("stroke:bo", "turn")
    pending = rig.table.session.pending
    assert pending is not None
    assert isinstance(pending.request, Contest), prompt
    asked = len(rig.table.session.journal)
    if not between:
        dana.do("act", **say("ada"))
    gm.do("answer", stamp=pending.stamp, part=0, faces=[3, 9])
    if between:
        dana.do("act", **say("ada"))
    gm.do("answer", stamp=pending.stamp, part=1, faces=[2, 4])
    found = rolls_of_entry(rig.table.session, OneEntry(rig), 0)  # type: ignore[arg-type]
    assert found == [asked if between else asked + 1]
    rig.table.session.reroll(found[0], "Gemma", "cocked")
    reopened = rig.table.session.pending
    assert reopened is not None
    assert reopened.open_parts() == [0, 1]
