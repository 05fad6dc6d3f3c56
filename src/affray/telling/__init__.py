"""How fights are told, for any system: words, log entries and questions. No rule is known here."""
