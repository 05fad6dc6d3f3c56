"""What is said beside the solution of a fight."""

from __future__ import annotations

LEAVES_OUT = (
    "Left out: the limit of rounds after which a scene of bots ends undecided, and the GM's question after "
    "quiet rounds, which bots answer by going on."
)
"""What `memo` leaves out of a state, in words."""
