"""The window of books: options, chapters, pages that turn, single mazes, and the check."""
