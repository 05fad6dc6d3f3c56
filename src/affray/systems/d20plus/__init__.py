"""d20+ (Sundered Earth): contested rolls, wound tracks, secret lanes, reactions."""
