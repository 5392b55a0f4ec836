"""Reading and checking a kit folder: data in, a typed and frozen `Kit` out."""

from pnp.kit.evaluation import expand
from pnp.kit.model import Kit, Localised, Record, Table, Value

__all__ = ["Kit", "Localised", "Record", "Table", "Value", "expand"]
