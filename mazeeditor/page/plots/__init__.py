"""A comparison of generators as pages of box plots."""
