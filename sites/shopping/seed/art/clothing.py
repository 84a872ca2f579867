"""Clothing and shoes."""

from sites.shopping.seed.art.canvas import INK, PAPER, STEEL, Art, draws, mix

JACKET = "M220 90 L120 140 L50 400 L130 430 L170 290 V530 H430 V290 L470 430 L550 400 L480 140 L380 90 Z"


@draws("rain_jacket")
def rain_jacket(a: Art) -> None:
    a.shadow(300, 550, 190)
    a.path(JACKET)
    a.path("M220 96 C220 20 380 20 380 96 C370 150 230 150 220 96 Z", a.dark)
    a.path("M244 100 C250 56 350 56 356 100 C340 130 260 130 244 100 Z", mix(a.main, "#10151c", 0.6))
    a.stroke("M300 128 V530", a.accent, 8)
    a.stroke("M300 128 V530", INK, 2, "3 6")
    a.stroke("M200 380 l60 -20 M400 380 l-60 -20", a.accent, 8)
    a.stroke("M120 140 C150 200 170 240 170 290 M480 140 C450 200 430 240 430 290", a.dark, 5)
    a.rect(352, 200, 50, 16, a.accent, 4, 0)


@draws("fleece_jacket")
def fleece_jacket(a: Art) -> None:
    a.shadow(300, 550, 190)
    a.path(JACKET)
    a.path("M170 290 L120 140 L220 90 h160 L480 140 L430 290 Z", mix(a.main, "#10151c", 0.18), 2)
    a.path("M232 60 h136 v70 C340 150 260 150 232 130 Z", a.dark)
    a.stroke("M300 100 V530", STEEL, 7)
    a.stroke("M300 100 V530", INK, 2, "3 5")
    a.rect(292, 150, 16, 44, a.accent, 6, 2)
    a.rect(345, 200, 70, 70, a.accent, 8, 2)
    a.stroke("M60 388 l66 26 M540 388 l-66 26 M172 510 H428", a.accent, 10)
    a.dots(((200 + 40 * i, 330 + 46 * j) for i in range(6) for j in range(4) if i not in (2, 3)), 4, a.light)


@draws("t_shirt")
def t_shirt(a: Art) -> None:
    a.shadow(300, 550, 180)
    a.path(
        "M220 90 C250 140 350 140 380 90 L450 116 L560 230 L480 310 L430 262 V530 H170"
        " V262 L120 310 L40 230 L150 116 Z"
    )
    a.stroke("M220 92 C250 144 350 144 380 92", a.accent, 12)
    a.stroke("M170 264 C176 220 172 190 166 170 M430 264 C424 220 428 190 434 170", a.dark, 5)
    a.stroke("M58 240 l72 62 M542 240 l-72 62 M172 510 H428", a.dark, 4, "9 8")
    a.veil("M390 262 q20 130 -20 268 h60 V262 Z", 0.1)


@draws("hiking_boot")
def hiking_boot(a: Art) -> None:
    a.shadow(300, 520, 250)
    a.path("M150 90 H330 L350 250 C400 320 540 310 550 400 V450 H110 C100 330 140 220 150 90 Z")
    a.path("M150 90 H330 l6 46 H146 Z", a.accent)
    a.path("M450 340 C520 350 548 370 550 400 V450 H440 C430 400 430 370 450 340 Z", mix(a.main, INK, 0.5))
    a.path("M110 450 H550 q14 40 -16 56 H120 q-24 -16 -10 -56 Z", INK)
    for i in range(9):
        a.rect(130 + 46 * i, 494, 28, 22, INK, 4, 0)
    for i in range(5):
        a.stroke(f"M{250 + 16 * i} {160 + 40 * i} l{76 + 4 * i} {-18 + 4 * i}", PAPER, 8)
        a.oval(250 + 16 * i, 160 + 40 * i, 8, fill=STEEL, line=2)
    a.stroke("M160 250 C180 340 180 400 170 450", a.dark, 5)


@draws("trainer")
def trainer(a: Art) -> None:
    a.shadow(300, 480, 270)
    a.path(
        "M60 230 C100 270 170 260 210 180 C300 250 380 300 500 330 C560 346 570 390 560"
        " 420 H50 C40 360 44 280 60 230 Z"
    )
    a.path("M200 414 C230 340 300 320 350 300 L390 322 C330 340 280 370 270 414 Z", a.accent)
    a.path("M456 316 C560 340 570 390 560 420 H430 C430 380 436 340 456 316 Z", a.dark)
    a.path("M40 416 H566 q16 48 -30 50 H80 q-50 -4 -40 -50 Z", PAPER)
    a.stroke("M60 446 H540", a.accent, 6)
    for i in range(5):
        a.stroke(f"M{232 + 40 * i} {218 + 28 * i} l-30 40", PAPER, 9)
    a.stroke("M66 250 C110 290 180 276 214 206", mix(a.main, "#10151c", 0.5), 8)


@draws("socks")
def socks(a: Art) -> None:
    a.shadow(300, 545, 210)
    for dx, tone in ((120, mix(a.main, "#10151c", 0.12)), (0, a.main)):
        with a.moved(f"translate({dx} 0)"):
            a.path(
                "M140 70 H270 V330 C270 370 380 390 400 440 C420 510 350 540 290 530 C200 520"
                " 150 470 146 400 Z",
                tone,
            )
            a.path("M140 70 H270 V130 H140 Z", a.accent)
            a.stroke("M166 76 v48 M192 76 v48 M218 76 v48 M244 76 v48", mix(a.accent, "#10151c", 0.3), 4)
            a.path("M400 440 C420 510 350 540 306 532 C300 490 340 440 400 440 Z", a.accent)
            a.path("M146 400 C148 460 180 496 220 512 C230 460 200 410 146 380 Z", a.accent)
            a.stroke("M146 180 H270 M146 212 H270", a.accent, 9)
