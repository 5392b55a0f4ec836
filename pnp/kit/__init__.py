"""Reads and checks a kit folder. The result is a frozen, typed `Kit`."""

from pnp.kit.evaluation import expand
from pnp.kit.model import Kit, Localised, Record, Table, Value

__all__ = ["Kit", "Localised", "Record", "Table", "Value", "expand"]
