"""Bots: players that choose among the options which the engine offers."""
