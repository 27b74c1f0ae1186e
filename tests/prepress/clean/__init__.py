"""Files of other programs that keep to all rules: what a check says of them is wrong."""
