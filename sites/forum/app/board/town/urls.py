"""Addresses of what Askbot lacks."""

from django.urls import path, re_path

from board.town import avatars, communities, health, joining, letters

urlpatterns = [
    path("health/", health.health, name="health"),
    re_path(r"^avatars/(?P<letters>[a-z0-9]{1,2})-(?P<colour>\d{1,2})\.svg$", avatars.draw),
    path("communities/", communities.index, name="communities"),
    path("communities/new/", communities.new, name="found_community"),
    path("communities/<str:name>/membership/", communities.membership, name="membership"),
    path("groups/requests/", joining.index, name="join_requests"),
    path("messages/", letters.inbox, name="messages"),
    path("messages/new/", letters.write, name="write_message"),
    path("messages/<int:pk>/", letters.conversation, name="conversation"),
]
