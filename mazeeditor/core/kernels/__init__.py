"""Inner loops over arrays: compiled by numba, interpreted, or followed by a film."""
