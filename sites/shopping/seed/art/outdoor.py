"""Outdoor, cycling, sport."""

from sites.shopping.seed.art.canvas import INK, STEEL, Art, draws, mix


@draws("backpack")
def backpack(a: Art) -> None:
    a.shadow(300, 550, 190)
    a.stroke("M240 120 C240 40 360 40 360 120", a.dark, 18)
    a.stroke("M170 220 C100 260 100 420 150 480 M430 220 C500 260 500 420 450 480", a.accent, 26, edge=True)
    a.path("M160 210 C160 60 440 60 440 210 V490 q0 48 -48 48 h-184 q-48 0 -48 -48 Z", a.main)
    a.path("M166 220 C170 96 430 96 434 220 C400 260 200 260 166 220 Z", a.light)
    a.rect(276, 220, 48, 70, a.accent, 10)
    a.rect(196, 330, 208, 168, a.dark, 30)
    a.stroke("M216 364 H384", STEEL, 6, "2 9")
    a.rect(372, 356, 22, 36, a.accent, 6, 2)


@draws("tent")
def tent(a: Art) -> None:
    a.shadow(300, 500, 280)
    a.path("M300 110 L570 490 H30 Z", a.main)
    a.path("M300 110 L420 490 H180 Z", a.light)
    a.path("M300 150 L372 490 H228 Z", mix(a.main, "#10151c", 0.6))
    a.path("M300 150 C270 300 240 420 200 490 H228 Z", a.accent)
    a.stroke("M300 110 V86 M300 110 L570 490 M300 110 L30 490", a.dark, 8)
    a.stroke("M110 400 L20 500 M490 400 L580 500", INK, 4)
    a.oval(300, 96, 9, fill=a.accent)


@draws("sleeping_bag")
def sleeping_bag(a: Art) -> None:
    a.shadow(300, 545, 140)
    a.path(
        "M300 50 C420 50 450 150 446 240 C440 380 410 540 300 540 C190 540 160 380 154"
        " 240 C150 150 180 50 300 50 Z"
    )
    a.oval(300, 160, 96, 86, mix(a.main, "#10151c", 0.55))
    a.oval(300, 176, 74, 62, a.accent)
    for i in range(5):
        a.stroke(f"M{168 + 6 * i} {290 + 48 * i} q{132 - 6 * i} 30 {264 - 12 * i} 0", a.dark, 5)
    a.stroke("M390 220 C400 340 390 440 350 500", STEEL, 6, "2 9")


@draws("sleeping_mat")
def sleeping_mat(a: Art) -> None:
    a.shadow(300, 490, 270)
    a.path("M190 250 L560 340 V420 L190 440 Z", a.main)
    for i in range(5):
        a.stroke(f"M{250 + 62 * i} {268 + 15 * i} V{432 - 3 * i}", a.dark, 5)
    a.oval(190, 345, 130, 136, a.main)
    for r, tone in ((104, a.light), (80, a.main), (56, a.light), (32, a.main)):
        a.oval(190, 345, r, r + 4, tone, 2)
    a.stroke("M190 209 L560 330", a.light, 5)
    a.rect(96, 300, 26, 90, a.accent, 10)


@draws("camping_stove")
def camping_stove(a: Art) -> None:
    a.shadow(300, 545, 150)
    a.path("M300 60 C360 150 370 200 300 250 C230 200 250 150 300 60 Z", "#4f9bd9", 0)
    a.path("M300 140 C330 190 330 220 300 246 C272 220 272 190 300 140 Z", "#cfeaff", 0)
    a.stroke("M180 190 L250 290 M420 190 L350 290 M180 190 h44 M420 190 h-44", STEEL, 14, edge=True)
    a.rect(236, 250, 128, 34, INK, 10)
    a.rect(272, 284, 56, 50, STEEL, 6)
    a.oval(388, 312, 24, fill=a.accent)
    a.rect(326, 306, 46, 12, STEEL, 4, 2)
    a.path("M170 400 C170 340 430 340 430 400 V500 q0 34 -34 34 h-192 q-34 0 -34 -34 Z", a.main, way="h")
    a.path("M170 430 h260 v46 h-260 Z", a.accent, 0, "h")
    a.text(300, 463, "GAS", 28, INK, 700)


@draws("water_bottle")
def water_bottle(a: Art) -> None:
    a.shadow(300, 555, 110)
    a.stroke("M270 80 C270 30 350 30 350 80", a.accent, 14, edge=True)
    a.rect(246, 74, 108, 70, a.accent, 16, way="h")
    a.path(
        "M250 144 h100 C356 190 410 190 410 250 V510 q0 36 -36 36 h-148 q-36 0 -36 -36"
        " V250 C190 190 244 190 250 144 Z",
        a.main,
        way="h",
    )
    a.rect(190, 300, 220, 18, a.light, 0, 0)
    a.path("M300 360 l54 90 h-108 Z", a.contrast, 0, "")
    a.path("M300 360 l20 33 -20 12 -20 -12 Z", a.main, 0, "")
    a.shine("M222 260 V500", 0.45, 12)


@draws("cool_box")
def cool_box(a: Art) -> None:
    a.shadow(300, 530, 240)
    a.stroke("M110 260 V120 q0 -30 30 -30 h320 q30 0 30 30 v140", a.accent, 22, edge=True)
    a.rect(80, 270, 440, 240, a.main, 26)
    a.rect(60, 200, 480, 80, PALE, 22)
    a.rect(270, 250, 60, 60, INK, 12)
    a.stroke("M300 350 v110 M252 377 l96 56 M348 377 l-96 56", a.contrast, 10)
    a.shine("M110 300 v170", 0.35, 12)


PALE = "#eef2f5"


@draws("bike_light")
def bike_light(a: Art) -> None:
    a.path("M190 290 L10 130 V450 Z", "#fff1bd", 0, "")
    a.shadow(340, 500, 170)
    a.rect(320, 390, 90, 80, INK, 16)
    a.oval(365, 440, 90, 40, mix(a.main, INK, 0.6))
    a.path("M220 180 h190 q90 0 90 90 v40 q0 90 -90 90 h-190 Z", a.main)
    a.oval(210, 290, 60, 116, STEEL)
    a.oval(204, 290, 44, 94, "#fff3c2")
    a.oval(200, 290, 20, 44, "#ffffff", 0)
    a.rect(330, 160, 80, 28, a.accent, 12)
    a.shine("M260 210 h150", 0.4, 10)


@draws("bike_lock")
def bike_lock(a: Art) -> None:
    a.shadow(300, 545, 170)
    a.stroke("M180 370 V220 C180 60 420 60 420 220 V370", a.main, 46, edge=True)
    a.shine("M170 340 V220 C172 140 220 98 270 90", 0.35, 10)
    a.rect(110, 350, 380, 170, mix(a.main, INK, 0.55), 50)
    a.rect(250, 370, 100, 130, a.accent, 20)
    a.oval(300, 420, 18, fill=INK)
    a.path("M291 424 h18 l6 50 h-30 Z", INK, 0)


@draws("helmet")
def helmet(a: Art) -> None:
    a.shadow(300, 520, 220)
    a.stroke("M160 350 C170 460 240 500 300 510 C340 500 380 440 400 370", INK, 14)
    a.rect(278, 490, 44, 34, a.accent, 8)
    a.path(
        "M60 340 C50 180 170 80 310 80 C460 80 540 190 548 300 C550 340 520 350 480 352"
        " L200 372 C120 376 64 380 60 340 Z"
    )
    for d in (
        "M150 290 C170 200 220 150 290 130 L280 160 C230 190 200 230 190 296 Z",
        "M250 296 C262 220 300 160 360 134 L380 150 C340 190 320 240 316 296 Z",
        "M370 296 C380 240 400 190 430 160 L456 184 C440 220 436 260 436 292 Z",
    ):
        a.path(d, mix(a.main, "#10151c", 0.65), 2)
    a.path("M60 340 C64 380 120 376 200 372 L480 352 C520 350 550 340 548 300 L70 300 Z", a.accent, 2)


@draws("pannier")
def pannier(a: Art) -> None:
    a.shadow(300, 540, 180)
    a.rect(180, 70, 24, 60, INK, 8)
    a.rect(396, 70, 24, 60, INK, 8)
    a.path("M130 120 h340 v360 q0 50 -50 50 h-240 q-50 0 -50 -50 Z", a.main)
    a.path("M130 120 h340 v100 C420 250 180 250 130 220 Z", a.dark)
    for x in (200, 372):
        a.rect(x, 130, 28, 220, a.accent, 6, 2)
        a.rect(x - 8, 300, 44, 44, INK, 8)
    a.rect(190, 420, 220, 26, "#e8ebee", 8, 2)
    a.shine("M160 260 v200", 0.25, 12)


@draws("yoga_mat")
def yoga_mat(a: Art) -> None:
    a.shadow(300, 480, 260)
    a.rect(120, 250, 400, 200, a.main, 20)
    a.path("M120 440 H560 v20 H140 Z", a.dark)
    a.oval(120, 350, 70, 100, a.main)
    for r, tone in ((76, a.light), (54, a.main), (32, a.light), (12, a.dark)):
        a.oval(120, 350, r * 0.7, r, tone, 2)
    for x in (250, 410):
        a.rect(x, 246, 36, 208, a.accent, 6)
    a.stroke("M268 250 C268 130 428 130 428 250", a.accent, 18, edge=True)
