"""A build: the files of a kit, its manifest, and the print guide."""
