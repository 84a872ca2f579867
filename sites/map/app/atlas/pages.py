"""Pages for people: search, objects, what is here, directions, tiles."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode

from flask import Blueprint, Response, abort, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from . import asking, geo, geocoder, objects, router, stops, tiles
from .places import BOUNDS, HOME, HOME_ZOOM, ZOOMS

blueprint = Blueprint("pages", __name__)

LAYERS = {
    "G": "Greyscale",
    "N": "Night",
    "T": "Bus stops and stations",
    "P": "Car parks",
    "F": "Food and drink",
}
BASES = "GN"
"""Letters of `layers` that replace the standard look; the others lie above it."""
OVERLAYS = {
    "T": [("highway", "bus_stop"), ("railway", "station"), ("railway", "halt")],
    "P": [("amenity", "parking")],
    "F": [
        ("amenity", kind)
        for kind in ("restaurant", "cafe", "fast_food", "pub", "bar", "biergarten", "ice_cream")
    ],
}
NEARBY = 40.0
"""Metres around a place that count as "here"."""
MOST_NEARBY = 25
MOST_MEMBERS = 300


def layers() -> str:
    """The layers of this request, one letter each in a fixed order; one look at most."""
    asked = request.args.get("layers", "")
    look = [letter for letter in BASES if letter in asked][:1]
    return "".join([*look, *(letter for letter in OVERLAYS if letter in asked)])


def path(base: str, **query: Any) -> str:
    """An address of this site that keeps the layers; slashes and such stay readable."""
    terms = {key: value for key, value in query.items() if value not in (None, "")}
    if layers():
        terms["layers"] = layers()
    return base + ("?" + urlencode(terms, quote_via=quote, safe="/,;") if terms else "")


def view() -> tuple[float, float]:
    """The middle of the map when somebody searched."""
    return stops.coordinates(request.args.get("view", "")) or HOME


def page(template: str, scene: dict[str, Any] | None = None, status: int = 200, **values: Any) -> Response:
    """A page with what the map shows beside it."""
    shown = {
        "bounds": BOUNDS,
        "home": [*HOME, HOME_ZOOM],
        "zooms": ZOOMS,
        "layers": layers(),
        **(scene or {}),
    }
    values.setdefault("query", request.args.get("query", ""))
    text = render_template(
        template, scene=shown, path=path, layers=layers(), names=LAYERS, bases=BASES, **values
    )
    return Response(text, status, mimetype="text/html", headers={"Cache-Control": "no-store"})


def marker(lat: float, lon: float, title: str, target: str = "") -> dict[str, Any]:
    """A dot on the map, and where it leads."""
    return {"lat": lat, "lon": lon, "title": title, "path": target}


def place_path(key: str) -> str:
    """The page of a place by its key."""
    if stops.OBJECT.fullmatch(key):
        return path(f"/{key}")
    lat, lon = key.split(",")
    return path("/query", lat=lat, lon=lon)


@blueprint.get("/")
def home() -> Response:
    """The map, with a marker where the address has one."""
    place = stops.coordinates(f"{request.args.get('mlat', '')},{request.args.get('mlon', '')}")
    if place is None:
        return page("home.html", here=None)
    scene = {"markers": [marker(*place, "Marker")], "focus": "markers"}
    return page("home.html", scene, here=place, address=geocoder.reverse(place))


@blueprint.get("/search")
def search() -> Response | BaseResponse:
    """Places that a text names, as a list."""
    query = request.args.get("query", "").strip()
    if not query:
        return redirect(path("/"))
    if place := stops.coordinates(query):
        return redirect(path("/query", lat=place[0], lon=place[1]))
    found = asking.ask(query, request.args.get("near", "").strip(), view())
    markers = [marker(hit.lat, hit.lon, hit.title, place_path(hit.key)) for hit in found.hits]
    if found.start:
        markers.append(marker(found.start.lat, found.start.lon, found.start.text))
    scene = {"markers": markers, "focus": "markers"} if markers else {}
    return page("search.html", scene, found=found, place_path=place_path)


@blueprint.get("/<any(node, way, relation):kind>/<int:ident>")
def thing(kind: str, ident: int) -> Response:
    """The page of an object."""
    found = objects.find(kind, ident)
    if found is None:
        abort(404)
    members = objects.members(found)
    scene = {"shape": found.shape, "markers": [marker(*found.spot, found.title)], "focus": "shape"}
    return page(
        "thing.html",
        scene,
        thing=found,
        line=geocoder.address_of(found),
        members=members[:MOST_MEMBERS],
        more=len(members) - MOST_MEMBERS,
        parents=objects.parents(found),
    )


@blueprint.get("/query")
def here() -> Response:
    """What is at a place: its address, what is near, what it lies in."""
    place = stops.coordinates(f"{request.args.get('lat', '')},{request.args.get('lon', '')}")
    if place is None:
        return page("problem.html", title="Not on this map", text="This map has no such place.", status=400)
    near = objects.around(place, NEARBY)[:MOST_NEARBY]
    scene = {"markers": [marker(*place, "Here")], "focus": "markers"}
    return page(
        "here.html",
        scene,
        place=place,
        key=stops.known(f"{place[0]},{place[1]}").key,  # type: ignore[union-attr]
        address=geocoder.reverse(place),
        near=[(geo.metres_text(metres), one) for metres, one in near],
        around=objects.enclosing(place),
        radius=round(NEARBY),
        place_path=place_path,
    )


@blueprint.get("/directions")
def directions() -> Response | BaseResponse:
    """The way between places. A form with names leads to an address with keys, which can be shared."""
    engine = request.args.get("engine", "car")
    if engine not in router.ENGINES:
        engine = "car"
    if "stop" in request.args:
        return _chosen(engine)
    keys = [key for key in request.args.get("route", "").split(";") if key.strip()][: router.MOST_STOPS]
    known = [stops.known(key) for key in keys]
    rows = [_row(stop) if stop else _row(text=key) for stop, key in zip(known, keys, strict=True)]
    for name, index in (("from", 0), ("to", 1)):
        if stop := stops.known(request.args.get(name, "")):
            rows = [_row(), _row()]
            rows[index] = _row(stop)
    unknown = [key for stop, key in zip(known, keys, strict=True) if stop is None]
    if unknown:
        return _form(engine, rows, f"No place found for “{unknown[0]}”.", 404)
    if len(keys) < 2:
        return _form(engine, rows)
    places = [stop for stop in known if stop]
    try:
        way = router.route(engine, [stop.spot for stop in places])
    except router.NoRoute:
        return _form(engine, rows, "There is no way between these places.")
    scene = {
        "route": way.line,
        "markers": [marker(stop.lat, stop.lon, stop.text) for stop in places],
        "focus": "route",
    }
    return _form(engine, rows, way=way, places=places, scene=scene)


def _row(stop: stops.Stop | None = None, text: str = "") -> dict[str, str]:
    """A line of the form: what it shows, and the place it stands for as long as nobody changes it."""
    return {"text": stop.text if stop else text, "key": stop.key if stop else ""}


def _form(
    engine: str, rows: list[dict[str, str]], problem: str = "", status: int = 200, **values: Any
) -> Response:
    while len(rows) < 2:
        rows.append(_row())
    keys = [row["key"] for row in rows]
    reverse = path("/directions", engine=engine, route=";".join(reversed(keys))) if all(keys) else ""
    without = [
        path("/directions", engine=engine, route=";".join(keys[:index] + keys[index + 1 :]))
        if all(keys) and len(keys) > 2
        else ""
        for index in range(len(keys))
    ]
    engines = [
        (name, title, path("/directions", engine=name, route=";".join(keys)) if all(keys) else "")
        for name, (title, _) in router.ENGINES.items()
    ]
    scene = values.pop("scene", None)
    values = {"way": None, "places": [], **values}
    return page(
        "directions.html",
        scene,
        status,
        engine=engine,
        engines=engines,
        rows=rows,
        problem=problem,
        reverse=reverse,
        without=without,
        more=len(rows) < router.MOST_STOPS,
        place_path=place_path,
        **values,
    )


def _chosen(engine: str) -> Response | BaseResponse:
    """What somebody sent with the form."""
    texts = [text.strip() for text in request.args.getlist("stop")][: router.MOST_STOPS]
    keys, before = request.args.getlist("key"), request.args.getlist("was")
    rows, missing = [], ""
    for index, text in enumerate(texts):
        unchanged = index < min(len(keys), len(before)) and keys[index] and before[index] == text
        stop = stops.known(keys[index]) if unchanged else (stops.resolve(text, view()) if text else None)
        rows.append(_row(stop, text))
        if text and stop is None:
            missing = missing or text
    if missing:
        return _form(engine, rows, f"No place found for “{missing}”.")
    if "add" in request.args:
        return _form(engine, [*rows, _row()])
    filled = [row for row in rows if row["key"]]
    if len(filled) < 2:
        return _form(engine, rows, "Give a start and a destination.")
    return redirect(path("/directions", engine=engine, route=";".join(row["key"] for row in filled)))


@blueprint.get("/copyright")
def rights() -> Response:
    """Whose the data are."""
    return page("copyright.html")


@blueprint.get("/overlay/<letter>.json")
def overlay(letter: str) -> Response | dict[str, Any]:
    """The dots of a layer within a box `west,south,east,north`."""
    try:
        box = [float(part) for part in request.args.get("bbox", "").split(",")]
    except ValueError:
        abort(400)
    if letter not in OVERLAYS or len(box) != 4:
        abort(404)
    found = [one for key, value in OVERLAYS[letter] for one in objects.within(*box, key, value)]
    return {"markers": [marker(one.lat, one.lon, f"{one.kind}: {one.title}", f"/{one.key}") for one in found]}


@blueprint.get("/tiles/<int:zoom>/<int:column>/<int:row>.png")
def tile(zoom: int, column: int, row: int) -> Response:
    """A picture of the map."""
    found = tiles.tile(zoom, column, row)
    if found is None:
        abort(404)
    name, data = found
    answer = Response(
        data, mimetype="image/png", headers={"Cache-Control": "public, max-age=604800, immutable"}
    )
    answer.set_etag(name)
    return answer


@blueprint.get("/health/")
def health() -> dict[str, bool]:
    """Answers when every part does."""
    if not objects.of_kind("place", "town") or tiles.tile(13, 4397, 2647) is None or not geocoder.works():
        abort(503)
    return {"ok": True}


@blueprint.app_errorhandler(404)
def missing(_error: Exception) -> Response:
    """A page that is not there."""
    return page("problem.html", title="Not found", text="There is nothing at this address.", status=404)
