"""One attack: its order, both rolls, the margin, its wounds, and what stops it."""

from __future__ import annotations

from typing import Any

import pytest

from affray.systems.d20plus.attack import defending_trait, in_reach, strike
from affray.systems.d20plus.augments import Throw
from affray.systems.d20plus.events import (
    AskedToStepIn,
    Intercepted,
    KnockedProne,
    Marked,
    Moved,
    ReactionUsed,
    StrikeDeclared,
    StrikeResolved,
    StrikeStopped,
    WentOut,
    Wounded,
)
from affray.systems.d20plus.scores import natural_twenty
from affray.systems.d20plus.state import Fight
from affray.systems.d20plus.wounds import increment_against, wounds_dealt
from tests.systems.d20plus.fights import Table, die, events_of, fight, person, run

ANN = {
    "weapons": (
        "axe",
        "knife",
        "maul",
        "whip",
        "bow",
        "gun",
        "beam",
        "lash",
        "voice",
        "taunt",
        "riddle",
        "stones",
    )
}


def struck(encounter: Fight, weapon: str, *answers: str, target: str = "bob") -> StrikeResolved:
    """Ann's strike as it fell."""
    seen = events_of(encounter)
    run(encounter, strike(encounter, "ann", weapon, target), *answers)
    resolved = [event for event, _, _ in seen if isinstance(event, StrikeResolved)]
    assert len(resolved) == 1
    return resolved[0]


def a_duel(**bob: Any) -> Fight:
    """Ann with every weapon against Bob."""
    return fight(person("ann", **ANN), person("bob", "B", **bob))


# The roll


@pytest.mark.clause("D4.1", "D4.2", "D4.5", "D2.4")
def test_every_pair_of_d20() -> None:
    """All 400 pairs: a tie is the attacker's, a natural 20 counts 30 on both sides, only totals decide."""
    encounter = a_duel(mind=12, body=12, spirit=12)
    bob = encounter.state.personas["bob"]
    for attack in range(1, 21):
        for defence in range(1, 21):
            bob.wounds["Body"] = 0
            fell = struck(encounter, "axe", f"ann {attack}", f"bob {defence}")
            margin = 4 + natural_twenty(attack) - 12 - natural_twenty(defence)
            assert (fell.margin, fell.hit, fell.critical_block) == (margin, margin >= 0, margin <= -10)
            assert bob.wounds["Body"] == (0 if margin < 0 else 1 + margin // 10)
            bob.out = False
            encounter.state.outcome = None


@pytest.mark.clause("D4.2")
def test_a_tie_goes_to_the_attacker() -> None:
    """Equal results must have a winner."""
    fell = struck(a_duel(), "axe", "ann 9", "bob 9")
    assert (fell.margin, fell.hit, fell.wounds) == (0, True, 1)


@pytest.mark.clause("D4.1", "D2.1")
def test_the_total_shown_is_the_total_rolled() -> None:
    """A bonus that is shown but not added, or added but not shown."""
    encounter = fight(
        person("ann", weapons=("bow",), dice=(die("Gear", 6), die("Magic", 8)), skills={"Grace": 3}),
        person("bob", "B", body=5, cover="Crate", dice=(die("Training", 4),), wounds={"Body": 2}),
    )
    fell = struck(encounter, "bow", "ann 20 6 7", "bob 13 4")
    for throw, penalty in ((fell.attack, fell.cover), (fell.defence, 0)):
        faces = natural_twenty(throw.faces[0]) + sum(throw.faces[1:])
        assert throw.total == throw.score + faces - penalty
    assert (fell.attack.score, fell.attack.unwounded, fell.defence.score, fell.defence.unwounded) == (
        7,
        7,
        3,
        5,
    )
    assert fell.margin == fell.attack.total - fell.defence.total == 45 - 20


@pytest.mark.clause("D4.1")
def test_the_totals_are_those_that_were_rolled_with() -> None:
    """A wound that the GM sets while the dice fall must not change what the throw says of itself."""
    table = Table(a_duel()).do("ann 2-actions", "ann strike axe bob")
    table.act("set", persona="ann", field="Body", value=1).act("set", persona="bob", field="Body", value=2)
    table.do("ann 10", "bob 5")
    fell: StrikeResolved = table.events(StrikeResolved)[0]
    assert (fell.attack.score, fell.attack.total, fell.defence.total, fell.cover) == (4, 14, 9, 0)


@pytest.mark.clause("D4.6", "D4.7")
def test_a_defender_with_the_trait_at_zero_rolls_a_bare_d20_and_takes_no_wound() -> None:
    """Margin 12 against Body 0: a hit, no wound, the other Traits unchanged, no dice."""
    encounter = a_duel(dice=(die("Gear", 12),), wounds={"Body": 4}, broken_turns={"Body": 1})
    fell = struck(encounter, "axe", "ann 16", "bob 8")
    assert (fell.margin, fell.hit, fell.wounds, fell.defence.dice) == (12, True, 0, ())
    assert encounter.state.personas["bob"].wounds == {"Mind": 0, "Body": 4, "Spirit": 0}


@pytest.mark.clause("D4.7")
def test_defending_costs_nothing_and_is_never_skipped() -> None:
    """Three attacks in a row, three defences, and nothing is spent."""
    encounter = fight(person("ann", **ANN), person("cid"), person("bob", "B"))
    before = {**encounter.state.personas["bob"].cooldowns}
    for _ in range(3):
        struck(encounter, "axe", "ann 2", "bob 19")
    assert encounter.state.personas["bob"].cooldowns == before


@pytest.mark.clause("D4.8")
def test_a_defender_brings_every_die_that_qualifies() -> None:
    """Up to the cap all of them, unasked."""
    encounter = a_duel(
        dice=(die("Gear", 6, "defence"), die("Magic", 8, "Body defence"), die("Training", 4, "Might"))
    )
    fell = struck(encounter, "axe", "ann 10", "bob 10 6 8")
    assert [one.type for one in fell.defence.dice] == ["Gear", "Magic"]


# What defends, and where the wounds fall


@pytest.mark.clause("D4.3", "D4.4")
@pytest.mark.parametrize(
    ("weapon", "trait"),
    [
        ("axe", "Body"),
        ("bow", "Body"),
        ("beam", "Spirit"),
        ("lash", "Spirit"),
        ("taunt", "Spirit"),
        ("voice", "Mind"),
    ],
)
def test_the_nature_of_the_attack_names_the_trait(weapon: str, trait: str) -> None:
    """A curse parried with Body, or wounds on another track than the one that defended."""
    encounter = a_duel(mind=3, body=5, spirit=7)
    fell = struck(encounter, weapon, "ann 19", "bob 10")
    bob = encounter.state.personas["bob"]
    assert (fell.trait, fell.defence.score) == (trait, {"Mind": 3, "Body": 5, "Spirit": 7}[trait])
    assert [name for name, wounds in bob.wounds.items() if wounds] == [trait]


@pytest.mark.clause("D4.3")
def test_the_gm_names_the_trait_where_the_nature_is_ambiguous() -> None:
    """The resolution must ask, with a default for tables without a GM."""
    encounter = a_duel()
    fell = struck(encounter, "riddle", "gm Mind", "ann 10", "bob 10")
    assert (fell.trait, encounter.state.personas["bob"].wounds["Mind"]) == ("Mind", 1)


@pytest.mark.clause("D4.3", "D11.6")
@pytest.mark.parametrize(("trait", "offered"), [("Mind", True), ("Spirit", True), ("Body", False)])
def test_what_the_gm_names_decides_what_the_attack_counts_as(trait: str, offered: bool) -> None:
    """A riddle ruled to be met with Body is physical: nothing nullifies it, and cover counts."""
    encounter = a_duel(abilities=("hush",), cover="Crate")
    answers = ["bob no"] if offered else []
    fell = struck(encounter, "riddle", f"gm {trait}", *answers, "ann 10", "bob 10")
    assert fell.cover == (0 if offered else 5)


# Cover, distance


MELEE, PENALISED, OTHERS = ("axe", "whip"), ("bow", "stones"), ("beam", "lash", "voice", "taunt")


@pytest.mark.clause("D8.5", "D8.4")
@pytest.mark.parametrize("covered", [False, True])
@pytest.mark.parametrize(
    ("weapon", "zone"),
    [(weapon, "yard") for weapon in MELEE]
    + [(weapon, zone) for weapon in PENALISED + OTHERS for zone in ("yard", "gate", "road")],
)
def test_cover_penalises_physical_attacks_that_are_no_melee_from_any_distance(
    weapon: str, zone: str, covered: bool
) -> None:
    """The matrix of melee, ranged, arcane, emotional and psychic attacks, of cover and of distance."""
    encounter = fight(person("ann", zone=zone, **ANN), person("bob", "B", cover="Crate" if covered else None))
    assert in_reach(encounter, encounter.book.weapons[weapon], *encounter.state.personas.values())
    fell = struck(encounter, weapon, "ann 10", "bob 10")
    penalty = 5 if covered and weapon in PENALISED else 0
    assert (fell.cover, fell.margin) == (penalty, -penalty)


@pytest.mark.clause("D8.5")
def test_twenty_against_sixteen_behind_cover() -> None:
    """The register's case: a ranged 20 becomes 15 and is blocked, a melee 20 hits by 4."""
    assert struck(a_duel(cover="Crate"), "bow", "ann 16", "bob 12").margin == -1
    melee = struck(a_duel(cover="Crate"), "axe", "ann 16", "bob 12")
    assert (melee.margin, melee.wounds) == (4, 1)


@pytest.mark.clause("D8.4")
def test_reach_is_the_weapons() -> None:
    """An axe across the yard, or a cannon at arm's length."""
    encounter = fight(person("ann", weapons=("axe", "bow", "cannon")), person("bob", "B"))
    ann, bob = encounter.state.personas.values()
    reaching = {}
    for zone in ("yard", "gate", "road", "hill", "moor"):
        bob.zone = zone
        weapons = encounter.book.weapons
        reaching[zone] = [
            id_ for id_ in ("axe", "bow", "cannon") if in_reach(encounter, weapons[id_], ann, bob)
        ]
    assert reaching == {
        "yard": ["axe", "bow"],
        "gate": ["bow", "cannon"],
        "road": ["bow", "cannon"],
        "hill": ["cannon"],
        "moor": ["cannon"],
    }


# Wounds of a margin


@pytest.mark.clause("D5.1", "D5.3")
@pytest.mark.parametrize(
    ("margin", "increment", "wounds"),
    [
        (-10, 10, 0),
        (-1, 10, 0),
        (0, 10, 1),
        (9, 10, 1),
        (10, 10, 2),
        (19, 10, 2),
        (20, 10, 3),
        (50, 10, 6),
        (16, 8, 3),
        (16, 5, 4),
        (7, 8, 1),
        (8, 8, 2),
    ],
)
def test_wounds_of_a_margin(margin: int, increment: int, wounds: int) -> None:
    """One wound, and one more for every full increment."""
    assert wounds_dealt(margin, increment) == wounds


@pytest.mark.clause("D5.3")
@pytest.mark.parametrize("ruling", [0, 1, 2])
def test_a_margin_of_zero_is_a_named_ruling(ruling: int) -> None:
    """Whether a tie wounds is the table's to say; it is a hit all the same, and 1 is a wound as ever."""
    for attack, wounds in ((9, ruling), (10, 1)):
        encounter = fight(person("ann"), person("bob", "B"), margin_zero_wounds=ruling)
        fell = struck(encounter, "axe", f"ann {attack}", "bob 9")
        assert (fell.hit, fell.wounds) == (True, wounds)


@pytest.mark.clause("D5.2")
def test_the_lowest_increment_counts_and_a_naming_is_its_owners_alone() -> None:
    """Hex 8 for everyone, Naming 5 for its owner, both together 5 and not less."""
    encounter = fight(
        person("ann"),
        person("cid"),
        person("bob", "B", hexed_by="cid", named_by=("ann",)),
        person("dan", "B", hexed_by="ann"),
        person("eve", "B"),
    )
    who = encounter.state.personas
    assert increment_against(encounter, who["ann"], who["bob"])[:2] == (5, "Naming")
    assert increment_against(encounter, who["cid"], who["bob"])[:2] == (8, "Hex")
    assert increment_against(encounter, who["cid"], who["dan"])[:2] == (8, "Hex")
    assert increment_against(encounter, who["ann"], who["eve"])[:2] == (10, "")
    fell = struck(encounter, "axe", "ann 20", "bob 14")
    assert (fell.margin, fell.increment, fell.wounds) == (16, 5, 4)
    assert len(fell.not_counted) == 1


@pytest.mark.clause("D5.2")
def test_a_quarry_lowers_nothing() -> None:
    """Only Hex and Naming touch the increment."""
    encounter = a_duel(quarry_of=("ann",))
    assert increment_against(encounter, *encounter.state.personas.values())[0] == 10


# The order


@pytest.mark.clause("D4.9")
def test_the_order_of_one_attack() -> None:
    """Declared, stepped in, answered, rolled, wounds, riders, Out, then reactions to the result."""
    encounter = fight(
        person("ann", weapons=("maul",), dice=(die("Gear", 12),)),
        person("bob", "B"),
        person(
            "cid",
            "B",
            abilities=("guard", "brace", "riposte"),
            mind=1,
            spirit=1,
            body=1,
            wounds={"Mind": 1, "Spirit": 1},
        ),
        person("dan", "B", abilities=("avenge",)),
        scene="lethal",
    )
    encounter.state.round = 1
    seen = events_of(encounter)
    answers = ["cid yes", "cid yes", "ann 20 12", "cid 1 1", "gm capture", "dan yes"]
    run(encounter, strike(encounter, "ann", "maul", "bob"), *answers)
    kinds = [type(event).__name__ for event, _, _ in seen]
    assert kinds == [
        "StrikeDeclared",
        "AskedToStepIn",
        "AbilityUsed",
        "Intercepted",
        "AbilityUsed",
        "ReactionUsed",
        "StrikeResolved",
        "Wounded",
        "Moved",
        "WentOut",
        "OutMeant",
        "AbilityUsed",
        "BonusTurnGranted",
    ]
    assert encounter.state.personas["bob"].wounds["Body"] == 0


@pytest.mark.clause("D4.9", "D8.6")
def test_declaring_an_attack_is_paid_for_and_ends_the_own_concealment() -> None:
    """Even where the GM's ruling on the Trait comes between, and even if it never lands."""
    table = Table(fight(person("ann", concealment=18, **ANN), person("bob", "B", abilities=("hush",))))
    table.do("ann 2-actions", "ann strike voice bob")
    assert table["ann"].concealment is None
    assert table.state.turn is not None
    assert table.state.turn.actions == 1
    table.do("bob yes")
    assert table.events(StrikeStopped)[0].clause == "D11.6"
    assert table.state.turn.actions == 1


@pytest.mark.clause("D4.10")
@pytest.mark.parametrize("gone", ["removed", "out"])
@pytest.mark.parametrize("who", ["ann", "bob"])
@pytest.mark.parametrize("when", ["trait", "step in", "answer", "dice", "roll"])
def test_who_leaves_while_somebody_is_asked_stops_the_attack(when: str, who: str, gone: str) -> None:
    """At every question of an attack the GM may take either side out of the fight: no trace, no wound."""
    table = Table(
        fight(
            person(
                "ann",
                body=1,
                spirit=2,
                weapons=("riddle",),
                dice=(die("Gear", 6), die("Magic", 6), die("Special", 6)),
            ),
            person("bob", "B", abilities=("brace",)),
            person("cid", "B", abilities=("guard",)),
            person("dan", "A"),
        ),
        {"ann": "Mid", "bob": "Mid", "cid": "Mid", "dan": "Mid"},
    )
    while table.state.turn is None or table.state.turn.persona != "ann":
        seat = table.asked[0][0]
        table.do(f"{seat} 2-actions", f"{seat} end")
    table.do("ann 2-actions", "ann strike riddle bob")
    steps = {
        "trait": ["gm Body"],
        "step in": ["cid no"],
        "answer": ["bob no"],
        "dice": ["ann dice Gear+Magic"],
        "roll": ["ann 10 1 1", "bob 1"],
    }
    for step, answers in steps.items():
        if step == when:
            break
        table.do(*answers)
    if gone == "removed":
        table.act("remove", persona=who)
    else:
        table.act("set", persona=who, field="out", value=True)
    table.do(*steps[when])
    assert not table.events(StrikeResolved, Wounded)
    assert table.state.clash is None
    assert table.state.outcome is None


@pytest.mark.clause("D4.10")
def test_what_was_paid_stays_paid_and_a_dropped_turn_goes_on_with_the_next() -> None:
    """The attacker is taken out in the middle of its own attack: the next in order is up."""
    table = Table(fight(person("ann", **ANN), person("bob", "B"), person("cid")))
    table.do("ann 2-actions", "ann strike riddle bob").act("set", persona="ann", field="out", value=True)
    table.do("gm Body")
    assert table.asked == [("bob", "split")]


@pytest.mark.clause("D4.10")
def test_a_fight_that_the_gm_ends_in_the_middle_of_an_attack_is_over() -> None:
    """No roll may still be waited for."""
    table = Table(a_duel()).do("ann 2-actions", "ann strike axe bob").act("end", outcome="the bell rings")
    assert (table.asked, table.session.outcome) == ([], "the bell rings")


# Riders


def rider(weapon: str, *answers: str) -> tuple[Table, list[Any]]:
    """A hit with this weapon."""
    table = Table(fight(person("ann", zone="gate", **ANN), person("bob", "B", zone="gate")), "Slow")
    table.do("ann 2-actions", f"ann strike {weapon} bob", "ann 15", "bob 10", *answers)
    return table, table.events(KnockedProne, Moved, Marked)


@pytest.mark.clause("D8.11")
def test_a_hit_knocks_prone_pushes_or_hexes_only_where_the_weapon_says_so() -> None:
    """Riders are data, and a hit without one moves nobody."""
    assert rider("axe")[1] == []
    assert isinstance(rider("whip")[1][0], KnockedProne)
    assert rider("taunt")[1][0].kind == "hex"
    table, moved = rider("maul", "ann to road")
    assert (moved[0].zone, table["bob"].zone) == ("road", "road")


def test_a_block_brings_no_rider() -> None:
    """Nothing gets through."""
    table = Table(fight(person("ann", **ANN), person("bob", "B")))
    table.do("ann 2-actions", "ann strike whip bob", "ann 9", "bob 10")
    assert not table["bob"].prone


def test_riders_come_with_a_hit_that_deals_no_wound() -> None:
    """A target with the Trait at 0 may be struck for them (D4.6)."""
    table = Table(fight(person("ann", **ANN), person("bob", "B", wounds={"Body": 4})))
    table.do("ann 2-actions", "ann strike whip bob", "ann 10", "bob 10")
    assert table["bob"].prone


# The text's own example, and odd names


@pytest.mark.clause("D4.1", "D3.3")
def test_the_worked_example_of_the_text() -> None:
    """Hobgoblin: d20+9+d8+d6+d4 within a cap of 6; Witch: d20+4+d6+d8 within a cap of 4."""
    hobgoblin = person(
        "ann", body=6, skills={"Might": 3}, tad=4, dice=(die("Training", 8, "Might"), die("Gear", 6, "axe"))
    )
    witch = person("bob", "B", body=4, dice=(die("Training", 6, "Body defence"), die("Magic", 8, "defence")))
    fell = struck(fight(hobgoblin, witch), "axe", "ann 11 4 6 8", "bob 9 6 8")

    def shown(throw: Throw) -> tuple[int, list[str], int]:
        return throw.score, [f"d{one.size}" for one in throw.dice], throw.cap

    assert shown(fell.attack) == (9, ["d4", "d6", "d8"], 6)
    assert shown(fell.defence) == (4, ["d6", "d8"], 4)
    # 11 + 9 + 4 + 6 + 8 = 38 against 9 + 4 + 6 + 8 = 27: margin 11, so 1 + 1 wounds.
    assert (fell.attack.total, fell.defence.total, fell.margin, fell.wounds) == (38, 27, 11, 2)


@pytest.mark.parametrize("name", ["<b>Bob</b>", "{0}%s\n", "ß" * 200, "\u202e"])
def test_names_are_plain_data(name: str) -> None:
    """Markup and long names pass through the rules as they are."""
    table = Table(fight(person("ann"), person("bob", "B", name=name)))
    table.do("ann 2-actions", "ann strike axe bob", "ann 15", "bob 10")
    assert table["bob"].name == name


def test_the_events_of_an_attack_name_their_clauses() -> None:
    """The log answers "why?" from them."""
    table = Table(a_duel(wounds={"Mind": 4, "Spirit": 4, "Body": 3}))
    table.do("ann 2-actions", "ann strike axe bob", "ann 15", "bob 10")
    kinds = (StrikeDeclared, StrikeResolved, Wounded, WentOut, AskedToStepIn, Intercepted, ReactionUsed)
    assert [event.clause for event in table.events(*kinds)] == ["D4.9", "D4.2", "D6.1", "D6.5"]


def test_the_defending_trait_of_a_plain_nature_asks_nobody() -> None:
    """Only an ambiguous attack waits for the GM."""
    encounter = a_duel()
    assert run(encounter, defending_trait(encounter, encounter.book.weapons["voice"], "ann", "bob")) == "Mind"
