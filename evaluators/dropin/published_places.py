"""Places of WebArena-Verified's results schemas: points on the map and American addresses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_POINT = re.compile(r"\s*([+-]?\d+(?:\.\d+)?)[\s,;/]+([+-]?\d+(?:\.\d+)?)\s*")


def coordinates(value: Any) -> tuple[float, float]:
    """Latitude and longitude in degrees, from an object, a pair or a text of two figures.

    >>> coordinates({"lat": "40.7", "lon": -74})
    (40.7, -74.0)

    Raises:
        ValueError: for anything else, and a latitude beyond the poles.
    """
    if isinstance(value, Mapping):
        latitude = next((v for k, v in value.items() if _begins(k, "latitude")), None)
        longitude = next((v for k, v in value.items() if _begins(k, "longitude") or k == "lng"), None)
        if latitude is None or longitude is None:
            raise ValueError("no latitude or no longitude")
    elif isinstance(value, list | tuple) and len(value) == 2:
        latitude, longitude = value
    else:
        found = _POINT.fullmatch(str(value))
        if found is None:
            raise ValueError(f"no coordinates: {value}")
        latitude, longitude = found.groups()
    north, east = float(latitude), (float(longitude) + 180) % 360 - 180
    if not abs(north) <= 90:
        raise ValueError("a latitude is from -90 to 90")
    return north, east


def _begins(key: Any, word: str) -> bool:
    return isinstance(key, str) and len(key) >= 2 and word.startswith(key.lower())


_STATES_TEXT = (
    "alabama al,alaska ak,arizona az,arkansas ar,california ca,colorado co,connecticut ct,delaware de,"
    "florida fl,georgia ga,hawaii hi,idaho id,illinois il,indiana in,iowa ia,kansas ks,kentucky ky,"
    "louisiana la,maine me,maryland md,massachusetts ma,michigan mi,minnesota mn,mississippi ms,"
    "missouri mo,montana mt,nebraska ne,nevada nv,new hampshire nh,new jersey nj,new mexico nm,"
    "new york ny,north carolina nc,north dakota nd,ohio oh,oklahoma ok,oregon or,pennsylvania pa,"
    "rhode island ri,south carolina sc,south dakota sd,tennessee tn,texas tx,utah ut,vermont vt,"
    "virginia va,washington wa,west virginia wv,wisconsin wi,wyoming wy,district of columbia dc"
)
_STATES = dict(pair.rsplit(" ", 1) for pair in _STATES_TEXT.split(","))
_SHORT_TEXT = (
    "street st,avenue ave,av ave,boulevard blvd,drive dr,road rd,lane ln,court ct,place pl,square sq,"
    "terrace ter,highway hwy,parkway pkwy,circle cir,way way,alley aly,plaza plz,trail trl,bridge brg,"
    "north n,south s,east e,west w,northeast ne,northwest nw,southeast se,southwest sw"
)
_SHORT = dict(pair.split() for pair in _SHORT_TEXT.split(","))


def address(value: Any) -> tuple[str, ...]:
    """House number, street, city, state and postcode of an object, in short forms; its name is left out.

    Raises:
        ValueError: when one of them is missing, or is none.
    """
    keys = ("house_number", "street", "city", "state", "postcode")
    if not isinstance(value, Mapping) or not all(value.get(key) for key in keys):
        raise ValueError(f"an address has {', '.join(keys)}")
    number, street, city, state, postcode = (" ".join(str(value[key]).lower().split()) for key in keys)
    digits = re.sub(r"\D", "", postcode)
    short = _STATES.get(state, state)
    if short not in _STATES.values() or len(digits) not in (5, 9):
        raise ValueError(f"no address of the United States: {state} {postcode}")
    words = [word.rstrip(".,") for word in street.split()]
    return number, " ".join(_SHORT.get(word, word) for word in words), city, short, digits
