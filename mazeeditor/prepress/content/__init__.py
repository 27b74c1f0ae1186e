"""What the operators of a page paint, carried out as a printer does."""
