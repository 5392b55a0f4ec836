"""Changes between two states of a kit: compare, show, and print them with a swap list."""
