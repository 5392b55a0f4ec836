"""Printing kits for others: orders, the queue, and the press in a process of its own. It knows no web.

An `Offer` is a kit that can be printed, a `Choice` how; `Orders.place` takes an order, a `Foreman` has it printed, and
`Orders.standing` says how it stands.
"""
