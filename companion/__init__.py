"""The companion: the rules of the games, beside the paper."""

TITLE = "Silk Road Print & Play"
"""The name of the product, in every language."""
