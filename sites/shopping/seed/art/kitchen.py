"""Kitchen: appliances, pans, dishes."""

from sites.shopping.seed.art.canvas import GLASS, INK, STEEL, Art, draws, mix


@draws("kettle")
def kettle(a: Art) -> None:
    a.shadow(300, 540, 200)
    a.stroke("M420 200 C540 190 540 420 440 430", mix(a.main, INK, 0.6), 30, edge=True)
    a.path("M190 160 h220 l36 330 h-300 Z", a.main, way="h")
    a.path("M196 190 L120 220 L172 290 Z", a.main)
    a.path("M200 160 C210 100 390 100 400 160 Z", a.dark)
    a.oval(300, 108, 18, 14, INK)
    a.rect(226, 250, 28, 170, GLASS, 12)
    a.rect(226, 330, 28, 90, "#8fc1dc", 12, 0)
    a.rect(130, 490, 340, 36, INK, 14)
    a.oval(420, 508, 8, fill=a.accent, line=0, way="")


@draws("coffee_maker")
def coffee_maker(a: Art) -> None:
    a.shadow(300, 545, 210)
    a.path("M120 80 h330 q20 0 20 20 v110 h-230 v250 h240 q18 0 18 18 v52 h-378 Z", a.main)
    a.rect(150, 110, 40, 240, GLASS, 12)
    a.rect(150, 200, 40, 150, "#8fc1dc", 12, 0)
    a.path("M280 210 h150 l-22 60 h-106 Z", a.dark)
    a.stroke("M440 310 q60 10 44 100", INK, 16)
    a.path("M268 290 h176 l14 120 q0 48 -48 48 h-108 q-48 0 -48 -48 Z", GLASS)
    a.path("M262 350 h188 l7 60 q0 46 -46 46 h-110 q-46 0 -46 -46 Z", "#5a3a28", 0)
    a.rect(262, 276, 188, 22, INK, 8)
    a.rect(262, 458, 190, 12, INK, 4, 0)
    a.oval(400, 145, 26, fill=a.accent)
    a.oval(330, 145, 9, fill="#e0685f", line=0, way="")


@draws("toaster")
def toaster(a: Art) -> None:
    a.shadow(300, 520, 240)
    for x in (160, 330):
        a.path(f"M{x} 240 v-70 q-12 -44 34 -44 h52 q46 0 34 44 v70 Z", "#d9a662")
        a.rect(x + 16, 150, 88, 100, "#f0d3a0", 14, 0)
    a.rect(90, 210, 420, 290, a.main, 64)
    a.rect(146, 222, 144, 20, INK, 10, 0)
    a.rect(316, 222, 144, 20, INK, 10, 0)
    a.rect(500, 270, 26, 110, a.dark, 8)
    a.rect(494, 300, 56, 30, INK, 10)
    a.oval(440, 410, 34, fill=STEEL)
    a.stroke("M440 410 l14 -20", INK, 6)
    a.stroke("M130 450 H390", a.accent, 8)
    a.shine("M124 280 q0 -44 50 -44", 0.5, 10)
    a.rect(140, 496, 60, 16, INK, 4, 0)
    a.rect(400, 496, 60, 16, INK, 4, 0)


@draws("blender")
def blender(a: Art) -> None:
    a.shadow(300, 550, 150)
    a.rect(210, 52, 180, 40, INK, 12)
    a.stroke("M410 140 q90 10 64 150", mix(a.main, INK, 0.5), 20, edge=True)
    a.path("M180 90 h240 l-36 270 h-168 Z", GLASS)
    a.path("M192 180 h216 l-24 180 h-168 Z", "#d9718a", 0)
    a.shine("M214 110 l20 230", 0.7, 10)
    a.stroke("M270 340 l30 -22 30 22", STEEL, 8)
    a.path("M206 360 h188 l46 170 h-280 Z", a.main)
    a.oval(300, 450, 40, fill=STEEL)
    a.oval(300, 450, 26, fill=a.accent)
    a.rect(160, 522, 280, 20, INK, 8, 0)


@draws("pan")
def pan(a: Art) -> None:
    a.shadow(240, 470, 220)
    with a.moved("rotate(-14 230 330)"):
        a.rect(400, 304, 180, 44, a.accent, 20)
        a.rect(388, 300, 46, 52, STEEL, 8)
        a.oval(556, 326, 8, fill="#eef1f4")
    a.oval(220, 350, 196, 150, mix(a.main, INK, 0.3))
    a.oval(220, 340, 196, 146, a.main)
    a.oval(220, 340, 160, 116, mix(a.main, "#10151c", 0.5))
    a.shine("M110 300 C140 250 200 236 260 240", 0.3, 10)


@draws("knife")
def knife(a: Art) -> None:
    a.shadow(300, 470, 220)
    with a.moved("rotate(-30 300 300)"):
        a.path("M270 250 H20 C40 320 150 350 270 344 Z", "#dfe4e8")
        a.shine("M60 300 C130 330 200 334 262 332", 0.9, 6)
        a.rect(262, 244, 28, 106, STEEL, 6)
        a.path("M288 252 h250 q34 0 34 34 v26 q0 26 -30 26 q-40 0 -60 -14 h-194 Z", a.main)
        a.dots(((330, 290), (410, 290), (490, 292)), 9, STEEL, 2)


@draws("food_container")
def food_container(a: Art) -> None:
    a.shadow(300, 510, 230)
    a.path("M90 240 h420 l-26 230 q-4 30 -36 30 h-296 q-32 0 -36 -30 Z", mix(GLASS, a.main, 0.18))
    a.path("M110 330 h380 l-16 138 q-4 22 -28 22 h-292 q-24 0 -28 -22 Z", "#e2b04a", 0)
    a.dots(((180, 360), (260, 400), (350, 366), (420, 420), (220, 440), (320, 452)), 20, "#c9553f")
    a.dots(((220, 380), (300, 430), (390, 390), (170, 430)), 14, "#6ea24f")
    a.shine("M130 270 l20 190", 0.7, 12)
    a.rect(66, 180, 468, 66, a.main, 22)
    a.rect(110, 196, 380, 22, a.light, 10, 0)
    for x in (60, 500):
        a.rect(x, 220, 40, 90, a.accent, 10)


@draws("mug")
def mug(a: Art) -> None:
    a.shadow(280, 530, 190)
    a.stroke("M420 250 C540 240 540 430 410 420", a.main, 34, edge=True)
    a.path("M120 160 h310 v300 q0 60 -60 60 h-190 q-60 0 -60 -60 Z", a.main, way="h")
    a.oval(275, 160, 155, 34, mix(a.main, "#10151c", 0.25))
    a.oval(275, 168, 136, 24, "#5a3a28")
    a.path("M120 330 h310 v44 h-310 Z", a.accent, 0, "h")
    for x in (220, 275, 330):
        a.stroke(f"M{x} 120 q-16 -22 0 -44 t0 -40", "#b9c2ca", 7)


@draws("kitchen_scale")
def kitchen_scale(a: Art) -> None:
    a.shadow(300, 500, 240)
    a.path("M150 190 h300 q0 70 -70 70 h-160 q-70 0 -70 -70 Z", STEEL)
    a.dots(((240, 180), (300, 168), (360, 180), (270, 150), (330, 150)), 34, "#d9622f", 3)
    a.rect(60, 256, 480, 220, a.main, 40)
    a.rect(190, 340, 220, 90, "#22303a", 14)
    a.text(376, 404, "482 g", 54, "#9fe3c0", 500, "end")
    a.oval(140, 386, 24, fill=a.accent)
    a.oval(460, 386, 24, fill=a.accent)
    a.shine("M100 284 h360", 0.5, 8)


@draws("storage_box")
def storage_box(a: Art) -> None:
    a.shadow(300, 520, 230)
    a.path("M90 250 h420 l-20 250 h-380 Z", a.main)
    a.path("M66 180 h468 v70 h-468 Z", a.dark)
    a.rect(60, 176, 480, 70, a.main, 16)
    a.rect(240, 320, 120, 54, mix(a.main, "#10151c", 0.5), 26)
    a.rect(226, 410, 148, 56, "#faf8f2", 8, 2)
    a.stroke("M244 430 h112 M244 448 h70", a.accent, 7)
    a.shine("M120 280 l12 190", 0.3, 10)
