"""For everybody at the table: colours that can be told apart, and words for all that is drawn."""

from __future__ import annotations

import re
from itertools import combinations
from random import Random

import pytest

from affray.content import load_scenario
from tests.asks.stage import Stage, pick_any
from tests.clause_watch import ROOT

Colour = tuple[float, float, float]
Matrix = tuple[Colour, Colour, Colour]

EYES: dict[str, Matrix] = {
    "any": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.01182, 0.04294, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.3039),
    ),
}
"""What reaches the eye, after Machado, Oliveira and Fernandes (2009), for linear RGB."""

SIDES = "abcd"


def tokens(theme: str) -> dict[str, str]:
    """The colours of a theme by name, from the style sheet that the client is built with."""
    css = (ROOT / "web" / "src" / "styles" / "tokens.css").read_text(encoding="utf-8")
    start = css.index(f'[data-theme="{theme}"]')
    return dict(re.findall(r"--([a-z0-9-]+):\s*(#[0-9a-f]{6})\b", css[start : css.index("}", start)]))


def seen(colour: str, eyes: Matrix) -> Colour:
    """A colour in linear light as these eyes see it."""
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    red, green, blue = (
        min(1.0, max(0.0, sum(share * part for share, part in zip(row, linear, strict=True)))) for row in eyes
    )
    return red, green, blue


def contrast(one: str, other: str, eyes: Matrix) -> float:
    """The contrast ratio of WCAG for these eyes."""
    light = [
        0.2126 * red + 0.7152 * green + 0.0722 * blue
        for red, green, blue in (seen(colour, eyes) for colour in (one, other))
    ]
    return (max(light) + 0.05) / (min(light) + 0.05)


def apart(one: str, other: str, eyes: Matrix) -> float:
    """How far two colours are apart in OKLab for these eyes; about 0.02 can just be told."""
    places = []
    for red, green, blue in (seen(one, eyes), seen(other, eyes)):
        long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
        middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
        short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
        places.append(
            (
                0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
                1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
                0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
            )
        )
    return sum((first - second) ** 2 for first, second in zip(*places, strict=True)) ** 0.5


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_sides_can_be_told_apart_and_read_by_any_eyes(theme: str, eyes: str) -> None:
    """foundryvtt#13229, pf2e-visioner#95: friend and foe tints cannot be told apart; icons vanish for the
    colour blind.

    In both themes and under three simulations: letters on every side's token, a token's edge on every
    ground, and any two sides against each other. Beside the colour each side has a shape and a letter of its
    own.
    """
    colours, matrix = tokens(theme), EYES[eyes]
    for side in SIDES:
        hue, wash = colours[f"side-{side}"], colours[f"side-{side}-wash"]
        assert contrast(colours["on-side"], hue, matrix) >= 4.5
        assert contrast(hue, wash, matrix) >= (4.5 if eyes == "any" else 4)
        for ground in ("paper", "sheet", "well"):
            assert contrast(hue, colours[ground], matrix) >= 3
    for one, other in combinations(SIDES, 2):
        assert apart(colours[f"side-{one}"], colours[f"side-{other}"], matrix) > 0.06, (one, other)
    token = (ROOT / "web" / "src" / "parts" / "Token.svelte").read_text(encoding="utf-8")
    shapes = dict(re.findall(r"^    ([abcd]): '(M[^']+)'", token, re.MULTILINE))
    assert sorted(shapes) == list(SIDES)
    assert len(set(shapes.values())) == len(SIDES)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_and_what_can_be_pressed_stand_out_for_any_eyes(theme: str, eyes: str) -> None:
    """foundryvtt#13229: text and edges vanish in colour-blind modes.

    Every ink on every ground, refusals in rubric, what is marked with the lamp, and the edges of what can be
    pressed, in both themes and under three simulations.
    """
    colours, matrix = tokens(theme), EYES[eyes]
    for ground in ("paper", "sheet", "well"):
        for ink in ("ink", "ink-2", "ink-3", "rubric"):
            assert contrast(colours[ink], colours[ground], matrix) >= 4.5, (ink, ground)
    assert contrast(colours["ink"], colours["lamp"], matrix) >= 4.5
    assert contrast(colours["rubric"], colours["rubric-wash"], matrix) >= 4.5
    assert contrast(colours["on-ink"], colours["ink"], matrix) >= 4.5
    for edge in ("rule-strong", "lamp-line"):
        assert contrast(colours[edge], colours["sheet"], matrix) >= 3


def test_everything_that_is_asked_or_waited_for_is_in_words() -> None:
    """foundryvtt#5643, #6283, tokenactionhud#43: screen readers cannot reach what happens; foundryvtt#8637:
    some things show only while a pointer hovers.

    At every moment of a fight, for everybody: one sentence says what to do next; each prompt has a title and
    each answer a label, each refusal its reason; each wait names somebody and what for. None of it needs a
    board.
    """
    random = Random(5)
    stage = Stage(load_scenario("saltgate"))
    watcher = stage.connect(name="Wim")
    for _ in range(120):
        if stage.state.outcome is not None:
            break
        for client in [*stage.sides.values(), stage.master, watcher]:
            assert client.view["next_step"].strip()
            for row in client.view["waiting"]:
                assert row["name"]
                assert row["text"]
            for prompt in client.view["prompts"]:
                if prompt["question"] is None:
                    assert prompt["dice_title"]
                    assert all(die["label"] for die in prompt["dice"])
                    continue
                assert prompt["question"]["title"]
                for option in prompt["question"]["options"]:
                    assert option["label"].strip()
                    assert option["refusal"] is None or option["refusal"]["text"]
        pick_any(stage, random)
    for entry in watcher.log.values():
        assert "".join(part if isinstance(part, str) else part["name"] for part in entry["say"]).strip()


def test_a_side_is_never_only_a_colour_in_what_is_sent() -> None:
    """foundryvtt#13229: sides differ by tint alone. Seats and Personas come with name, letters, and a named
    side.
    """
    stage = Stage(load_scenario("saltgate"))
    fight = stage.master.view["fight"]
    sides = {side["id"]: side["name"] for side in fight["sides"]}
    assert len(set(sides.values())) == len(sides) > 1
    for one in fight["personas"]:
        assert one["name"]
        assert one["letters"]
        assert sides[one["side"]]
    letters = [(one["side"], one["letters"]) for one in fight["personas"]]
    assert len(set(letters)) == len(letters), "no two tokens of a side look alike"
