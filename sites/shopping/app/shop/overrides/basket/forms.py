"""Adding to the basket: a variant is chosen by its options."""

from __future__ import annotations

from typing import Any

from django import forms
from oscar.apps.basket import forms as oscars


class AddToBasketForm(oscars.AddToBasketForm):
    """Accepts ``child_id``, or one field ``option_<code>`` for each attribute that tells variants apart."""

    def _create_parent_product_fields(self, product: Any) -> None:
        self.fields["child_id"] = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_child_id(self) -> Any:
        if not self.cleaned_data.get("child_id"):
            self.cleaned_data["child_id"] = self._child_by_options()
        return super().clean_child_id()

    def _child_by_options(self) -> int:
        from shop.overrides.catalogue.views import variant

        wanted = {key[7:]: value for key, value in self.data.items() if key.startswith("option_")}
        children = self.parent_product.children.filter(is_public=True).prefetch_related(
            "stockrecords", "images", "attribute_values__attribute", "attribute_values__value_option"
        )
        variants = [variant(child) for child in children]
        missing = [name for one in variants for code, name in one["names"].items() if not wanted.get(code)]
        if missing:
            raise forms.ValidationError(f"Please choose: {', '.join(dict.fromkeys(missing)).lower()}.")
        for one in variants:
            if all(wanted.get(code) == value for code, value in one["options"].items()):
                return int(one["id"])
        raise forms.ValidationError("This combination is not available.")


class SimpleAddToBasketForm(oscars.SimpleAddToBasketMixin, AddToBasketForm):
    """One piece, without asking."""
