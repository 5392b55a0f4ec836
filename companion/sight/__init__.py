"""Photographs of the table: which pieces are where.

A photograph is decoded and its marks are found (`pnp.camera`), the camera pose is computed from those of a board
(`pose`, `board`), and each piece with a seal is identified and located (`table`), using its kit (`kit`). All that
happens in a separate process (`process`, `worker`).
"""
