"""Joining, seats, names, and coming back."""

from __future__ import annotations

import pytest

from tests.table.rig import Rig


def test_hello_gives_a_key_a_view_and_the_log() -> None:
    """The first messages on a line are the welcome, the view, and what the log holds."""
    rig = Rig()
    client = rig.connect(name="Dana")
    assert client.key
    assert client.view["you"]["name"] == "Dana"
    assert [seat["id"] for seat in client.view["seats"]] == ["ada", "bo", "cy"]
    assert client.view["log_total"] == len(client.log)
    assert client.view["next_step"].startswith("Take a seat")


def test_a_person_without_a_name_is_numbered() -> None:
    """Nobody has to give a name; two of one name are told apart."""
    rig = Rig()
    assert rig.connect().view["you"]["name"] == "Guest 1"
    assert rig.connect(name="Dana").view["you"]["name"] == "Dana"
    assert rig.connect(name="dana").view["you"]["name"] == "dana (2)"


def test_nobody_can_pass_for_the_gm_or_the_table() -> None:
    """Names that the log gives a meaning are the GM's and the table's own."""
    rig = Rig()
    assert rig.connect(name="GM").view["you"]["name"] == "GM (2)"
    assert rig.connect(name="The Table").view["you"]["name"] == "The Table (2)"


def test_only_the_secret_of_the_link_makes_a_gm() -> None:
    """A wrong GM link is told so, and its holder joins as anybody else."""
    rig = Rig()
    rig.table.join("line")
    rig.table.receive("line", b'{"type":"hello","gm_key":"guessed","name":"Eve"}')
    said = b"".join(out.data for out in rig.table.flush())
    assert b'"gm":false' in said
    assert b"not of this table" in said


def test_a_seat_is_taken_once() -> None:
    """Somebody else's seat is refused with the name of its holder; one's own again changes nothing."""
    rig = Rig()
    dana, eli = rig.player("ada", name="Dana"), rig.connect(name="Eli")
    assert eli.ask("take_seat", seat="ada")["text"] == "Ada is played by Dana. The GM can free the seat."
    dana.do("take_seat", seat="ada")
    assert eli.view["seats"][0] == {
        "id": "ada",
        "name": "Ada",
        "side": "A",
        "person": "Dana",
        "bot": None,
        "dice": "server",
        "yours": False,
        "free": False,
    }


def test_an_unknown_seat_is_refused() -> None:
    """There are only the seats of the fight."""
    assert Rig().connect().ask("take_seat", seat="nobody")["text"] == "There is no such seat in this fight."


def test_only_the_gm_frees_the_seat_of_another() -> None:
    """A player who has gone does not block a seat for ever."""
    rig = Rig()
    gm, dana, eli = rig.gm(), rig.player("ada", name="Dana"), rig.connect(name="Eli")
    assert eli.ask("leave_seat", seat="ada")["kind"] == "forbidden"
    gm.do("leave_seat", seat="ada")
    assert dana.view["you"]["seats"] == []
    eli.do("take_seat", seat="ada")
    assert eli.view["you"]["seats"] == ["ada"]


def test_a_seat_survives_a_lost_line_and_a_restart() -> None:
    """The key brings a person back to the seat, and the open question is there again."""
    rig = Rig()
    dana = rig.player("ada", name="Dana")
    asked = dana.prompt()
    rig.close(dana)
    again = rig.back(dana)
    assert again.view["you"]["seats"] == ["ada"]
    assert again.prompt() == asked
    rig.restart()
    later = rig.back(again)
    assert later.view["you"] == again.view["you"]
    assert later.prompt() == asked


def test_one_person_in_two_tabs_is_one_person() -> None:
    """Both tabs show the same; closing one leaves the person here."""
    rig = Rig()
    one = rig.player("ada", name="Dana")
    two = rig.connect(key=one.key)
    assert two.view["you"] == one.view["you"]
    one.pick("high")
    assert one.view == two.view
    assert not two.view["prompts"]
    rig.close(one)
    assert [person["here"] for person in two.view["people"]] == [True]


def test_two_gms_do_not_double_anything() -> None:
    """Inputs are taken in once, however many GMs and pages look on."""
    rig = Rig()
    first, second = rig.gm(), rig.gm()
    for seat in ("ada", "bo", "cy"):
        first.do("set_bot", seat=seat, bot="greedy")
    rig.run_bots()
    alone = Rig()
    for seat in ("ada", "bo", "cy"):
        alone.table.hand_to_bot(seat, "greedy")
    alone.run_bots()
    assert rig.table.session.history == alone.table.session.history
    assert first.view["fight"] == second.view["fight"]


def test_renaming_cleans_the_name() -> None:
    """Markup stays text; control and direction marks go; a name of nothing is refused."""
    rig = Rig()
    client = rig.connect(name="Dana")
    client.do("rename", name="<b>Da\u202ena</b>\u0007")
    assert client.view["you"]["name"] == "<b>Dana</b>"
    assert client.ask("rename", name="\u200b \u2066")["kind"] == "refused"


@pytest.mark.parametrize("letters", ["Ж", "漢", "ש", "ا", "ก", "é", "👩‍🚀"])
def test_long_names_of_any_script_are_refused_in_words(letters: str) -> None:
    """200 characters are too many; 50 are kept as they are."""
    client = Rig().connect(name="Dana")
    refusal = client.ask("rename", name=(letters * 200)[:200])
    assert refusal["kind"] == "unreadable"
    assert "60" in refusal["text"]
    name = letters * (50 // len(letters))
    client.do("rename", name=name)
    assert client.view["you"]["name"] == name


def test_a_player_sets_only_the_own_seat() -> None:
    """Bots, dice and standing answers of a seat are its holder's and the GM's."""
    rig = Rig()
    gm, dana = rig.gm(), rig.player("ada")
    for command in (
        {"type_": "set_bot", "seat": "bo", "bot": "greedy"},
        {"type_": "set_dice", "seat": "bo", "dice": "typed"},
        {"type_": "set_reaction", "seat": "bo", "ability": "parry", "answer": "yes"},
    ):
        assert dana.ask(**command)["text"] == "Bo is not your seat."
        gm.do(**command)


def test_taking_a_seat_sends_its_bot_away() -> None:
    """A seat that a bot played is free, and whoever sits down plays it."""
    rig = Rig()
    gm = rig.gm()
    gm.do("set_bot", seat="ada", bot="random")
    dana = rig.player("ada")
    assert dana.view["seats"][0]["bot"] is None
    assert dana.view["prompts"]


def test_many_onlookers_do_not_stay_for_ever() -> None:
    """Those who left and held nothing are forgotten; those with seats are kept."""
    rig = Rig()
    dana = rig.player("ada", name="Dana")
    for number in range(700):
        rig.close(rig.connect(name=f"Onlooker {number}"))
    assert len(rig.table.room.by_key) <= 301
    rig.close(dana)
    assert rig.back(dana).view["you"]["seats"] == ["ada"]


def test_who_left_and_held_no_seat_is_off_the_list() -> None:
    """So names and numbers are free again; who holds a seat is missed, and shown as away."""
    rig = Rig()
    gm = rig.gm()
    for _ in range(3):
        guest = rig.connect()
        assert guest.view["you"]["name"] == "Guest 1"
        rig.close(guest)
    dana = rig.player("ada", name="Dana")
    rig.close(dana)
    assert [(one["name"], one["here"]) for one in gm.view["people"]] == [("Gemma", True), ("Dana", False)]
    again, other = rig.connect(name="Guest 1"), rig.back(guest)
    assert [again.view["you"]["name"], other.view["you"]["name"]] == ["Guest 1", "Guest 1 (2)"]


def test_the_gm_removes_who_is_away() -> None:
    """Their seats become free. Nobody who is here can be removed, and by nobody but the GM."""
    rig = Rig()
    gm, dana = rig.gm(), rig.player("ada", name="Dana")
    eli = rig.connect(name="Eli")
    person = dana.view["you"]["id"]
    assert gm.ask("remove_person", person=person)["text"].startswith("Dana is here.")
    rig.close(dana)
    assert eli.ask("remove_person", person=person)["kind"] == "forbidden"
    gm.do("remove_person", person=person)
    gm.do("remove_person", person=person)
    assert [one["name"] for one in gm.view["people"]] == ["Gemma", "Eli"]
    eli.do("take_seat", seat="ada")
    assert rig.back(dana).view["you"]["seats"] == []


def test_the_gm_link_on_another_device_brings_back_the_gm_who_is_away() -> None:
    """The same person with the same seats, also after a restart; one who is here stays apart."""
    rig = Rig()
    first = rig.connect(gm=True)
    first.do("take_seat", seat="bo")
    rig.close(first)
    second = rig.connect(gm=True)
    assert second.view["you"] == first.view["you"]
    assert rig.connect(gm=True).view["you"]["name"] == "GM (2)"
    rig.restart()
    third = rig.connect(gm=True, name="Gemma")
    assert [one["name"] for one in third.view["people"] if one["here"]] == ["Gemma"]


def test_two_gms_with_names_stay_two() -> None:
    """A link opened under another name takes nothing from a GM who is away."""
    rig = Rig()
    anna = rig.connect(gm=True, name="Anna")
    anna.do("take_seat", seat="bo")
    rig.close(anna)
    bob = rig.connect(gm=True, name="Bob")
    assert bob.view["you"]["seats"] == []
    assert rig.back(anna).view["you"]["seats"] == ["bo"]


def test_a_player_who_opens_the_gm_link_takes_over_from_the_gm_who_is_away() -> None:
    """The page is known already: it keeps its own seats and gets those of the GM."""
    rig = Rig()
    gm, dana = rig.gm(), rig.player("ada", name="Dana")
    gm.do("take_seat", seat="bo")
    rig.close(gm)
    rig.close(dana)
    both = rig.connect(key=dana.key, gm=True)
    assert both.view["you"]["gm"]
    assert sorted(both.view["you"]["seats"]) == ["ada", "bo"]
    assert [one["name"] for one in both.view["people"]] == ["Dana"]
