"""Tiles of the departments: three of their things on a ground of the department's own colour."""

from sites.shopping.seed.art.canvas import DRAWINGS, Art, Drawing, mix

Thing = tuple[str, str, str]
# Ground, and three things with their two colours.
TILES: dict[str, tuple[str, tuple[Thing, Thing, Thing]]] = {
    "dept_audio": (
        "#3c78b4",
        (
            ("headphones", "#22365c", "#d8c6a6"),
            ("radio", "#efe5cf", "#bf3a36"),
            ("earbuds", "#f3f2ee", "#8d9299"),
        ),
    ),
    "dept_office": (
        "#6d4c8c",
        (
            ("monitor", "#44484e", "#8d9299"),
            ("keyboard", "#f3f2ee", "#df7a2b"),
            ("notebook", "#1f6470", "#c8952a"),
        ),
    ),
    "dept_kitchen": (
        "#bf3a36",
        (("kettle", "#bf3a36", "#efe5cf"), ("mug", "#efe5cf", "#1f6470"), ("toaster", "#a9d8c2", "#8d9299")),
    ),
    "dept_home": (
        "#c8952a",
        (("rug", "#742a38", "#e8c33a"), ("clock", "#6f4a32", "#bf3a36"), ("candle", "#efe5cf", "#a5602f")),
    ),
    "dept_lighting": (
        "#44484e",
        (
            ("desk_lamp", "#c8952a", "#26282b"),
            ("light_bulb", "#f3f2ee", "#8d9299"),
            ("torch", "#44484e", "#df7a2b"),
        ),
    ),
    "dept_outdoor": (
        "#4c8c4a",
        (
            ("tent", "#df7a2b", "#efe5cf"),
            ("backpack", "#2c5138", "#a5602f"),
            ("water_bottle", "#3c78b4", "#f3f2ee"),
        ),
    ),
    "dept_cycling": (
        "#3aa7a3",
        (
            ("helmet", "#bf3a36", "#f3f2ee"),
            ("bike_lock", "#44484e", "#e8c33a"),
            ("bike_light", "#26282b", "#8d9299"),
        ),
    ),
    "dept_clothing": (
        "#b8a3d0",
        (
            ("rain_jacket", "#e8c33a", "#44484e"),
            ("t_shirt", "#3aa7a3", "#f3f2ee"),
            ("hiking_boot", "#6f4a32", "#bf3a36"),
        ),
    ),
    "dept_garden": (
        "#75793f",
        (
            ("plant_pot", "#b8683f", "#efe5cf"),
            ("secateurs", "#bf3a36", "#e8c33a"),
            ("bird_feeder", "#4c8c4a", "#d2b48c"),
        ),
    ),
    "dept_games": (
        "#e8c33a",
        (
            ("soft_toy", "#a5602f", "#bf3a36"),
            ("blocks", "#3c78b4", "#bf3a36"),
            ("board_game", "#2c5138", "#efe5cf"),
        ),
    ),
    "dept_food": (
        "#a5602f",
        (
            ("coffee_bag", "#6f4a32", "#c8952a"),
            ("tea_box", "#4c8c4a", "#e8c33a"),
            ("honey_jar", "#d08c27", "#f3f2ee"),
        ),
    ),
    "dept_care": (
        "#e0a0ae",
        (
            ("bottle_pump", "#b8a3d0", "#f3f2ee"),
            ("soap", "#a9d8c2", "#4c8c4a"),
            ("hair_dryer", "#742a38", "#d8c6a6"),
        ),
    ),
}
SPOTS = ("translate(20 30) scale(.56)", "translate(300 20) scale(.46)", "translate(230 250) scale(.56)")


def tile(ground: str, things: tuple[Thing, ...]) -> Drawing:
    """A drawing of three things on a ground."""

    def picture(a: Art) -> None:
        a.rect(0, 0, 600, 600, mix(ground, "#ffffff", 0.72), 0, 0, "")
        a.oval(300, 320, 262, fill=mix(ground, "#ffffff", 0.52), line=0, way="")
        for (kind, main, accent), spot in zip(things, SPOTS, strict=True):
            part = Art(main, accent)
            DRAWINGS[kind](part)
            a.gradients |= part.gradients
            with a.moved(spot):
                a.parts += part.parts

    return picture


for _kind, (_ground, _things) in TILES.items():
    DRAWINGS[_kind] = tile(_ground, _things)
