"""Read-only JSON below `/api/`, for checks and references."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, request

from . import asking, geocoder, objects, router, stops
from .pages import NEARBY

blueprint = Blueprint("api", __name__, url_prefix="/api")


def _stop(text: str) -> stops.Stop:
    stop = stops.resolve(text)
    if stop is None:
        abort(404, f"no such place: {text}")
    return stop


def _engine() -> str:
    engine = request.args.get("engine", "car")
    if engine not in router.ENGINES:
        abort(400, f"engine is one of {', '.join(router.ENGINES)}")
    return engine


def _stops() -> list[stops.Stop]:
    found = [_stop(text) for text in request.args.get("route", "").split(";") if text.strip()]
    if not 2 <= len(found) <= router.MOST_STOPS:
        abort(400, f"route has 2 to {router.MOST_STOPS} places, joined by ;")
    return found


def _way(spots: list[tuple[float, float]]) -> router.Route:
    try:
        return router.route(_engine(), spots)
    except router.NoRoute as error:
        abort(404, str(error))


def _shown(stop: stops.Stop) -> dict[str, Any]:
    return {"key": stop.key, "title": stop.title, "lat": stop.lat, "lon": stop.lon}


@blueprint.get("/search")
def search() -> dict[str, Any]:
    """`?query=`, `&near=`: the results of the search page."""
    query = request.args.get("query", "").strip()
    if not query:
        abort(400, "query is what to look for")
    found = asking.ask(query, request.args.get("near", "").strip())
    return {
        "count": len(found.hits),
        "near": _shown(found.start) if found.start else None,
        "results": [hit.record() for hit in found.hits],
    }


@blueprint.get("/<any(node, way, relation):kind>/<int:ident>")
def thing(kind: str, ident: int) -> dict[str, Any]:
    """An object with its tags and Nominatim's address line."""
    found = objects.find(kind, ident)
    if found is None:
        abort(404, "no such object")
    parents = [{"key": one.key, "title": one.title, "role": role} for one, role in objects.parents(found)]
    return {**found.record(), "location": geocoder.address_of(found), "part_of": parents}


@blueprint.get("/reverse")
def reverse() -> dict[str, Any]:
    """`?lat=&lon=`: the address at a place, what is near it and around it."""
    place = stops.coordinates(f"{request.args.get('lat', '')},{request.args.get('lon', '')}")
    if place is None:
        abort(400, "lat and lon of a place on this map")
    hit = geocoder.reverse(place)
    return {
        "address": hit.record() if hit else None,
        "near": [
            {"metres": round(metres, 1), **one.record()} for metres, one in objects.around(place, NEARBY)
        ],
        "around": [one.record() for one in objects.enclosing(place)],
    }


@blueprint.get("/places")
def places() -> dict[str, Any]:
    """`?key=&value=`: every object of a kind; `&near=`: the nearest first; `&engine=`: with the way there."""
    found = objects.of_kind(request.args.get("key", ""), request.args.get("value", ""))
    if request.args.get("named"):
        found = [one for one in found if one.name]
    records = [one.record() for one in found]
    if near := request.args.get("near"):
        start = _stop(near)
        for record in records:
            record["metres"] = round(geocoder.geo.distance(start.spot, (record["lat"], record["lon"])))
        records.sort(key=lambda record: (record["metres"], record["key"]))
        if "engine" in request.args:
            records = records[: request.args.get("limit", 10, type=int)]
            for record in records:
                way = _way([start.spot, (record["lat"], record["lon"])])
                record["route"] = {
                    "metres": round(way.metres),
                    "seconds": round(way.seconds),
                    "time": way.time,
                }
            records.sort(key=lambda record: (record["route"]["seconds"], record["key"]))
    return {"count": len(records), "results": records, "names": [record["title"] for record in records]}


@blueprint.get("/addresses")
def addresses() -> dict[str, Any]:
    """Every address of the extract as [street, number, postcode, town, latitude, longitude]."""
    return {
        "addresses": [
            [*(one.tags.get(key, "") for key in objects.ADDRESS), one.lat, one.lon]
            for one in objects.with_tag("addr:housenumber")
        ]
    }


@blueprint.get("/route")
def route() -> dict[str, Any]:
    """`?engine=&route=a;b;...`: the way between places, which are keys, coordinates or names."""
    places = _stops()
    way = _way([stop.spot for stop in places])
    return {"stops": [_shown(stop) for stop in places], **way.record()}


@blueprint.get("/best_order")
def best_order() -> dict[str, Any]:
    """`?engine=&route=a;b;c`: in which order the places after the first are reached soonest; all orders."""
    places = _stops()
    if len(places) > 6:
        abort(400, "at most 6 places")
    order, orders = router.best_order(_engine(), [stop.spot for stop in places])
    return {
        "order": [_shown(places[index]) for index in order],
        "titles": [places[index].title for index in order[1:]],
        "seconds": orders[0]["seconds"],
        "orders": [{**one, "titles": [places[index].title for index in one["order"][1:]]} for one in orders],
    }


@blueprint.errorhandler(400)
@blueprint.errorhandler(404)
def problem(error: Any) -> tuple[dict[str, str], int]:
    """What is wrong, as JSON."""
    return {"error": str(error.description)}, int(error.code)
