"""Private messages: folders, a conversation, writing one.

Opening a conversation changes nothing; "Mark as read" and an answer do.
"""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db.models import F, OuterRef, Q, Subquery
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.csrf import csrf_protect

from board.town.models import Conversation, Participant, PrivateMessage

FOLDERS = (("inbox", "Inbox"), ("sent", "Sent"), ("archive", "Archive"))
PAGE = 20
MOST_RECIPIENTS = 10


class WriteForm(forms.Form):
    """A new conversation: to whom (user names), about what, the first message."""

    to = forms.CharField(label="To", max_length=300)
    subject = forms.CharField(label="Subject", max_length=200)
    text = forms.CharField(label="Message", max_length=10_000, widget=forms.Textarea)

    def __init__(self, *args: Any, sender: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sender = sender

    def clean_to(self) -> list[User]:
        names = list(dict.fromkeys(name for name in re.split(r"[\s,;]+", self.cleaned_data["to"]) if name))
        found = {
            user.username.lower(): user for user in User.objects.filter(username__in=names, is_active=True)
        }
        unknown = [name for name in names if name.lower() not in found]
        if unknown:
            raise forms.ValidationError(f"There is no member called {', '.join(unknown)}.")
        if self.sender.username.lower() in found:
            raise forms.ValidationError("You cannot write to yourself.")
        if len(found) > MOST_RECIPIENTS:
            raise forms.ValidationError(f"A message goes to at most {MOST_RECIPIENTS} members.")
        return sorted(found.values(), key=lambda user: user.pk)


class AnswerForm(forms.Form):
    """The next message of a conversation."""

    text = forms.CharField(label="Your answer", max_length=10_000, widget=forms.Textarea)


def _send(conversation: Conversation, sender: User, text: str) -> PrivateMessage:
    now = timezone.now()
    message = PrivateMessage.objects.create(conversation=conversation, sender=sender, text=text, sent_at=now)
    Conversation.objects.filter(pk=conversation.pk).update(last_message_at=now)
    seats = conversation.participants
    seats.exclude(user=sender).update(unread=F("unread") + 1, archived=False)
    seats.filter(user=sender).update(unread=0)
    return message


@login_required
def inbox(request: Any) -> HttpResponse:
    """The conversations of a folder, the newest first, those with a word in them if one is searched for."""
    folder = request.GET.get("folder", "inbox")
    if folder not in dict(FOLDERS):
        folder = "inbox"
    query = request.GET.get("q", "").strip()
    seats = Participant.objects.filter(user=request.user).select_related("conversation")
    if folder == "sent":
        seats = seats.filter(conversation__started_by=request.user, archived=False)
    else:
        seats = seats.filter(archived=folder == "archive")
    if query:
        matching = PrivateMessage.objects.filter(text__icontains=query).values("conversation_id")
        seats = seats.filter(Q(conversation__subject__icontains=query) | Q(conversation_id__in=matching))
    newest = PrivateMessage.objects.filter(conversation=OuterRef("conversation")).order_by("-sent_at", "-id")
    seats = seats.annotate(
        newest_text=Subquery(newest.values("text")[:1]),
        newest_sender=Subquery(newest.values("sender__username")[:1]),
    ).order_by("-conversation__last_message_at", "-conversation_id")
    page = Paginator(seats, PAGE).get_page(request.GET.get("page"))
    names = _names([seat.conversation_id for seat in page], request.user)
    for seat in page:
        seat.others = names.get(seat.conversation_id, [])
    return render(
        request,
        "letters/inbox.html",
        {"page": page, "folder": folder, "folders": FOLDERS, "query": query, "active_tab": "messages"},
    )


def _names(conversations: list[int], visitor: User) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    rows = Participant.objects.filter(conversation_id__in=conversations).exclude(user=visitor)
    for conversation, name in rows.order_by("pk").values_list("conversation_id", "user__username"):
        found.setdefault(conversation, []).append(name)
    return found


@login_required
@csrf_protect
def write(request: Any) -> HttpResponse:
    """Start a conversation."""
    form = WriteForm(request.POST or None, initial={"to": request.GET.get("to", "")}, sender=request.user)
    if request.method == "POST" and form.is_valid():
        made = Conversation.objects.create(
            subject=form.cleaned_data["subject"], started_by=request.user, started_at=timezone.now()
        )
        Participant.objects.bulk_create(
            Participant(conversation=made, user=user) for user in [request.user, *form.cleaned_data["to"]]
        )
        _send(made, request.user, form.cleaned_data["text"])
        request.user.message_set.create(message="Your message has been sent.")
        return HttpResponseRedirect(made.get_absolute_url())
    return render(request, "letters/write.html", {"form": form, "active_tab": "messages"})


@login_required
@csrf_protect
def conversation(request: Any, pk: int) -> HttpResponse:
    """A conversation with its messages, and what can be done with it: answer, mark, archive."""
    seat = get_object_or_404(
        Participant.objects.select_related("conversation"), conversation=pk, user=request.user
    )
    form = AnswerForm()
    if request.method == "POST":
        action = request.POST.get("action", "answer")
        form = AnswerForm(request.POST)
        if action in ("read", "unread"):
            seat.unread = 0 if action == "read" else max(seat.unread, 1)
            seat.save(update_fields=["unread"])
            return HttpResponseRedirect(request.path if action == "read" else "/messages/")
        if action in ("archive", "restore"):
            seat.archived = action == "archive"
            seat.save(update_fields=["archived"])
            return HttpResponseRedirect("/messages/" if action == "archive" else request.path)
        if form.is_valid():
            message = _send(seat.conversation, request.user, form.cleaned_data["text"])
            return HttpResponseRedirect(f"{request.path}#message-{message.pk}")
    context = {
        "conversation": seat.conversation,
        "seat": seat,
        "messages_": seat.conversation.messages.select_related("sender"),
        "members": User.objects.filter(participations__conversation=pk).order_by("participations__pk"),
        "form": form,
        "active_tab": "messages",
    }
    return render(request, "letters/conversation.html", context)
