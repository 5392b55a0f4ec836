"""Small finished games to grow one's own kit from, and the command that writes one: `pnp new`."""
