"""Worked examples: what their author is told when they do not hold, and when they cannot be read."""

from __future__ import annotations

import pytest

from affray.content.example import load_example
from affray.content.faults import FaultyContent
from affray.content.runner import run_example
from affray.content.source import Source

HEAD = """\
title = "Two in a room"
system = "d20plus"
scene = "lethal"
packs = ["sundered-streets"]
sides = { A = "Us", B = "Them" }
zone = [{ id = "room", name = "Room", x = 0, y = 0, width = 50, height = 50 }]
combatant = [
  { sheet = "ileana", side = "A", zone = "room" },
  { sheet = "grusk", side = "B", zone = "room" },
]
"""

LANES = '{ together = { ileana = "Mid", grusk = "Slow" } }'
SPLIT = '{ who = "ileana", does = "2-actions" }'
STRIKE = '{ who = "ileana", does = "strike sabre grusk", dice = { ileana = [10, 4, 5], grusk = [12, 3, 2] } }'


def run(*steps: str, head: str = "") -> list[str]:
    """Run an example of these steps; its failures as text."""
    lines = "".join(f"  {step},\n" for step in steps)
    example = load_example(Source("room.toml", f"{HEAD}{head}step = [\n{lines}]\n", None), "room")
    return [str(failure) for failure in run_example(example)]


def faults(tail: str) -> list[str]:
    """The faults of an example that cannot be read."""
    with pytest.raises(FaultyContent) as raised:
        load_example(Source("room.toml", HEAD + tail, None), "room")
    return [str(fault) for fault in raised.value.found]


def test_steps_that_hold_leave_nothing_to_say() -> None:
    """Lanes, split, strike, end."""
    assert run(LANES, SPLIT, STRIKE, '{ who = "ileana", does = "end" }') == []


@pytest.mark.parametrize(
    ("steps", "says"),
    [
        (
            [LANES, STRIKE],
            ["step 2", "line 13", '"strike sabre grusk" is not on offer to ileana', '"2-actions"'],
        ),
        (
            [LANES, '{ who = "grusk", does = "end" }'],
            ["grusk is not asked anything here", "ileana is asked: split"],
        ),
        ([LANES, SPLIT, STRIKE.replace("sabre", "sabr")], ['Did you mean "strike sabre grusk"?']),
        ([LANES, SPLIT, STRIKE.replace(", 5]", "]")], ["ileana rolls d20 + d6 + d8 here", "only 10, 4 left"]),
        ([LANES, SPLIT, STRIKE.replace(", 5]", ", 9]")], ["a d8 cannot show 9"]),
        ([LANES, SPLIT, STRIKE.replace(", 5]", ", 5, 6]")], ["the faces 6 of ileana were never rolled"]),
        ([LANES, SPLIT, STRIKE.split(", dice")[0] + " }"], ["ileana rolls d20 + d6 + d8", "no faces left"]),
        (["{ expect = { rond = 1 } }"], ['there is no fact "rond" here. Did you mean "round"?']),
        (["{ expect = { round = 2 } }"], ["round is 1, not 2"]),
        (['{ expect = { "grusk.prone" = true } }'], ["grusk.prone is false, not true"]),
        (['{ expect = { "grusk.prone" = 0 } }'], ["grusk.prone is false, not 0"]),
        (['{ expect = { order = ["grusk"] } }'], ['order is [], not ["grusk"]']),
        (['{ expect = { asked = "grusk" } }'], ['asked is ["ileana", "grusk"], not ["grusk"]']),
        (['{ expect = { offered = ["Mid", "Soon"] } }'], ["not on offer: Soon", "grusk is asked: lane"]),
        (['{ expect = { not_offered = ["Mid"] } }'], ["on offer all the same: Mid"]),
        ([LANES, SPLIT, '{ who = "ileana", refused = "end" }'], ['"end" must be refused, and is on offer']),
        (
            [LANES, SPLIT, STRIKE, '{ who = "ileana", refused = "setup Grace", clause = "D7.1" }'],
            ["refused by D7.3 instead of D7.1"],
        ),
        (['{ who = "ileana", does = "Mid" }'], ["ends in the middle of a step", "grusk is asked: lane"]),
        (['{ act = "chek" }'], ['Did you mean "check"?']),
        (
            ['{ act = "end", data = { outcome = "peace" }, clause = "D6.8" }'],
            ['"end" must be refused by D6.8, and was accepted'],
        ),
        (
            ['{ act = "end", data = { outcome = "peace" } }', LANES],
            ["ileana is not asked anything here", "the fight is over: peace"],
        ),
    ],
)
def test_a_failure_says_what_was_asked_and_what_there_was(steps: list[str], says: list[str]) -> None:
    """The step, its line, and enough to mend it."""
    (failure,) = run(*steps)
    for part in says:
        assert part in failure


def test_defaults_are_taken_only_where_the_file_says_so() -> None:
    """A question with a default waits for its answer, unless `defaults` is on for the file or the step."""
    assert "is not on offer" in run(LANES, STRIKE)[0]
    assert run(LANES, STRIKE, head="defaults = true\n") == []
    assert run(LANES.replace(" }", " }, defaults = true }", 1)[:-2], STRIKE) == []


def test_an_answer_of_the_next_step_comes_before_a_default() -> None:
    """With defaults on, what the example says is still what is done."""
    moves = '{ who = "ileana", does = "2-moves", expect = { moves = 2 } }'
    assert run(LANES, moves, head="defaults = true\n") == []


@pytest.mark.parametrize(
    ("tail", "says"),
    [
        ("step = []", 'a worked example has either "step" or "case"'),
        ("step = [{}]", "an empty step"),
        ('step = [{ who = "ileana" }]', 'it wants "does"'),
        ('step = [{ does = "Mid" }]', '"who" is missing'),
        ('step = [{ who = "a", does = "b", act = "c" }]', 'not "does" and "act" at once'),
        ('step = [{ who = "a", does = "b", clause = "D1.1" }]', '"clause" belongs to "refused" or "act"'),
        ('step = [{ who = "a", does = "b", data = { x = 1 } }]', '"data" belongs to "act"'),
        ('step = [{ clause = "D1.1", expect = { round = 1 } }]', 'has "dice" and "expect" only'),
        ('step = [{ who = "a", dos = "b" }]', 'there is no key "dos" here'),
        ('step = [{ who = "a", refused = "b", clause = "7.3" }]', '"7.3" does not fit'),
        ("step = [{ expect = { round = 1 } }]\nscen = 3", '"scen"'),
        ('[[case]]\nname = "a"', '"step" is missing'),
        (
            '[[case]]\nname = "a"\nstart.nobody = { tad = 4 }\nstep = [{ expect = { round = 1 } }]',
            '13: case[1].start.nobody: there is no combatant "nobody"; known: ileana, grusk',
        ),
        (
            '[[case]]\nname = "a"\nstart.grusk = { tad = 5 }\nstep = [{ expect = { round = 1 } }]',
            "13: case[1].start.grusk.tad: 5 does not fit; allowed is 4, 6, 8, 10 or 12",
        ),
        (
            '[[case]]\nname = "a"\nrulings = { cover = 5 }\nstep = [{ expect = { round = 1 } }]',
            '13: case[1].rulings.cover: there is no key "cover" here',
        ),
        (
            '[[case]]\nname = "a"\nstep = [{ expect = { round = 1 } }]\n' * 2,
            'there is another case called "a"',
        ),
    ],
)
def test_an_example_with_faults_is_not_run(tail: str, says: str) -> None:
    """Every fault has its line, those of a case's variations too."""
    assert any(says in fault for fault in faults(tail))


def test_each_case_begins_anew_and_fails_by_itself() -> None:
    """The second case is not touched by what the first one did, and both failures are told."""
    text = f"""{HEAD}
opening = [{LANES}, {SPLIT}]

[[case]]
name = "wounded first"
start.grusk = {{ wounds = {{ Body = 2 }} }}
step = [{{ expect = {{ "grusk.Body" = 3 }} }}]

[[case]]
name = "whole"
step = [{{ expect = {{ "grusk.Body" = 6 }} }}]

[[case]]
name = "whole again"
step = [{{ expect = {{ "grusk.Body" = 5 }} }}]
"""
    example = load_example(Source("room.toml", text, None), "room")
    failures = run_example(example)
    assert [(failure.case, failure.line) for failure in failures] == [
        ("wounded first", 17),
        ("whole again", 25),
    ]
    assert failures[0].message == "grusk.Body is 4, not 3"
