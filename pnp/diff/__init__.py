"""What changed between two states of a kit: compared, shown, and printed with a list of what to swap."""
