"""Acts that whoever plays a seat may do for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest

from affray.kernel.system import own_acts
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
