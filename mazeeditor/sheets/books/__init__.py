"""Books: mazes in chapters, from a file that describes them."""
