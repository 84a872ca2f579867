"""Food and drink."""

from sites.shopping.seed.art.canvas import GOLD, INK, PAPER, WOOD, Art, draws


@draws("coffee_bag")
def coffee_bag(a: Art) -> None:
    a.shadow(300, 545, 180)
    a.path("M170 120 h260 l24 60 v340 q0 20 -20 20 h-268 q-20 0 -20 -20 v-340 Z", a.main)
    a.path("M176 60 h248 l6 70 h-260 Z", a.dark)
    a.stroke("M180 92 h240", a.accent, 16)
    a.veil("M146 180 l40 20 v340 h-40 Z", 0.15)
    a.rect(206, 230, 188, 220, PAPER, 12, 2)
    for x, y, turn in ((268, 310, 24), (334, 300, -20), (300, 370, 60)):
        with a.moved(f"rotate({turn} {x} {y})"):
            a.oval(x, y, 28, 40, "#5a3a28", 2)
            a.stroke(f"M{x} {y - 34} q14 34 0 68", "#2f1d12", 5)
    a.rect(206, 420, 188, 30, a.accent, 8, 0)


@draws("tea_box")
def tea_box(a: Art) -> None:
    a.shadow(300, 530, 240)
    a.rect(80, 110, 250, 400, a.main, 10)
    a.path("M330 110 l50 -40 v390 l-50 50 Z", a.dark)
    a.path("M80 110 l50 -40 h250 l-50 40 Z", a.light)
    a.oval(205, 270, 84, 100, PAPER)
    a.path("M205 200 C260 240 250 310 205 340 C160 310 150 240 205 200 Z", "#5a9450", 2)
    a.stroke("M205 214 v130", "#3f7340", 4)
    a.rect(110, 420, 190, 40, a.accent, 6, 0)
    a.stroke("M500 420 C570 410 570 500 496 490", PAPER, 18, edge=True)
    a.path("M340 390 h172 v60 q0 70 -70 70 h-32 q-70 0 -70 -70 Z", PAPER)
    a.oval(426, 390, 86, 18, "#b5722e")
    a.stroke("M380 392 C370 430 372 440 372 460", INK, 3)
    a.rect(354, 456, 36, 36, a.accent, 4, 2)


@draws("honey_jar")
def honey_jar(a: Art) -> None:
    a.shadow(300, 540, 180)
    a.rect(180, 90, 240, 70, a.accent if a.accent != a.main else GOLD, 16, way="h")
    a.path(
        "M170 180 q0 -24 24 -24 h212 q24 0 24 24 v300 q0 50 -50 50 h-160 q-50 0 -50 -50 Z", a.main, way="h"
    )
    a.shine("M200 190 v290", 0.5, 12)
    a.rect(170, 260, 260, 160, PAPER, 6, 2)
    for x, y in ((270, 310), (310, 310), (290, 344), (330, 344), (250, 344), (270, 378), (310, 378)):
        a.path(f"M{x} {y - 20} l17 10 v20 l-17 10 -17 -10 v-20 Z", GOLD, 2)
    with a.moved("rotate(28 470 300)"):
        a.rect(462, 110, 16, 230, WOOD, 8)
        for i in range(4):
            a.oval(470, 350 + 24 * i, 38 - 6 * abs(i - 1), 14, WOOD, 2)


@draws("chocolate")
def chocolate(a: Art) -> None:
    a.shadow(300, 530, 180)
    with a.moved("rotate(-10 300 300)"):
        a.path("M170 60 h260 v200 h-260 Z", "#5b3a26")
        for row in range(3):
            for col in range(4):
                a.rect(180 + 61 * col, 70 + 61 * row, 55, 55, "#6f4a32", 6, 2)
        a.path(
            "M160 220 l22 14 22 -14 22 14 22 -14 22 14 22 -14 22 14 22 -14 22 14 22 -14 22"
            " 14 20 -14 v300 h-282 Z",
            STEELY,
        )
        a.path("M156 260 h288 v270 h-288 Z", a.main)
        a.rect(156, 300, 288, 90, a.accent, 0, 2)
        a.stroke("M200 346 h200", PAPER, 16)
        a.text(300, 474, "CACAO", 40, a.contrast, 600)


STEELY = "#d5dade"


@draws("muesli")
def muesli(a: Art) -> None:
    a.shadow(300, 545, 240)
    a.path("M90 90 h250 l16 50 v370 q0 20 -20 20 h-242 q-20 0 -20 -20 v-370 Z", a.main)
    a.path("M90 60 h250 v34 h-250 Z", a.dark)
    a.oval(215, 270, 90, 90, PAPER)
    a.stroke(
        "M215 340 V220 M215 250 q-30 -6 -34 -36 M215 250 q30 -6 34 -36 M215 290 q-30 -6"
        " -34 -36 M215 290 q30 -6 34 -36",
        GOLD,
        11,
    )
    a.rect(110, 400, 210, 60, a.accent, 8, 0)
    a.path("M300 400 h250 q0 130 -100 134 h-50 q-100 -4 -100 -134 Z", PAPER)
    a.oval(425, 400, 125, 30, "#e4c48a")
    a.dots(((360, 396), (410, 390), (470, 402), (500, 394), (440, 412)), 12, "#b5793a")
    a.dots(((385, 406), (455, 388), (490, 408)), 10, "#8c3b52")
