"""Forms of the storefront's own pages."""

from __future__ import annotations

from typing import Any

from django import forms

from shop.storefront.models import ContactMessage


class ContactForm(forms.ModelForm):
    """A message to the shop."""

    subject = forms.ChoiceField(label="Subject", choices=[("", "Please choose"), *ContactMessage.SUBJECTS])
    message = forms.CharField(label="Message", widget=forms.Textarea(attrs={"rows": 8}))

    class Meta:
        model = ContactMessage
        fields = ("name", "email", "subject", "order_number", "message")

    def __init__(self, *args: Any, user: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user if user is not None and user.is_authenticated else None
        if self.user:
            self.fields["name"].initial = self.user.get_full_name()
            self.fields["email"].initial = self.user.email
        self.fields["order_number"].help_text = "If your message is about an order."

    def clean_order_number(self) -> str:
        from oscar.core.loading import get_model

        number = self.cleaned_data["order_number"].strip().lstrip("#")
        if number and not get_model("order", "Order").objects.filter(number=number).exists():
            raise forms.ValidationError("We have no order with this number.")
        return number

    def save(self, commit: bool = True) -> ContactMessage:
        self.instance.user = self.user
        return super().save(commit)


class NewsletterForm(forms.Form):
    """An address for the newsletter."""

    email = forms.EmailField(label="Your e-mail address")
