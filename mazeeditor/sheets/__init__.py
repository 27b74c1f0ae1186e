"""Sheets: many mazes on the pages of one file; and what a print shop asks of a file."""

BOOK_SUFFIX = ".mazebook"
