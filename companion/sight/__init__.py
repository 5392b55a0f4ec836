"""Photographs of the table: which pieces lie where.

A photograph is decoded and its marks are found (`pnp.camera`), the camera is worked out from those of a board (`pose`,
`board`), and each piece that bears a seal is told with its place (`table`), by what its kit says (`kit`).
All that happens in a process of its own (`process`, `worker`).
"""
