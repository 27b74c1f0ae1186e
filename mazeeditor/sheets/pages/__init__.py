"""One page of a sheet or book: mazes, the texts around them, answers; and pages as files."""
