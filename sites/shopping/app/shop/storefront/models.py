"""Tables of the storefront. ``Listing`` and its two satellites are derived: they can be rebuilt at any
time.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone


class Brand(models.Model):
    """A maker of products."""

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=80, unique=True)
    town = models.CharField(max_length=80, blank=True)
    country = models.CharField(max_length=80, blank=True)
    founded = models.PositiveSmallIntegerField(null=True, blank=True)
    description = models.TextField(blank=True)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return str(self.name)

    def get_absolute_url(self) -> str:
        return reverse("storefront:brand", args=[self.slug])


class CustomerProfile(models.Model):
    """What the shop knows of a customer beside the account."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="shop_profile"
    )
    phone = models.CharField("Telephone number", max_length=40, blank=True, db_index=True)
    nickname = models.CharField("Nickname for reviews", max_length=60, blank=True)

    def __str__(self) -> str:
        return str(self.user)


class Listing(models.Model):
    """One row for every product that can be found in the shop: all that a tile, a filter or a sort order
    needs.
    """

    product = models.OneToOneField(
        "catalogue.Product", primary_key=True, on_delete=models.CASCADE, related_name="listing"
    )
    title = models.CharField(max_length=255)
    slug = models.CharField(max_length=255)
    brand = models.ForeignKey(Brand, null=True, on_delete=models.SET_NULL, related_name="+")
    brand_name = models.CharField(max_length=80, blank=True)
    summary = models.CharField(max_length=300, blank=True)
    picture = models.CharField(max_length=255, blank=True)
    price = models.DecimalField(max_digits=12, decimal_places=2, null=True)
    price_max = models.DecimalField(max_digits=12, decimal_places=2, null=True)
    list_price = models.DecimalField(max_digits=12, decimal_places=2, null=True)
    discount = models.PositiveSmallIntegerField(default=0, help_text="Reduction in percent of the list price")
    rating = models.DecimalField(max_digits=3, decimal_places=2, null=True)
    num_reviews = models.PositiveIntegerField(default=0)
    date_created = models.DateTimeField()
    sold = models.PositiveIntegerField(default=0, help_text="Units sold in the last twelve months")
    stock = models.IntegerField(default=0)
    variants = models.PositiveSmallIntegerField(default=0)
    text = models.TextField(blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["price"], name="listing_price"),
            models.Index(fields=["rating"], name="listing_rating"),
            models.Index(fields=["date_created"], name="listing_newness"),
            models.Index(fields=["sold"], name="listing_sold"),
            models.Index(fields=["discount"], name="listing_discount"),
        ]

    def __str__(self) -> str:
        return str(self.title)

    def get_absolute_url(self) -> str:
        return f"/catalogue/{self.slug}_{self.product_id}/"


class ListingCategory(models.Model):
    """A product is in its categories and in all departments above them."""

    listing = models.ForeignKey(Listing, on_delete=models.CASCADE, related_name="category_rows")
    category = models.ForeignKey("catalogue.Category", on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["category", "listing"], name="listing_category_once")]


class ListingFacet(models.Model):
    """One value of one attribute of a product or of any of its variants."""

    listing = models.ForeignKey(Listing, on_delete=models.CASCADE, related_name="facet_rows")
    code = models.CharField(max_length=60)
    name = models.CharField(max_length=80)
    value = models.CharField(max_length=120)
    position = models.FloatField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["code", "value", "listing"], name="listing_facet_once")
        ]


class NewsletterSubscription(models.Model):
    """An address on the newsletter's list."""

    email = models.EmailField(unique=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    is_active = models.BooleanField(default=True)
    date_subscribed = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-date_subscribed", "email")

    def __str__(self) -> str:
        return str(self.email)


class ContactMessage(models.Model):
    """What somebody wrote in the contact form."""

    NEW, OPEN, ANSWERED = "New", "In progress", "Answered"
    STATUSES = [(NEW, NEW), (OPEN, OPEN), (ANSWERED, ANSWERED)]
    SUBJECTS = [
        (subject, subject)
        for subject in (
            "Question about a product",
            "Question about an order",
            "Refund request",
            "Complaint",
            "Other",
        )
    ]

    name = models.CharField("Name", max_length=120)
    email = models.EmailField("E-mail address")
    subject = models.CharField("Subject", max_length=160)
    order_number = models.CharField("Order number", max_length=40, blank=True)
    message = models.TextField("Message")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    status = models.CharField("Status", max_length=20, choices=STATUSES, default=NEW, db_index=True)
    date_created = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        ordering = ("-date_created", "-id")

    def __str__(self) -> str:
        return f"{self.subject} ({self.email})"


class OutboxMessage(models.Model):
    """A mail that the shop would have sent."""

    to = models.CharField(max_length=255)
    subject = models.CharField(max_length=255)
    body = models.TextField()
    date_created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-date_created", "-id")

    def __str__(self) -> str:
        return f"{self.subject} to {self.to}"
