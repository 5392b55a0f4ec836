"""JSON schemas of a kit's files, by which editors complete, explain and underline."""
