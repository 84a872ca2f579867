from django.urls import path

from shop.storefront.views import home, listing, service, site

app_name = "storefront"

urlpatterns = [
    path("", home.home, name="home"),
    path("health/", site.health, name="health"),
    path("deals/", listing.deals, name="deals"),
    path("new/", listing.newest, name="new"),
    path("best-sellers/", listing.best_sellers, name="best-sellers"),
    path("brands/", listing.brands, name="brands"),
    path("brands/<slug:slug>/", listing.brand, name="brand"),
    path("newsletter/", service.newsletter, name="newsletter"),
    path("accounts/newsletter/", service.newsletter_settings, name="newsletter-settings"),
    path("accounts/messages/", service.contact_history, name="contact-history"),
    path("contact/", service.contact, name="contact"),
    path("compare/", service.compare, name="compare"),
    path("compare/add/<int:pk>/", service.compare_add, name="compare-add"),
    path("compare/remove/<int:pk>/", service.compare_remove, name="compare-remove"),
    path("compare/clear/", service.compare_clear, name="compare-clear"),
    path("accounts/alerts/<int:pk>/cancel-alert/", service.alert_cancel, name="alert-cancel"),
    path("wish/<int:pk>/", service.wish, name="wish"),
    path("media/<path:name>", service.media, name="media"),
]
