"""Where things stand: boards that several systems share. A board knows places and ways, no rule."""
