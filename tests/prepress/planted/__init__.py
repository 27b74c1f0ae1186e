"""Files of 24 pages that break one rule on page 6, by what breaks it and by what carries that."""
