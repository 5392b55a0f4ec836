"""Prints the JSON Schema of a position: ``python -m companion.games.dunhuang.schema``."""

import json

from companion.games.dunhuang.jsonform import schema

if __name__ == "__main__":
    print(json.dumps(schema(), indent=2))
