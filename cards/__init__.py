"""The kits: data only. This file lets a wheel carry the folders beside it."""
