"""The commands of `companion`, a module each, named as it is typed; `companion.cli` loads them."""
