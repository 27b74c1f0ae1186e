"""Forms made from options: a field for each, and what users read of its choices."""
