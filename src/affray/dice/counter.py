"""The counter generator: every face is a function of the seed, the stream and the place in it."""

from __future__ import annotations

import hashlib


class CounterDice:
    """Dice whose faces are fixed by a seed. The commitment can be published before the first roll.

    The face is 1 plus 64 bits of BLAKE2b(seed, "stream|index|again") modulo the sides; the bias of that is
    below 1 in 10^17 for a d20.
    """

    __slots__ = ("_key", "seed")

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._key = hashlib.blake2b(seed.encode(), digest_size=32).digest()

    def __call__(self, stream: str, index: int, again: int, sides: int) -> int:
        """The face from 1 to `sides` at this place of the stream."""
        place = f"{stream}|{index}|{again}".encode()
        number = int.from_bytes(hashlib.blake2b(place, key=self._key, digest_size=8).digest(), "big")
        return 1 + number % sides

    @property
    def stamp_key(self) -> bytes:
        """A key for the stamps of a fight's requests: nobody knows it who does not know the seed."""
        return hashlib.blake2b(b"stamps", key=self._key, digest_size=16).digest()

    @property
    def commitment(self) -> str:
        """32 hexadecimal digits that bind the seed without giving it away."""
        return hashlib.blake2b(b"affray|" + self.seed.encode(), digest_size=16).hexdigest()
