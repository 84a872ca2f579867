"""Checkout with a choice of payment; payment itself passes through."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views import generic
from oscar.apps.checkout import views
from oscar.apps.payment.exceptions import PaymentError
from oscar.core.loading import get_model

Source, SourceType = get_model("payment", "Source"), get_model("payment", "SourceType")
Order = get_model("order", "Order")
UserAddress = get_model("address", "UserAddress")
BillingAddress = get_model("order", "BillingAddress")


class PaymentForm(forms.Form):
    """How to pay."""

    method = forms.ChoiceField(
        label="Payment method",
        widget=forms.RadioSelect,
        choices=[(code, f"{name}: {text}") for code, name, text in settings.SHOP_PAYMENT_METHODS],
    )


def payment_name(code: str | None) -> str:
    """Name of a payment method."""
    return next((name for known, name, _text in settings.SHOP_PAYMENT_METHODS if known == code), "")


class PaymentMethodView(views.PaymentMethodView):
    """Goes straight on to the choice of payment."""


class PaymentDetailsView(views.PaymentDetailsView):
    """Choice of payment at ``payment-details``, summary at ``preview``; the choice is kept in the session."""

    def check_payment_data_is_captured(self, request: HttpRequest) -> None:
        from django.urls import reverse
        from oscar.apps.checkout.exceptions import FailedPreCondition

        if not payment_name(self.checkout_session.payment_method()):
            raise FailedPreCondition(
                url=reverse("checkout:payment-details"), message="Please choose how to pay."
            )

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        chosen = self.checkout_session.payment_method()
        context["payment_method"] = payment_name(chosen)
        context.setdefault("payment_form", PaymentForm(initial={"method": chosen or "invoice"}))
        context["billing_address"] = self.billing_address() or context.get("shipping_address")
        return context

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.POST.get("action") == "place_order":
            return self.handle_place_order_submission(request)
        form = PaymentForm(request.POST)
        if not form.is_valid():
            return self.render_payment_details(request, payment_form=form)
        self.checkout_session.pay_by(form.cleaned_data["method"])
        return redirect("checkout:preview")

    def billing_address(self) -> Any:
        """The default billing address of the account, if there is one."""
        user = self.request.user
        return user.addresses.filter(is_default_for_billing=True).first() if user.is_authenticated else None

    def get_billing_address(self, shipping_address: Any) -> Any:
        """The account's billing address, else the delivery address."""
        address = BillingAddress()
        (self.billing_address() or shipping_address).populate_alternative_model(address)
        return address

    def handle_payment(self, order_number: str, total: Any, **kwargs: Any) -> None:
        """Record how the customer pays; no money moves.

        Raises:
            PaymentError: the session holds no method we know.
        """
        code = self.checkout_session.payment_method()
        source_type = SourceType.objects.filter(code=code).first()
        if source_type is None:
            raise PaymentError("Please choose how to pay.")
        self.add_payment_source(
            Source(
                source_type=source_type,
                currency=total.currency,
                amount_allocated=total.incl_tax,
                reference=order_number,
            )
        )


class ThankYouView(views.ThankYouView):
    """The summary after ordering; looking at it records nothing."""

    def get_context_data(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        return generic.DetailView.get_context_data(self, *args, **kwargs)

    def get_object(self, queryset: Any = None) -> Any:
        return Order.objects.filter(pk=self.request.session.get("checkout_order_id")).first()
