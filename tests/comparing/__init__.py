"""Tests of comparing generators."""
