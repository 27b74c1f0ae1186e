"""Rows and columns that are added or removed, and what they carry along."""
