"""What every request and answer share: who asks, from where, how much, and what is written of it."""
