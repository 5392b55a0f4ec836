"""The games, a package each: rules, table and pages. They are announced in pyproject.toml as a stranger's would be."""
