"""What a machine is to make: its sheets, drawn large, with the fields and the objects."""
