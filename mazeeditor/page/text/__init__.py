"""Texts on a page, in any script: measured, broken into lines, shaped."""
