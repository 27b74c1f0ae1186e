"""The tests: one folder for each room of the package, and a harness that drives real windows."""
