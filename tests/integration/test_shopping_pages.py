"""The shop in a real world: its pages answer, write nothing, and say what the database says."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from html import escape, unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from bench.pages import Page, cookies
from bench.shopping_pages import SITE, pages

from reset import images
from reset.world import World
from sites.spec import load_site

CSRF = "webariumwebariumwebariumwebarium"


@pytest.fixture(scope="module")
def shop_world() -> Iterator[World]:
    images.build([load_site(SITE)])
    with World.start([load_site(SITE)], name=f"shop-{os.getpid()}") as world:
        yield world


@pytest.fixture
def shop(shop_world: World) -> World:
    """A pristine shop."""
    shop_world.reset()
    return shop_world


@pytest.fixture(scope="module")
def every_page(shop_world: World) -> list[Page]:
    return pages(shop_world)


def look(world: World, path: str, profile: str | None = None) -> str:
    """The text of a page."""
    answer = world.fetch(SITE, path, cookies=cookies(world, SITE, profile))
    assert answer.status_code == 200, f"{path}: {answer.status_code}"
    return answer.text


def send(world: World, path: str, profile: str, **fields: Any) -> int:
    """Send a form; returns the status."""
    jar = cookies(world, SITE, profile)
    body = urlencode({"csrfmiddlewaretoken": CSRF, **fields}, doseq=True)
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Referer": f"http://shopping.webarium.test{path}",
    }
    answer = world.fetch(SITE, path, headers, method="POST", content=body, cookies=jar, follow=False)
    return answer.status_code


def titles(html: str) -> list[str]:
    """Titles of the product tiles of a list page."""
    return [unescape(text) for text in re.findall(r'<h3><a href="/catalogue/[^"]+">([^<]+)</a></h3>', html)]


def total(html: str) -> int:
    """The number of products a list page counts."""
    found = re.search(r'<p class="count">([\d,]+) product', html)
    return int(found[1].replace(",", "")) if found else 0


def test_every_page_answers_and_writes_nothing(shop: World, every_page: list[Page]) -> None:
    before = shop.health(SITE)
    for page in every_page:
        answer = shop.fetch(SITE, page.path, cookies=cookies(shop, SITE, page.profile), follow=False)
        assert answer.status_code == 200, f"{page.name} {page.path}: {answer.status_code}"
        assert "Set-Cookie" not in answer.headers or "sessionid" not in answer.headers["Set-Cookie"]
    assert shop.clean(SITE), f"a mere view wrote something (state before: {before})"


def test_same_request_gives_the_same_page(shop: World, every_page: list[Page]) -> None:
    for page in every_page[::5]:
        jar = cookies(shop, SITE, page.profile)
        first, second = (shop.fetch(SITE, page.path, cookies=jar).text for _ in range(2))
        assert first == second, page.path


def test_nothing_is_loaded_from_elsewhere(shop: World, every_page: list[Page]) -> None:
    for page in every_page:
        html = look(shop, page.path, page.profile)
        loaded = re.findall(r'<(?:script|img|link|iframe)[^>]+(?:src|href)="([^"]+)"', html)
        assert [url for url in loaded if not url.startswith("/")] == [], page.path


def test_what_may_be_kept_has_no_date_by_which_it_would_be_old(shop: World) -> None:
    page, style = shop.fetch(SITE, "/"), shop.fetch(SITE, "/static/shop/shop.css")
    assert "date" in page.headers
    assert "max-age=3600" in style.headers["cache-control"]
    assert "date" not in style.headers
    again = shop.fetch(SITE, "/static/shop/shop.css", headers={"If-None-Match": style.headers["etag"]})
    assert (again.status_code, "date" in again.headers) == (304, False)


def test_every_control_has_a_name(shop: World, every_page: list[Page]) -> None:
    for page in every_page:
        if page.path.startswith("/api/"):
            continue
        html = look(shop, page.path, page.profile)
        assert len(re.findall(r"<h1\b", html)) == 1, page.path
        labelled = set(re.findall(r'<label[^>]+for="([^"]+)"', html))
        within = re.sub(r"(?s)<label\b[^>]*>.*?</label>", "", html)
        for control in re.findall(r"<(?:input|select|textarea)\b[^>]*>", within):
            if re.search(r'type="(hidden|submit)"', control) or "aria-label=" in control:
                continue
            name = re.search(r'\bid="([^"]+)"', control)
            assert name, f"{page.path}: {control}"
            assert name[1] in labelled, f"{page.path}: {control}"


def test_price_filter_counts_what_sql_counts(shop: World) -> None:
    (row,) = shop.query(SITE, "SELECT COUNT(*) AS n FROM storefront_listing WHERE price BETWEEN 20 AND 35")
    assert total(look(shop, "/catalogue/?price_min=20&price_max=35")) == row["n"] > 0


def test_filters_combine(shop: World) -> None:
    (facet,) = shop.query(
        SITE,
        "SELECT code, value FROM storefront_listingfacet GROUP BY code, value ORDER BY COUNT(*)"
        " DESC, code LIMIT 1",
    )
    (row,) = shop.query(
        SITE,
        "SELECT COUNT(*) AS n FROM storefront_listing l WHERE l.rating >= 4 AND l.stock > 0 AND"
        " l.price >= 10 AND EXISTS"
        " (SELECT 1 FROM storefront_listingfacet f WHERE f.listing_id = l.product_id AND f.code ="
        " %(code)s AND f.value = %(value)s)",
        facet,
    )
    query = urlencode({"rating": 4, "in_stock": 1, "price_min": 10, f"a.{facet['code']}": facet["value"]})
    assert total(look(shop, f"/catalogue/?{query}")) == row["n"] > 0


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("price", "price, product_id"),
        ("-price", "price DESC, product_id"),
        ("newest", "date_created DESC, product_id DESC"),
        ("best-selling", "sold DESC, product_id"),
    ],
)
def test_sort_orders(shop: World, sort: str, order: str) -> None:
    rows = shop.query(SITE, f"SELECT title FROM storefront_listing ORDER BY {order} LIMIT 24")
    assert titles(look(shop, f"/catalogue/?sort={sort}")) == [row["title"] for row in rows]


def test_listing_agrees_with_the_tables_it_comes_from(shop: World) -> None:
    (row,) = shop.query(
        SITE,
        "SELECT COUNT(*) AS n FROM storefront_listing l JOIN ("
        "  SELECT COALESCE(p.parent_id, p.id) AS listed, MIN(s.price) AS price, SUM(s.num_in_stock -"
        " s.num_allocated) AS stock"
        "  FROM partner_stockrecord s JOIN catalogue_product p ON p.id = s.product_id GROUP BY listed"
        ") t ON t.listed = l.product_id WHERE l.price <> t.price OR l.stock <> t.stock",
    )
    assert row["n"] == 0
    (row,) = shop.query(
        SITE,
        "SELECT COUNT(*) AS n FROM storefront_listing l LEFT JOIN ("
        "  SELECT product_id, COUNT(*) AS n, ROUND(AVG(score), 2) AS rating FROM"
        " reviews_productreview WHERE status = 1"
        "  GROUP BY product_id) r USING (product_id)"
        " WHERE l.num_reviews <> COALESCE(r.n, 0) OR ABS(COALESCE(l.rating, 0) - COALESCE(r.rating,"
        " 0)) > 0.01",
    )
    assert row["n"] == 0


def test_search_finds_all_products_with_the_words(shop: World) -> None:
    (row,) = shop.query(
        SITE, "SELECT COUNT(*) AS n FROM storefront_listing WHERE title LIKE '%%headphones%%'"
    )
    html = look(shop, "/search/?q=headphones")
    assert total(html) >= row["n"] > 0
    assert all("headphones" in title.lower() for title in titles(html)[: min(row["n"], 24)])
    assert "Nothing was found" in look(shop, "/search/?q=zeppelin")


def test_price_change_reaches_the_listing_in_the_same_request(shop: World) -> None:
    (row,) = shop.query(
        SITE,
        "SELECT s.id, s.product_id FROM partner_stockrecord s JOIN storefront_listing l ON"
        " l.product_id = s.product_id"
        " ORDER BY s.id LIMIT 1",
    )
    assert send(shop, "/dashboard/stock/", "owner", record=row["id"], price="1.23", add="4") == 302
    (listed,) = shop.query(
        SITE, f"SELECT price FROM storefront_listing WHERE product_id = {row['product_id']}"
    )
    assert str(listed["price"]) == "1.23"
    changes = shop.changes(SITE)["tables"]
    assert set(changes) == {"partner_stockrecord"}
    (changed,) = changes["partner_stockrecord"]["changed"]
    assert {"price", "num_in_stock"} <= set(changed["columns"])


def test_moderation_changes_the_rating(shop: World) -> None:
    (review,) = shop.query(
        SITE,
        "SELECT id, product_id FROM reviews_productreview WHERE status = 0 AND product_id IS NOT"
        " NULL ORDER BY id LIMIT 1",
    )
    (before,) = shop.query(
        SITE, f"SELECT num_reviews FROM storefront_listing WHERE product_id = {review['product_id']}"
    )
    assert send(shop, "/dashboard/reviews/", "owner", action=f"approve:{review['id']}") == 302
    (after,) = shop.query(
        SITE, f"SELECT num_reviews FROM storefront_listing WHERE product_id = {review['product_id']}"
    )
    assert after["num_reviews"] == before["num_reviews"] + 1


def test_buying_from_basket_to_order(shop: World) -> None:
    (product,) = shop.query(
        SITE,
        "SELECT p.id, s.num_in_stock FROM catalogue_product p JOIN partner_stockrecord s ON"
        " s.product_id = p.id"
        " WHERE p.structure = 'standalone' AND p.is_public = 1 AND s.num_in_stock > 5 ORDER BY p.id LIMIT 1",
    )
    (address,) = shop.query(
        SITE,
        "SELECT a.id FROM address_useraddress a JOIN auth_user u ON u.id = a.user_id WHERE"
        " u.username = 'emma' LIMIT 1",
    )
    steps: list[tuple[str, dict[str, Any]]] = [
        (f"/basket/add/{product['id']}/", {"quantity": 2}),
        ("/checkout/shipping-address/", {"action": "ship_to", "address_id": address["id"]}),
        ("/checkout/shipping-method/", {"method_code": "standard"}),
        ("/checkout/payment-details/", {"method": "invoice"}),
        ("/checkout/preview/", {"action": "place_order"}),
    ]
    for path, fields in steps:
        assert send(shop, path, "emma", **fields) == 302, path
    added = shop.changes(SITE)["tables"]
    (order,) = added["order_order"]["added"]
    assert order["status"] == "Pending"
    assert len(added["order_line"]["added"]) >= 1
    page = look(shop, f"/accounts/orders/{order['number']}/", "emma")
    assert "Invoice" in page
    assert f"Order {order['number']}" in page
    # Less in stock than is reserved: a number below zero, on all pages that tell it.
    (record,) = shop.query(
        SITE, f"SELECT id, num_allocated FROM partner_stockrecord WHERE product_id = {product['id']}"
    )
    assert record["num_allocated"] == 2
    assert send(shop, "/dashboard/stock/", "owner", record=record["id"], num_in_stock="1") == 302
    for path in ("/dashboard/stock/", "/dashboard/catalogue/", "/dashboard/reports/?report=low-stock"):
        assert look(shop, path, "owner"), path


def test_search_terms_are_counted_and_searching_adds_none(shop: World) -> None:
    counted = shop.query(
        SITE,
        "SELECT query, COUNT(*) AS n, COUNT(DISTINCT user_id) AS people FROM analytics_usersearch"
        " WHERE date_created >= '2026-01-01' GROUP BY query ORDER BY n DESC, query LIMIT 100",
    )
    jar = cookies(shop, SITE, "emma")
    assert shop.fetch(SITE, "/search/?q=hammock", cookies=jar).status_code == 200
    path = "/dashboard/reports/?report=search-terms&date_from=2026-01-01&date_to="
    rows = re.findall(r"<tr><td>(.*?)</td></tr>", look(shop, path, "owner"), re.DOTALL)
    shown = [tuple(re.split(r"</td>\s*<td[^>]*>", row)[1:4]) for row in rows]
    assert shown == [(escape(row["query"]), str(row["n"]), str(row["people"])) for row in counted]
    assert shop.changes(SITE)["tables"] == {}


def test_staff_may_look_but_not_change(shop: World) -> None:
    (row,) = shop.query(SITE, "SELECT id, price FROM partner_stockrecord ORDER BY id LIMIT 1")
    (order,) = shop.query(SITE, "SELECT number FROM order_order ORDER BY id DESC LIMIT 1")
    for path in (
        "/dashboard/orders/",
        f"/dashboard/orders/{order['number']}/",
        "/dashboard/catalogue/",
        "/dashboard/stock/",
    ):
        assert look(shop, path, "staff")
    jar = cookies(shop, SITE, "staff")
    for path in ("/dashboard/users/", "/dashboard/offers/", "/dashboard/reports/", "/dashboard/shipping/"):
        assert shop.fetch(SITE, path, cookies=jar).status_code == 403, path
    assert send(shop, "/dashboard/stock/", "staff", record=row["id"], price="0.01") == 403
    assert (
        send(shop, f"/dashboard/orders/{order['number']}/", "staff", order_action="save_note", message="x")
        == 403
    )
    assert shop.changes(SITE)["tables"] == {}


def test_guests_are_sent_to_the_login(shop: World) -> None:
    for path in ("/accounts/orders/", "/dashboard/", "/accounts/newsletter/"):
        answer = shop.fetch(SITE, path, follow=False)
        assert answer.status_code == 302
        assert "login" in answer.headers["Location"]


def test_addresses_follow_the_host_header(shop: World) -> None:
    found = shop.fetch(SITE, "/api/").json()["products"]
    assert found == "http://shopping.webarium.test/api/products/"


def test_a_search_weighs_words_by_all_rows_and_not_by_a_guess(shop: World) -> None:
    """What statistics say is part of a word's weight; guessed, it would differ from build to build."""
    (told,) = shop.query(
        SITE,
        "SELECT table_rows AS number FROM information_schema.tables"
        " WHERE table_schema = DATABASE() AND table_name = 'storefront_listing'",
    )
    (held,) = shop.query(SITE, "SELECT COUNT(*) AS number FROM storefront_listing")
    assert told == held
