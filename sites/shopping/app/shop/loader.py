"""Finds Oscar's classes: those in ``shop.overrides`` come first."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from oscar.core.loading import default_class_loader

OVERRIDES = "shop.overrides"


def load_classes(module_label: str, classnames: list[str], module_prefix: str) -> list[Any]:
    """Oscar's class loader: ``order.processing`` is looked for in ``shop.overrides.order.processing`` first.

    Args:
        module_label: app label and module, such as ``dashboard.orders.views``.
        classnames: names of the classes wanted.
        module_prefix: where the originals live.
    """
    if find_spec(f"{OVERRIDES}.{module_label.split('.')[0]}") is None:
        return default_class_loader(module_label, classnames, module_prefix)
    try:
        spec = find_spec(f"{OVERRIDES}.{module_label}")
    except ModuleNotFoundError:
        spec = None
    if spec is None:
        return default_class_loader(module_label, classnames, module_prefix)
    ours = import_module(f"{OVERRIDES}.{module_label}")
    return [
        getattr(ours, name)
        if hasattr(ours, name)
        else default_class_loader(module_label, [name], module_prefix)[0]
        for name in classnames
    ]
