"""Newsletter, contact form, comparison, wish lists from the product page, uploaded pictures."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST
from oscar.core.loading import get_model

from shop.storefront.context import COMPARE_COOKIE, compared_ids
from shop.storefront.forms import ContactForm, NewsletterForm
from shop.storefront.models import ContactMessage, Listing, NewsletterSubscription

Product = get_model("catalogue", "Product")
WishList = get_model("wishlists", "WishList")


def back(request: HttpRequest, otherwise: str) -> str:
    """The page a form was sent from, when it is one of ours."""
    url = request.META.get("HTTP_REFERER", "")
    return url if url_has_allowed_host_and_scheme(url, {request.get_host()}) else otherwise


# ---- newsletter --------------------------------------------------------------------------------------------
def newsletter(request: HttpRequest) -> HttpResponse:
    """Subscribe an address."""
    form = NewsletterForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        email = form.cleaned_data["email"].lower()
        user = request.user if request.user.is_authenticated and request.user.email == email else None
        found = NewsletterSubscription.objects.filter(email=email).first()
        if found is not None and found.is_active:
            messages.info(request, f"{email} is on our list already.")
        else:
            set_subscription(email, True, user)
            messages.success(request, f"Thank you! {email} will receive our newsletter.")
        return redirect("storefront:newsletter")
    return render(request, "storefront/newsletter.html", {"form": form})


def set_subscription(email: str, active: bool, user: Any = None) -> None:
    """Put an address on the list, or take it off."""
    found = NewsletterSubscription.objects.filter(email=email).first() or NewsletterSubscription(email=email)
    found.is_active = active
    if user is not None:
        found.user = user
    found.save()


@login_required
def newsletter_settings(request: HttpRequest) -> HttpResponse:
    """Subscribe or unsubscribe the address of the account."""
    email = request.user.email.lower()
    subscription = NewsletterSubscription.objects.filter(email=email).first()
    if request.method == "POST":
        wanted = request.POST.get("subscribed") == "1"
        if wanted != (subscription is not None and subscription.is_active):
            set_subscription(email, wanted, request.user)
        messages.success(
            request, "You receive our newsletter." if wanted else "You no longer receive our newsletter."
        )
        return redirect("storefront:newsletter-settings")
    context = {"subscription": subscription, "active_tab": "newsletter", "page_title": "Newsletter"}
    return render(request, "storefront/newsletter_settings.html", context)


# ---- contact -----------------------------------------------------------------------------------------------
def contact(request: HttpRequest) -> HttpResponse:
    """A form whose messages are stored for the shop's owner."""
    initial = {"order_number": request.GET.get("order", "")}
    form = ContactForm(request.POST or None, user=request.user, initial=initial)
    if request.method == "POST" and form.is_valid():
        message = form.save()
        messages.success(
            request,
            f"Thank you, {message.name}. "
            "We have received your message and will answer within two working days.",
        )
        return redirect("storefront:contact")
    return render(request, "storefront/contact.html", {"form": form})


@login_required
def contact_history(request: HttpRequest) -> HttpResponse:
    """The messages a customer has sent."""
    found = ContactMessage.objects.filter(user=request.user)
    return render(
        request,
        "storefront/contact_history.html",
        {"found": found, "active_tab": "messages", "page_title": "Your messages"},
    )


# ---- comparison --------------------------------------------------------------------------------------------
def compare(request: HttpRequest) -> HttpResponse:
    """The chosen products side by side, one row for each attribute any of them has."""
    from shop.overrides.catalogue.views import specifications

    ids = compared_ids(request)
    listings = Listing.objects.defer("text").in_bulk(ids)
    products = Product.objects.prefetch_related(
        "attribute_values__attribute", "attribute_values__value_option"
    ).in_bulk(ids)
    columns = [listings[pk] for pk in ids if pk in listings]
    found = [dict(specifications(products[one.pk])) for one in columns]
    names = list(dict.fromkeys(name for one in found for name in one if name != "Article number (EAN)"))
    rows = [(name, [one.get(name, "–") for one in found]) for name in names]
    return render(
        request,
        "storefront/compare.html",
        {"columns": columns, "rows": rows, "limit": settings.SHOP_COMPARE_LIMIT},
    )


def _with_compared(response: HttpResponse, ids: list[int]) -> HttpResponse:
    response.set_cookie(COMPARE_COOKIE, "-".join(map(str, ids)), samesite="Lax")
    return response


@require_POST
def compare_add(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a product to the comparison."""
    listing = get_object_or_404(Listing, pk=pk)
    ids = compared_ids(request)
    if listing.pk in ids:
        messages.info(request, f"{listing.title} is in your comparison already.")
    elif len(ids) >= settings.SHOP_COMPARE_LIMIT:
        messages.error(
            request, f"You can compare {settings.SHOP_COMPARE_LIMIT} products at most. Remove one first."
        )
    else:
        ids.append(listing.pk)
        messages.success(
            request,
            f'{listing.title} was added to your <a href="/compare/">comparison</a>.',
            extra_tags="safe",
        )
    return _with_compared(redirect(back(request, listing.get_absolute_url())), ids)


@require_POST
def compare_remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a product out of the comparison."""
    return _with_compared(redirect("storefront:compare"), [one for one in compared_ids(request) if one != pk])


@require_POST
def compare_clear(request: HttpRequest) -> HttpResponse:
    """Empty the comparison."""
    return _with_compared(redirect("storefront:compare"), [])


# ---- wish lists --------------------------------------------------------------------------------------------
@require_POST
@login_required
def wish(request: HttpRequest, pk: int) -> HttpResponse:
    """Put a product on the chosen wish list, or on a new one."""
    product = get_object_or_404(Product, pk=pk, is_public=True)
    key = request.POST.get("list", "")
    chosen = WishList.objects.filter(owner=request.user, key=key).first() if key else None
    if chosen is None:
        chosen = WishList.objects.create(owner=request.user, name="My wish list")
    chosen.add(product)
    messages.success(
        request,
        f'{product.title} was added to <a href="{chosen.get_absolute_url()}">{chosen.name}</a>.',
        extra_tags="safe",
    )
    return redirect(back(request, product.get_absolute_url()))


@require_POST
@login_required
def alert_cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Cancel a stock alert of one's own."""
    alert = get_object_or_404(get_model("customer", "ProductAlert"), pk=pk, user=request.user)
    alert.cancel()
    messages.success(request, f"We will not tell you about {alert.product.get_title()}.")
    return redirect("customer:alerts-list")


# ---- pictures ----------------------------------------------------------------------------------------------
def media(request: HttpRequest, name: str) -> HttpResponse:
    """A picture: one of the seed, or an upload."""
    if ".." in name:
        raise Http404
    path = default_storage.path(name)
    try:
        response = FileResponse(open(path, "rb"))  # noqa: SIM115
    except (FileNotFoundError, IsADirectoryError) as error:
        raise Http404 from error
    response["Cache-Control"] = "public, max-age=86400"
    return response
