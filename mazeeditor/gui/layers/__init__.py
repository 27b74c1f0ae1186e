"""What lies over the maze on the canvas: a repair, sealed cells, a picture, the page."""
