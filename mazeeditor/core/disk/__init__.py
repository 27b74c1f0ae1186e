"""Files of the system: read by one rule, written whole or not at all."""
