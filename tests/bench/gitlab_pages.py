"""The forge's main pages; `tests/bench/pages.py` measures them."""

from __future__ import annotations

from typing import Any

from bench.pages import Page

from reset.world import World

SITE = "gitlab"


def path_of(row: dict[str, Any]) -> str:
    """The address of a project from a row with name, namespace and, for a fork, its owner."""
    path = f"{row['namespace']}/{row['name']}" if row["namespace"] else row["name"]
    return f"/fork/{row['owner']}/{path}" if row["is_fork"] else f"/{path}"


def pages(world: World) -> list[Page]:
    """The main pages, with numbers looked up in the world's database."""

    def one(sql: str) -> dict[str, Any]:
        return world.query(SITE, sql)[0]

    columns = "p.id, p.name, p.namespace, p.is_fork, u.user AS owner"
    busiest = one(
        f"SELECT {columns}, COUNT(*) AS n FROM projects p JOIN users u ON u.id = p.user_id"
        " JOIN pagure_logs l ON l.project_id = p.id"
        " WHERE l.log_type = 'committed' AND p.private = 0 AND p.is_fork = 0"
        " GROUP BY p.id ORDER BY n DESC, p.id LIMIT 1"
    )
    talked = one(
        f"SELECT {columns}, i.id AS number, COUNT(*) AS n FROM issues i"
        " JOIN issue_comments c ON c.issue_uid = i.uid"
        " JOIN projects p ON p.id = i.project_id JOIN users u ON u.id = p.user_id"
        " WHERE p.private = 0 AND i.private = 0 GROUP BY i.uid ORDER BY n DESC, i.uid LIMIT 1"
    )

    def request(status: str) -> dict[str, Any]:
        return one(
            f"SELECT {columns}, r.id AS number, COUNT(c.id) AS n FROM pull_requests r"
            " JOIN projects p ON p.id = r.project_id JOIN users u ON u.id = p.user_id"
            " LEFT JOIN pull_request_comments c ON c.pull_request_uid = r.uid"
            f" WHERE r.status = '{status}' AND p.private = 0 GROUP BY r.uid ORDER BY n DESC, r.uid LIMIT 1"
        )

    fork = one(
        f"SELECT {columns} FROM projects p JOIN users u ON u.id = p.user_id"
        " WHERE p.is_fork = 1 ORDER BY p.id LIMIT 1"
    )
    own = one(
        f"SELECT {columns} FROM projects p JOIN users u ON u.id = p.user_id"
        " WHERE u.user = 'emma' AND p.private = 0 AND p.is_fork = 0 ORDER BY p.id LIMIT 1"
    )
    group = one("SELECT group_name AS name FROM pagure_group ORDER BY id LIMIT 1")["name"]
    commit = one(
        f"SELECT ref_id AS id FROM pagure_logs WHERE log_type = 'committed' AND project_id = {busiest['id']}"
        " ORDER BY id DESC LIMIT 1"
    )["id"]
    topic = one("SELECT tag FROM tags_projects GROUP BY tag ORDER BY COUNT(*) DESC, tag LIMIT 1")["tag"]
    at, mine = path_of(busiest), path_of(own)
    merged, waiting, closed = request("Merged"), request("Open"), request("Closed")
    guest = [
        ("explore projects", "/browse/projects/"),
        ("explore projects, page 3", "/browse/projects/?page=3"),
        ("projects of a topic", f"/projects/{topic}"),
        ("people", "/users/"),
        ("groups", "/groups/"),
        ("group", f"/group/{group}"),
        ("projects, searched", "/projects/*bus*"),
        ("profile", "/user/emma"),
        ("profile: projects", "/user/emma/projects"),
        ("profile: merge requests", "/user/emma/requests"),
        ("profile: issues", "/user/emma/issues"),
        ("profile: stars", "/user/emma/stars"),
        ("busiest project", at),
        ("files", f"{at}/tree/main"),
        ("file", f"{at}/blob/main/f/README.md"),
        ("blame", f"{at}/blame/README.md"),
        ("history of a file", f"{at}/history/README.md"),
        ("commits", f"{at}/commits/main"),
        ("commit", f"{at}/c/{commit}"),
        ("branches", f"{at}/branches"),
        ("forks", f"{at}/forks"),
        ("releases", f"{at}/releases"),
        ("stars of a project", f"{at}/stargazers/"),
        ("statistics", f"{at}/stats"),
        ("issues", f"{at}/issues"),
        ("issues, closed", f"{at}/issues?status=Closed"),
        ("issues, searched", f"{at}/issues?status=all&search_pattern=date"),
        ("roadmap", f"{at}/roadmap"),
        ("most discussed issue", f"{path_of(talked)}/issue/{talked['number']}"),
        ("merge requests", f"{at}/pull-requests"),
        ("merge requests, all", f"{at}/pull-requests?status=all"),
        ("open merge request", f"{path_of(waiting)}/pull-request/{waiting['number']}"),
        ("merged merge request", f"{path_of(merged)}/pull-request/{merged['number']}"),
        ("closed merge request", f"{path_of(closed)}/pull-request/{closed['number']}"),
        ("fork", path_of(fork)),
        ("log in", "/login/"),
        ("register", "/user/new"),
        ("help", "/help/"),
        ("API: projects", "/api/0/projects?per_page=20"),
        ("API: project", f"/api/0{at}"),
        ("API: issues", f"/api/0{at}/issues"),
        ("API: merge requests", f"/api/0{at}/pull-requests"),
        ("API: user", "/api/0/user/emma"),
    ]
    maintainer = [
        ("own projects", "/dashboard/projects"),
        ("own activity", "/dashboard/activity"),
        ("to-do list", "/dashboard/todos/"),
        ("busiest project, logged in", at),
        ("own project", mine),
        ("settings of a project", f"{mine}/settings"),
        ("edit a file", f"{mine}/edit/main/f/README.md"),
        ("new issue", f"{mine}/new_issue"),
        ("open merge request, logged in", f"{path_of(waiting)}/pull-request/{waiting['number']}"),
        ("most discussed issue, logged in", f"{path_of(talked)}/issue/{talked['number']}"),
        ("new project", "/new/"),
        ("new group", "/group/add"),
        ("own settings", "/settings/"),
        ("edit profile", "/settings/status/"),
    ]
    return [
        *(Page(name, path) for name, path in guest),
        *(Page(name, path, "maintainer") for name, path in maintainer),
    ]
