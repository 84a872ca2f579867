"""Home and living, lighting and power."""

from sites.shopping.seed.art.canvas import GLASS, GOLD, INK, PAPER, STEEL, WOOD, Art, draws, mix


@draws("bed_linen")
def bed_linen(a: Art) -> None:
    a.shadow(300, 520, 240)
    a.path("M90 250 C110 150 490 150 510 250 C530 330 480 350 300 350 C120 350 70 330 90 250 Z", a.light)
    a.stroke("M130 260 C200 230 400 230 470 260", a.accent, 5, "3 12")
    for i in range(3):
        a.rect(70, 330 + 60 * i, 460, 66, a.main if i != 1 else mix(a.main, a.accent, 0.5), 30)
    for x in range(5):
        a.stroke(f"M{130 + 85 * x} 342 v44 M{130 + 85 * x} 462 v44", mix(a.main, "#ffffff", 0.5), 8)
    a.rect(250, 318, 100, 208, PAPER, 6, 2)
    a.stroke("M268 424 h64 M276 442 h48", a.accent, 6)


@draws("towel")
def towel(a: Art) -> None:
    a.shadow(300, 510, 220)
    for i, tone in enumerate((a.main, mix(a.main, "#ffffff", 0.12), a.main)):
        y = 380 - 110 * i
        a.rect(80, y, 440, 120, tone, 52)
        a.path(f"M132 {y + 60} h388", line=3)
        a.rect(420, y + 3, 34, 114, a.accent, 0, 0)
        a.stroke(f"M160 {y + 30} h220 M150 {y + 88} h230", mix(tone, "#10151c", 0.12), 5, "2 12")


@draws("rug")
def rug(a: Art) -> None:
    a.shadow(300, 500, 260)
    for x in range(14):
        a.stroke(f"M{96 + 31.5 * x} 120 v-30 M{96 + 31.5 * x} 470 v30", mix(a.accent, "#10151c", 0.1), 6)
    a.rect(80, 116, 440, 358, a.main, 8)
    a.rect(108, 144, 384, 302, a.accent, 4, 0)
    a.rect(122, 158, 356, 274, a.main, 4, 0)
    for i in range(3):
        x = 190 + 110 * i
        a.path(f"M{x} 220 l50 75 -50 75 -50 -75 Z", a.accent, 2)
        a.path(f"M{x} 256 l26 39 -26 39 -26 -39 Z", a.light, 0)


@draws("clock")
def clock(a: Art) -> None:
    a.shadow(300, 545, 150)
    a.oval(300, 300, 220, fill=a.main)
    a.oval(300, 300, 186, fill=PAPER)
    for i in range(12):
        with a.moved(f"rotate({30 * i} 300 300)"):
            a.rect(295, 128, 10, 40 if i % 3 == 0 else 20, INK, 4, 0, "")
    with a.moved("rotate(-60 300 300)"):
        a.rect(291, 196, 18, 120, INK, 8, 0, "")
    with a.moved("rotate(48 300 300)"):
        a.rect(294, 150, 12, 168, INK, 6, 0, "")
    a.oval(300, 300, 16, fill=a.accent)


@draws("candle")
def candle(a: Art) -> None:
    a.shadow(300, 530, 150)
    a.path("M300 70 C350 150 340 190 300 196 C260 190 250 150 300 70 Z", "#f2b63c", 0)
    a.path("M300 120 C324 160 320 184 300 190 C280 184 276 160 300 120 Z", "#fff0b8", 0)
    a.stroke("M300 190 v70", INK, 6)
    a.rect(180, 210, 240, 310, GLASS, 26)
    a.rect(196, 256, 208, 248, a.main, 18, 0, "h")
    a.oval(300, 258, 104, 18, a.light, 2)
    a.rect(226, 340, 148, 100, PAPER, 8, 2)
    a.stroke("M252 376 h96 M270 404 h60", a.accent, 8)
    a.shine("M200 240 v240", 0.5, 8)


@draws("light_bulb")
def light_bulb(a: Art) -> None:
    a.shadow(300, 545, 90)
    a.oval(300, 240, 210, 200, "#fff3c4", 0, "")
    a.path(
        "M300 70 C420 70 470 170 440 260 C420 320 384 340 372 400 h-144 C216 340 180 320"
        " 160 260 C130 170 180 70 300 70 Z",
        a.main,
    )
    a.stroke("M262 392 L250 270 l32 30 18 -40 18 40 32 -30 L338 392", GOLD, 6)
    a.shine("M196 220 C196 160 230 116 276 104", 0.8, 12)
    for i in range(4):
        a.rect(236, 400 + 28 * i, 128, 26, STEEL, 10, 2)
    a.rect(272, 512, 56, 22, INK, 8)


@draws("desk_lamp")
def desk_lamp(a: Art) -> None:
    a.path("M330 196 L560 420 H250 Z", "#fff1bd", 0, "")
    a.shadow(230, 540, 170)
    a.stroke("M210 500 L150 320 L310 150", a.main, 18, edge=True)
    a.oval(150, 320, 20, fill=a.accent)
    a.oval(310, 150, 18, fill=a.accent)
    with a.moved("rotate(42 330 160)"):
        a.path("M290 96 h80 l60 120 h-200 Z", a.main)
        a.oval(330, 216, 100, 18, "#ffe9a0")
    a.rect(90, 496, 240, 34, a.main, 16)


@draws("pendant_lamp")
def pendant_lamp(a: Art) -> None:
    a.path("M150 370 h300 l110 190 h-520 Z", "#fff4cf", 0, "")
    a.stroke("M300 20 V190", INK, 6)
    a.rect(262, 20, 76, 22, a.accent, 8)
    a.rect(278, 150, 44, 54, a.accent, 10)
    a.path("M300 190 C440 200 500 290 506 370 H94 C100 290 160 200 300 190 Z", a.main)
    a.oval(300, 370, 206, 30, mix(a.main, "#ffffff", 0.5))
    a.oval(300, 376, 70, 26, "#fff0b0")
    a.shine("M150 320 C170 270 220 230 270 220", 0.4, 12)


@draws("string_lights")
def string_lights(a: Art) -> None:
    wire = mix(a.main, INK, 0.6)
    for y, shift in ((150, 0), (300, 40), (450, 0)):
        a.stroke(f"M30 {y - 60} C160 {y + 50} 250 {y + 30} 300 {y} S470 {y - 40} 570 {y + 20}", wire, 6)
        for i, x in enumerate((90, 180, 270, 360, 450, 530)):
            lift = (10, 22, 2, -12, -12, 4)[i]
            a.oval(x, y + lift + 36, 34, fill="#fff0b4", line=0, way="")
            a.rect(x - 9, y + lift - 6, 18, 22, wire, 4, 0)
            a.oval(x, y + lift + 34, 19, 25, a.main if (i + shift) % 2 else a.accent, 2)


@draws("battery")
def battery(a: Art) -> None:
    a.shadow(300, 530, 200)
    for i, x in enumerate((120, 245, 370)):
        a.rect(x + 38, 96, 36, 36, STEEL, 6)
        a.rect(x, 126, 112, 390, a.main, 18, way="h")
        a.path(f"M{x} 144 q0 -18 18 -18 h76 q18 0 18 18 v96 h-112 Z", a.accent, 3, "h")
        a.text(x + 56, 210, "+", 56, "#ffffff" if i != 9 else INK, 700)
        a.path(f"M{x + 66} 300 l-34 64 h24 l-10 56 36 -70 h-24 Z", a.contrast, 0, "")


@draws("torch")
def torch(a: Art) -> None:
    with a.moved("rotate(-24 300 320)"):
        a.path("M170 300 L-20 190 V450 L170 340 Z", "#fff1bd", 0, "")
        a.path("M150 236 h60 l50 34 v100 l-50 34 h-60 q-20 0 -20 -20 v-128 q0 -20 20 -20 Z", a.main)
        a.rect(122, 250, 20, 140, GLASS, 8)
        a.rect(256, 272, 270, 96, a.main, 18)
        a.rect(300, 250, 70, 30, a.accent, 12)
        for x in range(5):
            a.rect(396 + 22 * x, 276, 10, 88, a.dark, 3, 0)
        a.rect(516, 284, 30, 72, INK, 10)


@draws("drill")
def drill(a: Art) -> None:
    a.shadow(330, 550, 180)
    a.rect(30, 216, 110, 16, STEEL, 4)
    a.path("M130 196 h60 v56 h-60 l-20 -16 v-24 Z", STEEL)
    a.path("M190 160 h250 q50 0 50 60 v20 q0 50 -50 50 h-250 Z", a.main)
    a.rect(184, 176, 34, 100, INK, 8)
    a.stroke("M260 190 h130 M260 214 h130", a.dark, 6)
    a.path("M340 288 h110 l30 170 h-110 Z", mix(a.main, INK, 0.6))
    a.path("M318 300 h28 l8 54 h-16 q-20 -20 -20 -54 Z", INK)
    a.rect(320, 452, 210, 84, a.accent, 16)
    a.rect(320, 452, 210, 28, INK, 12, 0)
    a.stroke("M400 508 h60", mix(a.accent, "#10151c", 0.4), 8)


@draws("screwdriver")
def screwdriver(a: Art) -> None:
    a.shadow(300, 540, 200)
    for i, x in enumerate((150, 260, 370, 470)):
        length = (220, 180, 200, 130)[i]
        a.rect(x - 8, 540 - 180 - length, 16, length + 20, STEEL, 3, way="h")
        tip = 540 - 180 - length
        a.path(f"M{x - 10} {tip} h20 l-4 -22 h-12 Z" if i % 2 else f"M{x - 8} {tip} h16 l-8 -24 Z", STEEL, 2)
        a.rect(x - 34, 350, 68, 190, a.main, 26, way="h")
        a.rect(x - 36, 366, 72, 24, a.accent, 8, 2)
        a.stroke(f"M{x - 14} 420 v90 M{x + 14} 420 v90", a.dark, 6)


@draws("secateurs")
def secateurs(a: Art) -> None:
    a.shadow(300, 540, 150)
    a.path("M290 300 C230 230 240 130 300 60 C320 140 340 220 320 300 Z", "#dfe4e8")
    a.path("M316 300 C360 250 370 170 344 100 C320 160 300 230 296 290 Z", STEEL)
    a.stroke("M300 310 C270 380 200 430 190 530", a.main, 40, edge=True)
    a.stroke("M318 310 C340 380 410 430 416 530", a.main, 40, edge=True)
    a.stroke("M258 400 q50 -40 100 0", STEEL, 9)
    a.oval(308, 300, 28, fill=a.accent)
    a.oval(308, 300, 10, fill=INK)


@draws("plant_pot")
def plant_pot(a: Art) -> None:
    a.shadow(300, 550, 160)
    for turn, size in ((-58, 1), (-28, 1.15), (0, 1.3), (28, 1.15), (58, 1)):
        with a.moved(f"translate(300 350) rotate({turn}) scale({size})"):
            a.path(
                "M0 0 C-50 -70 -34 -160 0 -220 C34 -160 50 -70 0 0 Z", "#5a9450" if turn % 4 else "#6daa5c"
            )
            a.stroke("M0 -6 V-190", "#3f7340", 4)
    a.path("M170 360 h260 l-34 180 h-192 Z", a.main, way="h")
    a.rect(150, 330, 300, 50, a.main, 12, way="h")
    a.path("M182 424 h236 l-6 30 h-224 Z", a.accent, 0, "")


@draws("bird_feeder")
def bird_feeder(a: Art) -> None:
    a.stroke("M300 20 V110", INK, 5)
    a.rect(170, 470, 260, 26, WOOD, 6)
    a.rect(200, 240, 200, 232, GLASS, 4)
    a.rect(204, 330, 192, 140, "#d8b25e", 2, 0)
    a.dots(((220 + 27 * i, 350 + 34 * j + 9 * (i % 2)) for i in range(7) for j in range(4)), 7, "#7a5a2c")
    a.rect(190, 236, 20, 240, a.accent, 4)
    a.rect(390, 236, 20, 240, a.accent, 4)
    a.path("M300 90 L480 240 H120 Z", a.main)
    a.stroke("M300 92 L478 240 M300 92 L122 240", a.light, 6)
    with a.moved("translate(440 440)"):
        a.path("M-20 26 C-30 -20 30 -40 56 -6 L100 20 L60 34 C40 60 -10 60 -20 26 Z", "#5d8fb8")
        a.path("M-18 24 L-44 22 L-18 36 Z", "#e0a13a", 2)
        a.oval(0, 8, 5, fill=INK, line=0, way="")
        a.path("M0 40 C20 56 44 50 56 30 C40 24 10 24 0 40 Z", "#f0d78a", 0)
