"""The companion: the rules of the games, beside the paper."""
