"""Communities: tags where people meet; members join one by marking its tag as interesting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import Count, Exists, OuterRef, Q
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils.html import strip_tags
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_POST


def communities(visitor: Any) -> Any:
    """All communities by title, with ``members`` and, for a visitor who is logged in, ``joined``."""
    from askbot.models import MarkedTag, Tag

    joined = MarkedTag.objects.filter(
        tag=OuterRef("pk"), reason="good", user_id=visitor.pk if visitor.is_authenticated else 0
    )
    return (
        Tag.objects.filter(community__isnull=False, deleted=False)
        .select_related("community", "tag_wiki")
        .annotate(
            members=Count("user_selections", filter=Q(user_selections__reason="good")), joined=Exists(joined)
        )
        .order_by("community__title")
    )


def finder(visitor: Any) -> Any:
    """A function for templates: the community of a list of threads under exactly one tag, else None."""

    def community_named(tags: Sequence[str] | None) -> Any:
        if not tags or len(tags) != 1:
            return None
        return communities(visitor).filter(name=next(iter(tags))).first()

    return community_named


def index(request: Any) -> HttpResponse:
    """All communities."""
    found = list(communities(request.user))
    for one in found:
        one.text = " ".join(strip_tags(one.tag_wiki.html).split()) if one.tag_wiki else ""
    return render(request, "town/communities.html", {"communities": found, "active_tab": "communities"})


@login_required
@csrf_protect
@require_POST
def membership(request: Any, name: str) -> HttpResponse:
    """Join or leave a community."""
    from askbot.models import Tag

    tag = get_object_or_404(Tag, name=name, deleted=False)
    action = "remove" if request.POST.get("action") == "leave" else "add"
    request.user.mark_tags([tag.name], [], reason="good", action=action)
    return HttpResponseRedirect(f"/questions/scope:all/sort:activity-desc/tags:{tag.name}/page:1/")
