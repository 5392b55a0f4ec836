"""Tokens of seats and codes of tables. Only hashes of secrets are stored."""

from __future__ import annotations

import hashlib
import re
import secrets

from companion.tables.errors import TableError, message

TOKEN_BITS = 128
COMMAND_ID = "[A-Za-z0-9_-]{1,64}"
CODE_LENGTH = 5
LONGEST_CODE = 8
"""Codes are so long at most, on servers that many guess at."""
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so no words; no Y, which is one in Spanish and looks like V."""


def new_token() -> str:
    """Returns a phone's token, 32 hexadecimal digits. It has no rights until a seat is taken with it."""
    return secrets.token_hex(TOKEN_BITS // 8)


def new_command_id() -> str:
    """Returns an id for one command, made with the page that offers it."""
    return secrets.token_hex(12)


def new_code(length: int = CODE_LENGTH) -> str:
    """Returns a random code such as ``QKTRN``."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def is_code(text: str) -> bool:
    """Returns whether a text has the form of a table's code."""
    return set(text) <= set(LETTERS) and CODE_LENGTH <= len(text) <= LONGEST_CODE


def read_code(text: str) -> str:
    """Normalises a typed code: any case, with spaces or hyphens."""
    upper = text.upper()
    return upper if upper.isalnum() else "".join(letter for letter in upper if letter.isalnum())


def hashed(secret: str) -> str:
    """Returns the hash stored for a secret. Secrets have 128 bits, so no salt is needed."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def make_command_key(token_hash: str, where: str, command_id: str) -> str:
    """Returns the key that identifies a repeated command: a hash of its phone, its address, and its id. Ids may repeat
    across phones and addresses. Raises ``bad_command`` for an invalid id."""
    if not re.fullmatch(COMMAND_ID, command_id):
        what = message("unexpected", field="command_id", what=COMMAND_ID, given=command_id)
        raise TableError("bad_command", message=what)
    return hashlib.sha256(f"{token_hash}\0{where}\0{command_id}".encode()).hexdigest()[:40]


def commitment(seed: bytes) -> str:
    """Returns the commitment to a seed before its use: its SHA-256."""
    return hashlib.sha256(seed).hexdigest()
