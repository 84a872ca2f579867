from django.urls import path

from shop.storefront import views

app_name = "storefront"

urlpatterns = [
    path("health/", views.health, name="health"),
]
