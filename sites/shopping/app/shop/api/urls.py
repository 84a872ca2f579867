from django.urls import path

from shop.api import views

urlpatterns = [
    path("", views.index),
    path("categories/", views.categories),
    path("brands/", views.brands),
    path("products/", views.products),
    path("products/<int:pk>/", views.product),
    path("products/<int:pk>/reviews/", views.reviews),
    path("me/", views.me),
    path("basket/", views.basket),
    path("wishlists/", views.wish_lists),
    path("orders/", views.orders),
    path("orders/<str:number>/", views.order),
]
