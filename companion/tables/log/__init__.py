"""The log of a table, and how to fold it into a table. Pure: no database, no clock."""
