"""A fight on hexes at the table: two rounds to a Choir Moment, on a desktop and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.cantor.board import (
    WEIR,
    aims,
    chip,
    does,
    entry_of,
    fold,
    goes,
    leave_it,
    look_at,
    never_told,
    places_told,
    refused,
    resonance,
    ring,
    speaks_of,
    stands,
    token,
    unfolded,
    unit,
    walks,
)
from tests.browser.pace.board import (
    BY_HAND,
    act,
    answer,
    faces,
    fits,
    has,
    logged,
    on_phone,
    press,
    show,
    together,
)
from tests.browser.table import PHONE, Reader, Server, sentence

pytestmark = pytest.mark.browser


@dataclass(frozen=True)
class People:
    """The GM plays Warden, Husk and the hidden one; Ada plays Senna and Ruo."""

    gm: Reader
    ada: Reader


def test_a_fight_on_hexes(serve: Callable[..., Server], reader: Callable[..., Reader]) -> None:
    """A GM and a player, each with a browser of their own."""
    server = serve(WEIR, *BY_HAND)
    two_rounds(server, People(reader(), reader()))


def test_a_fight_on_hexes_on_a_phone(serve: Callable[..., Server], reader: Callable[..., Reader]) -> None:
    """The same with the Cantors in the hand: nothing is off the side, a thumb has room for everything."""
    server = serve(WEIR, *BY_HAND)
    two_rounds(server, People(reader(), reader(viewport=PHONE, has_touch=True, is_mobile=True)))


def two_rounds(server: Server, people: People) -> None:
    """The whole of it, one happening after the other."""
    sit_down(server, people)
    see_a_marker(people)
    move_inside_the_ring(people)
    fire_through_cover(people)
    overcharge(people)
    brace(people)
    lose_structure(people)
    push_over_the_edge(people)
    watch_one_go(people)
    hide_on(people)
    fracture(people)
    swear(people)
    sing_together(people)
    be_told_nothing(people)


def sit_down(server: Server, people: People) -> None:
    """Ada takes both Cantors, the GM the rest."""
    gm, ada = people.gm, people.ada
    gm.open(server.gm_link)
    ada.join(server.join_link, "Ada", "senna")
    ada.take("ruo")
    gm.take("warden", "husk", "lurker")


def see_a_marker(people: People) -> None:
    """One that is hidden stands on the GM's board; on Ada's there is a marker within two hexes of it."""
    gm, ada = people.gm, people.ada
    expect(token(gm, "lurker")).to_have_accessible_name(has("J2, hard cover, Lurker", "hidden"))
    show(ada, "board")
    expect(token(ada, "warden")).to_have_count(1)
    expect(token(ada, "lurker")).to_have_count(0)
    marker = ada.page.get_by_role("img", name=has("within 2 hexes of here somebody of The Works hides"))
    expect(marker).to_have_count(1)


def move_inside_the_ring(people: People) -> None:
    """Senna's ring is drawn as a ring; a hex in it is pressed and confirmed."""
    ada = people.ada
    goes(ada, "senna")
    ada.asked("senna", "turn")
    ring(ada, 4, 48)
    refused(ada, "option-bond-move", "Its Fracture is not manifest", "C4.8")
    refused(ada, "option-stabilize", "There is neither Burn nor a condition to clear", "C3.7")
    walks(ada, "senna", "move", "D4", 1)
    stands(people.gm, "senna", "D4", 8)
    refused(ada, "option-move", "The Move is spent", "C3.1")


def fire_through_cover(people: People) -> None:
    """The line of fire names the soft cover on it; Warden could Brace, and does not."""
    gm, ada = people.gm, people.ada
    prompt = ada.asked("senna", "turn")
    aims(
        ada,
        "senna",
        "skirmish-fork-rifle",
        "warden",
        "skirmish fork-rifle warden",
        "soft",
        "soft cover, net −1",
    )
    ada.shot(f"cantor-fire-{size(ada)}")
    press(ada, ada.get("confirm"))
    ada.answered(prompt)
    faces(ada, "senna", 11, 1)
    gm.asked("warden", "brace")
    expect(gm.get("prompt-brace")).to_contain_text("Senna hits Warden with Fork rifle. Brace?")
    answer(gm, "warden", "brace", "no")
    faces(ada, "senna", 4)
    ada.asked("senna", "turn")
    stands(gm, "warden", "I4", 6)


def size(reader: Reader) -> str:
    """Which page a picture is of."""
    return "phone" if on_phone(reader) else "desktop"


def overcharge(people: People) -> None:
    """From 3 to 4 by the attack: it is said above the actions, on sheet, board and strip, in the log."""
    gm, ada = people.gm, people.ada
    resonance(ada, "senna", 4, False)
    show(ada, "act")
    notice = ada.get("overcharge")
    expect(notice).to_contain_text("Overcharged. The Fracture manifests at the start of its next turn")
    expect(notice).to_be_in_viewport(ratio=0.9)
    refused(ada, "group-skirmish-fork-rifle", "Skirmish was taken this turn already", "C3.1")
    ada.shot(f"cantor-overcharge-{size(ada)}")
    show(ada, "sheet")
    panel = ada.get("resonance-senna")
    expect(panel).to_contain_text("Overcharged")
    expect(panel).to_contain_text(has("unless a Cooldown dodges it", "C4.7", "Lapis Distortion", "C4.5"))
    expect(panel.get_by_role("button", name="Cooldown Quick, no Stress")).to_be_enabled()
    fits(ada, panel.get_by_role("button", name="Cooldown Quick, no Stress"))
    ada.shot(f"cantor-overcharge-sheet-{size(ada)}")
    show(ada, "board")
    expect(token(ada, "senna")).to_have_accessible_name(has("D4, open, Senna", "Overcharged"))
    strip = ada.page.get_by_role("navigation", name="Activations, round 1")
    expect(strip.get_by_role("button", name=has("Senna", "Overcharged"))).to_be_visible()
    logged(ada, "OVERCHARGE: the band of Senna is at 4.", "C4.7")
    expect(gm.get("log")).to_contain_text("OVERCHARGE: the band of Senna is at 4.")
    act(ada, "senna", "end")


def brace(people: People) -> None:
    """Warden hits Senna; she Braces and the hit is halved. The entry unfolds into its seven steps."""
    gm, ada = people.gm, people.ada
    goes(gm, "warden")
    does(gm, "warden", "skirmish lamp senna")
    faces(gm, "warden", 12, 2)
    ada.asked("senna", "brace")
    slip = ada.get("prompt-brace")
    expect(slip).to_contain_text("Warden hits Senna with Signal lamp. Brace?")
    expect(slip).to_contain_text("It takes the Reaction of this round")
    expect(slip).to_contain_text(has("Take it", "Mean 4.5 HP", "Brace", "Mean 2.5 HP"))
    ada.shot(f"cantor-brace-{size(ada)}")
    answer(ada, "senna", "brace", "brace")
    faces(gm, "warden", 5)
    gm.asked("warden", "turn")
    together(gm, ada)
    stands(ada, "senna", "D4", 5)
    entry = entry_of(ada, "Warden", "attacks", "Senna", "8 to 5 HP")
    unfolded(
        ada,
        entry,
        *("12", "C1.4", "difficulty d6", "Soft Cover", "C1.3", "Total", "12"),
        *("5", "C1.6", "Armor", "C1.6", "Braced", "halved, rounded up", "C2.14", "Damage", "3"),
        *("Total 12 − Evasion 9", "C1.5"),
        *("Senna defends with Evasion 9", "C1.1", "+1 difficulty: Soft Cover", "C2.12", "HP 8 to 5", "C1.7"),
    )
    ada.shot(f"cantor-steps-{size(ada)}")
    fold(ada, entry)


def lose_structure(people: People) -> None:
    """The Reaction is gone, and the next hit takes Senna to 0: a Structure, whole HP, and a d6."""
    gm, ada = people.gm, people.ada
    does(gm, "warden", "art undertow senna")
    faces(gm, "warden", 14)
    faces(gm, "warden", 6)
    assert faces(ada, "senna", 3)["dice_title"] == "Senna rolls: lost Structure"
    gm.asked("warden", "turn")
    stands(ada, "senna", "D4", 8, "Impaired")
    assert unit(ada, "senna")["cantor"]["structure"] == 2
    logged(ada, "STRUCTURE: Senna loses one, 2 left; HP whole, 8.", "C1.8")
    look_at(ada, "senna")
    chip(ada, "impaired", "with the end of its next turn", "−2 to attacks, saves and checks.", "C2.5")
    expect(ada.page.get_by_role("img", name="Structure 2 of 3")).to_be_visible()
    ada.shot(f"cantor-structure-{size(ada)}")
    leave_it(ada)
    act(gm, "warden", "end")


def push_over_the_edge(people: People) -> None:
    """Ruo, under his Fracture, pushes Husk to the drop; the save holds it on the last hex, Prone."""
    gm, ada = people.gm, people.ada
    ada.asked("ruo", "turn")
    resonance(gm, "ruo", 4, True)
    logged(ada, "FRACTURE: Ruo is under Carnelian Drag. Slowed.")
    refused(ada, "option-boost", "It is Slowed", "C2.1")
    ring(ada, 2, 14)
    does(ada, "ruo", "skirmish paddle husk")
    faces(ada, "ruo", 10)
    answer(gm, "husk", "brace", "no")
    faces(ada, "ruo", 1)
    prompt = ada.asked("ruo", "shove")
    show(ada, "act")
    expect(ada.get("prompt-shove")).to_contain_text("Which way is Husk shoved?")
    show(ada, "board")
    expect(ada.page.locator("path[data-lethal]")).to_have_count(1)
    press(ada, ada.get("hex-G7"))
    expect(ada.get("hex-G7")).to_have_accessible_name(has("G7, the drop", "may be chosen"))
    expect(ada.get("prompt-shove")).to_contain_text("over the lethal edge: a save, or it is lost")
    expect(ada.get("prompt-shove")).to_contain_text("Husk falls in 45.0 %")
    fits(ada, ada.get("hex-G7"), ada.get("confirm"))
    ada.shot(f"cantor-edge-{size(ada)}")
    press(ada, ada.get("confirm"))
    ada.answered(prompt)
    faces(gm, "husk", 13)
    ada.asked("ruo", "turn")
    stands(ada, "husk", "F7", 9, "Prone")
    logged(ada, "The save at the edge of Husk succeeds, 13 against 10.", "C3.13")
    look_at(ada, "husk")
    chip(
        ada,
        "prone",
        "when it stands up",
        "Attacks on it have +1 accuracy; standing up takes its Move.",
        "C2.10",
    )
    leave_it(ada)
    act(ada, "ruo", "end")


def watch_one_go(people: People) -> None:
    """Husk stands and boosts away: Ruo is offered Overwatch and takes it, before Husk has moved a hex."""
    gm, ada = people.gm, people.ada
    goes(gm, "husk")
    refused(gm, "option-move", "It is Prone; standing up comes first", "C2.10")
    does(gm, "husk", "stand")
    stands(ada, "husk", "F7", 9)
    walks(gm, "husk", "boost", "H5", 3)
    ada.asked("ruo", "overwatch")
    slip = ada.get("prompt-overwatch")
    expect(slip).to_contain_text("Husk begins to move. Ruo's Overwatch?")
    expect(slip).to_contain_text("it adds no resonance")
    ada.shot(f"cantor-overwatch-{size(ada)}")
    answer(ada, "ruo", "overwatch", "overwatch chain")
    faces(ada, "ruo", 9)
    answer(gm, "husk", "brace", "no")
    faces(ada, "ruo", 2)
    gm.asked("husk", "turn")
    stands(ada, "husk", "H5", 6)
    resonance(ada, "ruo", 4, True)
    logged(ada, "Overwatch: Ruo attacks Husk with the ford chain, with its Reaction.", "C3.12")
    act(gm, "husk", "end")


def hide_on(people: People) -> None:
    """The hidden one takes its turn and goes on, hidden: on Ada's page it is nobody's turn."""
    gm, ada = people.gm, people.ada
    gm.asked("lurker", "turn")
    together(gm, ada)
    assert ada.view()["fight"]["turn"]["unit"] is None
    walks(gm, "lurker", "move", "K2", 1)
    stands(gm, "lurker", "K2", 6, "Hidden")
    act(gm, "lurker", "end")


def fracture(people: People) -> None:
    """Round 2: who may be chosen stands there with what comes. Senna's Fracture opens her turn."""
    gm, ada = people.gm, people.ada
    ada.asked("senna", "activate")
    show(ada, "act")
    expect(ada.get("activate-senna")).to_contain_text("The Fracture manifests at the start of its next turn")
    expect(ada.get("activate-ruo")).to_contain_text("It stays until a Bond Move or a Cooldown ends it.")
    ada.shot(f"cantor-activate-{size(ada)}")
    goes(ada, "senna")
    ada.asked("senna", "turn")
    resonance(gm, "senna", 4, True)
    logged(ada, "FRACTURE: Senna is under Lapis Distortion. +1 Difficulty on own attacks.", "C4.7")
    expect(ada.get("overcharge")).to_contain_text("Lapis Distortion.")
    show(ada, "sheet")
    expect(ada.get("resonance-senna")).to_contain_text("Lapis Distortion is manifest")


def swear(people: People) -> None:
    """A Bond Move from the sheet: band 4 to 2, the Fracture is gone, an Oath and a Bond Token."""
    gm, ada = people.gm, people.ada
    prompt = ada.asked("senna", "turn")
    show(ada, "sheet")
    fits(ada, ada.get("way-out-bond-move"))
    press(ada, ada.get("way-out-bond-move"))
    ada.shot(f"cantor-bond-move-{size(ada)}")
    press(ada, ada.get("confirm"))
    ada.answered(prompt)
    ada.asked("senna", "turn")
    resonance(gm, "senna", 2, False)
    assert unit(ada, "senna")["cantor"]["tokens"] == 1
    show(ada, "sheet")
    expect(ada.get("oaths")).to_contain_text(
        has("Senna has sworn:", "I read the river wrong once", "One more makes a Choir Moment.")
    )
    logged(ada, "Senna makes a Bond Move", "Lapis Distortion of Senna is gone", "C4.1")
    act(ada, "senna", "end")
    goes(gm, "warden")
    act(gm, "warden", "end")


def sing_together(people: People) -> None:
    """Ruo swears in the same round: a Choir Moment, Bolster for both, and the GM is asked what it brings."""
    gm, ada = people.gm, people.ada
    act(ada, "ruo", "bond-move")
    gm.asked("gm", "choir")
    expect(gm.get("prompt-choir")).to_contain_text("Choir Moment: what does it bring?")
    expect(gm.get("prompt-choir")).to_contain_text("Oaths of this round: Senna and Ruo")
    gm.shot(f"cantor-choir-gm-{size(ada)}")
    answer(gm, "gm", "choir", "go-on")
    ada.asked("ruo", "turn")
    stands(ada, "senna", "D4", 8, "Bolster")
    stands(ada, "ruo", "E7", 10, "Bolster")
    resonance(ada, "ruo", 2, False)
    logged(ada, "CHOIR MOMENT: Senna and Ruo sing together, each with Bolster.", "C4.4")
    look_at(ada, "ruo")
    expect(ada.get("oaths")).to_contain_text(
        has("Choir Moment", "Senna and Ruo swore in one round.", "Nobody crosses here alone again.")
    )
    chip(ada, "bolster", "with its next attack", "+1 accuracy on its next attack.", "C2.13")
    ada.shot(f"cantor-choir-{size(ada)}")
    leave_it(ada)


def be_told_nothing(people: People) -> None:
    """In all that reached Ada's page there is neither name nor hex of the hidden one; the GM saw both."""
    gm, ada = people.gm, people.ada
    never_told(ada, "lurker", "eel")
    names = gm.view()["fight"]["board"]["names"]
    seen = {names[hex_] for _, id_, hex_ in places_told(gm) if id_ == "lurker" and hex_ is not None}
    assert seen == {"J2", "K2"}
    assert not any(hex_ is not None and names[hex_] in seen for _, _, hex_ in places_told(ada))
    # A marker may lie where the hidden one is; nothing else in the log has its hex.
    assert all(sentence(entry).startswith("A marker") for entry in ada.log() if speaks_of(entry, *seen))
    expect(token(ada, "lurker")).to_have_count(0)
