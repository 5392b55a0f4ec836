"""Prints the JSON Schema of a position: ``python -m companion.games.xanadu.schema``."""

import json

from companion.games.xanadu.jsonform import schema

if __name__ == "__main__":
    print(json.dumps(schema(), indent=2))
