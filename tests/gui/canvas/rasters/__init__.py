"""Tests of the rasters."""
