"""Every reason in words: why something is refused, stops or does not count."""

from __future__ import annotations

from affray.kernel.presentation import Remark
from affray.kernel.reasons import Reason
from affray.telling.words import remark

WORDS: dict[str, str] = {
    "not offered": '"{}" is not on offer here',
}
"""A sentence for each key; its gaps are filled with what the reason is about, in order."""


def in_words(reason: Reason) -> str:
    """A reason as people read it. A key without words is a mistake, and a `KeyError`."""
    return WORDS[reason.key].format(*reason.about)


def remark_of(reason: Reason) -> Remark:
    """A reason with its clause."""
    return remark(in_words(reason), reason.clause)
