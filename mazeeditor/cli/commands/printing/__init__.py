"""Subcommands for classes and print shops: sheets, books, and the check of any PDF."""
