"""Fields from which a colour, a typeface or a zoom is chosen."""
