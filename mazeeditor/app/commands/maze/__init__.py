"""The commands on the whole maze: generated, transformed, repaired, compared, solved."""
