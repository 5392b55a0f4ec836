"""The proof page: shows a kit during design, and writes edits made on the page into its files."""
