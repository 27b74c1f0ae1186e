"""Where what stays of a part is thinner than its material bears."""
