"""The process that plays seats at tables."""
