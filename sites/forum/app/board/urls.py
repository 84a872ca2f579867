"""Addresses: ours first, then Askbot's."""

import askbot.urls
import followit.urls
from django.conf import settings
from django.urls import include, path, re_path
from django.views.static import serve

urlpatterns = [
    path("", include("board.town.urls")),
    path("", include(askbot.urls)),
    path("followit/", include(followit.urls)),
    re_path(r"^upfiles/(?P<path>.*)$", serve, {"document_root": settings.MEDIA_ROOT}),
]

handler500 = "askbot.views.error.internal_error"
