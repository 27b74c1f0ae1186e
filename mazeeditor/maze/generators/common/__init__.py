"""What several generators share: where they begin, sides of squares, walls that must stay."""
