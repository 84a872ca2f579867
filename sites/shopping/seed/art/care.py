"""Beauty and care."""

from sites.shopping.seed.art.canvas import INK, PAPER, STEEL, Art, draws, mix


@draws("soap")
def soap(a: Art) -> None:
    a.shadow(300, 490, 230)
    for x, y, r in ((150, 200, 34), (220, 140, 22), (440, 170, 40), (380, 110, 18), (500, 240, 20)):
        a.oval(x, y, r, fill="#e3f1f7", line=2)
        a.shine(f"M{x - r / 2} {y - r / 4} q{r / 6} {-r / 3} {r / 2} {-r / 3}", 0.9, 4)
    a.path("M90 330 C90 240 510 240 510 330 V410 C510 500 90 500 90 410 Z", a.dark)
    a.oval(300, 330, 210, 82, a.main)
    a.oval(300, 326, 160, 54, a.light, 2)
    a.path("M300 296 C330 310 330 340 300 354 C270 340 270 310 300 296 Z", a.accent, 2)


@draws("bottle_pump")
def bottle_pump(a: Art) -> None:
    a.shadow(300, 555, 130)
    a.path("M180 60 h130 q30 0 30 30 v20 h-80 v-18 h-80 Z", a.accent)
    a.rect(284, 100, 32, 70, STEEL, 4, way="h")
    a.rect(248, 160, 104, 50, a.accent, 12, way="h")
    a.path("M200 260 q0 -54 60 -54 h80 q60 0 60 54 v240 q0 46 -46 46 h-108 q-46 0 -46 -46 Z", a.main, way="h")
    a.rect(222, 300, 156, 180, PAPER, 14, 2)
    a.path("M300 322 C336 356 334 396 300 412 C266 396 264 356 300 322 Z", mix(a.main, "#5a9450", 0.5), 2)
    a.stroke("M252 436 h96 M266 458 h68", a.dark, 7)
    a.shine("M216 270 v220", 0.45, 9)


@draws("toothbrush")
def toothbrush(a: Art) -> None:
    a.shadow(300, 560, 110)
    a.rect(286, 150, 28, 90, STEEL, 8, way="h")
    a.rect(262, 60, 76, 96, PAPER, 26)
    for i in range(5):
        a.rect(236, 68 + 17 * i, 44, 12, a.accent if i % 2 else "#9cc4e0", 4, 1.5, "")
    a.path("M262 240 h76 l22 70 v190 q0 44 -44 44 h-32 q-44 0 -44 -44 v-190 Z", a.main, way="h")
    a.rect(270, 330, 60, 84, a.accent, 28)
    a.oval(300, 372, 16, fill=PAPER)
    a.dots(((300, 446), (300, 470), (300, 494)), 6, "#7fc97a")
    a.rect(220, 530, 160, 26, INK, 12)


@draws("hair_dryer")
def hair_dryer(a: Art) -> None:
    a.shadow(320, 550, 170)
    a.stroke("M360 480 C370 560 480 520 520 560", INK, 12)
    a.path("M300 290 h110 l-20 200 q-2 20 -24 20 h-22 q-22 0 -24 -20 Z", mix(a.main, INK, 0.45))
    a.path("M120 170 L240 130 C480 110 510 180 510 240 C510 320 440 340 240 330 L120 300 Z")
    a.path("M120 166 l-50 -24 v186 l50 -24 Z", INK)
    a.oval(440, 234, 56, 74, a.dark)
    a.stroke("M410 200 h60 M402 234 h76 M410 268 h60", STEEL, 6)
    a.rect(338, 350, 32, 70, a.accent, 14)
    a.stroke("M240 150 C340 140 400 146 430 156", a.light, 9)
    a.stroke("M20 180 h34 M10 234 h44 M20 290 h34", "#a9c7d8", 7)
