"""The calls that pages and programs make: tables of one database."""
