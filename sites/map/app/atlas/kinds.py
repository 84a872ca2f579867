"""What an object is, in words: ``amenity=pharmacy`` is a pharmacy, ``highway=footway`` a footpath."""

from __future__ import annotations

from collections.abc import Mapping

KEYS = [
    "amenity",
    "shop",
    "tourism",
    "leisure",
    "historic",
    "office",
    "craft",
    "healthcare",
    "public_transport",
    "railway",
    "aeroway",
    "highway",
    "waterway",
    "place",
    "natural",
    "landuse",
    "man_made",
    "boundary",
    "emergency",
    "barrier",
    "power",
    "sport",
    "route",
    "building",
]
"""The tag that comes first says what an object is."""

WORDS = {
    ("highway", "bus_stop"): "Bus stop",
    ("highway", "footway"): "Footpath",
    ("highway", "cycleway"): "Cycle path",
    ("highway", "path"): "Path",
    ("highway", "track"): "Track",
    ("highway", "steps"): "Steps",
    ("highway", "pedestrian"): "Pedestrian street",
    ("highway", "living_street"): "Living street",
    ("highway", "traffic_signals"): "Traffic signals",
    ("highway", "crossing"): "Crossing",
    ("highway", "turning_circle"): "Turning circle",
    ("highway", "speed_camera"): "Speed camera",
    ("highway", "platform"): "Platform",
    ("highway", "proposed"): "Proposed road",
    ("highway", "street_lamp"): "Street lamp",
    ("highway", "rest_area"): "Rest area",
    ("highway", "stop"): "Stop sign",
    ("highway", "road"): "Road",
    ("railway", "rail"): "Railway",
    ("railway", "station"): "Railway station",
    ("railway", "halt"): "Railway halt",
    ("amenity", "fuel"): "Petrol station",
    ("amenity", "townhall"): "Town hall",
    ("amenity", "place_of_worship"): "Place of worship",
    ("amenity", "doctors"): "Doctor's surgery",
    ("amenity", "atm"): "Cash machine",
    ("amenity", "grave_yard"): "Graveyard",
    ("amenity", "arts_centre"): "Arts centre",
    ("amenity", "kindergarten"): "Kindergarten",
    ("amenity", "bbq"): "Barbecue",
    ("amenity", "parking"): "Car park",
    ("shop", "doityourself"): "DIY store",
    ("shop", "mall"): "Shopping centre",
    ("shop", "car"): "Car dealer",
    ("shop", "yes"): "Shop",
    ("tourism", "attraction"): "Sight",
    ("tourism", "yes"): "Sight",
    ("historic", "yes"): "Historic site",
    ("historic", "city_gate"): "City gate",
    ("historic", "citywalls"): "City walls",
    ("leisure", "pitch"): "Sports pitch",
    ("building", "yes"): "Building",
    ("building", "house"): "House",
    ("building", "apartments"): "Apartments",
    ("place", "house"): "House",
    ("boundary", "administrative"): "Administrative boundary",
    ("natural", "wood"): "Wood",
    ("route", "bus"): "Bus route",
    ("route", "bicycle"): "Cycle route",
    ("route", "hiking"): "Hiking route",
    ("route", "train"): "Train route",
    ("route", "road"): "Road route",
}
ROADS = frozenset(
    [
        "motorway",
        "trunk",
        "primary",
        "secondary",
        "tertiary",
        "unclassified",
        "residential",
        "service",
        "motorway_link",
        "trunk_link",
        "primary_link",
        "secondary_link",
        "tertiary_link",
    ]
)
SHOPS = frozenset(
    {"supermarket", "bakery", "butcher", "kiosk", "florist", "hairdresser", "optician", "department_store"}
)
BUILT = frozenset({"residential", "commercial", "industrial", "retail"})


def kind_of(tags: Mapping[str, str]) -> tuple[str, str]:
    """The tag that says what an object is; two empty texts when none does."""
    for key in KEYS:
        if key == "tourism" and tags.get(key) == "attraction" and "historic" in tags:
            continue
        if tags.get(key, "no") != "no":
            return key, tags[key].split(";")[0].strip()
    if "addr:housenumber" in tags:
        return "addr:housenumber", ""
    return ("type", tags["type"]) if "type" in tags else ("", "")


def words(key: str, value: str) -> str:
    """That tag in words, with a capital."""
    if (key, value) in WORDS:
        return WORDS[key, value]
    if key == "addr:housenumber":
        return "Address"
    if not key:
        return "Object"
    text = value.replace("_", " ").strip()
    if key == "highway" and value in ROADS:
        text += "" if value.endswith("link") else " road"
    elif key == "shop" and value not in SHOPS:
        text += "" if text.endswith("shop") else " shop"
    elif key == "landuse" and value in BUILT:
        text += " area"
    elif key == "building":
        text += " building"
    elif value == "yes":
        text = key.replace("_", " ")
    return text[:1].upper() + text[1:]


def label(tags: Mapping[str, str]) -> str:
    """What an object is, in words."""
    return words(*kind_of(tags))
