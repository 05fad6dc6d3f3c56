"""How options look to bots: what they do in plain situations, what they never do, what they cannot know."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from affray.board.hexes import distance
from affray.dice.counter import CounterDice
from affray.kernel.driver import play_out
from affray.kernel.pending import PartValue
from affray.kernel.requests import Question, Request, pool_of, question_of
from affray.kernel.tray import Tray
from affray.systems.cantor.accuracy import dice_against
from affray.systems.cantor.appraise import appraise
from affray.systems.cantor.appraise_ground import Ground
from affray.systems.cantor.appraise_strikes import Prospect, Strikes
from affray.systems.cantor.appraise_worth import (
    Loss,
    hit_chance,
    loss_by_hit,
    loss_by_miss,
    menace,
    over_edge,
    save_chance,
    worth,
)
from affray.systems.cantor.arms import RAM, arm_named
from affray.systems.cantor.targets import line_barred
from tests.systems.cantor.fights import RULES, Person, Table, fight, give, person
from tests.work import calls_of

PAIR = "......\n.AB...\n......"
APART = "........\n.A...B..\n........"
LONG = "...............\n.A............B\n..............."


def at(board: str, *people: Person) -> Table:
    """These people, the first of whom acts."""
    return Table(fight(board, *people))


def duel(board: str = PAIR, bob: dict[str, Any] | None = None, **ann: Any) -> Table:
    """Ann, whose turn it is, and Bob."""
    return at(board, person("ann", **ann), person("bob", "B", **(bob or {})))


def question(table: Table, part: int = 0) -> Question:
    """The question that is open."""
    found = question_of(table.request, part)
    assert found is not None
    return found


def worths(table: Table, part: int = 0) -> dict[str, float]:
    """What each option of the open question looks like."""
    asked = question(table, part)
    values = appraise(table.fight, asked)
    return {option.id: value for option, value in zip(asked.options, values, strict=True)}


def best(table: Table) -> list[str]:
    """The options that look best."""
    found = worths(table)
    return [option for option, value in found.items() if value == max(found.values())]


def hexes(table: Table, options: list[str]) -> set[int]:
    """The hexes of these options."""
    named = [table.fight.book.board.hex(option.split()[-1]) for option in options]
    return {hex_ for hex_ in named if hex_ is not None}


# Attacks


def test_two_weapons_in_reach_are_a_barrage() -> None:
    """The hook and the rod, both at Bob."""
    assert best(duel(weapons=("rod", "hook")))[0].startswith("barrage")


def test_one_weapon_in_reach_is_a_skirmish() -> None:
    """Bob is too far for the rod; a Bolster or a Lock On may come first, or cover."""
    table = duel(APART)
    found = worths(table)
    assert found["skirmish gun bob"] > max(found["end"], found["disengage"]) + 1


def test_of_two_hostiles_the_one_that_is_nearly_defeated() -> None:
    """4 HP left are worth more than 20."""
    board = "......\n.AB...\n.C...."
    people = person("ann", weapons=("rod",)), person("bob", "B"), person("cat", "B", hp=4)
    found = worths(at(board, *people))
    assert found["skirmish rod cat"] > found["skirmish rod bob"] + 1


def test_an_area_spares_ones_own_side() -> None:
    """Ann's flail would catch Dee as well as Bob."""
    board = "......\n.AB...\n.D...."
    people = person("ann", weapons=("flail",)), person("bob", "B"), person("dee")
    table = at(board, *people).do("ann go")
    assert worths(table)["skirmish flail"] < 0
    assert worths(duel(weapons=("flail",)))["skirmish flail"] > 0


def test_an_attack_that_can_do_nothing_is_not_made() -> None:
    """Armor 10 against d6."""
    found = worths(duel(bob={"sheet": {"armor": 10}}, weapons=("rod",)))
    assert found["skirmish rod bob"] < 0


def test_a_ram_toward_a_lethal_edge() -> None:
    """With the drop behind Bob nothing is better, and it is worth far more than elsewhere."""
    there = duel("......\n.AB~..\n......", weapons=("rod",))
    assert "ram bob" in best(there)
    assert worths(there)["ram bob"] > worths(duel(weapons=("rod",)))["ram bob"] + 4


def test_a_shove_goes_over_the_edge() -> None:
    """And where nobody falls it goes toward one."""
    table = duel("......\n.AB~..\n......", weapons=("rod",)).do("ann ram bob", "ann 20")
    assert best(table) == ["to D2"]


def test_lock_on_counts_for_an_attack_to_come() -> None:
    """With nobody in range of anything, and no ally, it is for nothing."""
    near = worths(duel(APART, weapons=("bolt",)))
    assert near["lock-on bob"] > near["end"] + 1
    far = worths(duel(LONG, weapons=("rod",), sheet={"sensors": 20}))
    assert far["lock-on bob"] < 0


def test_the_dice_of_other_hexes_are_those_of_the_rules() -> None:
    """Whatever a hex promises is rolled with what `dice_against` gives a unit that stands there."""
    board = "..s..h..\n.A.s.B..\n.h#...C."
    people = person("ann", weapons=("rod", "gun")), person("bob", "B"), person("cat", "B")
    table = at(board, *people)
    give(table["bob"], "Prone")
    ann = table["ann"]
    strikes = Strikes(table.fight, ann, Ground(table.fight, ann))
    looked_at = 0
    for strike in strikes.strikes:
        for hex_ in range(24):
            if hex_ in (table["bob"].hex, table["cat"].hex) or not strike.reach >> hex_ & 1:
                continue
            net = strikes.net_from(strike, hex_)
            there = replace(ann, hex=hex_)
            if line_barred(table.fight, hex_, strike.target.hex) is not None:
                assert net is None
            else:
                assert net == dice_against(table.fight, there, strike.target, strike.arm.kind).net
                looked_at += 1
    assert looked_at > 40


# Movement


def test_who_has_nothing_in_range_closes_in() -> None:
    """As near as a Move leads, and then by a Boost."""
    table = duel(LONG, weapons=("rod",), sheet={"sensors": 1})
    bob = table["bob"].hex
    for kind in ("move", "boost"):
        options = [option for option in best(table) if option.startswith(kind)]
        assert options == best(table)
        reached = [
            distance(table.fight.book.board, hex_, bob) for hex_ in hexes(table, table.options("ann", kind))
        ]
        chosen = {distance(table.fight.book.board, hex_, bob) for hex_ in hexes(table, options)}
        assert chosen == {min(reached)}
        table.do(f"ann {options[0]}")


def test_cover_is_preferred_where_one_shoots_from() -> None:
    """Behind the hard hex it is hit less, and its own shots are not: only the target's side of it counts."""
    table = duel("........\n.A....B.\n........", bob={"weapons": ("gun",)}, weapons=("gun",))
    ground = Ground(table.fight, table["ann"])
    open_danger = ground.danger(table["ann"].hex)
    walled = duel("........\n.Ah...B.\n........", bob={"weapons": ("gun",)}, weapons=("gun",))
    assert Ground(walled.fight, walled["ann"]).danger(walled["ann"].hex) < open_danger


def test_nobody_moves_out_of_a_threat_for_nothing() -> None:
    """Beside Bob, who watches, every Move looks worse than staying."""
    found = worths(duel(bob={"weapons": ("bolt",)}, weapons=("rod",)))
    moves = [value for option, value in found.items() if option.startswith(("move", "boost"))]
    assert max(moves) < found["skirmish rod bob"]


def test_who_is_prone_stands_up_first() -> None:
    """The attack comes after it."""
    assert best(duel(conditions=("Prone",))) == ["stand"]


# Resonance


@pytest.mark.parametrize("stone", ["Granite", "Malachite", "Quartz", "Obsidian"])
def test_a_fracture_is_ended_by_a_bond_move(stone: str) -> None:
    """Whatever it does."""
    assert best(duel(stone=stone, band=4, fractured=True)) == ["bond-move"]


def test_a_cooldown_is_for_a_band_that_is_nearly_full() -> None:
    """The first is free: at 3 and 4; a later one at 4 alone; at 1 none."""
    assert worths(duel(band=1))["cooldown"] < 0
    assert worths(duel(band=3))["cooldown"] > 0
    assert worths(duel(band=3, cooldowns=1))["cooldown"] < 0
    assert worths(duel(band=4, cooldowns=1))["cooldown"] > 0


def test_nobody_is_stressed_out_by_choice() -> None:
    """Its last Stress is never paid."""
    found = worths(duel(stone="Quartz", band=4, fractured=True, cooldowns=2, stress=2))
    assert found["cooldown"] == min(found.values())


def test_a_token_goes_to_one_that_attacks() -> None:
    """Dee is near Bob, Eve is far from everybody."""
    board = "..............\n.ADB.........E\n.............."
    people = person("ann", tokens=1), person("bob", "B"), person("dee", weapons=("rod",))
    eve = person("eve", weapons=("rod",))
    found = worths(at(board, *people, eve).do("ann go"))
    assert found["token dee"] > max(found["end"], 0)
    assert found["token eve"] < 0


def test_much_burn_is_stabilized() -> None:
    """8 Burn and nothing to strike; with 1 it is left alone."""
    burning = worths(duel(LONG, weapons=("rod",), burn=8, sheet={"sensors": 1}))
    assert burning["stabilize"] == max(burning.values())
    little = worths(duel(LONG, weapons=("rod",), burn=1, sheet={"sensors": 1}))
    assert little["stabilize"] < max(little.values())


# Answers


def test_a_big_hit_is_braced_against_and_a_small_one_is_not() -> None:
    """With a hostile still to come the Reaction is kept for more than a point."""
    board = "......\n.AB...\n.C...."
    for weapon, answer in (("nine", "brace"), ("stunner", "no")):
        people = person("ann", weapons=(weapon,)), person("bob", "B"), person("cat", side="C")
        table = at(board, *people).do(f"ann skirmish {weapon} bob")
        table.do("ann 20 1" if weapon == "nine" else "ann 20")
        assert best(table) == [answer]


def test_overwatch_is_taken_whenever_it_can_hit() -> None:
    """And not where it can do nothing."""
    assert best(duel().do("ann move A1")) == ["overwatch rod"]
    armored = duel(sheet={"armor": 10}).do("ann move A1")
    assert worths(armored)["overwatch rod"] <= 0


def test_the_second_weapon_of_a_barrage_is_fired() -> None:
    """There is nothing to be had for stopping."""
    table = duel(weapons=("rod", "hook")).do("ann barrage rod bob", "ann 1")
    assert best(table) == ["fire hook bob"]


def test_who_can_go_goes() -> None:
    """A window closes with the first."""
    table = at(PAIR + "\n...D..", person("ann"), person("bob", "B"), person("dee"))
    assert best(table) == ["go"]


def test_the_worst_condition_is_cleared() -> None:
    """Jammed rather than Slowed."""
    table = duel(conditions=("Slowed", "Jammed")).do("ann stabilize")
    assert best(table) == ["clear Jammed"]


# What may be known


def hidden_at(place: str, hp: int = 20) -> Table:
    """Bob in sight; Cat somewhere Hidden, with a marker that is always the same."""
    board = "..........\n.A...B....\n........C.\n.........."
    people = person("ann", weapons=("mortar", "gun")), person("bob", "B"), person("cat", "B")
    table = at(board, *people)
    cat = give(table["cat"], "Hidden")
    hex_, cat.marker = table.fight.book.board.hex(place), table.fight.book.board.hex("H3")
    assert hex_ is not None
    cat.hex, cat.hp = hex_, hp
    # The first question was asked before; the next turn's leaves out what cannot be targeted.
    return table.do("ann end").turn_of("ann")


@pytest.mark.clause("C2.8")
def test_no_appraisal_tells_of_a_hidden_unit() -> None:
    """Wherever it is, and whatever it has left."""
    shown = [worths(hidden_at(place, hp)) for place, hp in (("I3", 20), ("A1", 20), ("I3", 1), ("F1", 3))]
    assert all(one == shown[0] for one in shown)


def test_only_a_marker_left_is_searched_for() -> None:
    """It goes to where the Hidden unit may be, and never takes the marker for the unit."""
    table = hidden_at("I4")
    table["bob"].out = "defeated"
    table.do("ann end").turn_of("ann")
    ground = Ground(table.fight, table["ann"])
    assert ground.known == []
    assert best(table)[0].startswith(("move", "boost", "skirmish mortar"))
    assert ground.may_hide(ground.markers[0]).bit_count() > 6


# What things promise


def test_losses_go_through_every_step() -> None:
    """Armor, Exposed, and never more than there are."""
    table = duel(bob={"hp": 5, "sheet": {"armor": 1}}, weapons=("rod", "sure"))
    ann, bob = table["ann"], table["bob"]
    rod, sure = arm_named(table.fight, ann, "rod"), arm_named(table.fight, ann, "sure")
    assert loss_by_hit(table.fight, rod, bob) == pytest.approx(Loss(2.5, 1 / 6))
    assert loss_by_miss(table.fight, sure, bob) == Loss(2.0, 0.0)
    assert loss_by_miss(table.fight, rod, bob) == Loss(0.0, 0.0)
    give(bob, "Exposed")
    assert loss_by_hit(table.fight, rod, bob).falls == pytest.approx(4 / 6)


def test_chances_are_those_of_the_dice() -> None:
    """11 of 20 against Evasion 10; half of it against an Invisible one; 11 of 20 for a save."""
    table = duel()
    ann, bob = table["ann"], table["bob"]
    assert hit_chance(table.fight, ann, bob, "melee", 0) == pytest.approx(0.55)
    assert save_chance(table.fight, ann) == pytest.approx(0.55)
    give(bob, "Invisible")
    assert hit_chance(table.fight, ann, bob, "melee", 0) == pytest.approx(0.275)


def test_a_unit_that_falls_is_worth_more_than_a_structure() -> None:
    """The last Structure is the end of a Cantor."""
    table = duel(structure=2)
    whole = worth(table.fight, table["ann"], Loss(2.0, 0.5))
    table["ann"].structure = 1
    assert worth(table.fight, table["ann"], Loss(2.0, 0.5)) > whole
    assert menace(table.fight, table["ann"]) > 1


def test_an_edge_counts_where_a_shove_leads_over_it() -> None:
    """From the other side of Bob, not from this one, and not from too far."""
    table = duel("......\n.AB~..\n......")
    bob, board = table["bob"], table.fight.book.board
    assert RAM.knockback == 1
    assert over_edge(table.fight, table["ann"].hex, bob, 1, 0) == pytest.approx(0.45)
    east = board.hex("D2")
    assert east is not None
    assert over_edge(table.fight, east, bob, 1, 0) == 0


def test_a_prospect_takes_one_of_each_name() -> None:
    """Two Quick actions of different names, or a Full one, or nothing."""
    prospect = Prospect({"Skirmish": 3.0, "Ram": 1.0}, 3.5)
    assert prospect.of(2) == 4.0
    assert prospect.of(1) == 3.0
    assert prospect.of(1, frozenset({"Skirmish"})) == 1.0
    assert prospect.of(0) == 0.0


# Whole fights


def answer_with(seed: str) -> Any:
    """Dice of a seed, and the first of the best options."""
    tray = Tray(CounterDice(seed))

    def answer(encounter: Any, request: Request, part: int) -> PartValue:
        pool = pool_of(request, part)
        if pool is not None:
            faces = tray.deal(pool)
            tray.take(pool, faces, typed=False)
            return faces
        asked = question_of(request, part)
        assert asked is not None
        values = appraise(encounter, asked)
        return asked.options[values.index(max(values))].id

    return answer


@pytest.mark.parametrize("seed", ["one", "two"])
def test_a_fight_comes_to_its_end(seed: str) -> None:
    """Nobody waits forever."""
    board = "..h.....s..\n.A...:....B\n...##......\n.D.....h..E\n..........."
    people = (
        person("ann", weapons=("rod", "hook"), sheet={"structure": 2}),
        person("dee", weapons=("gun", "rod"), arts=("hum", "jam"), sheet={"structure": 2}, stone="Lapis"),
        person("bob", "B", weapons=("torch",)),
        person("eve", "B", weapons=("bolt",), arts=("hack",)),
    )
    encounter = fight(board, *people)
    outcome = play_out(RULES, encounter, answer_with(seed))
    assert outcome is not None
    assert outcome.endswith("win")
    assert encounter.state.round < 40


def test_more_hexes_to_go_to_are_looked_at_in_proportion() -> None:
    """A Speed of 8 offers about four times the hexes of 4; the work grows no faster."""

    def work(speed: int) -> float:
        board = "\n".join(["." * 24] * 8 + ["." * 11 + "A.B" + "." * 10] + ["." * 24] * 8)
        table = at(board, person("ann", speed=speed), person("bob", "B"))
        asked = question(table)
        # What lies on which line is worked out once a fight.
        appraise(table.fight, asked)
        return calls_of(lambda: appraise(table.fight, asked)) / len(asked.options)

    assert work(8) < 1.5 * work(4)
