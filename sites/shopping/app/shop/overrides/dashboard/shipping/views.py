"""List and edit delivery methods."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from oscar.core.loading import get_model

OrderAndItemCharges = get_model("shipping", "OrderAndItemCharges")


class ShippingMethodForm(forms.ModelForm):
    """A delivery method."""

    description = forms.CharField(
        label="Description", required=False, widget=forms.Textarea(attrs={"rows": 3})
    )

    class Meta:
        model = OrderAndItemCharges
        fields = ("name", "description", "price_per_order", "price_per_item", "free_shipping_threshold")
        labels = {"free_shipping_threshold": "Free from an order total of"}


def method_list(request: HttpRequest) -> HttpResponse:
    """All delivery methods."""
    return render(
        request,
        "oscar/dashboard/shipping/methods.html",
        {"methods": OrderAndItemCharges.objects.order_by("pk")},
    )


def method_edit(request: HttpRequest, pk: int | None = None) -> HttpResponse:
    """Change a delivery method, or make one."""
    method = get_object_or_404(OrderAndItemCharges, pk=pk) if pk else None
    form = ShippingMethodForm(request.POST or None, instance=method)
    if request.method == "POST" and form.is_valid():
        saved = form.save()
        messages.success(request, f"Delivery method “{saved.name}” was saved.")
        return redirect("dashboard:shipping-method-list")
    return render(request, "oscar/dashboard/shipping/method_form.html", {"form": form, "method": method})


def method_delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a delivery method after asking."""
    method = get_object_or_404(OrderAndItemCharges, pk=pk)
    if request.method == "POST":
        method.delete()
        messages.success(request, f"Delivery method “{method.name}” was deleted.")
        return redirect("dashboard:shipping-method-list")
    return render(request, "oscar/dashboard/shipping/method_delete.html", {"method": method})
