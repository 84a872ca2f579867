"""Settings of the shop. What differs between machines comes from the environment; nothing else does."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import Any

from sitekit import determinism

determinism.install()

from oscar.defaults import *  # noqa: E402, F403
from sitekit.django_site import NoMigrations  # noqa: E402

BASE_DIR = Path(__file__).resolve().parent
STATE_DIR = Path(os.environ.get("SITE_FILES", "/state/files"))
BAKED_DIR = Path(os.environ.get("SHOP_BAKED_DIR", "/srv/shop/baked"))

SECRET_KEY = "webarium-shop-a-fixed-key-so-that-baked-sessions-hold"  # noqa: S105
DEBUG = os.environ.get("SHOP_DEBUG") == "1"
ALLOWED_HOSTS = ["shopping.webarium.test", "shopping.localhost", "127.0.0.1", "localhost"]

SITE_ID = 1
ROOT_URLCONF = "shop.urls"
WSGI_APPLICATION = "shop.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.sites",
    "django.contrib.flatpages",
    "shop.storefront.apps.StorefrontConfig",
    "oscar.config.Shop",
    "shop.overrides.analytics.apps.AnalyticsConfig",
    "oscar.apps.checkout.apps.CheckoutConfig",
    "oscar.apps.address.apps.AddressConfig",
    "oscar.apps.shipping.apps.ShippingConfig",
    "shop.overrides.catalogue.apps.CatalogueConfig",
    "oscar.apps.catalogue.reviews.apps.CatalogueReviewsConfig",
    "oscar.apps.communication.apps.CommunicationConfig",
    "shop.overrides.partner.apps.PartnerConfig",
    "oscar.apps.basket.apps.BasketConfig",
    "oscar.apps.payment.apps.PaymentConfig",
    "oscar.apps.offer.apps.OfferConfig",
    "oscar.apps.order.apps.OrderConfig",
    "oscar.apps.customer.apps.CustomerConfig",
    "oscar.apps.search.apps.SearchConfig",
    "oscar.apps.voucher.apps.VoucherConfig",
    "oscar.apps.wishlists.apps.WishlistsConfig",
    "shop.overrides.dashboard.apps.DashboardConfig",
    "oscar.apps.dashboard.reports.apps.ReportsDashboardConfig",
    "oscar.apps.dashboard.users.apps.UsersDashboardConfig",
    "oscar.apps.dashboard.orders.apps.OrdersDashboardConfig",
    "oscar.apps.dashboard.catalogue.apps.CatalogueDashboardConfig",
    "oscar.apps.dashboard.offers.apps.OffersDashboardConfig",
    "oscar.apps.dashboard.partners.apps.PartnersDashboardConfig",
    "oscar.apps.dashboard.pages.apps.PagesDashboardConfig",
    "oscar.apps.dashboard.ranges.apps.RangesDashboardConfig",
    "oscar.apps.dashboard.reviews.apps.ReviewsDashboardConfig",
    "oscar.apps.dashboard.vouchers.apps.VouchersDashboardConfig",
    "oscar.apps.dashboard.communications.apps.CommunicationsDashboardConfig",
    "shop.overrides.dashboard.shipping.apps.ShippingDashboardConfig",
    "widget_tweaks",
    "haystack",
    "treebeard",
    "django_tables2",
]

MIGRATION_MODULES: Any = NoMigrations()

MIDDLEWARE = [
    "sitekit.determinism.RepeatableChance",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "shop.middleware.OneTransaction",
    "shop.middleware.DashboardRights",
    "shop.middleware.LazyBasketMiddleware",
    "django.contrib.flatpages.middleware.FlatpageFallbackMiddleware",
]

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "builtins": ["shop.storefront.templatetags.shop"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "oscar.apps.checkout.context_processors.checkout",
                "oscar.core.context_processors.metadata",
                "shop.storefront.context.storefront",
            ],
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
        },
    }
]

DATABASES: dict[str, dict[str, Any]] = {
    "default": {
        "ENGINE": "django.db.backends.mysql",
        "NAME": os.environ.get("DB_NAME", "shop"),
        "USER": os.environ.get("DB_USER", "site"),
        "PASSWORD": os.environ.get("DB_PASSWORD", ""),
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "ATOMIC_REQUESTS": False,
        "OPTIONS": {
            "unix_socket": os.environ.get("DB_SOCKET", "/run/mysqld/mysqld.sock"),
            "charset": "utf8mb4",
            # ANSI_QUOTES: Oscar's ranges dashboard quotes names in the standard way.
            # NO_UNSIGNED_SUBTRACTION: more may be reserved than is in stock; that is a number, not an error.
            "init_command": "SET sql_mode='STRICT_TRANS_TABLES,ANSI_QUOTES,NO_UNSIGNED_SUBTRACTION'",
            "isolation_level": "read committed",
        },
    }
}

# ---- accounts ----------------------------------------------------------------------------------------------
AUTHENTICATION_BACKENDS = (
    "oscar.apps.customer.auth_backends.EmailBackend",
    "django.contrib.auth.backends.ModelBackend",
)
PASSWORD_HASHERS = ["sitekit.hashers.QuickHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
]
LOGIN_REDIRECT_URL = "/"
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
SESSION_COOKIE_AGE = 60 * 60 * 24 * 365
CSRF_COOKIE_AGE = None
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

# ---- language, clock ---------------------------------------------------------------------------------------
USE_I18N = False
LANGUAGE_CODE = "en-gb"
USE_TZ = True
TIME_ZONE = "UTC"
DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATE_FORMAT = "j M Y"
DATE_INPUT_FORMATS = ["%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%d %B %Y"]

# ---- files -------------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = BAKED_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
MEDIA_URL = "/media/"
MEDIA_ROOT = STATE_DIR / "media"
STORAGES = {
    "default": {"BACKEND": "shop.storage.LayeredStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_MAX_AGE = 3600
WHITENOISE_ROOT = BAKED_DIR / "root"  # the pictures of the seed, at /media/
WHITENOISE_USE_FINDERS = DEBUG
FILE_UPLOAD_PERMISSIONS = 0o644
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000

# ---- mail goes into a table --------------------------------------------------------------------------------
EMAIL_BACKEND = "sitekit.django_site.OutboxBackend"
OUTBOX_MODEL = "storefront.OutboxMessage"
DEFAULT_FROM_EMAIL = OSCAR_FROM_EMAIL = "service@fourgates.example"

# ---- the shop ----------------------------------------------------------------------------------------------
OSCAR_DYNAMIC_CLASS_LOADER = "shop.loader.load_classes"
OSCAR_SHOP_NAME = "Four Gates"
OSCAR_SHOP_TAGLINE = "The department store of Neubrandenburg"
OSCAR_HOMEPAGE = "/"
OSCAR_DEFAULT_CURRENCY = "EUR"
OSCAR_CURRENCY_FORMAT = "¤#,##0.00"
OSCAR_CURRENCY_LOCALE = "en"
OSCAR_ALLOW_ANON_CHECKOUT = True
OSCAR_ALLOW_ANON_REVIEWS = False
OSCAR_MODERATE_REVIEWS = True
OSCAR_PRODUCTS_PER_PAGE = 24
OSCAR_REVIEWS_PER_PAGE = 10
OSCAR_ORDERS_PER_PAGE = 10
OSCAR_DASHBOARD_ITEMS_PER_PAGE = 25
OSCAR_BASKET_COOKIE_LIFETIME = None
OSCAR_RECENTLY_VIEWED_COOKIE_LIFETIME = None
OSCAR_THUMBNAILER = "shop.storage.ReadyThumbnails"
OSCAR_MISSING_IMAGE_URL = "products/missing.svg"
OSCAR_IMAGE_FOLDER = "uploads/"
OSCAR_DELETE_IMAGE_FILES = False
OSCAR_EAGER_ALERTS = False
OSCAR_OFFER_ROUNDING_FUNCTION = "shop.storefront.figures.cents"
OSCAR_SEND_REGISTRATION_EMAIL = True
OSCAR_REQUIRED_ADDRESS_FIELDS = ("first_name", "last_name", "line1", "line4", "postcode", "country")
OSCAR_GOOGLE_ANALYTICS_ID = None
PHONENUMBER_DEFAULT_REGION = "DE"
PHONENUMBER_DEFAULT_FORMAT = "INTERNATIONAL"
SILENCED_SYSTEM_CHECKS = ["fields.W342", "mysql.E001", "models.W042"]

OSCAR_INITIAL_ORDER_STATUS = "Pending"
OSCAR_INITIAL_LINE_STATUS = "Pending"
OSCAR_ORDER_STATUS_PIPELINE = {
    "Pending": ("Processing", "On hold", "Cancelled"),
    "On hold": ("Processing", "Cancelled"),
    "Processing": ("Shipped", "On hold", "Cancelled"),
    "Shipped": ("Complete", "Returned"),
    "Complete": ("Returned",),
    "Returned": ("Refunded",),
    "Refunded": (),
    "Cancelled": (),
}
OSCAR_LINE_STATUS_PIPELINE = OSCAR_ORDER_STATUS_PIPELINE
OSCAR_ORDER_STATUS_CASCADE = {status: status for status in OSCAR_ORDER_STATUS_PIPELINE}

# Oscar cannot be installed without Haystack; nothing here uses it.
warnings.filterwarnings("ignore", module="haystack")
HAYSTACK_CONNECTIONS = {"default": {"ENGINE": "haystack.backends.simple_backend.SimpleEngine"}}

AUTH_PROFILE_MODULE = "storefront.CustomerProfile"

SHOP_LISTING_PAGE = 24
SHOP_COMPARE_LIMIT = 4
SHOP_PAYMENT_METHODS = [
    ("card", "Card", "Charged when the parcel leaves us."),
    ("invoice", "Invoice", "Pay within 14 days of delivery."),
    ("direct-debit", "Direct debit", "Taken from your bank account when the parcel leaves us."),
    ("prepayment", "Prepayment", "We pack when your transfer has arrived."),
]

OSCAR_DASHBOARD_NAVIGATION = [
    {"label": "Overview", "url_name": "dashboard:index"},
    {
        "label": "Sales",
        "children": [
            {"label": "Orders", "url_name": "dashboard:order-list"},
            {"label": "Customers", "url_name": "dashboard:users-index"},
            {"label": "Messages", "url_name": "dashboard:contact-list"},
            {"label": "Stock alert requests", "url_name": "dashboard:user-alert-list"},
            {"label": "Reports", "url_name": "dashboard:reports-index"},
            {"label": "Order statistics", "url_name": "dashboard:order-stats"},
        ],
    },
    {
        "label": "Catalogue",
        "children": [
            {"label": "Products", "url_name": "dashboard:catalogue-product-list"},
            {"label": "Stock and prices", "url_name": "dashboard:stock-list"},
            {"label": "Categories", "url_name": "dashboard:catalogue-category-list"},
            {"label": "Product types", "url_name": "dashboard:catalogue-class-list"},
            {"label": "Attribute options", "url_name": "dashboard:catalogue-attribute-option-group-list"},
            {"label": "Reviews", "url_name": "dashboard:reviews-list"},
            {"label": "Low stock alerts", "url_name": "dashboard:stock-alert-list"},
        ],
    },
    {
        "label": "Marketing",
        "children": [
            {"label": "Offers", "url_name": "dashboard:offer-list"},
            {"label": "Vouchers", "url_name": "dashboard:voucher-list"},
            {"label": "Ranges", "url_name": "dashboard:range-list"},
            {"label": "Newsletter", "url_name": "dashboard:newsletter-list"},
        ],
    },
    {
        "label": "Content",
        "children": [
            {"label": "Pages", "url_name": "dashboard:page-list"},
            {"label": "Message templates", "url_name": "dashboard:comms-list"},
        ],
    },
    {
        "label": "Settings",
        "children": [
            {"label": "Partners", "url_name": "dashboard:partner-list"},
            {"label": "Shipping charges", "url_name": "dashboard:shipping-method-list"},
        ],
    },
]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": True,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "loggers": {
        "django.request": {"handlers": ["console"], "level": "ERROR"},
        "django": {"handlers": ["console"], "level": "WARNING"},
        "oscar": {"handlers": ["console"], "level": "WARNING"},
    },
}
