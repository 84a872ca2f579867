"""Games and toys."""

from sites.shopping.seed.art.canvas import INK, PAPER, Art, draws, mix


@draws("board_game")
def board_game(a: Art) -> None:
    a.shadow(300, 530, 240)
    a.path("M90 150 L420 90 L520 420 L180 500 Z", a.main)
    a.path("M180 500 L520 420 V456 L184 538 Z", a.dark)
    a.path("M130 176 L396 128 L478 396 L200 460 Z", a.accent)
    a.path("M160 210 L380 170 L440 370 L220 420 Z", PAPER, 2)
    a.stroke("M200 240 C260 210 320 240 300 290 S380 330 400 350", a.main, 14, "4 22")
    a.dots(((200, 240), (404, 352)), 16, a.dark)
    with a.moved("rotate(14 430 480)"):
        a.rect(370, 410, 110, 110, PAPER, 22)
        a.dots(((398, 438), (452, 438), (425, 465), (398, 492), (452, 492)), 10, INK)
    for x, tone in ((120, "#bf3a36"), (180, "#3c78b4")):
        a.path(f"M{x - 30} 540 q4 -60 18 -76 h24 q14 16 18 76 Z", tone)
        a.oval(x, 450, 24, fill=tone)


@draws("jigsaw")
def jigsaw(a: Art) -> None:
    a.shadow(300, 530, 230)
    piece = (
        "M0 0 h60 c-14 -34 10 -48 30 -48 s44 14 30 48 h60 v60 c34 -14 48 10 48 30 s-14 44 -48 30 v60"
        " h-60 c14 34 -10 48 -30 48 s-44 -14 -30 -48 h-60 v-60 c-34 14 -48 -10 -48 -30 s14 -44 48 -30 Z"
    )
    tones = (a.main, a.accent, mix(a.main, a.accent, 0.5), a.light)
    spots = ((110, 110, -6), (340, 90, 8), (100, 330, 10), (340, 320, -14))
    for tone, (x, y, turn) in zip(tones, spots, strict=True):
        with a.moved(f"translate({x} {y}) rotate({turn} 90 90) scale(.86)"):
            a.path(piece, tone, 4)


@draws("blocks")
def blocks(a: Art) -> None:
    a.shadow(300, 530, 230)
    warm = mix(a.main, "#e8c33a", 0.7)
    a.rect(90, 390, 130, 130, a.main, 12)
    a.rect(235, 390, 130, 130, a.accent, 12)
    a.rect(380, 390, 130, 130, warm, 12)
    a.rect(160, 255, 130, 130, warm, 12)
    a.rect(305, 255, 130, 130, a.main, 12)
    a.path("M220 250 L298 120 L376 250 Z", a.accent)
    for x, y, sign in ((155, 485, "A"), (300, 485, "B"), (445, 485, "C"), (225, 350, "1"), (370, 350, "2")):
        a.text(x, y, sign, 90, PAPER, 700)


@draws("soft_toy")
def soft_toy(a: Art) -> None:
    a.shadow(300, 555, 190)
    inner = mix(a.main, "#fff4e0", 0.55)
    for x in (200, 400):
        a.oval(x, 110, 58, fill=a.main)
        a.oval(x, 112, 32, fill=inner, line=0)
        a.oval(x, 500, 80, 56, a.main)
        a.oval(x, 506, 40, 30, inner, 0)
    a.oval(150, 360, 50, 92, a.main)
    a.oval(450, 360, 50, 92, a.main)
    a.oval(300, 410, 148, 140, a.main)
    a.oval(300, 424, 92, 94, inner, 0)
    a.oval(300, 200, 142, 124, a.main)
    a.oval(300, 244, 66, 50, inner, 0)
    a.dots(((246, 184), (354, 184)), 13, INK)
    a.oval(300, 222, 22, 16, INK)
    a.stroke("M300 238 v18 q-18 20 -34 4 M300 256 q18 20 34 4", INK, 6)
    a.path("M300 320 L230 296 v60 Z M300 320 L370 296 v60 Z", a.accent)
    a.oval(300, 322, 18, fill=a.accent)
