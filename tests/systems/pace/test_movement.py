"""Facing, threatened squares, Pivots, and movement by one's own feet."""

from __future__ import annotations

import random
from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any

import pytest

from affray.board.squares import FACINGS, STEPS
from affray.systems.pace import movement, turn
from affray.systems.pace.events import (
    ApPaid,
    AttackEnded,
    HoldEnded,
    QuietAsked,
    Turned,
    TurnOpened,
    WalkBegan,
    Walked,
    WalkEnded,
)
from affray.systems.pace.facing import faces, facing_options, threatened, threatened_by
from affray.systems.pace.movement import leash, reachable, speed_of
from affray.systems.pace.scenario import SceneObject
from affray.systems.pace.state import Fight, Tether, Turn, Walk, board_of
from affray.systems.pace.targets import paces_between
from tests.systems.pace.fights import Person, Table, events_of, fight, person, run

FIELD = """
.........
.........
.........
....A....
.........
.........
........B
"""


def walker(board: str, **ann: Any) -> Table:
    """Ann acts first; Bob stands somewhere and has no AP to spare."""
    table = Table(fight(board, person("ann", **ann), person("bob", "B")))
    return table.act("pivots", character="bob", asks="never").settle()


# Squares, facing, distance


@pytest.mark.clause("P6.1")
def test_facing_is_one_of_8_directions() -> None:
    """Diagonals included."""
    options = [option.id for option in facing_options("pivot")]
    assert options == [f"pivot {name}" for name in ("N", "NE", "E", "SE", "S", "SW", "W", "NW")]
    assert [option.id for option in facing_options("pivot", FACINGS.index("E"))] == [
        option for option in options if option != "pivot E"
    ]


@pytest.mark.clause("P6.8")
@pytest.mark.parametrize(
    ("across", "down", "paces"),
    [(1, 1, 1), (2, 2, 3), (3, 1, 3), (4, 4, 6), (0, 3, 3), (3, 2, 4), (3, 3, 4), (1, 4, 4)],
)
def test_distance_is_what_the_walk_would_cost(across: int, down: int, paces: int) -> None:
    """The larger of both and half the smaller, rounded down."""
    encounter = fight("A.....\n" + "......\n" * 4 + ".....B", person("ann"), person("bob", "B"))
    board = board_of(encounter)
    square = board.at(across, down)
    assert square is not None
    assert paces_between(encounter, 0, square) == paces_between(encounter, square, 0) == paces


def in_front(facing: str, across: int, down: int) -> bool:
    """The register's wedge, written out: N covers |dx| <= -dy; NE covers dx >= 0 and dy <= 0."""
    if (across, down) == (0, 0):
        return False
    return {
        "N": abs(across) <= -down,
        "S": abs(across) <= down,
        "E": abs(down) <= across,
        "W": abs(down) <= -across,
        "NE": across >= 0 >= down,
        "SE": across >= 0 and down >= 0,
        "SW": across <= 0 <= down,
        "NW": across <= 0 and down <= 0,
    }[facing]


@pytest.mark.clause("P6.6")
@pytest.mark.parametrize("facing", FACINGS)
def test_in_front_is_the_wedge_around_the_facing(facing: str) -> None:
    """At any distance for facing; within range for threatening: so three squares at range 1."""
    for items, range_ in (((), 1), (("spear",), 3)):
        encounter = fight(FIELD, person("ann", facing=facing, items=items), person("bob", "B"))
        ann, board = encounter.state.characters["ann"], board_of(encounter)
        for square in range(board.width * board.height):
            x, y = board.xy(square)
            ahead = in_front(facing, x - 4, y - 3)
            assert faces(encounter, ann, square) is ahead
            near = paces_between(encounter, ann.square, square) <= range_
            assert bool(threatened(encounter, ann) >> square & 1) is (ahead and near)
        if range_ == 1:
            assert threatened(encounter, ann).bit_count() == 3


@pytest.mark.clause("P6.6", "P6.8")
@pytest.mark.parametrize(
    ("items", "range_"),
    [
        (("bow",), 0),
        (("sling",), 1),
        (("sword", "spear"), 3),
        (("sling", "sword"), 1),
        (("crate",), 0),
        (("noose",), 3),
        (("maul",), 1),
    ],
)
def test_the_longest_melee_weapon_in_hand_threatens(items: tuple[str, ...], range_: int) -> None:
    """Ranged ones threaten nothing; with a hand free, bare hands reach 1 Pace."""
    encounter = fight(FIELD, person("ann", items=items), person("bob", "B"))
    board = board_of(encounter)
    found = threatened(encounter, encounter.state.characters["ann"])
    ahead = [square for square in range(63) if found >> square & 1 and board.xy(square)[0] == 4]
    assert len(ahead) == range_


@pytest.mark.clause("P6.3")
def test_threatened_is_by_foes_who_stand() -> None:
    """An ally threatens nobody of its own side, nor does a body."""
    encounter = fight(
        "CAB",
        person("ann"),
        person("bob", "B", "W"),
        person("cid", facing="E"),
        person("dan", "B", "W", at="B1", hp=5),
    )
    dan = encounter.state.characters["dan"]
    dan.hp = 0
    ann = encounter.state.characters["ann"]
    assert threatened_by(encounter, ann) == ("bob",)
    encounter.state.characters["bob"].hp = 0
    assert threatened_by(encounter, ann) == ()


# The Move


@pytest.mark.clause("P6.2", "P3.1")
def test_a_move_costs_1_ap_for_speed_in_paces_and_gives_a_facing() -> None:
    """The facing comes at its end, for free; what is left of the Paces is lost."""
    table = walker("A.......B", speed=4)
    assert table.refusal("ann move F1") == "P6.2"
    table.do("ann move C1")
    assert table.asked == [("ann", "turn")]
    assert [table.at("ann"), table.facing("ann"), table["ann"].ap] == ["C1", "N", 2]
    table.do("ann face W")
    assert [table.facing("ann"), table["ann"].ap] == ["W", 2]
    ended = table.events(WalkEnded)[0]
    assert (ended.paces_lost, ended.forfeited) == (2, False)
    assert [event.pivot for event in table.events(Turned)] == [False]
    table.do("ann move G1").do("ann face W")
    assert table["ann"].ap == 1


@pytest.mark.clause("P6.2")
def test_a_move_of_0_paces_turns_about() -> None:
    """It costs its AP like any other."""
    table = walker("A.......B").do("ann move A1", "ann face SE")
    assert [table.at("ann"), table.facing("ann"), table["ann"].ap] == ["A1", "SE", 2]
    assert table.events(Walked) == []


@pytest.mark.clause("P6.2")
def test_every_other_diagonal_costs_two() -> None:
    """Three with Speed 4 are allowed, four with Speed 5 are refused."""
    board = "A....\n.....\n.....\n.....\n....B"
    table = walker(board, speed=4).do("ann move D4")
    assert table.events(Walked)[0].cost == 4
    assert walker(board + "\n.....", speed=5, at="A1").refusal("ann move E6") == "P6.2"
    table = walker("A....\n.....\n.....\n.....\n.....\n....B", speed=5)
    assert table.refusal("ann move E5") == "P6.2"
    table = walker("A....\n.....\n.....\n.....\n.....\n....B", speed=6).do("ann move E5")
    assert table.events(Walked)[0].cost == 6


@pytest.mark.clause("P6.2")
def test_the_diagonal_count_runs_over_the_whole_turn() -> None:
    """Free movement and both Moves; the next turn begins anew."""
    table = walker("A......\n.......\n.......\n.......\n......B", speed=2)
    table.do("ann free B2", "ann move C3", "ann face N", "ann move D4", "ann face N")
    assert [event.cost for event in table.events(Walked)] == [1, 2, 1]
    assert table.state.turn.diagonals == 3  # type: ignore[union-attr]
    table.end_round().do("ann free E5")
    assert table.events(Walked)[-1].cost == 1


@pytest.mark.clause("P6.2")
@pytest.mark.parametrize(
    ("board", "allowed"),
    [("A#\n#.\n.B", False), ("A#\n..\n.B", True), ("A.\n#.\n.B", True), ("AC\nD.\n.B", True)],
    ids=["both", "one", "the other", "characters"],
)
def test_a_diagonal_between_two_blocking_squares_is_barred(board: str, allowed: bool) -> None:
    """One alone does not bar it, and neither do characters."""
    others = [person(id_) for id_ in ("cid", "dan") if id_[0].upper() in board]
    encounter = fight(board, person("ann"), person("bob", "B"), *others)
    costs = reachable(encounter, encounter.state.characters["ann"], 1, 0).costs
    assert (3 in costs) is allowed


@pytest.mark.clause("P6.5")
def test_nobody_moves_through_anothers_space() -> None:
    """Neither an ally's nor a foe's; a body takes no space."""
    table = Table(fight("AC..B\n#####", person("ann", speed=3), person("bob", "B"), person("cid", speed=3)))
    assert table.refusal("ann move B1") == "P6.5"
    assert table.refusal("ann move C1") == "P6.2"
    table.act("set", character="cid", field="hp", value=0)
    table.do("ann move B1", "ann walk D1", "ann face N")
    assert table.at("ann") == "D1"


@pytest.mark.clause("P6.10")
@pytest.mark.parametrize(
    ("board", "goal", "cost"),
    [
        ("A::.B\n#####", "C1", 4),
        ("A::.B\n#####", "D1", 5),
        ("A.#.\n#.:.\n#.#B", "C2", 3),
        ("A#.\n.##\n##B", "A2", 1),
    ],
)
def test_difficult_squares_cost_1_pace_more_to_enter(board: str, goal: str, cost: int) -> None:
    """And nothing more to leave."""
    encounter = fight(board, person("ann"), person("bob", "B"))
    square = board_of(encounter).square(goal)
    assert square is not None
    assert reachable(encounter, encounter.state.characters["ann"], 6, 0).costs[square] == cost


@pytest.mark.clause("P6.10", "P6.2")
def test_a_difficult_second_diagonal_costs_three() -> None:
    """Speed 4: 1 and then 2 for the diagonal and 1 for the ground."""
    encounter = fight("A##\n#.#\n##:\n#B#", person("ann"), person("bob", "B"))
    assert sorted(reachable(encounter, encounter.state.characters["ann"], 4, 0).costs.values()) == [0]
    encounter = fight("A#.\n..#\n.#:\n.#B", person("ann"), person("bob", "B"))
    ann, board = encounter.state.characters["ann"], board_of(encounter)
    assert reachable(encounter, ann, 4, 0).costs.get(board.square("C3")) is None
    encounter = fight("A#.\n..#\n#.:\n.#B", person("ann"), person("bob", "B"))
    ann, board = encounter.state.characters["ann"], board_of(encounter)
    costs = reachable(encounter, ann, 4, 0).costs
    assert costs[board.square("C3")] == 4  # type: ignore[index]


# Forfeits


@pytest.mark.clause("P6.7")
@pytest.mark.parametrize("spend", ["attack sword bob", "words", "stow sword"])
def test_ap_spent_in_the_middle_of_a_move_forfeit_the_rest(spend: str) -> None:
    """The facing is asked for first: it is the end of the Move."""
    table = walker("A..B.....", facing="E").do("ann move C1", f"ann {spend}")
    assert table.asked == [("ann", "facing")]
    assert len(table.events(ApPaid)) == 1
    table.do("ann face SE")
    ended = table.events(WalkEnded)[0]
    assert (ended.paces_lost, ended.forfeited, ended.clause) == (3, True, "P6.7")
    assert table.facing("ann") == "SE"
    assert len(table.events(ApPaid)) == 2
    if spend != "attack sword bob":
        assert table.refusal("ann walk B1") == "P6.2"


@pytest.mark.clause("P6.7")
def test_a_price_named_by_the_gm_forfeits_the_rest_of_a_move() -> None:
    """It is AP spent."""
    table = walker("A.......B").do("ann move B1")
    table.act("charge", character="ann", ap=1, what="to slip past")
    assert table.asked == [("ann", "facing")]
    table.do("ann face S")
    assert [event.what for event in table.events(ApPaid)] == ["Move", "to slip past"]
    assert table.state.turn.walk is None  # type: ignore[union-attr]


@pytest.mark.clause("P6.7")
def test_what_is_free_leaves_a_move_under_way() -> None:
    """Letting go of a weapon, or opening a door."""
    door = SceneObject("gate", "Gate", "C1", door="closed")
    encounter = fight("A.C.B\n#####", person("ann"), person("bob", "B"), objects=[door])
    table = Table(encounter).do("ann move B1", "ann drop sword", "ann open gate", "ann walk D1", "ann face N")
    assert [table.at("ann"), table["ann"].ap] == ["D1", 2]


@pytest.mark.clause("P6.2")
def test_the_turn_ended_in_the_middle_of_a_move_asks_for_the_facing() -> None:
    """Nothing is forfeited by AP."""
    table = walker("A.......B").do("ann move B1", "ann end")
    assert table.asked == [("ann", "facing")]
    table.do("ann face W")
    assert (table.facing("ann"), table.events(WalkEnded)[0].forfeited) == ("W", False)
    assert table.settle().asked == [("bob", "turn")]


@pytest.mark.clause("P6.2")
def test_no_pivot_and_no_second_move_while_one_is_under_way() -> None:
    """The Move gives a facing for nothing."""
    table = walker("A.......B").do("ann move B1")
    assert table.options("ann", "pivot") == table.options("ann", "move") == []
    assert table.refusal("ann move D1") == "P6.2"


# The free movement


@pytest.mark.clause("P6.3")
def test_the_free_movement_costs_nothing_and_gives_no_facing() -> None:
    """Speed in Paces, and the facing is as before."""
    table = walker("A.......B", speed=4, facing="SW")
    assert table.refusal("ann free F1") == "P6.2"
    table.do("ann free E1")
    assert [table.at("ann"), table.facing("ann"), table["ann"].ap] == ["E1", "SW", 3]
    assert "face N" not in table.options("ann")
    assert table.events(WalkBegan)[0].clause == "P6.3"


@pytest.mark.clause("P6.3")
def test_no_free_movement_from_a_threatened_square() -> None:
    """Bob faces her within range; the check is made once, after the Pivots."""
    table = Table(fight("AB...", person("ann"), person("bob", "B", "W")))
    assert table.refusal("ann free A1") == "P6.3"
    opened = table.settle().events(TurnOpened)[0]
    assert (opened.free, opened.by) == (False, ("bob",))


@pytest.mark.clause("P6.9")
def test_the_free_movement_may_go_on_but_is_not_taken_up_again() -> None:
    """Further squares of the same walk, until something else is done."""
    table = walker("A.......B").do("ann free C1", "ann walk D1", "ann words")
    assert table.options("ann", "walk") == []
    assert table.refusal("ann walk E1") == "P6.2"
    assert [event.clause for event in table.events(WalkEnded)] == ["P6.7"]
    table = walker("A.......B").do("ann free C1", "ann drop sword")
    assert table.refusal("ann walk D1") == "P6.2"


@pytest.mark.clause("P6.3")
def test_a_free_movement_that_uses_all_its_paces_is_over() -> None:
    """Nothing is left of it to be lost."""
    table = walker("A.......B").do("ann free F1")
    assert table.state.turn.walk is None  # type: ignore[union-attr]
    assert table.options("ann", "walk") == []


# Pivots


@pytest.mark.clause("P6.4")
def test_a_pivot_in_the_own_turn_costs_1_ap() -> None:
    """The present facing is not offered."""
    table = walker("A.......B")
    assert "pivot N" not in table.options("ann")
    assert len(table.options("ann", "pivot")) == 7
    table.do("ann pivot SE")
    assert [table.facing("ann"), table["ann"].ap] == ["SE", 2]
    assert table.events(Turned)[0].pivot


@pytest.mark.clause("P6.4")
def test_everyone_else_may_pivot_at_the_start_of_a_turn_in_initiative_order() -> None:
    """They are asked at once; the one whose turn it is, and those without AP, are not."""
    people = person("ann"), person("bob", "B"), person("cid", "B"), person("dan", "B")
    table = Table(fight("A.B.C.D", *people), ordered=False).roll_order("ann", "dan", "cid", "bob")
    table.act("set", character="cid", field="ap", value=0)
    assert table.asked == [("dan", "pivot"), ("bob", "pivot")]
    table.do("bob pivot W", "dan pivot W")
    assert [event.character for event in table.events(Turned)] == ["dan", "bob"]
    assert [table[id_].ap for id_ in ("ann", "bob", "cid", "dan")] == [3, 2, 0, 2]
    assert table.asked == [("ann", "turn")]


@pytest.mark.clause("P6.4")
def test_the_targets_of_an_attack_may_pivot_after_it_once() -> None:
    """Hit or missed, after every target has been resolved; nobody else may."""
    table = Table(
        fight(
            "DAB\n..C",
            person("ann", facing="E", items=("chain",)),
            person("bob", "B"),
            person("cid", "B"),
            person("dan", "B"),
        )
    )
    table.do("ann attack chain bob", "ann also cid", "ann done", "ann 15", "bob 3", "ann 2", "cid take")
    table.do("cid 18")
    assert table.events(AttackEnded)
    assert table.asked == [("bob", "pivot"), ("cid", "pivot")]
    table.do("cid pivot NW", "bob stay")
    assert (table.facing("cid"), table["cid"].ap, table["bob"].ap) == ("NW", 2, 3)
    assert table.asked == [("ann", "turn")]


@pytest.mark.clause("P6.4")
def test_when_a_player_is_asked_for_a_pivot_is_its_own_choice() -> None:
    """At foes' turns unless it says otherwise; "quiet" is for the rest of the round."""
    table = Table(fight("A..C\n...B", person("ann"), person("bob", "B"), person("cid")))
    assert table.asked == [("bob", "pivot")]
    table.act("pivots", character="cid", asks="all")
    assert table.asked == [("bob", "pivot"), ("cid", "pivot")]
    table.do("cid quiet", "bob quiet")
    assert table.events(QuietAsked)[-1].quiet_in == 1
    table.do("ann end")
    assert table.asked == [("ann", "pivot")]
    table.act("pivots", character="ann", asks="never")
    assert table.asked == [("bob", "turn")]
    table.end_round()
    assert table.asked == [("bob", "pivot"), ("cid", "pivot")]
    table.do("cid stay", "bob stay", "ann end")
    assert table.asked == [("cid", "pivot")]
    table.act("pivots", character="cid", asks="not this round")
    assert table.asked == [("bob", "turn")]
    table.act("pivots", character="ann", asks="foes").act("pivots", character="cid", asks="this round")
    assert table.do("bob end").asked == [("bob", "pivot")]


# Speed, holds


@pytest.mark.clause("P5.3")
@pytest.mark.parametrize(("speed", "halved"), [(1, 0), (3, 1), (5, 2), (7, 3), (6, 3), (2, 1)])
def test_half_a_speed_rounds_down(speed: int, halved: int) -> None:
    """Until the end of the round that is named."""
    encounter = fight(FIELD, person("ann", speed=speed, slow_until=2), person("bob", "B"))
    ann = encounter.state.characters["ann"]
    for round_, found in ((1, halved), (2, halved), (3, speed)):
        encounter.state.round = round_
        assert speed_of(encounter, ann) == found


def test_an_ability_adds_to_speed_before_it_is_halved() -> None:
    """5 and 2 are 7, and half of it 3."""
    encounter = fight(FIELD, person("ann", abilities=("fleet",)), person("bob", "B"))
    ann = encounter.state.characters["ann"]
    assert speed_of(encounter, ann) == 7
    encounter.state.round, ann.slow_until = 1, 1
    assert speed_of(encounter, ann) == 3


@pytest.mark.clause("P5.2", "P5.7")
def test_every_hold_binds_by_itself() -> None:
    """Two sources, and only what is near both is left."""
    encounter = fight("..B..\n..A..\n..C..", person("ann"), person("bob", "B"), person("cid", "B"))
    ann, board = encounter.state.characters["ann"], board_of(encounter)
    assert leash(encounter, ann) is None
    ann.tethers = [Tether("bob", 1)]
    assert sorted(map(board.name, reachable(encounter, ann, 5, 0).costs)) == ["B1", "B2", "C2", "D1", "D2"]
    ann.tethers.append(Tether("cid", 1))
    assert sorted(map(board.name, reachable(encounter, ann, 5, 0).costs)) == ["B2", "C2", "D2"]


@pytest.mark.clause("P5.2")
def test_the_own_movement_cannot_leave_a_hold() -> None:
    """Neither free nor paid."""
    table = Table(fight(".B.\n.A.\n...\n...", person("ann", held_by=("bob",)), person("bob", "B")))
    assert table.refusal("ann free B3") == "P5.2"
    assert table.refusal("ann move B3") == "P5.2"
    table.do("ann move C1", "ann face N")
    assert table.at("ann") == "C1"
    assert table["ann"].tethers == [Tether("bob", 1)]


@pytest.mark.clause("P5.2")
def test_a_hold_ends_when_its_source_walks_off() -> None:
    """Further than it reaches; a step along with it does not end it."""
    encounter = fight("......\n.A....\n.B....", person("ann", held_by=("bob",)), person("bob", "B"))
    table = Table(encounter).do("ann end").do("bob free C3")
    assert table["ann"].tethers == [Tether("bob", 1)]
    table.do("bob walk D3")
    assert table["ann"].tethers == []
    assert [(event.source, event.why) for event in table.events(HoldEnded)] == [("bob", "apart")]


# The preview is the charge


MADE_WITH = 20_261_130
BOARDS = 10_000


def plain_search(encounter: Fight, id_: str, paces: int, diagonals: int) -> dict[int, int]:
    """The least cost of every square by Dijkstra's search over squares and parities, written plainly."""
    board, state = board_of(encounter), encounter.state
    taken = {one.square for one in state.characters.values() if one.hp > 0 and one.id != id_}
    tethers = state.characters[id_].tethers
    start = state.characters[id_].square
    best: dict[tuple[int, int], int] = {}
    queue = [(0, start, diagonals % 2)]
    while queue:
        cost, square, odd = heappop(queue)
        if (square, odd) in best:
            continue
        best[square, odd] = cost
        x, y = square % board.width, square // board.width
        for number, (across, down) in enumerate(STEPS):
            to_x, to_y = x + across, y + down
            if not (0 <= to_x < board.width and 0 <= to_y < board.height):
                continue
            to = to_y * board.width + to_x
            if board.blocking >> to & 1 or to in taken:
                continue
            diagonal = number % 2
            beside = (y * board.width + to_x, to_y * board.width + x)
            if diagonal and all(board.blocking >> one & 1 for one in beside):
                continue
            if any(_apart(board.width, to, state.characters[t.source].square) > t.paces for t in tethers):
                continue
            step = 1 + (diagonal & odd) + (board.difficult >> to & 1)
            if cost + step <= paces:
                heappush(queue, (cost + step, to, odd ^ diagonal))
    return {square: min(best[key] for key in best if key[0] == square) for square, _ in best}


def _apart(width: int, one: int, other: int) -> int:
    across, down = abs(one % width - other % width), abs(one // width - other // width)
    return max(across, down) + min(across, down) // 2


def random_fight(chance: random.Random) -> Fight:
    """A small random board with walls, difficult ground, Ann, two others, and at times a hold on her."""
    width, height = chance.randint(3, 8), chance.randint(3, 8)
    signs = chance.choices(".#:", (6, chance.randint(0, 3), chance.randint(0, 3)), k=width * height)
    for sign, square in zip("ABC", chance.sample(range(width * height), 3), strict=True):
        signs[square] = sign
    rows = ["".join(signs[row * width : (row + 1) * width]) for row in range(height)]
    people: list[Person] = [person("ann", speed=chance.randint(1, 8)), person("bob", "B"), person("cid")]
    encounter = fight("\n".join(rows), *people)
    state = encounter.state
    state.round, state.order = 1, ["ann", "bob", "cid"]
    ann, bob = state.characters["ann"], state.characters["bob"]
    ann.ap = 3
    if chance.random() < 0.2:
        apart = _apart(width, ann.square, bob.square)
        ann.tethers = [Tether("bob", apart + chance.randint(0, 2))]
    return encounter


def moments(chance: random.Random, encounter: Fight) -> Iterator[tuple[str, int]]:
    """How Ann's turn stands: a Move or free movement to begin, or one under way. Kind and Paces."""
    state, ann = encounter.state, encounter.state.characters["ann"]
    under_way = Turn("ann", opened=True, diagonals=chance.randint(0, 3))
    state.turn = under_way
    kind = chance.choice(("move", "free", "walk"))
    paces = speed_of(encounter, ann)
    if kind == "free":
        under_way.free = True
    elif kind == "walk":
        paces = chance.randint(0, paces)
        under_way.walk = Walk(chance.choice(("move", "free")), paces)
    yield kind, paces


def test_what_is_shown_is_what_is_charged_and_all_that_can_be_reached() -> None:
    """On 10,000 random boards: the squares and costs are those of a plain search, and one is walked to.

    It names no clause: watching so many calls would take it as long again.
    """
    chance = random.Random(MADE_WITH)
    for _ in range(BOARDS):
        encounter = random_fight(chance)
        state, ann = encounter.state, encounter.state.characters["ann"]
        for kind, paces in moments(chance, encounter):
            assert state.turn is not None
            before = state.turn.diagonals
            shown = dict(movement.ways(encounter, ann, paces).costs)
            assert shown == plain_search(encounter, "ann", paces, before)
            step = turn.play_turn(encounter, state.turn)
            options = [option for option in step.send(None).options if option.kind == kind]
            goals = {option.args[0] for option in options}
            assert goals == {square for square in shown if square != ann.square or kind == "move"}
            if not options:
                step.close()
                continue
            seen = events_of(encounter)
            option = chance.choice(options)
            with pytest.raises(StopIteration):
                step.send(option)
            walked = [event for event in seen if isinstance(event, Walked)]
            assert sum(event.cost for event in walked) == shown[option.args[0]]
            assert ann.square == option.args[0]
            left = 0 if state.turn.walk is None else state.turn.walk.paces
            assert left == paces - shown[option.args[0]]
            assert state.turn.diagonals - before == sum(event.diagonals for event in walked)


@pytest.mark.clause("P6.2")
def test_a_way_costs_the_same_in_pieces() -> None:
    """Cut anywhere along the way that was shown, it is as long, whatever the parity at its start."""
    chance = random.Random(MADE_WITH + 1)
    for _ in range(600):
        encounter = random_fight(chance)
        state, ann = encounter.state, encounter.state.characters["ann"]
        paces = speed_of(encounter, ann)
        parity = chance.randint(0, 1)
        state.turn = Turn("ann", opened=True, diagonals=parity, walk=Walk("move", paces))
        found = movement.ways(encounter, ann, paces)
        goal = chance.choice(list(found.costs))
        whole = found.way(goal)
        for square in (*(one for one in whole.squares if chance.random() < 0.5), goal):
            movement.walk(encounter, "ann", square)
        assert ann.square == goal
        assert state.turn.walk is not None
        assert state.turn.walk.paces == paces - whole.cost
        assert state.turn.diagonals % 2 == (parity + whole.diagonals) % 2


def test_run_is_used_up() -> None:
    """A rule that asks nothing needs no answer."""
    encounter = fight(FIELD, person("ann"), person("bob", "B"))
    assert run(encounter, movement.forfeit_walk(encounter, "ann", spent=True)) is None
