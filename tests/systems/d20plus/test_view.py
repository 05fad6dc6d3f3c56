"""The fight as each reader may see it."""

from __future__ import annotations

from collections.abc import Mapping

import orjson
import pytest

from affray.kernel.system import GM_VIEWER, NOBODY, SPECTATOR, Viewer
from affray.systems.d20plus import view
from affray.systems.d20plus.book import SKILLS
from affray.systems.d20plus.state import NEVER, Clash, Fight, Mark, Tad, Turn
from affray.systems.d20plus.turn import takes_part
from affray.systems.d20plus.view_types import FightView, PersonaView
from tests.systems.d20plus import fights
from tests.systems.d20plus.text_stage import a_fight

SIDE_A = Viewer(("okello",), ("A",))
SIDE_B = Viewer(("grusk",), ("B",))


def seen(fight: Fight, viewer: Viewer = SPECTATOR, answered: Mapping[str, str | None] = NOBODY) -> FightView:
    """The view, which has to be plain JSON."""
    shown = view.view(fight, viewer, None, answered)
    assert orjson.loads(orjson.dumps(shown)) == shown
    return shown


def persona(shown: FightView, id_: str) -> PersonaView:
    """One Persona of a view."""
    return next(one for one in shown["personas"] if one["id"] == id_)


def hidden_fight() -> Fight:
    """Okello vanished in the hall and stands behind the rail of the stair."""
    fight = a_fight()
    okello = fight.state.personas["okello"]
    okello.zone, okello.cover, okello.concealment, okello.seen_in = "stair", "rail", 2417, "hall"
    return fight


@pytest.mark.parametrize("viewer", [SIDE_B, SPECTATOR])
def test_a_foe_sees_only_where_somebody_vanished(viewer: Viewer) -> None:
    """Neither zone nor score nor cover; the obstacle looks free."""
    shown = seen(hidden_fight(), viewer)
    okello = persona(shown, "okello")
    assert (okello["zone"], okello["last_seen"], okello["concealment"], okello["cover"]) == (
        None,
        "hall",
        None,
        None,
    )
    assert okello["concealed"]
    assert okello["status"] == "concealed"
    assert all(cover["holder"] is None for zone in shown["zones"] for cover in zone["cover"])
    assert b"2417" not in orjson.dumps(shown)


@pytest.mark.parametrize("viewer", [SIDE_B, SPECTATOR])
def test_a_foes_view_is_the_same_wherever_the_hidden_one_stands(viewer: Viewer) -> None:
    """Not one byte tells of it."""
    fight, elsewhere = hidden_fight(), hidden_fight()
    okello = elsewhere.state.personas["okello"]
    okello.zone, okello.cover, okello.concealment = "gantry", None, 9
    assert orjson.dumps(seen(fight, viewer)) == orjson.dumps(seen(elsewhere, viewer))


@pytest.mark.parametrize("viewer", [SIDE_A, GM_VIEWER])
def test_the_own_side_and_the_gm_see_place_and_score(viewer: Viewer) -> None:
    """And who holds the cover."""
    shown = seen(hidden_fight(), viewer)
    okello = persona(shown, "okello")
    assert (okello["zone"], okello["concealment"], okello["cover"]) == ("stair", 2417, "stair/rail")
    rail = next(zone for zone in shown["zones"] if zone["id"] == "stair")["cover"][0]
    assert (rail["id"], rail["holder"]) == ("stair/rail", "okello")


def test_before_the_reveal_only_who_has_declared_is_known() -> None:
    """No lane but one's own, no order; another seat that has answered is named, not what it said."""
    fight = a_fight()
    fight.state.declaring = True
    shown = seen(fight, SIDE_B, {"okello": None})
    okello, grusk = persona(shown, "okello"), persona(shown, "grusk")
    assert (okello["declared"], okello["lane"], okello["status"]) == (True, None, "declared")
    assert (grusk["declared"], grusk["status"]) == (False, "thinking")
    assert persona(seen(fight, SIDE_B, {"grusk": "Slow"}), "grusk")["lane"] == "Slow"
    assert shown["phase"] == "declaring"
    assert all(lane["slots"] == [] for lane in shown["order"])


def test_the_order_stands_by_lane_with_who_has_acted() -> None:
    """Past, now, next and Out."""
    fight = a_fight()
    state = fight.state
    for id_, lane in (("grusk", "Fast"), ("okello", "Mid"), ("maren", "Slow")):
        state.personas[id_].lane = lane
    state.order, state.acted = ["grusk", "okello", "maren"], ["grusk", "okello"]
    state.turns.append(Turn("okello", split="2-actions", actions=1, moves=1, beats=1))
    state.personas["maren"].out = True
    shown = seen(fight)
    slots = {slot["persona"]: slot["state"] for lane in shown["order"] for slot in lane["slots"]}
    assert slots == {"grusk": "past", "okello": "now", "maren": "out"}
    assert [persona(shown, id_)["status"] for id_ in ("grusk", "okello", "maren")] == [
        "acted",
        "acting",
        "Out",
    ]
    turn = shown["turn"]
    assert turn is not None
    assert (
        turn["actions"],
        turn["actions_total"],
        turn["moves_total"],
        turn["beats"],
        turn["beats_total"],
    ) == (
        1,
        2,
        1,
        1,
        2,
    )


def test_an_attack_under_way_is_drawn_with_who_may_step_in() -> None:
    """The arrow and the words of the turn strip."""
    fight = a_fight()
    fight.state.clash = Clash("grusk", "maren", "trench-club", ["okello"])
    shown = seen(fight)
    assert shown["strike"] == {"attacker": "grusk", "target": "maren", "stepping_in": ["okello"]}
    words = [persona(shown, id_)["status"] for id_ in ("grusk", "maren", "okello")]
    assert words == ["striking now", "struck at", "may step in"]


def test_traits_and_skills_are_shown_now_and_unwounded() -> None:
    """A wound lowers the value and both Skills."""
    fight = a_fight()
    fight.state.personas["grusk"].wounds["Body"] = 4
    fight.state.personas["grusk"].broken_turns["Mind"] = 1
    traits = {trait["name"]: trait for trait in persona(seen(fight), "grusk")["traits"]}
    assert (traits["Body"]["value"], traits["Body"]["maximum"], traits["Mind"]["broken_turns"]) == (2, 6, 1)
    assert traits["Body"]["skills"] == [
        {"name": "Might", "score": 5, "unwounded": 9},
        {"name": "Grace", "score": 3, "unwounded": 7},
    ]


@pytest.mark.parametrize(
    ("banked_after", "source", "words"),
    [
        (1, "okello", ("own Setup", "the end of the next turn")),
        (0, "maren", ("from Maren", "the end of this turn")),
        (0, "gone", ("Setup", "the end of this turn")),
    ],
)
def test_a_banked_die_says_whose_it_was_and_when_it_ends(
    banked_after: int, source: str, words: tuple[str, str]
) -> None:
    """Public for everyone."""
    fight = a_fight()
    okello = fight.state.personas["okello"]
    okello.turns_begun, okello.tad = 1, Tad(8, source, banked_after)
    tad = persona(seen(fight), "okello")["tad"]
    assert tad is not None
    assert (tad["size"], tad["source"], tad["ends"]) == (8, *words)


@pytest.mark.clause("D7.8")
def test_who_joined_in_mid_round_waits_for_the_next() -> None:
    """The strip says so while others act and while they declare, and no longer once it takes part."""
    people = fights.person("ann", spirit=9), fights.person("bob", "B")
    table = fights.Table(fights.fight(*people, reserve=[fights.person("late")]))

    def status() -> str:
        return persona(seen(table.session.encounter), "late")["status"]

    table.do("ann 2-actions").act("add", sheet="late", side="B", zone="yard")
    assert status() == "from the next round"
    table.do("ann strike axe late")
    assert status() == "struck at"
    table.do("ann 1", "late 9", "ann end", "bob 2-actions", "bob end")
    assert takes_part(table.session.encounter, table["late"])
    assert status() == "thinking"
    table.lanes("Mid")
    assert status() == ""


@pytest.mark.parametrize(("at", "state", "ready"), [(0, "ready", True), (3, "ready in 2 turns", False)])
def test_abilities_say_when_they_are_ready(at: int, state: str, ready: bool) -> None:
    """Cooldowns count the turns the owner begins."""
    fight = a_fight()
    okello = fight.state.personas["okello"]
    okello.turns_begun, okello.cooldowns = 1, {"step": at, "calm": NEVER}
    step, calm = persona(seen(fight), "okello")["abilities"]
    assert (step["reaction"], step["state"], step["ready"]) == ("interception", state, ready)
    assert (calm["state"], calm["ready"]) == ("used up", False)


def test_dice_of_weapons_and_sheet_and_marks_are_listed() -> None:
    """Everything that could join a roll, and what lies on a Persona."""
    fight = a_fight()
    grusk = fight.state.personas["grusk"]
    grusk.marks.append(Mark("hex", "maren"))
    grusk.exhausted.append("iron-bar")
    shown = persona(seen(fight), "grusk")
    assert [(die["type"], die["size"], die["applies"]) for die in shown["dice"]] == [
        ("Training", 8, "Might"),
        ("Gear", 6, "its strikes"),
    ]
    assert shown["marks"] == ["hexed by Maren"]
    assert [weapon["exhausted"] for weapon in shown["weapons"]] == [False, True, False]


def test_the_frame_of_the_fight_is_complete() -> None:
    """Zones with distances, sides, Skills, the sheets and the end."""
    fight = a_fight()
    fight.state.outcome = "draw"
    shown = seen(fight)
    assert shown["distances"]["hall"] == {"hall": "Close", "stair": "Ranged", "gantry": "Far"}
    assert shown["sides"] == [{"id": "A", "name": "The watch"}, {"id": "B", "name": "The crew"}]
    assert (shown["skills"], shown["sheets"]) == (list(SKILLS), ["brute", "guard"])
    assert (shown["phase"], shown["outcome"], shown["round"]) == ("over", "draw", 1)
