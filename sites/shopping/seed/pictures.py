"""Pictures of the shop: one SVG for every kind and colours of a product, tiles of departments, logo, banner.

SVG is served as it is: sharp in every size, two kilobytes apiece, drawn in a second for the whole shop.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import escape
from importlib import resources
from pathlib import Path
from zlib import crc32

import yaml

from sites.shopping.seed.art import Art, draw, mix
from sites.shopping.seed.records import Shop
from sites.shopping.seed.selling import SHOP_NAME
from sites.world_data import ascii_name
from sites.world_data.shop.records import ImageSpec

FOLDER = "products"
"""Folder of product and category pictures below the output folder; page pictures lie in ``site``."""


def make_pictures(out: Path, shop: Shop) -> dict[str, str]:
    """Write all pictures below ``out``; returns their paths relative to it.

    Keys: the ``sku`` of every product and variant (drawing in its colours, with brand and product line in the
    corner), ``ImageSpec.key`` of the same and of categories (drawing alone), and ``missing``, ``logo``,
    ``logo-light``, ``favicon`` and ``banner``.
    """
    files: dict[str, str] = {}
    paths: dict[str, str] = {}

    def keep(key: str, name: str, text: str) -> None:
        files[name] = text
        paths[key] = name

    names = {brand.slug: brand.name for brand in shop.catalogue.brands}
    for spec in dict.fromkeys(specs(shop)):
        keep(spec.key, f"{FOLDER}/{spec.key}.svg", picture(spec))
    for product in shop.products:
        for item in (product, *product.children):
            name = f"{FOLDER}/{item.image.key}-{slug(f'{item.brand} {item.line}')}.svg"
            words = label(names.get(item.brand, item.brand), item.line)
            if name not in files:
                files[name] = picture(item.image, words)
            paths[item.sku] = name
    keep("missing", f"{FOLDER}/missing.svg", missing())
    for page, text in page_pictures().items():
        keep(page, f"site/{page}.svg", text)
    for folder in (FOLDER, "site"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (out / name).write_text(text, encoding="utf-8")
    return paths


def slug(text: str) -> str:
    """Letters and digits of a text with hyphens between them, for file names."""
    return re.sub(r"[^a-z0-9]+", "-", ascii_name(text.replace(" ", "-"))).strip("-")


def label(brand: str, line: str) -> str:
    """A brand's own lettering in the corner of a picture, and the product line below it."""
    mark = crc32(brand.encode())
    font = ("Lato, Helvetica, Arial, sans-serif", "Georgia, Times, serif", "Courier New, Courier, monospace")[
        mark % 3
    ]
    tone = ("#2f343b", "#1f4650", "#742a38", "#2c5138", "#22365c", "#6f4a32", "#4b3a6b")[mark // 3 % 7]
    style = (
        'font-weight="800" letter-spacing="2"',
        'font-weight="700" font-style="italic"',
        'font-weight="600" letter-spacing="5"',
    )[mark // 21 % 3]
    words = brand.upper() if mark // 63 % 2 else brand
    return (
        f'<text x="28" y="52" font-family="{font}" font-size="28" fill="{tone}" {style}>'
        f"{escape(words)}</text>"
        f'<text x="28" y="80" font-family="{font}" font-size="20" fill="#7b828a">{escape(line)}</text>'
    )


def specs(shop: Shop) -> Iterator[ImageSpec]:
    """What has to be drawn, in the order of the catalogue, with repetitions."""
    for category in shop.catalogue.categories:
        if category.image:
            yield category.image
    for product in shop.products:
        yield product.image
        for child in product.children:
            yield child.image


@cache
def colours() -> dict[str, str]:
    """The colours of products as ``#rrggbb`` by name."""
    text = (
        resources.files("sites.shopping.seed")
        .joinpath("data", "picture_kinds.yaml")
        .read_text(encoding="utf-8")
    )
    table: dict[str, str] = yaml.safe_load(text)["colours"]
    return table


def picture(spec: ImageSpec, words: str = "") -> str:
    """The SVG of a spec, with the SVG of ``label`` on it; ``KeyError`` for an unknown kind or colour."""
    art = draw(spec.kind, colours()[spec.colour], colours()[spec.accent])
    ground = (
        '<radialGradient id="room" cy=".42" r=".75"><stop offset=".25" stop-color="#ffffff"/>'
        '<stop offset="1" stop-color="#e6eaed"/></radialGradient>'
    )
    backdrop = f'<defs>{ground}</defs><rect width="600" height="600" fill="url(#room)"/>'
    scaled = f'<g transform="translate(42 58) scale(.86)">{art.body()}</g>{words}'
    if spec.kind.startswith("dept_"):
        backdrop, scaled = "", art.body()
    return frame(backdrop + scaled, 600, 600)


def frame(body: str, width: int, height: int) -> str:
    """A whole SVG file."""
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{body}</svg>\n'


def missing() -> str:
    """What stands where there is no picture."""
    art = Art("#c4c9cf", "#8d9299")
    art.rect(0, 0, 600, 600, "#eef1f3", 0, 0, "")
    art.rect(150, 180, 300, 240, "#ffffff", 16, 6, "")
    art.path("M170 400 L260 280 L330 360 L370 320 L430 400 Z", "#c4c9cf", 0, "")
    art.oval(360, 250, 26, fill="#c4c9cf", line=0, way="")
    art.text(300, 490, "No picture yet", 34, "#8d9299")
    return frame(art.body(), 600, 600)


def gates(art: Art, x: float, y: float, size: float, wall: str, door: str) -> None:
    """Four brick gates side by side, the sign of the shop, ``size`` units high."""
    with art.moved(f"translate({x:g} {y:g}) scale({size / 100:g})"):
        for index in range(4):
            left = index * 34
            art.path(
                f"M{left} 100 V{30 if index % 2 else 18} h6 v-10 h6 v10 h6 v-10 h6 v10 h6 V100 Z", wall, 0, ""
            )
            art.path(f"M{left + 7} 100 V66 q8 -18 16 0 V100 Z", door, 0, "")


def page_pictures() -> dict[str, str]:
    """Logo on light and on dark ground, favicon, banner of the home page."""
    brick, cream, night = "#a8452f", "#f6efe2", "#1f4650"
    logos = {}
    for name, wall, door, words in (
        ("logo", brick, "#ffffff", night),
        ("logo-light", cream, night, "#ffffff"),
    ):
        art = Art(brick, cream)
        gates(art, 6, 14, 64, wall, door)
        art.text(106, 66, SHOP_NAME, 46, words, 800, "start")
        logos[name] = frame(art.body(), 360, 92)
    icon = Art(brick, cream)
    icon.rect(0, 0, 64, 64, brick, 14, 0, "")
    with icon.moved("translate(9 8) scale(1.55 .5)"):
        icon.path("M0 96 V30 h6 v-16 h6 v16 h6 v-16 h6 v16 h6 V96 Z", cream, 0, "")
    icon.path("M24 56 V40 q8 -12 16 0 V56 Z", brick, 0, "")
    return {**logos, "favicon": frame(icon.body(), 64, 64), "banner": banner(night, cream, brick)}


def banner(night: str, cream: str, brick: str) -> str:
    """A picture of things by the lake, 1600 x 420, with room for words on the left."""
    scene = Art(night, cream)
    scene.rect(0, 0, 1600, 420, "#cfe3e6", 0, 0)
    scene.oval(1180, 110, 62, fill="#f6d98c", line=0, way="")
    scene.path("M0 260 C240 200 420 250 700 216 S1200 170 1600 226 V420 H0 Z", mix("#5f9b86", cream, 0.35), 0)
    scene.path("M0 286 C300 260 600 300 900 270 S1400 260 1600 280 V420 H0 Z", "#7fb3bd", 0)
    for x, y, w in ((180, 316, 120), (520, 340, 180), (900, 312, 140), (1330, 330, 170), (1050, 356, 90)):
        scene.stroke(f"M{x} {y} h{w}", "#ffffff", 4)
    scene.path("M0 380 C400 350 900 392 1600 352 V420 H0 Z", "#d9c79f", 0)
    gates(scene, 700, 150, 96, brick, mix(brick, "#10151c", 0.5))
    for kind, main, accent, x, y, size in (
        ("tent", "#c8952a", "#efe5cf", 1000, 170, 0.40),
        ("backpack", "#2c5138", "#a5602f", 1235, 200, 0.33),
        ("cool_box", "#3c78b4", "#f3f2ee", 1390, 236, 0.28),
        ("mug", "#bf3a36", "#efe5cf", 880, 306, 0.16),
    ):
        thing = draw(kind, main, accent)
        scene.gradients |= thing.gradients
        with scene.moved(f"translate({x} {y}) scale({size})"):
            scene.parts += thing.parts
    return frame(scene.body(), 1600, 420)
