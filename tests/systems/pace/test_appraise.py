"""How options look to bots: what they do in plain situations, and what they never do."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from affray.bots.players import greedy
from affray.content.bundled import scenarios_of
from affray.content.loader import load_scenario
from affray.kernel.requests import Question, question_of
from affray.sim.fight import play_fight
from affray.systems.pace.appraise import appraise
from affray.systems.pace.facing import faces
from affray.systems.pace.prospects import hit_chances, loss_of, strikes
from affray.systems.pace.rolls import Stance
from affray.systems.pace.scenario import Clock, SceneObject, Task, TaskSave
from affray.systems.pace.surroundings import NOWHERE, Surroundings
from tests.systems.pace.fights import Person, Table, fight, person
from tests.work import calls_of

PAIR = """
......
......
..AB..
......
......
"""


def question(table: Table) -> Question:
    """The question that is open."""
    table.settle()
    assert table.session.pending is not None
    found = question_of(table.session.pending.request, 0)
    assert found is not None
    return found


def worths(table: Table) -> dict[str, float]:
    """What each option of the open question looks like."""
    asked = question(table)
    values = appraise(table.fight, asked)
    return {option.id: value for option, value in zip(asked.options, values, strict=True)}


def best(table: Table) -> list[str]:
    """The options that look best."""
    found = worths(table)
    return [option for option, value in found.items() if value == max(found.values())]


def at(board: str, *people: Person, **scene: object) -> Table:
    """The first of these people is to act."""
    return Table(fight(board, *people, **scene))  # type: ignore[arg-type]


def facing_foe(**bob: object) -> tuple[Person, Person]:
    """Ann, with both hands full, and Bob, face to face."""
    ann = person("ann", facing="E", strength=3, items=("sword", "lamp"))
    return ann, person("bob", "B", "W", **bob)  # type: ignore[arg-type]


# Attacks


def test_who_can_attack_does() -> None:
    """The sword and not bare hands, for those promise less."""
    assert best(at(PAIR, *facing_foe())) == ["attack sword bob"]


def test_nobody_attacks_its_own_side() -> None:
    """Not even where there is nobody else in reach."""
    table = at("......\n..AD..\n......\n.....B", *facing_foe(), person("dee"))
    assert all(value < -5 for option, value in worths(table).items() if option.endswith(" dee"))
    assert not any(" dee" in option for option in best(table))


def test_of_two_foes_the_one_that_is_nearly_defeated() -> None:
    """4 HP left are worth more than 20."""
    people = (*facing_foe(), person("cat", "B", "W", hp=4))
    assert best(at("......\n..AB..\n..C...", *people)) == ["attack sword cat"]


def test_a_foe_that_does_not_face_is_preferred() -> None:
    """It cannot answer."""
    people = (*facing_foe(), person("cat", "B", "S"))
    assert best(at("......\n..AB..\n..C...", *people)) == ["attack sword cat"]


def test_the_last_ap_is_kept_where_an_attack_promises_little() -> None:
    """Against DR 7 a Block is worth more, with 1 AP; with 3 the others are for attacks."""
    table = at(PAIR, *facing_foe(dr={"all": 7}, strength=4, ap=0))
    assert best(table)[0].startswith("attack")
    table["ann"].ap = 1
    assert best(table) == ["wait"]


def test_an_attack_that_can_do_nothing_is_not_made() -> None:
    """Nothing passes DR 30."""
    assert not best(at(PAIR, *facing_foe(dr={"all": 30})))[0].startswith("attack")


# Maneuvers


def test_a_push_into_a_wall() -> None:
    """With bare hands of the same strength as the sword's, a wall behind the foe decides."""
    board = "#####\n..AB#\n#####"
    table = at(board, person("ann", facing="E", items=("cestus",), strength=3), facing_foe()[1])
    assert best(table) == ["attack cestus bob push"]
    table.do("ann attack cestus bob push", "ann 15", "bob take", "bob 1", "ann 1")
    assert question(table).kind == "way"
    assert worths(table)["way E"] == max(worths(table).values()) > 0


def test_a_push_spares_ones_own_side() -> None:
    """Into a foe rather than into an ally, though both stop it."""
    people = (
        person("ann", facing="E", items=(), strength=3),
        facing_foe()[1],
        person("cat", "B"),
        person("dee"),
    )
    table = at(".......\n.......\n..ABC..\n...D...\n.......", *people)
    table.do("ann attack bare-hands bob push", "ann 15", "bob take", "bob 1", "ann 1")
    assert best(table) == ["way E"]
    assert worths(table)["way S"] == min(worths(table).values()) < 0


def test_a_runner_is_tripped_once() -> None:
    """Speed 9 is worth halving; halved already, there is nothing in it."""
    board = "......\n......\n..AB..\n......\n......"
    people = (
        person("ann", facing="E", items=("cestus",), strength=3),
        person("bob", "B", "W", speed=9, items=()),
    )
    table = at(board, *people)
    assert worths(table)["attack cestus bob trip"] > worths(table)["attack cestus bob"]
    table["bob"].slow_until = 9
    assert worths(table)["attack cestus bob trip"] == worths(table)["attack cestus bob"]


# Movement


def nearest(table: Table, options: Sequence[str]) -> set[int]:
    """The steps to the foe of the squares of these options."""
    board, around = table.fight.book.board, Surroundings(table.fight, table["ann"])
    squares = {board.square(option.split()[1]): option for option in options}
    found = around.steps_of(sum(1 << square for square in squares if square is not None))
    return set(found.values())


def test_who_cannot_attack_closes_in_for_free() -> None:
    """Free movement first, as far as it goes, behind the foe where it can."""
    table = at("...........\nA.......B..\n...........", person("ann", facing="E", speed=5), facing_foe()[1])
    options = best(table)
    assert all(option.startswith("free ") for option in options)
    assert nearest(table, options) == {3}


def test_the_way_leads_around_a_wall() -> None:
    """Straight ahead is nearer and leads nowhere."""
    board = "........\n.A.#.B..\n...#....\n...#....\n........"
    table = at(board, person("ann", facing="E", speed=3), facing_foe()[1])
    drawn = table.fight.book.board
    assert {drawn.square(option.split()[1]) for option in best(table)} <= {
        drawn.square(name) for name in ("C1", "D1", "E1", "D5", "C4")
    }


def test_from_in_front_to_behind() -> None:
    """Where the free movement leads there, the attack comes from behind the foe's wedge."""
    people = (person("ann", facing="E", speed=8), person("bob", "B", "W", items=()))
    table = at(".......\n.......\nA..B...\n.......\n.......", *people)
    table.do(f"ann {best(table)[0]}")
    assert not at_front(table)


def at_front(table: Table) -> bool:
    """Whether Bob faces Ann."""
    return faces(table.fight, table["bob"], table["ann"].square)


def test_a_move_ends_with_the_face_to_the_foe() -> None:
    """The facing is free then, and it is the foe's direction."""
    table = at("......\n......\nA..B..\n......\n......", person("ann", facing="W", speed=2), facing_foe()[1])
    table.do("ann move C3")
    assert best(table) == ["face E"]


# Doors and things in the way


CORRIDOR = "#######\nA..g..B\n#######"


def test_a_locked_door_is_battered_if_there_is_no_other_way() -> None:
    """Beside it, and without a key."""
    gate = SceneObject("gate", "Gate", "D2", hp=10, door="locked")
    table = at(CORRIDOR.replace("g", "."), person("ann", at="C2"), person("bob", "B"), objects=[gate])
    assert best(table) == ["batter sword gate"]


def test_a_key_is_used_rather() -> None:
    """And then the door is opened, which is free."""
    gate = SceneObject("gate", "Gate", "D2", hp=10, door="locked")
    people = (person("ann", at="C2", items=("sword", "key"), wielded=("sword",)), person("bob", "B"))
    table = at(CORRIDOR.replace("g", "."), *people, objects=[gate])
    assert best(table) == ["unlock gate"]
    assert best(table.do("ann unlock gate")) == ["open gate"]
    assert "close gate" not in best(table.do("ann open gate"))


def test_what_is_not_in_the_way_is_left_alone() -> None:
    """A crate beside the road."""
    crate = SceneObject("crate", "Crate", "B3", hp=10)
    board = "........\nA......B\n........"
    table = at(board, person("ann", speed=1), person("bob", "B"), objects=[crate])
    assert worths(table)["batter sword crate"] < worths(table)["end"]


def test_nowhere_to_go_is_waited_out() -> None:
    """A wall all around: a Wait, and the AP and the Advantage of it."""
    table = at("A#B\n.#.", person("ann"), person("bob", "B"))
    assert Surroundings(table.fight, table["ann"]).steps == NOWHERE
    assert best(table) == ["wait"]


# What is worth nothing


def test_ap_are_not_spent_in_circles() -> None:
    """Words, stowing, dropping, drawing what is no better: all of it below the end of the turn."""
    people = (
        person("ann", facing="E", items=("sword", "spear", "lamp"), wielded=("sword", "lamp")),
        person("bob", "B"),
    )
    found = worths(at(PAIR, *people))
    for option, value in found.items():
        if option.split()[0] in ("words", "stow", "drop", "draw", "swap"):
            assert value < found["end"], option


def test_a_weapon_is_drawn_by_one_that_has_none_in_hand() -> None:
    """d8 instead of d4."""
    people = (person("ann", facing="E", items=("sword",), wielded=()), person("bob", "B", "W", hp=30))
    assert best(at(PAIR, *people)) == ["draw sword"]


def test_a_bow_is_not_put_away_while_the_foe_is_far() -> None:
    """The maul does more, and only where it reaches."""
    ann = person("ann", facing="E", items=("sling", "maul"), wielded=("sling",), strength=4, dexterity=3)
    far = at("........\nA.....B.\n........", ann, person("bob", "B", "W", hp=40))
    assert worths(far)["attack sling bob"] > worths(far)["swap sling maul"]
    near = at("........\nAB......\n........", ann, person("bob", "B", "W", hp=40))
    assert worths(near)["attack sling bob"] < worths(near)["swap sling maul"]


# Answers


def test_a_heavy_blow_is_blocked_and_a_feeble_one_is_taken() -> None:
    """With AP that would be lost anyway, or of which the last is dear."""
    ann = person("ann", facing="E", items=("maul",), strength=4)
    table = at(PAIR, ann, person("bob", "B", "W", hp=12, items=("blade",))).do(
        "ann attack maul bob", "ann 18"
    )
    assert best(table) == ["block blade"]
    ann = person("ann", facing="E", items=("knife",))
    weak = at(PAIR, ann, person("bob", "B", "W", strength=5)).do("ann attack knife bob", "ann 12")
    assert best(weak) == ["take"]


def test_a_counter_against_an_attack_that_will_miss() -> None:
    """A total of 4 hits nobody with Strength 5; a riposte may come of it."""
    table = at(PAIR, person("ann", facing="E", hp=5), person("bob", "B", "W", strength=5, ap=2))
    table.do("ann attack sword bob", "ann 4")
    assert best(table) == ["counter blade"]


def test_attacked_from_behind_one_turns_about() -> None:
    """While the attacker has AP, and one has two oneself: one to turn, one to answer."""
    table = at(PAIR, person("ann", facing="E"), person("bob", "B", "E"))
    table.do("ann attack sword bob", "ann 10", "bob 12")
    assert table.asked == [("bob", "pivot")]
    asked = question_of(table.session.pending.request, 0)  # type: ignore[union-attr]
    assert asked is not None
    values = dict(zip([o.id for o in asked.options], appraise(table.fight, asked), strict=True))
    assert max(values, key=values.__getitem__) == "pivot W"
    table["bob"].ap = 1
    values = dict(zip([o.id for o in asked.options], appraise(table.fight, asked), strict=True))
    assert max(values, key=values.__getitem__) == "stay"


# Spells and tasks


def test_a_spell_that_harms_is_cast_and_the_hurt_are_mended() -> None:
    """At a foe out of reach of any weapon; on an ally that has lost much."""
    board = ".......\nA....B.\n.D....."
    people = (
        person("ann", facing="E", items=(), spells=("doom", "balm"), scores={"Will": 4}),
        person("bob", "B"),
    )
    table = at(board, *people, person("dee"))
    found = worths(table)
    assert found["cast doom bob"] > found["wait"]
    assert found["cast balm dee"] < found["end"]
    table["dee"].hp = 4
    found = worths(table)
    assert found["cast balm dee"] > found["cast doom bob"]


def test_tasks_that_end_the_scene_are_done_by_the_side_whose_aim_they_are() -> None:
    """Heaving on the bar; searching for a tally is left to people, and the gate to those who want it up."""
    heave = Task("heave", "Heave", save=TaskSave("Strength", 10), clock="gate")
    search = Task("search", "Search", save=TaskSave("Will", 10))
    wheel = SceneObject("wheel", "Wheel", "B1", task=(heave, search))
    clocks = [Clock("gate", "The gate", 4, ends=True, side="A")]
    board = "A..#B\n...#."
    found = worths(at(board, person("ann"), person("bob", "B"), objects=[wheel], clocks=clocks))
    assert found["do wheel heave"] == max(found.values())
    assert found["do wheel search"] < found["end"]
    theirs = at(
        board.replace("A", "x").replace("B", "A").replace("x", "B"),
        person("ann", "B"),
        person("bob"),
        objects=[SceneObject("wheel", "Wheel", "E2", task=(heave,))],
        clocks=clocks,
    )
    found = worths(theirs)
    assert found["do wheel heave"] < found["end"]


# The figures behind it


def test_chances_are_counted_over_every_pair() -> None:
    """Equal scores: 190 of 400 pairs are won, 19 of them by a 20."""
    plain, critical = hit_chances(Stance("", "attack", "", 2), Stance("", "defence", "", 2))
    assert (plain, critical) == (171 / 400, 19 / 400)


def test_losses_are_never_more_than_what_is_left() -> None:
    """d4 + 2 against DR 1 and 4 HP: 2, 3, 4 and 4."""
    assert loss_of(((1, 4),), 2, (), 1, 4) == (3.25, 0.5)


def test_strikes_come_in_order() -> None:
    """What promises most for an AP comes first."""
    table = at(PAIR, *facing_foe())
    found = strikes(table.fight, table["ann"])
    assert [strike.behind / strike.cost for strike in found] == sorted(
        [strike.behind / strike.cost for strike in found], reverse=True
    )


# Whole fights


@pytest.mark.parametrize("scenario", scenarios_of("pace"))
def test_fights_of_greedy_bots_end_soon(scenario: str) -> None:
    """Within 20 rounds, by an outcome of the scene and not by the limit of rounds."""
    loaded = load_scenario(scenario)
    for number in range(10):
        result = play_fight(loaded.system, loaded.start(), {}, greedy, f"greedy {number}", 20_000)
        assert result.outcome not in (None, "undecided"), number
        assert result.rounds <= 20, number


def test_a_larger_drawnmakes_a_turn_little_dearer() -> None:
    """The same two on 40 by 40 squares as on 10 by 10: what is shared is worked out once."""
    few, many = (_calls_of_a_turn(size) for size in (10, 40))
    assert many < 3 * few


def _calls_of_a_turn(size: int) -> int:
    rows = [["."] * size for _ in range(size)]
    middle = size // 2
    rows[middle][middle - 4], rows[middle][middle + 4] = "A", "B"
    table = at("\n".join("".join(row) for row in rows), *facing_foe())
    asked = question(table)
    appraise(table.fight, asked)
    return calls_of(lambda: appraise(table.fight, asked))
