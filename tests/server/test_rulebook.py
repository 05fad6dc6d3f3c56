"""The registers as the rulebook shows them: plain text, and whose words they are."""

from __future__ import annotations

import pytest

from affray.kernel.errors import Unreadable
from affray.registers import Case, parse, register

TEXT = """# Game: rules register

Tags: **[seed]** and so on.

## G1 The *first* part
- **G1.1** [seed] Plain words with `code`, a
  second line and *stress*.
- **G1.2** [seed] Theirs. [ruling] Ours.
- **G1.3** [ruling] Ours alone.
- **G1.4** [later] Not now.
- **G1.5** Hide, [seed]. [ruling] Quick (named [seed] in G1.1).
  - a list inside, which is no clause

## Cases that must hold
| case | result |
|---|---|
| 1 + 1 | **2** |
"""


def test_clauses_are_read_as_plain_text() -> None:
    """Marks, wrapping and tags go; in a mixed clause the place where our reading begins stays."""
    clauses = parse("game", TEXT).clauses
    assert clauses["G1.1"].text == "Plain words with code, a second line and stress."
    assert clauses["G1.1"].title == "The first part"
    assert clauses["G1.1"].section == "G1"
    assert clauses["G1.2"].text == "Theirs. [ruling] Ours."
    assert clauses["G1.5"].text == "Hide. [ruling] Quick (named in G1.1)."


def test_whose_words_they_are() -> None:
    """The game's, ours, both, or for later."""
    clauses = parse("game", TEXT).clauses
    tags = {id_: clause.tag for id_, clause in clauses.items()}
    assert tags == {"G1.1": "seed", "G1.2": "mixed", "G1.3": "ruling", "G1.4": "later", "G1.5": "mixed"}
    assert clauses["G1.1"].tag_text == "The game's text"
    assert clauses["G1.3"].tag_text == "Our reading; the text is silent"


def test_cases_are_read() -> None:
    """The table of cases, without its head."""
    assert parse("game", TEXT).cases == (Case("1 + 1", "2"),)


@pytest.mark.parametrize("system", ["d20plus", "cantor", "pace", "sunder"])
def test_every_register_is_read_without_marks(system: str) -> None:
    """Every clause has an id of its section, a text, and no Markdown in it."""
    clauses = register(system).clauses
    assert len(clauses) > 50
    for id_, clause in clauses.items():
        assert id_.startswith(f"{clause.section}.")
        assert clause.title
        assert clause.text
        assert "**" not in clause.text


@pytest.mark.parametrize("system", ["chess", "", "../d20plus", "D20PLUS"])
def test_an_unknown_register_is_refused(system: str) -> None:
    """In words, and without a way to other files."""
    with pytest.raises(Unreadable):
        register(system)
