"""Communities: tags where people meet; members join one by marking its tag as interesting, or found one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils.html import strip_tags
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_POST

from board.town.models import Community

POINTS_TO_FOUND = 500
TAG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class FoundForm(forms.Form):
    """A new community: its name, the tag of its questions, what it is about."""

    title = forms.CharField(label="Name", min_length=3, max_length=100)
    tag = forms.CharField(label="Tag", min_length=3, max_length=30)
    about = forms.CharField(label="What it is about", max_length=2_000, widget=forms.Textarea)

    def clean_title(self) -> str:
        title: str = self.cleaned_data["title"]
        if Community.objects.filter(title__iexact=title).exists():
            raise forms.ValidationError(f"There is a community called {title} already.")
        return title

    def clean_tag(self) -> str:
        from askbot.models import Tag

        name: str = self.cleaned_data["tag"]
        if not TAG.fullmatch(name):
            raise forms.ValidationError(
                "A tag is written in small letters and digits, with hyphens between words."
            )
        if Tag.objects.filter(name__iexact=name).exists():
            raise forms.ValidationError(f"The tag {name} is in use already: take another.")
        return name


def communities(visitor: Any) -> Any:
    """All communities by title, with ``members`` and, for a visitor who is logged in, ``joined``."""
    from askbot.models import MarkedTag, Tag

    marks = MarkedTag.objects.filter(tag=OuterRef("pk"), reason="good")
    joined = marks.filter(user_id=visitor.pk if visitor.is_authenticated else 0)
    # beside the rows, not joined to them: they would be grouped with the texts of their descriptions
    members = marks.order_by().values("tag").annotate(number=Count("pk")).values("number")
    return (
        Tag.objects.filter(community__isnull=False, deleted=False)
        .select_related("community", "tag_wiki")
        .annotate(members=Coalesce(Subquery(members), 0), joined=Exists(joined))
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


def may_found(user: Any) -> bool:
    """Moderators may found a community, and who has earned the points."""
    return bool(user.is_administrator_or_moderator() or user.reputation >= POINTS_TO_FOUND)


@login_required
@csrf_protect
def new(request: Any) -> HttpResponse:
    """Found a community; whoever founds one is its first member."""
    allowed = may_found(request.user)
    form = FoundForm(request.POST or None)
    if allowed and request.method == "POST" and form.is_valid():
        name = _founded(request.user, **form.cleaned_data)
        return HttpResponseRedirect(f"/questions/scope:all/sort:activity-desc/tags:{name}/page:1/")
    told = {"form": form, "allowed": allowed, "points": POINTS_TO_FOUND, "active_tab": "communities"}
    return render(request, "town/found.html", told, status=200 if allowed else 403)


@transaction.atomic
def _founded(user: Any, *, title: str, tag: str, about: str) -> str:
    from askbot.models import Post, Tag

    wiki = Post.objects.create_new_tag_wiki(text=about, author=user)
    made = Tag.objects.create(name=tag, created_by=user, language_code="en", used_count=0, tag_wiki=wiki)
    Community.objects.create(tag=made, title=title)
    user.mark_tags([made.name], [], reason="good", action="add")
    return made.name


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
