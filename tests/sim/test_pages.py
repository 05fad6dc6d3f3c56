"""Reports and plots: whole, without scripts and addresses, and with every name they should have."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from affray.sim.compare import differences
from affray.sim.measures import Interval
from affray.sim.pages import gathered, of_comparison, of_grid, of_sample, page
from affray.sim.plots import Bar, Line, alone, bars, histogram, lines
from tests.sim.cast import row, sample_of

SAMPLE = sample_of(
    [
        row("A", 3, {"A1": None, "B1": 3}, deeds={"A1": {"hits": 2}}, luck={"A1": 3}),
        row("B", 5, {"A1": 4, "B1": None}),
    ]
)
VOID = {"meta"}


class Balanced(HTMLParser):
    """Checks that every element ends, and gathers names of elements and texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def pages() -> dict[str, str]:
    """One report of each kind."""
    found = differences(SAMPLE, SAMPLE)
    _, sections = of_grid(["x"], [["1"], ["2"]], [SAMPLE, SAMPLE])
    return {
        "sim": page("A <fight> & more", "About it", of_sample(SAMPLE)),
        "compare": page("Two", "About them", of_comparison(found, "One", "Other")),
        "sweep": page("Many", "About them", sections),
    }


@pytest.mark.parametrize("kind", ["sim", "compare", "sweep"])
def test_a_report_stands_alone(kind: str) -> None:
    """Every element ends; no script, no image, no style sheet and no address to fetch; light and dark."""
    text = pages()[kind]
    read = Balanced(text)
    assert not read.seen & {"script", "link", "img", "iframe", "object"}
    assert not re.search(r"(?:https?:)?//|url\(|@import|javascript:|\son\w+=", text)
    assert "prefers-color-scheme: dark" in text
    assert {"svg", "table", "h1"} <= read.seen


def test_names_are_written_as_text() -> None:
    """A title with signs of markup in it shows them."""
    text = pages()["sim"]
    assert "<h1>A &lt;fight&gt; &amp; more</h1>" in text


def test_a_report_names_sides_units_and_deeds() -> None:
    """Nothing hangs on a colour alone."""
    texts = Balanced(pages()["sim"]).texts
    for name in ("Ants", "Bees", "Unit A1", "Unit B1", "hits", "luck", "50.0 %"):
        assert any(name in text for text in texts), name


@pytest.mark.parametrize(
    "plot",
    [
        bars("Bars", [Bar("one & two", Interval(0.1, -0.2, 0.4), "+10.0")], -0.5, 0.5),
        bars("None", [], 0, 0),
        histogram("Columns", [("1", 3), ("2", 0)], "rounds"),
        histogram("None", [], "rounds"),
        lines("Lines", ["a", "b"], [Line("one", (Interval(0.1, 0, 0.2), Interval(0.5, 0.4, 0.6)))], "x"),
        lines("Many", ["a"], [Line(str(n), (Interval(0.5, 0, 1),)) for n in range(9)], "x"),
    ],
)
def test_a_plot_is_well_formed_and_inside_its_frame(plot: str) -> None:
    """As XML, with a title, and no coordinate outside of what is seen."""
    root = ElementTree.fromstring(plot)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    assert root.find("title") is not None
    for element in root.iter():
        for key, most in (("x", width), ("x1", width), ("x2", width), ("cx", width)):
            assert 0 <= float(element.attrib.get(key, 0)) <= most
        for key in ("y", "y1", "y2", "cy"):
            assert 0 <= float(element.attrib.get(key, 0)) <= height


def test_plots_alone_are_one_svg_with_its_style() -> None:
    """One below another, without overlap."""
    one = lines("One", ["a"], [Line("l", (Interval(0.5, 0.4, 0.6),))], "x")
    root = ElementTree.fromstring(alone([one, one]))
    inner = [child for child in root if child.tag.endswith("svg")]
    first, second = (float(child.attrib["y"]) for child in inner)
    assert second >= first + float(inner[0].attrib["height"])
    assert any(child.tag.endswith("style") and "prefers-color-scheme" in str(child.text) for child in root)


def test_a_histogram_leaves_no_number_out() -> None:
    """Gaps are columns of height 0, and many numbers are put together."""
    assert gathered([3, 3, 5]) == [("3", 2), ("4", 0), ("5", 1)]
    many = gathered(range(100, 1000))
    assert len(many) <= 30
    assert sum(count for _, count in many) == 900
