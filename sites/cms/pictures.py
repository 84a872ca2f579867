"""Paints the newspaper's pictures: `python3 -m sites.cms.pictures paper.json FOLDER`.

Flat scenes of a sky, ground and a few things, in the three sizes that WordPress would cut: nobody's
photographs, small files, and different enough to be told apart.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image, ImageDraw

WIDTH, HEIGHT = 960, 600
SKIES = (
    ("#9cc4e4", "#e9f2f9"), ("#c8cdd2", "#eceeef"), ("#f2b880", "#fbe8cf"), ("#86b6c9", "#f6e7c8"),
)  # fmt: skip
BRICK = ("#a5502f", "#b96b45", "#8c4630", "#c98b5e", "#d8b48a", "#7c5a4a")
GREEN = ("#5d8a4a", "#6f9c55", "#88ab5f", "#4c7a4f")

Draw = Any


def _sky(draw: Draw, rng: Random, horizon: int) -> None:
    top, low = (_rgb(colour) for colour in rng.choice(SKIES))
    for y in range(horizon):
        share = y / horizon
        colour = tuple(round(a + (b - a) * share) for a, b in zip(top, low, strict=True))
        draw.line([(0, y), (WIDTH, y)], fill=colour)
    x, y, r = rng.randint(80, WIDTH - 80), rng.randint(60, horizon // 2), rng.randint(24, 46)
    draw.ellipse([x - r, y - r, x + r, y + r], fill="#fff4d0")


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _house(draw: Draw, rng: Random, x: int, base: int, width: int, height: int) -> None:
    wall = rng.choice(BRICK)
    draw.rectangle([x, base - height, x + width, base], fill=wall)
    draw.polygon(
        [
            (x - 6, base - height),
            (x + width // 2, base - height - width // 2),
            (x + width + 6, base - height),
        ],
        fill="#5b4038",
    )
    for row in range(max(1, height // 70)):
        for column in range(max(1, width // 50)):
            left, top = x + 14 + column * 48, base - height + 16 + row * 66
            if left + 24 < x + width:
                draw.rectangle(
                    [left, top, left + 22, top + 34], fill=rng.choice(("#f4e3a8", "#3d4c5c", "#dfe7ec"))
                )


def _tree(draw: Draw, rng: Random, x: int, base: int, size: int) -> None:
    draw.rectangle([x - size // 12, base - size, x + size // 12, base], fill="#5a4634")
    draw.ellipse(
        [x - size // 2, base - size * 3 // 2, x + size // 2, base - size // 2], fill=rng.choice(GREEN)
    )


def _street(draw: Draw, rng: Random) -> None:
    _sky(draw, rng, 420)
    draw.rectangle([0, 420, WIDTH, HEIGHT], fill="#b9b2a6")
    x = -20
    while x < WIDTH:
        width = rng.randint(90, 190)
        _house(draw, rng, x, 460, width, rng.randint(150, 270))
        x += width + rng.randint(0, 12)


def _village(draw: Draw, rng: Random) -> None:
    _sky(draw, rng, 380)
    draw.rectangle([0, 380, WIDTH, HEIGHT], fill=rng.choice(GREEN))
    church = rng.randint(200, 700)
    draw.rectangle([church, 200, church + 60, 420], fill="#c9bda9")
    draw.polygon([(church - 6, 200), (church + 30, 90), (church + 66, 200)], fill="#5b4038")
    for _ in range(rng.randint(3, 6)):
        _house(
            draw, rng, rng.randint(0, 860), rng.randint(430, 520), rng.randint(70, 130), rng.randint(60, 100)
        )
    for _ in range(rng.randint(3, 7)):
        _tree(draw, rng, rng.randint(20, 940), rng.randint(440, 560), rng.randint(50, 110))


def _stage(draw: Draw, rng: Random) -> None:
    draw.rectangle([0, 0, WIDTH, HEIGHT], fill=rng.choice(("#3a1f24", "#23293d", "#2b2b2b")))
    for x in range(0, WIDTH, 60):
        draw.polygon(
            [(x, 0), (x + 60, 0), (x + 30 + rng.randint(-8, 8), 380)],
            fill=rng.choice(("#7b1e26", "#8d2530", "#6a1820")),
        )
    draw.polygon([(0, HEIGHT), (120, 400), (840, 400), (WIDTH, HEIGHT)], fill="#8a6a48")
    for _ in range(rng.randint(3, 9)):
        x, y = rng.randint(180, 760), rng.randint(430, 540)
        draw.rectangle([x, y - 50, x + 8, y], fill="#222")
        draw.rectangle([x, y - 24, x + 36, y - 16], fill="#222")
        draw.rectangle([x + 30, y - 18, x + 36, y + 12], fill="#222")


def _field(draw: Draw, rng: Random) -> None:
    _sky(draw, rng, 260)
    for number, y in enumerate(range(260, HEIGHT, 34)):
        draw.rectangle([0, y, WIDTH, y + 34], fill=("#5f9a4a", "#6ba654")[number % 2])
    draw.rectangle([60 + rng.randint(0, 60), 270, 260, 360], outline="#ffffff", width=6)
    draw.ellipse([380, 380, 620, 520], outline="#ffffff", width=5)
    x, y = rng.randint(300, 800), rng.randint(340, 560)
    draw.ellipse([x - 14, y - 14, x + 14, y + 14], fill="#ffffff", outline="#222222", width=3)


def _workshop(draw: Draw, rng: Random) -> None:
    draw.rectangle([0, 0, WIDTH, HEIGHT], fill="#d9cdb8")
    for x in range(40, 900, 180):
        draw.rectangle([x, 50, x + 130, 230], fill="#cfe3ee", outline="#7a6a58", width=6)
    draw.rectangle([0, 400, WIDTH, 450], fill="#8a6238")
    draw.rectangle([0, 450, WIDTH, HEIGHT], fill="#6d4d2d")
    for _ in range(rng.randint(3, 9)):
        x = rng.randint(40, 880)
        draw.rectangle(
            [x, 400 - rng.randint(30, 110), x + rng.randint(12, 40), 400],
            fill=rng.choice((*BRICK, "#55606a", "#2f5d7c")),
        )


def _road(draw: Draw, rng: Random) -> None:
    _sky(draw, rng, 330)
    draw.rectangle([0, 330, WIDTH, HEIGHT], fill=rng.choice(GREEN))
    end = rng.randint(360, 600)
    draw.polygon([(end - 12, 330), (end + 12, 330), (820, HEIGHT), (140, HEIGHT)], fill="#77797c")
    draw.polygon([(end - 1, 330), (end + 1, 330), (492, HEIGHT), (470, HEIGHT)], fill="#f3f0e4")
    for _ in range(rng.randint(4, 8)):
        x = rng.choice((rng.randint(10, 200), rng.randint(740, 950)))
        _tree(draw, rng, x, rng.randint(360, 520), rng.randint(60, 140))
    draw.rectangle([760, 380, 768, 520], fill="#444444")
    draw.ellipse([738, 340, 790, 392], fill="#f2c230", outline="#2f7d3b", width=6)


def _lake(draw: Draw, rng: Random) -> None:
    _sky(draw, rng, 300)
    for x in range(-40, WIDTH, 70):
        draw.ellipse([x, 240 + rng.randint(-20, 20), x + 150, 360], fill=rng.choice(GREEN))
    draw.rectangle([0, 320, WIDTH, HEIGHT], fill=rng.choice(("#3f7f9c", "#4d8fa8", "#5a86a0")))
    for _ in range(40):
        x, y = rng.randint(0, WIDTH), rng.randint(330, HEIGHT)
        draw.line([(x, y), (x + rng.randint(20, 90), y)], fill="#a9cbd8", width=2)
    x, y = rng.randint(200, 740), rng.randint(390, 500)
    draw.polygon([(x - 70, y), (x + 70, y), (x + 46, y + 30), (x - 46, y + 30)], fill="#7b4b2a")
    if rng.random() < 0.5:
        draw.polygon([(x, y - 130), (x, y - 8), (x + 62, y - 8)], fill="#f7f2e6")


def _desk(draw: Draw, rng: Random) -> None:
    draw.rectangle([0, 0, WIDTH, HEIGHT], fill=rng.choice(("#b98a5a", "#a87b4d", "#c59a6b")))
    for _ in range(rng.randint(3, 9)):
        x, y = rng.randint(40, 660), rng.randint(40, 420)
        draw.rectangle([x, y, x + 220, y + 140], fill="#fbf7ea", outline="#cfc6b0", width=3)
        draw.polygon([(x, y), (x + 110, y + 76), (x + 220, y)], outline="#cfc6b0", fill="#f4ecd6")
    x, y = rng.randint(680, 820), rng.randint(120, 420)
    draw.ellipse([x - 76, y - 76, x + 76, y + 76], fill="#ffffff", outline="#c9c9c9", width=4)
    draw.ellipse([x - 54, y - 54, x + 54, y + 54], fill="#4a2c1a")


MOTIFS = {
    "street": _street, "village": _village, "stage": _stage, "field": _field,
    "workshop": _workshop, "road": _road, "lake": _lake, "desk": _desk,
}  # fmt: skip


def paint(motif: str, number: int) -> Image.Image:
    """The picture of a motif; the same number gives the same picture."""
    image = Image.new("RGB", (WIDTH, HEIGHT))
    MOTIFS[motif](ImageDraw.Draw(image), Random(f"{motif}/{number}"))
    return image


def main() -> None:
    """Command line."""
    paper, folder = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")), Path(sys.argv[2])
    for medium in paper["media"]:
        image = paint(medium["motif"], medium["number"])
        file = folder / medium["file"]
        file.parent.mkdir(parents=True, exist_ok=True)
        image.save(file, quality=82)
        image.resize((300, 188), Image.Resampling.LANCZOS).save(
            file.with_name(f"{file.stem}-300x188.jpg"), quality=82
        )
        side = (WIDTH - HEIGHT) // 2
        square = image.crop((side, 0, side + HEIGHT, HEIGHT))
        square.resize((150, 150), Image.Resampling.LANCZOS).save(
            file.with_name(f"{file.stem}-150x150.jpg"), quality=82
        )


if __name__ == "__main__":
    main()
