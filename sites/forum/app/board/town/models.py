"""Communities, private messages between members, who looks after a group, mail that was sent."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone


class Community(models.Model):
    """A tag that is a place where people meet; its wiki text introduces it."""

    tag = models.OneToOneField(
        "askbot.Tag", on_delete=models.CASCADE, related_name="community", primary_key=True
    )
    title = models.CharField(max_length=100)

    class Meta:
        ordering = ("title",)

    def __str__(self) -> str:
        return self.title


class Conversation(models.Model):
    """Private messages under one subject, seen only by those who take part."""

    subject = models.CharField(max_length=200)
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="conversations_started"
    )
    started_at = models.DateTimeField(default=timezone.now)
    last_message_at = models.DateTimeField(default=timezone.now, db_index=True)
    members = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="Participant", related_name="conversations"
    )

    class Meta:
        ordering = ("-last_message_at", "-id")

    def __str__(self) -> str:
        return self.subject

    def get_absolute_url(self) -> str:
        return f"/messages/{self.pk}/"


class Participant(models.Model):
    """One member of a conversation; ``unread`` counts messages since the member last marked it as read."""

    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="participants")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="participations"
    )
    unread = models.PositiveSmallIntegerField(default=0)
    archived = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=("conversation", "user"), name="one_seat")]

    def __str__(self) -> str:
        return f"{self.user} in {self.conversation}"


class PrivateMessage(models.Model):
    """One message of a conversation."""

    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="messages")
    sender = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="messages_sent"
    )
    text = models.TextField()
    html = models.TextField()
    sent_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("sent_at", "id")

    def __str__(self) -> str:
        return self.text[:60]

    def save(self, *args: Any, **kwargs: Any) -> None:
        from askbot.utils.markup import markdown_input_converter

        self.html = markdown_input_converter(self.text)
        super().save(*args, **kwargs)


class GroupManager(models.Model):
    """A member who may let others into a group without being a moderator of the forum."""

    group = models.ForeignKey("askbot.Group", on_delete=models.CASCADE, related_name="managers")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="managed_groups"
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=("group", "user"), name="one_manager")]

    def __str__(self) -> str:
        return f"{self.user} manages {self.group}"


class OutboxMessage(models.Model):
    """A mail that would have left the forum."""

    to = models.CharField(max_length=500)
    subject = models.CharField(max_length=255)
    body = models.TextField()
    sent_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.to}: {self.subject}"
