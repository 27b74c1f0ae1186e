"""Solids of triangles, for printers."""
