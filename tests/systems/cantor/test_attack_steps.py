"""The seven steps of an attack as people read them, kept to be read and compared."""

from __future__ import annotations

from tests.systems.cantor.attack_steps import GOLDEN, STEPS, traces


def test_every_step_reads_as_it_is_kept() -> None:
    """A change shows here; `python -m tests.systems.cantor.attack_steps` writes the file anew."""
    kept = GOLDEN.read_text(encoding="utf-8")
    assert len(STEPS) == 7
    assert all(title in kept for title, _ in STEPS)
    assert traces() == kept
