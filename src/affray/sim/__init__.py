"""Fights played out by bots alone."""
