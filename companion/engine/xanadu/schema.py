"""Prints the JSON Schema of a position: ``python -m companion.engine.xanadu.schema``."""

import json

from companion.engine.xanadu.jsonform import schema

if __name__ == "__main__":
    print(json.dumps(schema(), indent=2))
