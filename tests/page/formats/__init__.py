"""Tests of files for others."""
