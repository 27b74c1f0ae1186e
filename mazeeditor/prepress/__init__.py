"""What print shops ask for: rules as data, and the check of any PDF. It knows no maze."""
