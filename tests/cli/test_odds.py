"""affray odds and affray solve, called as a user calls them."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from affray.cli import commands
from affray.cli.chances import exact_text, show_bars
from affray.content.loader import load_scenario
from affray.kernel.presentation import Odds

TINY = Path(__file__).parents[1] / "odds" / "tiny"
CRABS, EQUALS, REEDS = (str(TINY / name) for name in ("crabs.toml", "equals.toml", "reeds.toml"))
STRIKE = ("odds", "saltgate", "--actor", "maren", "--action", "Ill wish", "--target", "Grusk")
Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs a command; its exit code, output and error output."""

    def called(*words: str) -> tuple[int, str, str]:
        code = commands.run(words)
        out, err = capsys.readouterr()
        return code, out, err

    return called


def document(call: Call, *words: str, code: int = 0) -> Any:
    """The JSON document of a command."""
    ended, out, err = call(*words, "--json")
    assert (ended, err) == (code, "")
    return json.loads(out)


# Odds


def test_a_strike_is_told_with_bars(call: Call) -> None:
    """Who, what, a bar for each outcome, the mean, the notes, the policy."""
    code, out, err = call(*STRIKE)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "The Saltgate: Maren, Ill wish at Grusk"
    assert lines[1].split()[0] == "blocked"
    assert "%" in lines[1]
    assert out.count("Mean") == 2
    assert lines[-1] == "Policy never: nobody acts out of turn"


def test_the_document_of_a_strike(call: Call) -> None:
    """Labels, chances, exact fractions that add up to one, and the mean of wounds."""
    told = document(call, *STRIKE)
    assert {"outcomes", "mean", "policy", "scenario", "system", "actor", "option", "summary", "notes"} == set(
        told
    )
    assert (told["actor"], told["option"], told["policy"]) == ("maren", "strike ill-wish grusk", "never")
    exact = [Fraction(outcome["exact"]) for outcome in told["outcomes"]]
    assert sum(exact) == 1
    assert [float(chance) for chance in exact] == [outcome["p"] for outcome in told["outcomes"]]
    assert 0 < told["mean"] < 4


@pytest.mark.parametrize("policy", ["never", "always", "best"])
def test_every_policy_is_told(call: Call, policy: str) -> None:
    """Whatever others do, the chances add up to one."""
    told = document(call, *STRIKE, "--policy", policy)
    assert told["policy"] == policy
    assert sum(Fraction(outcome["exact"]) for outcome in told["outcomes"]) == 1


@pytest.mark.parametrize(
    ("action", "target", "option"),
    [
        ("strike ill-wish grusk", None, "strike ill-wish grusk"),
        ("ill-wish", "sable", "strike ill-wish sable"),
        ("STRIKE", "grusk", "strike ill-wish grusk"),
    ],
)
def test_an_action_has_several_names(call: Call, action: str, target: str | None, option: str) -> None:
    """Its id, a word of it, capitals or not; the name on the panel is tried above."""
    words = ["odds", "saltgate", "--actor", "Maren", "--action", action]
    told = document(call, *words, *(["--target", target] if target else []))
    assert told["option"] == option


def test_the_plain_one_of_several_is_meant(call: Call) -> None:
    """An attack with a bow, though the same with a Maneuver begins with the same words."""
    told = document(call, "odds", "abbey-mill", "--actor", "wren", "--action", "attack", "--target", "hask")
    assert told["option"] == "attack hunting-bow hask"


def test_a_bare_roll(call: Call) -> None:
    """In words and as a document; there is no policy, since nobody else is there."""
    told = document(call, "odds", "cantor", "+2 vs 12")
    assert [outcome["label"] for outcome in told["outcomes"]] == ["misses", "hits"]
    assert Fraction(told["outcomes"][1]["exact"]) == Fraction(97, 144)
    assert (told["policy"], told["mean_of"]) == (None, "chance to hit")
    code, out, _ = call("odds", "d20plus", "d20+d4 vs d20")
    assert code == 0
    assert out.startswith("d20+: d20+d4 vs d20\n")
    assert "every full 10 of margin" in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["odds"], "Missing argument"),
        (["odds", "saltgate"], "name --actor and --action"),
        (["odds", "saltgate", "d20 vs d20"], "is no rule system"),
        (["odds", "d20plus"], 'affray odds d20plus "d20+d4+d6 vs d20+d8"'),
        (["odds", "d20plus", "d20 vs d20", "--actor", "maren"], "not a bare roll"),
        (["odds", "d20plus", "999999d999999"], "one die alone"),
        (["odds", "saltgat", "--actor", "maren", "--action", "strike"], 'Did you mean "saltgate"?'),
        (["odds", "saltgate", "--actor", "marn", "--action", "strike"], 'Did you mean "maren"?'),
        (["odds", "saltgate", "--actor", "maren", "--action", "strik"], 'Did you mean "strike"?'),
        (
            ["odds", "saltgate", "--actor", "maren", "--action", "strike", "--target", "grus"],
            'Did you mean "grusk"?',
        ),
        (["odds", "saltgate", "--actor", "maren", "--action", "strike"], "strike ill-wish sable"),
        (["odds", "abbey-mill", "--actor", "wren", "--action", "move"], "more"),
        (["odds", "saltgate", "--actor", "maren", "--action", "blood-lash", "--target", "grusk"], "(D9.4)"),
        (["odds", "saltgate", "--actor", "maren", "--action", "beat"], "Nothing is rolled"),
        (["odds", "saltgate", "--actor", "maren", "--action", "end", "--policy", "often"], "is not one of"),
    ],
)
def test_what_cannot_be_told_is_one_message(call: Call, words: list[str], says: str) -> None:
    """Exit code 2 and the nearest, on the error output; with --json as a document."""
    code, out, err = call(*words)
    assert (code, out) == (2, "")
    assert err.startswith("affray: ")
    assert says in err
    assert "Traceback" not in err
    error = document(call, *words, code=2)["error"]
    assert error["kind"] in ("usage", "unreadable", "refused", "ambiguous")
    assert "".join([error["message"], *(fault["message"] for fault in error.get("faults", []))])


def test_one_who_never_gets_a_turn(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fight is over before, or it goes on too long."""
    monkeypatch.setattr("affray.cli.decisions.INPUTS_MAX", 1)
    _, _, err = call(*STRIKE)
    assert "never was the turn of Maren" in err
    monkeypatch.undo()
    loaded = load_scenario("saltgate")
    monkeypatch.setattr(type(loaded.system), "outcome", lambda self, encounter: "over at once")
    _, _, err = call(*STRIKE)
    assert "the fight is over (over at once)" in err


def test_too_many_outcomes_are_said(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """One message instead of hanging."""
    monkeypatch.setattr("affray.odds.told.explore", _too_many)
    code, _, err = call(*STRIKE)
    assert code == 2
    assert "distinct outcomes" in err


def _too_many(*words: Any, **further: Any) -> Odds:
    from affray.odds.lines import TooManyOutcomes

    raise TooManyOutcomes("This has more than 7 distinct outcomes.")


# Solve


def test_two_crabs_are_solved(call: Call) -> None:
    """As in the page of the odds: 56 of 61."""
    told = document(call, "solve", CRABS)
    left = told["outcomes"][0]
    assert (left["label"], left["winner"], left["exact"]) == ("Left win", "A", "56/61")
    assert told["complete"]
    assert told["exact"]
    assert told["mean"]["rounds"] == pytest.approx(64 / 61)
    assert (told["open"], told["endless"], told["error"]) == (0, 0, 0)
    assert told["left_out"].startswith("Left out")
    code, out, err = call("solve", CRABS, "--ties", "first")
    assert (code, err) == (0, "")
    assert "91.80 %" in out
    assert "the first of equals" in out
    assert "rounds on average" in out
    assert "solved in fractions" in out


def test_a_fight_that_is_too_large_says_how_far_it_got(call: Call) -> None:
    """Exit code 1, what is certain, and what to do instead."""
    code, out, err = call("solve", REEDS, "--states-max", "60")
    assert (code, err) == (1, "")
    assert "not followed" in out
    assert "60 states were followed" in out
    assert f"affray sim {REEDS}" in out
    told = document(call, "solve", REEDS, "--states-max", "60", code=1)
    assert not told["complete"]
    assert told["mean"]["inputs"] is None
    assert 0 < told["open"] < 1


def test_a_roll_off_among_equals_is_too_wide(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may go on for ever, so it is not followed, and that is said."""
    monkeypatch.setattr("affray.odds.states.RUNS_MAX", 50)
    code, out, _ = call("solve", EQUALS, "--states-max", "20")
    assert code == 1
    assert "the next step alone has too many outcomes" in out


# How chances are written


def test_fractions_are_written_while_they_can_be_read() -> None:
    """Not those with hundreds of digits, which Python would not even write."""
    assert exact_text(Fraction(1, 3)) == "1/3"
    assert exact_text(0.5) is None
    assert exact_text(Fraction(1, 10**10_000)) is None


def test_bars_without_unicode(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that knows no blocks gets number signs; marks in a label are text."""
    monkeypatch.setattr("rich.console.Console.encoding", "ascii")
    show_bars([("[bold]half", 0.5), ("other", Fraction(1, 2))])
    lines = capsys.readouterr().out.splitlines()
    assert lines == [f"  [bold]half  50.00 %  {'#' * 20}", f"  other       50.00 %  {'#' * 20}"]
