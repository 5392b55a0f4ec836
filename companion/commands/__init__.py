"""The commands of `companion`, one module each, named like the command; `companion.cli` loads them."""
