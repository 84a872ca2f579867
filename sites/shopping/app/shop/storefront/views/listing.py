"""Pages that list products: categories, search, brands, deals, new arrivals."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from oscar.core.loading import get_model

from shop.storefront.context import departments
from shop.storefront.finder import Finder, Query
from shop.storefront.models import Brand, ListingCategory

Category = get_model("catalogue", "Category")


def page_number(request: HttpRequest, pages: int) -> int:
    """The page asked for.

    Raises:
        Http404: not a number of a page that exists.
    """
    text = request.GET.get("page") or "1"
    if not text.isdigit() or not 1 <= int(text) <= max(pages, 1):
        raise Http404("There is no such page.")
    return int(text)


def page_links(current: int, pages: int) -> list[int | None]:
    """Numbers of the pages to link to; None is a gap.

    >>> page_links(5, 9)
    [1, None, 4, 5, 6, None, 9]
    """
    wanted = sorted({1, pages, current - 1, current, current + 1} & set(range(1, pages + 1)))
    links: list[int | None] = []
    for number in wanted:
        if links and number - (links[-1] or 0) > 1:
            links.append(None)
        links.append(number)
    return links


def listing_page(
    request: HttpRequest, finder: Finder, template: str = "storefront/listing.html", **context: Any
) -> HttpResponse:
    """Render one page of what a finder found, with filters beside it."""
    size = settings.SHOP_LISTING_PAGE
    pages = -(-finder.count // size)
    number = page_number(request, pages)
    first = (number - 1) * size
    query = finder.query
    brands = finder.brand_options
    return render(
        request,
        template,
        {
            "finder": finder,
            "query": query,
            "products": finder.page(number, size),
            "count": finder.count,
            "page": number,
            "pages": pages,
            "first": min(first + 1, finder.count),
            "last": min(first + size, finder.count),
            "page_links": [(n, f"?{query.encode(page=n)}" if n else "") for n in page_links(number, pages)],
            "previous_url": f"?{query.encode(page=number - 1)}" if number > 1 else "",
            "next_url": f"?{query.encode(page=number + 1)}" if number < pages else "",
            "chips": finder.chips({option.value: option.label for option in brands}),
            "brand_options": brands,
            **context,
        },
    )


def catalogue(request: HttpRequest) -> HttpResponse:
    """All products."""
    return listing_page(request, Finder(Query.parse(request.GET)), heading="All products")


def category(request: HttpRequest, category_slug: str, pk: int | str) -> HttpResponse:
    """A department or a category."""
    found = get_object_or_404(Category, pk=pk)
    menu = departments()
    home = next((d for d in menu if d.pk == found.pk or any(leaf.pk == found.pk for leaf in d.leaves)), None)
    if home is None:
        raise Http404("This category is not open.")
    here = home if home.pk == found.pk else next(leaf for leaf in home.leaves if leaf.pk == found.pk)
    if request.path != here.url:
        return redirect(f"{here.url}?{request.GET.urlencode()}" if request.GET else here.url)
    leaves = home.leaves if here is home else []
    counts = dict(
        ListingCategory.objects.filter(category_id__in=[leaf.pk for leaf in leaves])
        .values_list("category_id")
        .annotate(n=Count("id"))
        .order_by()
    )
    for leaf in leaves:
        leaf.count = counts.get(leaf.pk, 0)
    return listing_page(
        request,
        Finder(Query.parse(request.GET), category=found),
        heading=found.name,
        category=here,
        department=home,
        leaves=leaves,
        introduction=found.description,
    )


def search(request: HttpRequest) -> HttpResponse:
    """Products that hold the words of ``q``."""
    query = Query.parse(request.GET)
    heading = f"Search results for “{query.words}”" if query.words else "All products"
    return listing_page(request, Finder(query), heading=heading, searching=True)


def deals(request: HttpRequest) -> HttpResponse:
    """Products that cost less than their list price."""
    from shop.storefront.models import Listing

    reduced = Listing.objects.filter(discount__gt=0).values_list("pk", flat=True)
    finder = Finder(Query.parse(request.GET), ids=reduced, default_sort="discount")
    return listing_page(
        request,
        finder,
        heading="Reduced products",
        introduction="Everything that costs less than its list price.",
    )


def newest(request: HttpRequest) -> HttpResponse:
    """All products, newest first."""
    return listing_page(
        request, Finder(Query.parse(request.GET), default_sort="newest"), heading="New arrivals"
    )


def best_sellers(request: HttpRequest) -> HttpResponse:
    """All products, those sold most in the last twelve months first."""
    return listing_page(
        request,
        Finder(Query.parse(request.GET)),
        heading="Best-sellers",
        introduction="What our customers bought most in the last twelve months.",
    )


def brand(request: HttpRequest, slug: str) -> HttpResponse:
    """Products of one brand."""
    found = get_object_or_404(Brand, slug=slug)
    return listing_page(
        request, Finder(Query.parse(request.GET), brand=found), heading=found.name, brand=found
    )


def brands(request: HttpRequest) -> HttpResponse:
    """All brands with the number of their products."""
    from shop.storefront.models import Listing

    counts = dict(Listing.objects.values_list("brand_id").annotate(n=Count("pk")).order_by())
    found = list(Brand.objects.all())
    for one in found:
        one.count = counts.get(one.pk, 0)
    return render(request, "storefront/brands.html", {"brands": found})
