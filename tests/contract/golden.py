"""Prints a whole fight of every case, for comparing one process with another.

Run as a program: `python -m tests.contract.golden`.
"""

from __future__ import annotations

import hashlib
from random import Random

import orjson

from affray.kernel.codec import state_hash, to_plain
from affray.kernel.inputs import item_to_plain
from tests.contract.cases import Case, cases
from tests.contract.play import any_answer, open_session, take, viewers

INPUTS = 200


def golden(case: Case) -> str:
    """A digest of everything that a fight brings forth: inputs with their stamps, records, what is seen."""
    session = open_session(case)
    random = Random(31)
    for _ in range(INPUTS):
        if session.pending is None:
            break
        take(session, *any_answer(session, random))
    request = None if session.pending is None else session.pending.request
    everything = [
        [item_to_plain(item) for item in session.history],
        [
            (record.number, record.at, type(record.event).__name__, to_plain(record.event))
            for record in session.records
        ],
        [case.system.view(session.encounter, viewer, request) for viewer in viewers(session)],
        [case.system.entries(session.encounter, session.records, viewer) for viewer in viewers(session)],
        repr(request),
        state_hash(session.encounter.state),
    ]
    return hashlib.blake2b(orjson.dumps(everything), digest_size=16).hexdigest()


if __name__ == "__main__":
    for one in cases():
        print(one.id, golden(one))
