"""Other figures of a maze by few changes: a longer route, straighter corridors, fewer dead ends."""
