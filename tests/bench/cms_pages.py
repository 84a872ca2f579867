"""The newspaper's main pages; `tests/bench/pages.py` measures them."""

from __future__ import annotations

from bench.pages import Page

from reset.world import World

SITE = "cms"


def pages(world: World) -> list[Page]:
    """The main pages, with some articles looked up in the world's database."""

    def post(order: str) -> dict[str, object]:
        sql = "SELECT ID, DATE_FORMAT(post_date, '/%Y/%m/') AS month, post_name FROM wp_posts"
        where = "WHERE post_type = 'post' AND post_status = 'publish' ORDER BY"
        return dict(world.query(SITE, f"{sql} {where} {order}, ID LIMIT 1")[0])

    busiest = post("comment_count DESC")
    newest = post("post_date DESC")
    guest = [
        ("front page", "/"),
        ("front page, page 20", "/page/20/"),
        ("section", "/category/nature/"),
        ("tag", "/tag/village/"),
        ("month", "/2025/06/"),
        ("author", "/author/emma/"),
        ("newest article", f"{newest['month']}{newest['post_name']}/"),
        ("most commented article", f"{busiest['month']}{busiest['post_name']}/"),
        ("page", "/subscribe/prices/"),
        ("search, few", "/?s=beavers"),
        ("search, many", "/?s=euros"),
    ]
    desk = [
        ("dashboard", "/wp-admin/"),
        ("all articles", "/wp-admin/edit.php"),
        ("drafts", "/wp-admin/edit.php?post_status=draft"),
        ("edit an article", f"/wp-admin/post.php?post={busiest['ID']}&action=edit"),
        ("pages", "/wp-admin/edit.php?post_type=page"),
        ("comments to approve", "/wp-admin/edit-comments.php?comment_status=moderated"),
        ("pictures", "/wp-admin/upload.php"),
        ("sections", "/wp-admin/edit-tags.php?taxonomy=category"),
    ]
    house = [
        ("users", "/wp-admin/users.php"),
        ("menus", "/wp-admin/nav-menus.php"),
        ("widgets", "/wp-admin/widgets.php"),
        ("general settings", "/wp-admin/options-general.php"),
        ("reading settings", "/wp-admin/options-reading.php"),
        ("discussion settings", "/wp-admin/options-discussion.php"),
    ]
    return (
        [Page(name, path) for name, path in guest]
        + [Page(name, path, "editor") for name, path in desk]
        + [Page(name, path, "administrator") for name, path in house]
    )
