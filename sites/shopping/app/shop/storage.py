"""Where pictures are: those of the seed are part of the image, uploads are state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.files.storage import FileSystemStorage

BAKED = ("products/", "site/")


class LayeredStorage(FileSystemStorage):
    """Uploads in ``MEDIA_ROOT``; names below ``products/`` and ``site/`` come from the read-only pictures
    made at build.
    """

    def path(self, name: str) -> str:
        if str(name).startswith(BAKED):
            return str(settings.BAKED_DIR / "root" / "media" / name)
        return str(super().path(name))


@dataclass(frozen=True)
class Thumbnail:
    """What Oscar's ``oscar_thumbnail`` tag wants to see."""

    url: str
    width: int
    height: int


class ReadyThumbnails:
    """Oscar's thumbnailer over pictures that exist already: nothing is drawn or written while a page is
    viewed.
    """

    def generate_thumbnail(self, source: Any, **opts: Any) -> Thumbnail:
        width = int((str(opts.get("size", "240x240")).split("x")[0]) or 240)
        return Thumbnail(picture_url(str(getattr(source, "name", source))), width, width)

    def delete_thumbnails(self, source: Any) -> None:
        """Nothing was made, nothing is deleted."""


def picture_url(name: str) -> str:
    """Address of a picture; the seed's are drawings that are sharp in every size."""
    return f"{settings.MEDIA_URL}{name or settings.OSCAR_MISSING_IMAGE_URL}"
