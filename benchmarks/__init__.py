"""Measurements of start, window, screen, kernels and exports: ``python -m benchmarks``."""
