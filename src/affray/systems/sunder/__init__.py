"""Sunder: Tests and Volatility, Stress and Fallout, the gauntlet and the cards."""
