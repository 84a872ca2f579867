"""Product forms with brand, summary, weight and list price; a search that knows stock and category."""

from __future__ import annotations

from typing import Any

from django import forms
from oscar.apps.dashboard.catalogue import forms as oscars
from oscar.core.loading import get_model

Product = get_model("catalogue", "Product")
Category = get_model("catalogue", "Category")
ProductClass = get_model("catalogue", "ProductClass")
StockRecord = get_model("partner", "StockRecord")
Brand = get_model("storefront", "Brand")

SORTS = {
    "": ("Newest first", ("-date_created", "-pk")),
    "title": ("Title", ("title", "pk")),
    "stock": ("Stock: low to high", ("stock", "pk")),
    "-stock": ("Stock: high to low", ("-stock", "pk")),
    "price": ("Price: low to high", ("price", "pk")),
    "-price": ("Price: high to low", ("-price", "pk")),
    "rating": ("Rating: low to high", ("rating", "pk")),
}


class ProductForm(oscars.ProductForm):
    """A product or variant."""

    class Meta(oscars.ProductForm.Meta):
        fields = [
            "title",
            "brand",
            "summary",
            "upc",
            "description",
            "is_public",
            "is_discountable",
            "weight_g",
            "structure",
            "slug",
            "meta_title",
            "meta_description",
        ]
        widgets = {**oscars.ProductForm.Meta.widgets, "description": forms.Textarea(attrs={"rows": 8})}
        labels = {
            "upc": "Article number (EAN)",
            "is_public": "Shown in the shop (public)",
            "is_discountable": "Offers may apply",
        }

    def delete_non_child_fields(self) -> None:
        super().delete_non_child_fields()
        for name in ("brand", "summary"):
            self.fields.pop(name, None)


class StockRecordForm(oscars.StockRecordForm):
    """Stock and prices."""

    class Meta:
        model = StockRecord
        fields = [
            "partner",
            "partner_sku",
            "price_currency",
            "price",
            "list_price",
            "num_in_stock",
            "low_stock_threshold",
        ]


class ProductSearchForm(forms.Form):
    """All filters combine."""

    q = forms.CharField(label="Title, article (SKU) or EAN", required=False)
    category = forms.ModelChoiceField(
        label="Category",
        required=False,
        queryset=Category.objects.order_by("path"),
        empty_label="Any category",
    )
    brand = forms.ModelChoiceField(
        label="Brand", required=False, queryset=Brand.objects.order_by("name"), empty_label="Any brand"
    )
    public = forms.ChoiceField(
        label="Shown in the shop", required=False, choices=[("", "Either"), ("1", "Yes"), ("0", "No")]
    )
    stock_min = forms.IntegerField(label="Stock from", required=False)
    stock_max = forms.IntegerField(label="Stock to", required=False)
    sort = forms.ChoiceField(
        label="Sort by", required=False, choices=[(key, name) for key, (name, _order) in SORTS.items()]
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["category"].label_from_instance = lambda c: ("– " if c.depth > 1 else "") + c.name


def category_choices() -> list[tuple[Any, str]]:
    """Categories with their departments, in the menu's order: one query."""
    names: dict[str, str] = {}
    choices: list[tuple[Any, str]] = [("", "---------")]
    for category in Category.objects.order_by("path"):
        above = names.get(category.path[: -Category.steplen])
        names[category.path] = f"{above} > {category.name}" if above else category.name
        choices.append((category.pk, names[category.path]))
    return choices


class ProductCategoryForm(oscars.ProductCategoryForm):
    """A category of a product; Oscar's own asks the database for the parents of each option."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["category"].choices = category_choices()
