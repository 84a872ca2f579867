"""Finds products: category, search words, filters and facets, sort order, pages. All from the listing
tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.db import connection
from django.db.models import Count, Exists, F, Max, Min, OuterRef, QuerySet
from sitekit.words import stem, words_of

from shop.storefront.figures import money, plain
from shop.storefront.models import Listing, ListingCategory, ListingFacet

SORTS = {
    "relevance": ("Relevance", ()),
    "best-selling": ("Best-selling", ("-sold", "product_id")),
    "price": ("Price: low to high", ("price", "product_id")),
    "-price": ("Price: high to low", ("-price", "product_id")),
    "rating": ("Customer rating", ("-rating", "-num_reviews", "product_id")),
    "newest": ("Newest first", ("-date_created", "-product_id")),
    "discount": ("Biggest discount", ("-discount", "product_id")),
    "name": ("Name: A to Z", ("title", "product_id")),
}
RATINGS = (4, 3, 2)
MAX_FACETS, MAX_VALUES, MAX_BRANDS = 8, 14, 40


@dataclass(frozen=True)
class Query:
    """What a visitor asks for; made from a query string and turned back into one."""

    words: str = ""
    sort: str = ""
    price_min: Decimal | None = None
    price_max: Decimal | None = None
    rating: int | None = None
    brands: tuple[str, ...] = ()
    in_stock: bool = False
    on_sale: bool = False
    facets: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def parse(cls, terms: Any) -> Query:
        """From Django's ``request.GET``; what cannot be read is ignored."""
        facets = {
            key[2:]: tuple(dict.fromkeys(v for v in terms.getlist(key) if v))
            for key in terms
            if key.startswith("a.")
        }
        rating = terms.get("rating", "")
        return cls(
            words=" ".join(terms.get("q", "").split())[:200],
            sort=terms.get("sort", "") if terms.get("sort") in SORTS else "",
            price_min=money(terms.get("price_min")),
            price_max=money(terms.get("price_max")),
            rating=int(rating) if rating in {"1", "2", "3", "4", "5"} else None,
            brands=tuple(dict.fromkeys(v for v in terms.getlist("brand") if v)),
            in_stock=terms.get("in_stock") == "1",
            on_sale=terms.get("on_sale") == "1",
            facets={code: values for code, values in facets.items() if values},
        )

    def pairs(self) -> Iterator[tuple[str, str]]:
        """The terms of the query string, in a fixed order."""
        single = (
            ("q", self.words),
            ("sort", self.sort),
            ("price_min", plain(self.price_min)),
            ("price_max", plain(self.price_max)),
            ("rating", str(self.rating or "")),
            ("in_stock", "1" if self.in_stock else ""),
            ("on_sale", "1" if self.on_sale else ""),
        )
        yield from ((key, value) for key, value in single if value)
        yield from (("brand", slug) for slug in self.brands)
        for code, values in self.facets.items():
            yield from ((f"a.{code}", value) for value in values)

    def encode(self, **more: Any) -> str:
        """The query string, with further terms such as ``page``."""
        return urlencode([*self.pairs(), *((key, str(value)) for key, value in more.items())])

    @property
    def filtered(self) -> bool:
        """Whether anything but words and sort order narrows the list."""
        return bool(
            self.price_min is not None
            or self.price_max is not None
            or self.rating
            or self.brands
            or self.in_stock
            or self.on_sale
            or self.facets
        )

    def without_facet(self, code: str, value: str) -> Query:
        """The same query with one value of one facet taken away."""
        left = {c: tuple(v for v in vs if (c, v) != (code, value)) for c, vs in self.facets.items()}
        return replace(self, facets={c: vs for c, vs in left.items() if vs})


@dataclass(frozen=True)
class Option:
    """One box that can be ticked in a filter."""

    value: str
    label: str
    count: int
    selected: bool


@dataclass(frozen=True)
class Facet:
    """A filter with its options."""

    code: str
    name: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Chip:
    """A filter that is active, and the address without it."""

    label: str
    url: str


def search_scores(text: str) -> dict[int, float]:
    """Products that hold every word (as a beginning of a word) with a score; words in the title weigh most.

    When nothing holds every word, products that hold some of them.
    """
    words = words_of(text)
    if not words:
        return {}
    phrase = '"{}"'.format(" ".join(re.findall(r"\w+", text.lower())))
    for form in ("+{}*", "{}*"):
        boolean = " ".join(form.format(stem(word)) for word in words)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT product_id,"
                " 6 * (MATCH(title, brand_name) AGAINST (%s IN BOOLEAN MODE) > 0)"
                " + 3 * MATCH(title, brand_name) AGAINST (%s IN BOOLEAN MODE)"
                " + MATCH(title, brand_name, text) AGAINST (%s IN BOOLEAN MODE)"
                " FROM storefront_listing WHERE MATCH(title, brand_name, text) AGAINST (%s IN BOOLEAN MODE)",
                [phrase, boolean, boolean, boolean],
            )
            found = {product: round(float(score), 4) for product, score in cursor.fetchall()}
        if found:
            return found
    return {}


class Finder:
    """The products of a place (the shop, a category, a brand, a range, a search) that a query leaves.

    Args:
        query: what is asked for.
        category: only products in it or below it.
        brand: only products of this brand.
        ids: only these products, such as those of a range.
        default_sort: key of ``SORTS`` when the query names none.
    """

    def __init__(
        self,
        query: Query,
        *,
        category: Any = None,
        brand: Any = None,
        ids: Iterable[int] | None = None,
        default_sort: str = "best-selling",
    ) -> None:
        self.query, self.category, self.brand = query, category, brand
        self.only = None if ids is None else list(ids)
        self.default_sort = "relevance" if query.words else default_sort

    @property
    def sort(self) -> str:
        """Key of the sort order in force."""
        wanted = self.query.sort or self.default_sort
        return self.default_sort if wanted == "relevance" and not self.query.words else wanted

    @property
    def sorts(self) -> list[tuple[str, str]]:
        """Keys and names of the sort orders to choose from."""
        return [
            (key, name) for key, (name, _order) in SORTS.items() if key != "relevance" or self.query.words
        ]

    @cached_property
    def scores(self) -> dict[int, float]:
        """Matches of the search words."""
        return search_scores(self.query.words) if self.query.words else {}

    @cached_property
    def place(self) -> QuerySet[Listing]:
        """Everything in the place, before filters."""
        found = Listing.objects.all()
        if self.category is not None:
            found = found.filter(category_rows__category_id=self.category.pk)
        if self.brand is not None:
            found = found.filter(brand_id=self.brand.pk)
        if self.only is not None:
            found = found.filter(pk__in=self.only)
        if self.query.words:
            found = found.filter(pk__in=list(self.scores))
        return found

    def matches(self, leave_out: str = "") -> QuerySet[Listing]:
        """The place after all filters but one (to count what that one would give)."""
        query, found = self.query, self.place
        if query.price_min is not None and leave_out != "price":
            found = found.filter(price__gte=query.price_min)
        if query.price_max is not None and leave_out != "price":
            found = found.filter(price__lte=query.price_max)
        if query.rating and leave_out != "rating":
            found = found.filter(rating__gte=query.rating)
        if query.brands and leave_out != "brand":
            found = found.filter(brand__slug__in=query.brands)
        if query.in_stock and leave_out != "in_stock":
            found = found.filter(stock__gt=0)
        if query.on_sale and leave_out != "on_sale":
            found = found.filter(discount__gt=0)
        for code, values in query.facets.items():
            if leave_out != f"a.{code}":
                found = found.filter(
                    Exists(ListingFacet.objects.filter(listing=OuterRef("pk"), code=code, value__in=values))
                )
        return found

    # ---- the list ------------------------------------------------------------------------------------------
    @cached_property
    def ids(self) -> list[int]:
        """All matching products in order."""
        if self.sort == "relevance":
            scores = self.scores
            rows = self.matches().values_list("pk", "sold")
            return [
                pk for pk, sold in sorted(rows, key=lambda row: (-scores.get(row[0], 0), -row[1], row[0]))
            ]
        order: list[Any] = []
        for name in SORTS[self.sort][1]:
            order.append(
                F(name[1:]).desc(nulls_last=True) if name.startswith("-") else F(name).asc(nulls_last=True)
            )
        return list(self.matches().order_by(*order).values_list("pk", flat=True))

    @property
    def count(self) -> int:
        return len(self.ids)

    def page(self, number: int, size: int) -> list[Listing]:
        """The listings of one page (from 1)."""
        wanted = self.ids[(number - 1) * size : number * size]
        rows = Listing.objects.defer("text").in_bulk(wanted)
        return [rows[pk] for pk in wanted if pk in rows]

    # ---- filters -------------------------------------------------------------------------------------------
    @cached_property
    def price_bounds(self) -> dict[str, Any]:
        return self.matches("price").aggregate(low=Min("price"), high=Max("price"))

    @cached_property
    def ratings(self) -> list[Option]:
        counts: dict[int, int] = {}
        for rating in self.matches("rating").exclude(rating=None).values_list("rating", flat=True):
            for stars in RATINGS:
                if rating >= stars:
                    counts[stars] = counts.get(stars, 0) + 1
        return [
            Option(str(n), f"{n} stars and up", counts.get(n, 0), self.query.rating == n) for n in RATINGS
        ]

    @cached_property
    def brand_options(self) -> list[Option]:
        if self.brand is not None:
            return []
        rows = (
            self.matches("brand")
            .exclude(brand=None)
            .values_list("brand__slug", "brand_name")
            .annotate(n=Count("pk"))
            .order_by("brand_name")
        )
        return [Option(slug, name, n, slug in self.query.brands) for slug, name, n in rows]

    @cached_property
    def in_stock_count(self) -> int:
        return self.matches("in_stock").filter(stock__gt=0).count()

    @cached_property
    def on_sale_count(self) -> int:
        return self.matches("on_sale").filter(discount__gt=0).count()

    @cached_property
    def facets(self) -> list[Facet]:
        """Filters by attribute: those that most of the products have come first."""
        found = self._facet_counts(None)
        for code in self.query.facets:
            own = self._facet_counts(code)
            if code in own:
                found[code] = own[code]
        ranked = sorted(
            found.items(),
            key=lambda item: (item[0] not in self.query.facets, -sum(r[3] for r in item[1]), item[0]),
        )
        facets = []
        for code, rows in ranked[: max(MAX_FACETS, len(self.query.facets))]:
            chosen = self.query.facets.get(code, ())
            if len(rows) < 2 and not chosen:
                continue
            top = sorted(rows, key=lambda r: (r[1] not in chosen, -r[3], r[2], r[1]))[:MAX_VALUES]
            options = tuple(
                Option(r[1], r[1], r[3], r[1] in chosen) for r in sorted(top, key=lambda r: (r[2], r[1]))
            )
            facets.append(Facet(code, rows[0][0], options))
        return facets

    def _facet_counts(self, only: str | None) -> dict[str, list[tuple[str, str, float, int]]]:
        """Rows (name, value, position, products) by code."""
        everything = (
            not self.query.words and not self.query.filtered and self.only is None and self.brand is None
        )
        rows = ListingFacet.objects.all()
        if only is not None:
            rows = rows.filter(code=only, listing__in=self.matches(f"a.{only}"))
        elif everything and self.category is not None:
            in_category = ListingCategory.objects.filter(
                category_id=self.category.pk, listing_id=OuterRef("listing_id")
            )
            rows = rows.filter(Exists(in_category))
        elif not everything:
            rows = rows.filter(listing_id__in=self.ids)
        counted = (
            rows.values_list("code", "name", "value")
            .annotate(place=Min("position"), n=Count("listing_id"))
            .order_by()
        )
        by_code: dict[str, list[tuple[str, str, float, int]]] = {}
        for code, name, value, position, n in counted:
            by_code.setdefault(code, []).append((name, value, position, n))
        return by_code

    def chips(self, brand_names: dict[str, str]) -> list[Chip]:
        """The active filters, each with the address that removes it."""
        query = self.query
        chips = []

        def add(label: str, without: Query) -> None:
            chips.append(Chip(label, f"?{without.encode()}"))

        if query.price_min is not None:
            add(f"From €{query.price_min:.2f}", replace(query, price_min=None))
        if query.price_max is not None:
            add(f"Up to €{query.price_max:.2f}", replace(query, price_max=None))
        if query.rating:
            add(f"{query.rating} stars and up", replace(query, rating=None))
        for slug in query.brands:
            add(
                f"Brand: {brand_names.get(slug, slug)}",
                replace(query, brands=tuple(b for b in query.brands if b != slug)),
            )
        if query.in_stock:
            add("In stock", replace(query, in_stock=False))
        if query.on_sale:
            add("Reduced", replace(query, on_sale=False))
        names = {facet.code: facet.name for facet in self.facets}
        for code, values in query.facets.items():
            for value in values:
                add(f"{names.get(code, code)}: {value}", query.without_facet(code, value))
        return chips
