"""Play: walking the maze on the canvas, with a bar of its own; the document is not changed."""
