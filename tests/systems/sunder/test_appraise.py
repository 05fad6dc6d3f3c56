"""How options look to bots: what they do in plain situations, what they spare, what they cannot know."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from affray.bots.players import greedy
from affray.content.loader import load_scenario
from affray.kernel.codec import state_hash
from affray.kernel.requests import GM, Choose, Option, Question, Request, Ruling, question_of
from affray.kernel.system import AnyEncounter
from affray.odds.exact import explore, position_of
from affray.sim.fight import play_fight
from affray.systems.sunder.appraise import NEVER, appraise
from affray.systems.sunder.appraise_chances import fall_of, stress_falls
from affray.systems.sunder.appraise_ground import Ground
from affray.systems.sunder.appraise_strikes import Strikes
from affray.systems.sunder.appraise_things import shift_worth
from affray.systems.sunder.appraise_worth import burden, fallout_worth, marks_worth, relief, stress_worth
from affray.systems.sunder.book import Effect, Knack, Perk
from affray.systems.sunder.names import MAJOR, MINOR, NARRATIVE, SEVERE
from affray.systems.sunder.odds import Asked, Level
from affray.systems.sunder.scenario import CountdownStart, Thing
from affray.systems.sunder.state import Condition, Countdown, Until
from affray.systems.sunder.testing import pool_dice
from tests.systems.sunder.by_hand import zones
from tests.systems.sunder.table import Person, Table, person, scene

SWORD: dict[str, Any] = {"weapons": ("sword",)}


def duel(ann: Person | None = None, *others: Person, **how: Any) -> Table:
    """Ann's turn; Bob is at hand unless others are named."""
    people = others or (person("bob", "B", sheet=SWORD),)
    return Table(scene(ann or person("ann", sheet=SWORD), *people, **how)).begin("ann")


def question(table: Table, part: int = 0) -> Question:
    """The question that is open."""
    found = question_of(table.request, part)
    assert found is not None
    return found


def worths(table: Table, part: int = 0) -> dict[str, float]:
    """What each option of the open question looks like; to look changes nothing."""
    asked = question(table, part)
    before = state_hash(table.state)
    values = appraise(table.scene, asked)
    assert state_hash(table.state) == before
    assert all(math.isfinite(value) for value in values)
    return {option.id: value for option, value in zip(asked.options, values, strict=True)}


def best(table: Table, part: int = 0) -> list[str]:
    """The options that look best."""
    found = worths(table, part)
    return [option for option, value in found.items() if value == max(found.values())]


def asked(
    table: Table, seat: str, kind: str, *options: Option, args: tuple[Any, ...] = ()
) -> dict[str, float]:
    """What the answers to a question look like that is put here."""
    values = appraise(table.scene, Choose(seat, kind, options, "S1.1", args, options[0].id))
    return {option.id: value for option, value in zip(options, values, strict=True)}


# Chances


@pytest.mark.parametrize("count", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize(
    "perk", ["", "Anchor Point", "Cleave", "Drive", "Implode", "Burn", "Tempt", "Reversal"]
)
def test_levels_are_those_of_the_exact_odds(count: int, perk: str) -> None:
    """Worked out without a session: the same chances of each level as those of a Test that is followed."""
    perks = (Perk("Might", 3, perk),) if perk else ()  # type: ignore[arg-type]
    knacks = tuple(Knack(f"Knack {number}", ("Force",)) for number in range(count))
    sheet = {**SWORD, "dice": {"Might": 6}, "perks": perks, "knacks": knacks}
    ann = person("ann", sheet=sheet, stress={"Might": 3}, resistance={"Might": 2})
    table = duel(ann, risk={-2: "Dire", -1: "Risky"}.get(count, "Uncertain"))
    position = position_of(table.session)
    assert position is not None
    exact = explore(position, 0, "strike top sword bob", Level(Asked("ann")))
    fall = fall_of(table["ann"].tracks["Might"], count)
    assert sum(fall[:5]) == pytest.approx(1)
    assert list(fall[:5]) == pytest.approx([float(exact.get(level, Fraction(0))) for level in range(1, 6)])


def test_natural_levels_are_a_part_of_theirs() -> None:
    """Each is one face of the d20."""
    fall = fall_of(duel()["ann"].tracks["Might"], 0)
    assert (fall.natural_crit, fall.natural_miff) == (0.05, 0.05)
    assert (fall.crit, fall.miff, fall.success, fall.mixed) == pytest.approx((0.05, 0.05, 0.45, 0.0))
    assert (fall.acts, fall.resists) == pytest.approx((0.5, 0.5))
    assert pool_dice(0, 4) == ()


def test_stress_falls_as_damage_does() -> None:
    """A D6 is 2 Stress with a 6; a critical 6 is 1 more. A fixed amount is what it is."""
    assert dict(stress_falls(1, 6, False)) == pytest.approx({1: 5 / 6, 2: 1 / 6})
    assert dict(stress_falls(1, 6, True)) == pytest.approx({1: 5 / 6, 3: 1 / 6})
    assert stress_falls(7, 1, True) == ((2, 1.0),)
    assert stress_falls(0, 1, False) == ((0, 1.0),)


# Worth


def test_a_mark_counts_more_the_fewer_are_left() -> None:
    """The last of them most, as it fells; beyond it there is nothing."""
    bob = duel()["bob"]
    one = marks_worth(bob, 1)
    assert marks_worth(bob, 2) == pytest.approx(2 * one)
    bob.marks = 2
    assert marks_worth(bob, 1) > 2 * one
    assert marks_worth(bob, 3) == marks_worth(bob, 1)
    bob.marks = 3
    assert marks_worth(bob, 1) == 0


def test_stress_counts_more_the_fuller_a_track_is() -> None:
    """An overflow is its Marks, less what the track was worth already; armor makes a track longer."""
    table = duel()
    bob, track = table["bob"], table["bob"].tracks["Might"]
    found = []
    for stress in (0, 5, 9, 10):
        track.stress = stress
        found.append(stress_worth(table.scene, bob, "Might", 1))
    assert found[0] < found[1] < found[2]
    assert found[3] > 0
    assert stress_worth(table.scene, bob, "Might", 3) > 2 * found[3]
    assert stress_worth(table.scene, bob, "Might", 1, armor=3) < found[2]
    assert stress_worth(table.scene, bob, "Might", 0) == 0


def test_relief_is_for_tracks_that_are_nearly_full() -> None:
    """Who cleared every Stress at once would never be done; one who is Cursed cannot."""
    table = duel()
    ann, track = table["ann"], table["ann"].tracks["Might"]
    track.stress = 6
    assert relief(ann, "Might", 1) == 0
    track.stress = 10
    assert relief(ann, "Might", 1) > 0
    ann.conditions.append(Condition("Cursed", Until()))
    assert relief(ann, "Might", 1) == 0


def test_situational_fallout_costs_by_its_rank() -> None:
    """It clears the track besides, which is a gain where that was full."""
    table = duel()
    ann = table["ann"]
    ranks = [fallout_worth(ann, "Might", rank) for rank in (NARRATIVE, MINOR, MAJOR, SEVERE)]
    assert ranks == sorted(ranks)
    empty = fallout_worth(ann, "Might", MINOR)
    ann.tracks["Might"].stress = 9
    assert fallout_worth(ann, "Might", MINOR) < empty


# A turn


def test_a_foe_at_hand_is_struck() -> None:
    """With the sword, and not with bare hands."""
    found = worths(duel())
    assert max(found, key=lambda option: found[option]).endswith("sword bob")
    assert found["strike top sword bob"] > found["strike top bob"]
    assert found["strike top sword bob"] > found["end"]


def test_the_foe_nearest_to_falling_is_struck() -> None:
    """One whose next Stress overflows on the last Mark, before one who is fresh."""
    table = duel(
        None,
        person("bob", "B", sheet=SWORD),
        person("cat", "B", sheet=SWORD, stress={"Might": 10}, marks=2),
    )
    found = worths(table)
    assert found["strike top sword cat"] > 2 * found["strike top sword bob"]


def test_a_move_comes_first_where_it_brings_a_foe_in_reach() -> None:
    """With Bob 4 tiles away Ann moves to him, and not away from him; then she strikes."""
    skilled = person("ann", sheet={**SWORD, "skills": ("Force",)})
    table = duel(skilled, person("bob", "B", "z2", sheet=SWORD))
    assert best(table) == ["default bottom z2"]
    table.do("ann default bottom z2", "ann card narrate")
    assert "strike top sword bob" in best(table)


def test_one_who_shoots_stays_where_it_is() -> None:
    """A bow reaches from here, and beside a foe it has Disadvantage."""
    table = duel(person("ann", sheet={"weapons": ("bow",)}), person("bob", "B", "z2", sheet=SWORD))
    found = worths(table)
    assert found["strike top bow bob"] > found["default bottom z2"]


def test_one_who_is_about_to_fall_goes_out_of_reach() -> None:
    """On the last Mark with a full track a shooter would rather be further off."""
    hurt: dict[str, Any] = {"marks": 2, "stress": {"Wit": 9}}
    gains = []
    for start in (hurt, {}):
        ann = person("ann", zone="z1", sheet={"weapons": ("bow",)}, **start)
        table = duel(ann, person("bob", "B", sheet=SWORD), places=zones(0, 3, 9))
        ground = Ground(table.scene, table["ann"], Strikes(table.scene, table["ann"]))
        gains.append(ground.standing("z2") - ground.standing("z1"))
    assert gains[0] > gains[1]


@pytest.mark.parametrize(("stress", "useful"), [(10, True), (4, False)])
def test_stress_is_cleared_when_a_track_fills(stress: int, useful: bool) -> None:
    """Recover is worth something with a full track alone."""
    table = duel(person("ann", sheet=SWORD, stress={"Might": stress}))
    found = worths(table.do("ann default top sword bob", "ann card narrate", "ann 15"))
    assert (found["endure bottom Grit"] > found["end"]) == useful


def test_friends_are_not_won_over_nor_helped_for_nothing() -> None:
    """Influence is for foes, and Help for a friend who has one at hand."""
    table = duel(None, person("bob", "B", sheet=SWORD), person("cat"))
    found = worths(table)
    assert found["influence top Sway bob"] > found["influence top Sway cat"]
    assert found["adapt bottom cat"] > found["end"]


def test_a_surge_is_kept_until_it_is_useful() -> None:
    """Calm with an empty track is nothing, with a full one it is something; a cost has to be worth it."""
    sheet = {**SWORD, "abilities": ("calm", "defy")}
    idle = worths(duel(person("ann", sheet=sheet, stress={"Might": 1})))
    full = worths(duel(person("ann", sheet=sheet, stress={"Might": 10}, marks=2)))
    assert idle["surge calm"] < idle["end"]
    assert full["surge calm"] > full["end"]
    assert full["surge defy"] < full["surge calm"]


def test_a_countdown_is_worked_on() -> None:
    """A thing that belongs to one, and no other."""
    goal = CountdownStart("gate", "Gate", 4, skills=("Force",), decides=True)
    things = (Thing("wheel", "Wheel", "z0", "gate"), Thing("chest", "Chest", "z0"))
    far = person("bob", "B", "z3", sheet=SWORD)
    found = worths(duel(None, far, countdown=(goal,), thing=things))
    assert found["manipulate top Force wheel"] > found["end"]
    assert found["manipulate top Reason chest"] < found["manipulate top Force wheel"]


def test_what_runs_is_not_dropped() -> None:
    """It was wanted once."""
    table = duel().do("ann strike bottom")
    assert worths(table)["drop 1"] == NEVER
    assert worths(table)["end"] == 0


# The gauntlet


def test_exactly_one_of_a_side_throws_in() -> None:
    """Who had the fewest turns; among equals the least burdened; after a time that nobody did, everybody."""
    people = [person("ann", sheet=SWORD), person("cat", stress={"Wit": 3}), person("dan"), person("bob", "B")]
    table = Table(scene(*people)).begin("ann").do("ann end", "gm pass")
    parts = {choice.seat: part for part, choice in enumerate(table.request.choices)}  # type: ignore[union-attr]
    assert {seat: best(table, part) for seat, part in parts.items()} == {
        "ann": ["no"], "cat": ["no"], "dan": ["yes"],
    }  # fmt: skip
    assert burden(table["cat"]) > burden(table["dan"])
    table.state.declined = 1
    assert all(best(table, part) == ["yes"] for part in parts.values())


# Reactions


def armored(stress: int) -> Table:
    """Bob's armor against a hit of Ann's."""
    bob = person("bob", "B", sheet={"armor": ("plate",)}, stress={"Might": stress})
    return duel(None, bob).do("ann strike top sword bob", "ann 5", "ann 6")


def test_armor_is_for_stress_that_would_overflow() -> None:
    """Two Stress on an empty track are taken; on a full one the slots go."""
    assert best(armored(0)) == ["no"]
    assert best(armored(9))[0].startswith("armor plate")


def test_redirect_goes_where_there_is_room() -> None:
    """From a full track to an empty one, and not the other way round."""
    for might, seep, answer in ((10, 0, "react redirect"), (0, 10, "no")):
        bob = person("bob", "B", sheet={"abilities": ("redirect",)}, stress={"Might": might, "Seep": seep})
        table = duel(None, bob).do("ann strike top sword bob", "ann 5", "ann 2")
        assert best(table) == [answer]


def test_places_are_traded_for_an_ally_near_falling() -> None:
    """And not for one who is fresh."""
    near: dict[str, Any] = {"stress": {"Might": 10}, "marks": 2}
    for start, answer in ((near, "react swap"), ({}, "no")):
        bob = person("bob", "B", **start)
        table = duel(None, bob, person("cat", "B", sheet={"abilities": ("swap",)}))
        assert best(table.do("ann strike top sword bob")) == [answer]


def test_another_attack_is_made() -> None:
    """An extra attack costs nothing, and goes where it is worth most."""
    ann = person("ann", sheet={**SWORD, "abilities": ("extra-attack",)})
    table = duel(ann).do("ann strike top sword bob", "ann 15")
    assert best(table) == ["react extra-attack"]
    assert best(table.do("ann react extra-attack")) == ["attack sword bob"]


# Other answers


def test_who_resists_takes_the_better_skill() -> None:
    """And resists rather than not."""
    ann = person("ann", sheet={**SWORD, "abilities": ("curse",)})
    table = duel(ann).do("ann curse top Weave bob", "ann 5")
    assert best(table) == ["skill Anchor"]
    skilled = duel(
        person("ann", sheet={**SWORD, "skills": ("Grace",)}, resistance={"Might": 4, "Finesse": 4})
    )
    names = ("Brace", "Grace")
    options = [Option("no", "no"), *(Option(f"skill {name}", "skill", (name,)) for name in names)]
    found = asked(skilled, "ann", "resist", *options, args=("bob", "a flood"))
    assert found["skill Grace"] > found["skill Brace"] > found["no"]


def test_one_contributes_what_one_is_good_at() -> None:
    """Sway, with a die for it."""
    table = duel(person("ann", sheet={**SWORD, "skills": ("Sway",)}))
    found = asked(
        table,
        "ann",
        "contribute",
        Option("a", "skill", ("Force",)),
        Option("b", "skill", ("Sway",)),
        args=("bob", "it"),
    )
    assert found["b"] > found["a"]


def test_tracks_are_picked_by_need() -> None:
    """The fullest is cleared; a Scar lowers what has room and raises what has none."""
    table = duel(
        person("ann", sheet=SWORD, stress={"Might": 10, "Wit": 2}, resistance={"Wit": 1, "Heart": 9})
    )
    might, wit, heart = (Option(name, "potential", (name,)) for name in ("Might", "Wit", "Heart"))
    assert asked(table, "ann", "clear", wit, might)["Might"] > 0
    regained = asked(table, "ann", "regain", wit, heart)
    assert regained["Heart"] > regained["Wit"]
    lowered = asked(table, "ann", "scar", might, wit, args=("lowered",))
    raised = asked(table, "ann", "scar", might, wit, args=("raised",))
    assert lowered["Wit"] > lowered["Might"]
    assert raised["Might"] > raised["Wit"]


def test_a_countdown_turns_for_ones_own_side() -> None:
    """Hope for its side, Dread for the others; nearer the end a step counts more."""
    countdown = Countdown("gate", "Gate", 6, "A", 4, 4)
    assert shift_worth(countdown, "A", -1, 0) > 0 > shift_worth(countdown, "A", 0, -1)
    assert shift_worth(countdown, "B", 0, -1) > 0
    assert shift_worth(replace(countdown, hope=2), "A", -1, 0) > shift_worth(countdown, "A", -1, 0)
    assert shift_worth(replace(countdown, hope=6), "A", 1, 0) == 0


def test_the_card_that_is_missed_least_is_spent() -> None:
    """Narrate before Strike."""
    table = duel().do("ann default top sword bob")
    assert best(table) == ["card narrate"]


def test_concentration_is_kept_where_there_is_room() -> None:
    """With slots to spare, and else not."""
    for stress, answer in ((0, "yes"), (8, "no")):
        table = duel(person("ann", sheet=SWORD, stress={"Heart": stress}))
        found = asked(
            table, "ann", "concentrate", Option("no", "no"), Option("yes", "yes"), args=("a card", "Heart")
        )
        assert max(found, key=lambda option: found[option]) == answer


KINDS = [
    "first", "slot", "fallout", "intervene", "raise", "close", "stalemate", "nobody", "countdown", "item",
    "dying test",
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_the_gm_rules_as_by_default(kind: str) -> None:
    """Whatever the ruling is about."""
    options = (Option("one", "one", (1,)), Option("two", "two", (2,)))
    assert appraise(duel().scene, Ruling(kind, options, "S3.12", "two")) == [0.0, 1.0]
    assert appraise(duel().scene, Choose(GM, kind, options, "S3.12", (), "one")) == [1.0, 0.0]


@pytest.mark.parametrize("kind", ["group", "perk", "entangle", "reload", "something new"])
def test_what_is_left_to_habit_goes_by_the_default(kind: str) -> None:
    """Or by the first option, where there is none."""
    options = (Option("one", "one"), Option("two", "two"))
    assert appraise(duel().scene, Choose("ann", kind, options, "S1.1", (), "two")) == [0.0, 1.0]
    assert appraise(duel().scene, Choose("ann", kind, options, "S1.1")) == [1.0, 0.0]
    assert appraise(duel().scene, Choose("nobody", kind, options, "S1.1", (), "two")) == [0.0, 0.0]


# What a bot may know


def test_what_a_foe_has_in_hand_is_not_known() -> None:
    """Neither its cards, nor its Proof, nor its Skills, nor what a thing does change what looks best."""
    shown = []
    for sheet in ({}, {"abilities": ("ward", "redirect"), "proof": ("iron",), "skills": ("Anchor", "Force")}):
        ann = person("ann", sheet={**SWORD, "abilities": ("drain",)})
        effects = (Effect("damage", on="area", potential="Might", dice="2d6"),) if sheet else ()
        things = (Thing("hoist", "Hoist", "z0", holds="gold" if sheet else "", effects=effects),)
        shown.append(worths(duel(ann, person("bob", "B", sheet={**SWORD, **sheet}), thing=things)))
    assert shown[0] == shown[1]


# Whole scenes


@pytest.mark.parametrize("name", ["night-barge", "drowned-bell"])
def test_greedy_bots_finish_a_scene(name: str) -> None:
    """Every question of it has as many finite worths as options, and somebody wins."""
    loaded = load_scenario(name)
    kinds: set[str] = set()

    def watched(system: Any, encounter: AnyEncounter, request: Request, part: int, draw: Any) -> str:
        asked_now = question_of(request, part)
        assert asked_now is not None
        values = appraise(encounter, asked_now)
        assert len(values) == len(asked_now.options)
        assert all(math.isfinite(value) for value in values)
        kinds.add(asked_now.kind)
        return greedy(system, encounter, request, part, draw)

    result = play_fight(loaded.system, loaded.start(), {}, watched, "one")
    assert result.outcome not in (None, "undecided")
    assert {"turn", "throw in", "slot", "close"} <= kinds
