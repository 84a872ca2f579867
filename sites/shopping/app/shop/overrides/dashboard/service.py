"""Messages from the contact form, and the newsletter's list."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from shop.storefront.models import ContactMessage, NewsletterSubscription

PAGE = settings.OSCAR_DASHBOARD_ITEMS_PER_PAGE


class ContactSearchForm(forms.Form):
    """Which messages to show."""

    q = forms.CharField(label="Name, e-mail, order number or words", required=False)
    status = forms.ChoiceField(
        label="Status", required=False, choices=[("", "Any status"), *ContactMessage.STATUSES]
    )


class ContactStatusForm(forms.ModelForm):
    """How far a message has been dealt with."""

    class Meta:
        model = ContactMessage
        fields = ("status",)


def contact_list(request: HttpRequest) -> HttpResponse:
    """Messages, newest first."""
    form = ContactSearchForm(request.GET or None)
    found = ContactMessage.objects.all()
    if form.is_valid():
        q, status = form.cleaned_data["q"].strip(), form.cleaned_data["status"]
        if q:
            found = found.filter(
                Q(name__icontains=q)
                | Q(email__icontains=q)
                | Q(order_number=q.lstrip("#"))
                | Q(message__icontains=q)
                | Q(subject__icontains=q)
            )
        if status:
            found = found.filter(status=status)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "oscar/dashboard/service/contact_list.html",
        {"form": form, "page_obj": page, "paginator": page.paginator},
    )


def contact_detail(request: HttpRequest, pk: int) -> HttpResponse:
    """One message; its status can be changed."""
    message = get_object_or_404(ContactMessage, pk=pk)
    form = ContactStatusForm(request.POST or None, instance=message)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, f"Status of the message is now “{message.status}”.")
        return redirect("dashboard:contact-detail", pk=pk)
    return render(request, "oscar/dashboard/service/contact_detail.html", {"message": message, "form": form})


def newsletter_list(request: HttpRequest) -> HttpResponse:
    """Addresses on the newsletter's list."""
    found = NewsletterSubscription.objects.select_related("user")
    q = request.GET.get("q", "").strip()
    if q:
        found = found.filter(email__icontains=q)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    active = NewsletterSubscription.objects.filter(is_active=True).count()
    context = {"page_obj": page, "paginator": page.paginator, "q": q, "active": active}
    return render(request, "oscar/dashboard/service/newsletter_list.html", context)
