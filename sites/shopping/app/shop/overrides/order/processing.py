"""What happens when an order's status changes: stock is released or consumed, parcels are recorded."""

from __future__ import annotations

from typing import Any

from oscar.apps.order import processing


class EventHandler(processing.EventHandler):
    """Cancelling gives allocated stock back; shipping takes it out of the warehouse."""

    def handle_order_status_change(self, order: Any, new_status: str, note_msg: str | None = None) -> None:
        super().handle_order_status_change(order, new_status, note_msg)
        lines = list(order.lines.select_related("stockrecord", "product"))
        allocated = [line for line in lines if line.num_allocated and line.stockrecord_id]
        if not allocated:
            return
        quantities = [line.num_allocated for line in allocated]
        if new_status == "Cancelled":
            self.cancel_stock_allocations(order, allocated, quantities)
        elif new_status == "Shipped":
            self.consume_stock_allocations(order, allocated, quantities)
