"""How a d20+ fight reads: its log, its questions, what is waited for. No rule is decided here."""

from affray.systems.d20plus.text.acts import act_words
from affray.systems.d20plus.text.log import Log, entries
from affray.systems.d20plus.text.questions import question
from affray.systems.d20plus.text.reasons import in_words, remark_of
from affray.systems.d20plus.text.waiting import waiting

__all__ = ["Log", "act_words", "entries", "in_words", "question", "remark_of", "waiting"]
