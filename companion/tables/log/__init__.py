"""What a table's log says, and how a table is made of it. All of it is pure: no database, no clock."""
