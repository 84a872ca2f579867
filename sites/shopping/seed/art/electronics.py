"""Audio, phones, computers and what is used with them."""

from sites.shopping.seed.art.canvas import GOLD, INK, PAPER, STEEL, Art, draws, mix


@draws("headphones")
def headphones(a: Art) -> None:
    a.shadow(rx=170)
    a.stroke("M140 360 C120 90 480 90 460 360", a.main, 34, edge=True)
    a.shine("M165 290 C175 150 300 118 380 150", 0.35, 8)
    a.stroke("M190 190 C230 135 370 135 410 190", a.accent, 16)
    for x, flip in ((150, 1), (450, -1)):
        with a.moved(f"translate({x} 390) scale({flip} 1)"):
            a.rect(-18, -96, 74, 192, mix(a.main, INK, 0.55), 36)
            a.rect(-62, -88, 66, 176, a.main, 33)
            a.rect(-44, -34, 18, 68, a.accent, 9, 0)


@draws("earbuds")
def earbuds(a: Art) -> None:
    a.shadow(300, 510, 190)
    a.rect(150, 330, 300, 170, a.main, 70)
    a.path("M150 400 h300", line=4)
    a.oval(300, 442, 9, fill=a.accent, line=0)
    a.shine("M190 352 h180", 0.5, 10)
    for x, flip in ((215, 1), (385, -1)):
        with a.moved(f"translate({x} 200) scale({flip} 1)"):
            a.rect(-12, 10, 34, 110, a.main, 17, way="h")
            a.oval(0, 0, 54, 50, a.main)
            a.oval(40, -12, 26, 30, mix(a.main, INK, 0.6))
            a.oval(-14, 0, 16, fill=a.accent, line=0)


@draws("speaker")
def speaker(a: Art) -> None:
    a.shadow(rx=210)
    a.stroke("M430 210 q70 10 62 80", a.accent, 14, edge=True)
    a.rect(110, 200, 380, 310, a.main, 60)
    a.rect(136, 226, 328, 258, mix(a.main, INK, 0.35), 40, 0)
    for row in range(9):
        a.dots(((160 + 20 * col, 250 + 26 * row) for col in range(15)), 4, mix(a.main, "#000000", 0.6))
    a.rect(255, 440, 90, 26, a.accent, 8, 0)
    for x in (250, 300, 350):
        a.rect(x - 16, 188, 32, 16, a.dark, 6, 2)


@draws("radio")
def radio(a: Art) -> None:
    a.shadow(rx=220)
    a.stroke("M430 190 L500 70", STEEL, 8)
    a.oval(502, 66, 9, fill=STEEL)
    a.stroke("M160 200 v-40 q0-24 24-24 h180 q24 0 24 24 v40", a.accent, 16, edge=True)
    a.rect(80, 190, 440, 310, a.main, 36)
    a.oval(210, 350, 108, fill=mix(a.main, INK, 0.55))
    for r in (84, 60, 36):
        a.parts.append(f'<circle cx="210" cy="350" r="{r}" fill="none" stroke="{a.light}" stroke-width="7"/>')
    a.rect(345, 240, 140, 86, PAPER, 10)
    a.stroke("M360 270 h110 M360 300 h110", "#8a8f96", 3, "3 11")
    a.stroke("M420 252 v62", "#bf3a36", 5)
    a.oval(380, 410, 40, fill=a.accent)
    a.stroke("M380 410 l18 -24", INK, 6)
    a.dots(((450, 390), (450, 430)), 14, a.dark)
    a.rect(120, 498, 50, 14, INK, 4, 0)
    a.rect(430, 498, 50, 14, INK, 4, 0)


@draws("power_bank")
def power_bank(a: Art) -> None:
    a.shadow(300, 530, 130)
    with a.moved("rotate(-8 300 300)"):
        a.rect(190, 90, 220, 420, a.main, 34)
        a.rect(204, 104, 192, 392, a.light, 26, 0)
        a.rect(210, 110, 180, 380, a.main, 22, 0)
        a.rect(262, 80, 76, 18, INK, 6, 0)
        a.path("M316 220 L262 316 h34 L284 390 L340 288 h-36 Z", a.accent)
        for i in range(4):
            a.oval(258 + 28 * i, 452, 8, fill="#8fe08a" if i < 3 else a.dark, line=2, way="")


@draws("charger")
def charger(a: Art) -> None:
    a.shadow(300, 525, 190)
    a.stroke(
        "M330 300 C330 480 150 400 170 500 S420 540 470 440", mix(a.main, "#000000", 0.12), 14, edge=True
    )
    a.rect(444, 372, 52, 76, a.main, 12)
    a.rect(456, 342, 28, 34, STEEL, 5)
    a.rect(270, 60, 22, 70, STEEL, 6)
    a.rect(368, 60, 22, 70, STEEL, 6)
    a.rect(220, 124, 220, 190, a.main, 36)
    a.rect(296, 262, 68, 24, INK, 8, 0)
    a.path("M338 150 l-36 58 h26 l-8 42 38 -60 h-26 Z", a.accent, 0)


@draws("smartwatch")
def smartwatch(a: Art) -> None:
    a.shadow(300, 555, 110)
    a.path("M225 190 L240 40 h120 L375 190 Z", a.main)
    a.path("M225 410 L240 560 h120 L375 410 Z", a.main)
    a.dots(((300, 500), (300, 524), (300, 476)), 6, a.dark)
    a.rect(440, 262, 22, 60, STEEL, 9)
    a.rect(155, 160, 290, 280, STEEL, 70)
    a.rect(172, 177, 256, 246, "#171b21", 56)
    a.text(300, 285, "09:00", 76, "#ffffff", 300)
    a.text(300, 325, "MON 16", 26, a.accent if a.accent != "#26282b" else "#d8c6a6")
    a.parts.append('<circle cx="225" cy="372" r="22" fill="none" stroke="#e0685f" stroke-width="8"/>')
    a.parts.append('<circle cx="300" cy="372" r="22" fill="none" stroke="#7fc97a" stroke-width="8"/>')
    a.parts.append('<circle cx="375" cy="372" r="22" fill="none" stroke="#63b6e0" stroke-width="8"/>')


@draws("watch_strap")
def watch_strap(a: Art) -> None:
    a.shadow(300, 530, 170)
    with a.moved("rotate(18 300 300)"):
        a.rect(170, 60, 96, 470, a.main, 30, way="h")
        a.stroke("M186 100 V500 M250 100 V500", a.accent, 3, "10 9")
        a.dots(((218, 330 + 32 * i) for i in range(5)), 8, mix(a.main, "#000000", 0.6))
        a.rect(340, 110, 96, 400, a.main, 14, way="h")
        a.stroke("M356 130 V490 M420 130 V490", a.accent, 3, "10 9")
        a.path("M326 70 h124 v76 h-124 Z M348 92 h80 v34 h-80 Z", STEEL)
        a.rect(382, 76, 12, 66, GOLD if a.accent == "#d8c6a6" else STEEL, 4)
        a.rect(332, 200, 112, 34, a.dark, 8)


@draws("monitor")
def monitor(a: Art) -> None:
    a.shadow(rx=180)
    a.path("M262 410 h76 l14 84 h-104 Z", STEEL)
    a.rect(190, 488, 220, 24, a.main, 10)
    a.rect(55, 90, 490, 326, a.main, 18)
    a.rect(73, 108, 454, 276, "#20303f", 6, 0)
    a.path("M73 384 V300 L190 210 L280 290 L370 190 L527 330 V384 Z", "#4d7d93", 0)
    a.path("M73 384 V340 L220 290 L330 340 L430 300 L527 360 V384 Z", "#6fa58d", 0)
    a.oval(430, 170, 32, fill="#f3d588", line=0, way="")
    a.shine("M73 108 h250 L160 384 H73 Z", 0.08)
    a.oval(300, 400, 5, fill=a.accent, line=0, way="")


@draws("keyboard")
def keyboard(a: Art) -> None:
    a.shadow(300, 440, 260)
    a.rect(40, 190, 520, 240, a.main, 26)
    key = a.light if a.contrast == "#ffffff" else "#ffffff"
    for row in range(4):
        for col in range(12):
            tone = a.accent if (row, col) in ((0, 0), (2, 11)) else key
            a.rect(62 + 40 * col, 210 + 42 * row, 34, 36, tone, 7, 1.5)
    for x, w in ((62, 74), (142, 34), (182, 236), (424, 34), (464, 74)):
        a.rect(x, 378, w, 36, key, 7, 1.5)


@draws("mouse")
def mouse(a: Art) -> None:
    a.shadow(300, 520, 130)
    a.path(
        "M300 90 C420 90 440 220 436 350 C432 460 380 510 300 510 C220 510 168 460 164"
        " 350 C160 220 180 90 300 90 Z"
    )
    a.stroke("M300 92 V270 M170 272 C240 290 360 290 430 272", mix(a.main, "#10151c", 0.45), 4)
    a.rect(280, 140, 40, 92, INK, 20)
    a.rect(288, 160, 24, 50, a.accent, 12, 1.5)
    a.shine("M206 340 C206 430 240 470 270 480", 0.4, 12)


@draws("usb_stick")
def usb_stick(a: Art) -> None:
    a.shadow(300, 500, 180)
    with a.moved("rotate(-32 300 300)"):
        a.rect(400, 252, 120, 96, STEEL, 8)
        a.rect(450, 272, 22, 20, INK, 3, 0)
        a.rect(450, 308, 22, 20, INK, 3, 0)
        a.rect(100, 232, 306, 136, a.main, 34)
        a.rect(186, 266, 150, 68, a.accent, 12)
        a.oval(142, 300, 16, fill="#eef1f4")
        a.shine("M150 250 h220", 0.4, 8)


@draws("external_drive")
def external_drive(a: Art) -> None:
    a.shadow(280, 530, 170)
    a.stroke("M300 120 C300 40 480 30 490 140 S420 300 500 380", INK, 12)
    a.rect(478, 374, 44, 80, STEEL, 8)
    a.rect(120, 120, 320, 400, a.main, 34)
    a.rect(140, 140, 280, 360, a.light, 24, 0, "")
    a.rect(143, 143, 274, 354, a.main, 22, 0)
    a.stroke("M170 400 h140", a.accent, 14)
    a.oval(386, 466, 9, fill="#8fe08a", line=0, way="")
    a.rect(266, 112, 68, 16, INK, 5, 0)


@draws("memory_card")
def memory_card(a: Art) -> None:
    a.shadow(300, 530, 140)
    a.path("M170 90 h180 l80 80 v320 q0 22 -22 22 h-216 q-22 0 -22 -22 Z", a.main)
    for i in range(5):
        a.rect(190 + 36 * i, 108, 24, 66, GOLD, 4, 1.5)
    a.rect(196, 220, 208, 240, PAPER, 12, 2)
    a.rect(196, 220, 208, 56, a.accent, 12, 0)
    a.text(300, 350, "SD", 52, INK, 700)
    a.stroke("M230 396 h140 M230 422 h90", "#9aa1a9", 8)


@draws("card_case")
def card_case(a: Art) -> None:
    a.shadow(300, 500, 230)
    a.path("M70 150 h230 v330 h-230 q-20 0 -20 -20 v-290 q0 -20 20 -20 Z", a.main)
    a.path("M300 150 h230 q20 0 20 20 v290 q0 20 -20 20 h-230 Z", a.main)
    a.rect(288, 150, 24, 330, a.dark, 0, 2)
    for col, x in enumerate((84, 174, 336, 426)):
        for row in range(3):
            a.rect(x, 180 + 96 * row, 76, 78, mix(a.main, "#10151c", 0.3), 8, 2)
            if (row + col) % 3:
                a.path(
                    f"M{x + 14} {190 + 96 * row} h36 l14 14 v46 h-50 Z", a.accent if row == 1 else PAPER, 2
                )


@draws("laptop_sleeve")
def laptop_sleeve(a: Art) -> None:
    a.shadow(rx=220)
    a.rect(70, 140, 460, 370, a.main, 34)
    a.stroke("M92 180 H508", a.dark, 10)
    a.stroke("M92 180 H508", STEEL, 4, "2 8")
    a.rect(470, 170, 54, 22, a.accent, 9)
    a.stroke("M96 210 H504 V486 H96 Z", a.light, 3, "12 9")
    a.rect(260, 330, 80, 34, a.accent, 6, 2)


@draws("notebook")
def notebook(a: Art) -> None:
    a.shadow(300, 540, 170)
    with a.moved("rotate(-6 300 300)"):
        a.rect(148, 76, 330, 452, PAPER, 16)
        a.rect(130, 66, 330, 452, a.main, 18)
        a.rect(130, 66, 46, 452, a.dark, 18, 0)
        a.rect(396, 62, 20, 460, a.accent, 3, 2)
        a.rect(220, 150, 140, 80, PAPER, 6, 2)
        a.stroke("M240 180 h100 M240 202 h70", "#9aa1a9", 6)
        a.path("M300 518 v46 l14 -14 14 14 v-46 Z", a.accent, 2)


@draws("pen")
def pen(a: Art) -> None:
    a.shadow(300, 480, 200)
    with a.moved("rotate(-38 300 300)"):
        a.path("M60 300 L130 276 V324 Z", STEEL)
        a.oval(62, 300, 5, fill=INK, line=0)
        a.rect(130, 272, 150, 56, mix(a.main, "#10151c", 0.25), 6)
        a.rect(274, 270, 220, 60, a.main, 12)
        a.rect(268, 268, 18, 64, a.accent, 4)
        a.rect(492, 284, 50, 32, STEEL, 10)
        a.path("M400 262 h110 v14 h-96 v6 h-14 Z", STEEL, 2)
        a.shine("M150 284 h310", 0.4, 7)
