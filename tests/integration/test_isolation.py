"""What a site's server can reach: nothing but itself. What reaches a world: only who may."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from reset.plan import container_name
from reset.world import World
from sites.spec import load_site

SECRETS = ("WEBARIUM_TOKEN=", "WEBARIUM_READER_PASSWORD=")

PROBE = """
import json, socket, sys
from concurrent.futures import ThreadPoolExecutor
def ask(place):
    try:
        with socket.create_connection(place, timeout=2) as client:
            client.settimeout(3)
            client.sendall(sys.argv[2].encode())
            return "answer " + client.recv(200).decode(errors="replace")
    except OSError as error:
        return "error " + type(error).__name__
places = [tuple(place) for place in json.loads(sys.argv[1])]
with ThreadPoolExecutor(32) as pool:
    print(json.dumps({f"{host}:{port}": text for (host, port), text in zip(places, pool.map(ask, places))}))
"""


@pytest.fixture(scope="module")
def other_world(small_images: None) -> Iterator[World]:
    with World.start([load_site("notes")], name=f"test-other-{os.getpid()}") as world:
        yield world


def probe(world: World, places: list[tuple[str, int]], say: str = "GET / HTTP/1.0\r\n\r\n") -> dict[str, str]:
    """What a process of the site `notes` gets from each place: `error <kind>` or `answer <first bytes>`."""
    code, output = world.exec("notes", ["python3", "-c", PROBE, json.dumps(places), say])
    assert code == 0, output
    found: dict[str, str] = json.loads(output.splitlines()[-1])
    assert len(found) == len(set(places))
    return found


def unreachable(found: dict[str, str]) -> bool:
    return all(value.startswith("error ") for value in found.values())


def inspect(world: World, part: str) -> dict[str, Any]:
    """What the engine says about a container."""
    done = subprocess.run(
        ["docker", "inspect", container_name(world.name, part)], capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)[0]
    return found


def addresses(world: World, part: str) -> dict[str, str]:
    """A container's address by network: `bridge` is the ordinary one, others are called as their site."""
    networks = inspect(world, part)["NetworkSettings"]["Networks"]
    return {name.rpartition("-")[2]: one["IPAddress"] for name, one in networks.items()}


def own_address(world: World, site: str) -> str:
    """Where a site is on its own network."""
    return addresses(world, site)[site]


def loopback_ports(world: World) -> list[int]:
    """The ports that a world publishes."""
    found = world.endpoints
    return [found.http.port, found.control.port, *(one.port for one in found.databases.values())]


def test_the_probe_sees_what_is_open(small_world: World) -> None:
    found = probe(small_world, [("127.0.0.1", 8000)])
    assert found["127.0.0.1:8000"].startswith("answer HTTP/1.")


def test_a_site_reaches_no_port_of_its_gateway(small_world: World) -> None:
    gateway = addresses(small_world, "gateway")
    assert set(gateway) == {"bridge", "notes", "pages"}
    places = [(address, port) for address in gateway.values() for port in (8080, 9900, 3306, 22, 80)]
    assert unreachable(probe(small_world, places))


NO_ANSWER = ("ConnectionResetError", "OSError", "TimeoutError")


def test_a_site_gets_no_answer_from_any_control_port(small_world: World) -> None:
    for target in ("notes", "pages"):
        places = [(own_address(small_world, target), 9900)]
        places += [("127.0.0.1", 9900)] if target == "notes" else []
        token = small_world._record.secrets[target].token
        ask = f"GET /health HTTP/1.0\r\nAuthorization: Bearer {token}\r\n\r\n"
        for answer in probe(small_world, places, ask).values():
            assert answer in ("answer ", *(f"error {kind}" for kind in NO_ANSWER)), answer


def test_a_site_cannot_open_a_database_over_tcp_with_the_right_password(small_world: World) -> None:
    script = (
        "import pymysql, sys\n"
        "try:\n"
        "    host, password = sys.argv[1:]\n"
        "    pymysql.connect(host=host, user='webarium_reader', password=password, database='notes')\n"
        "except pymysql.err.OperationalError as error: print(error.args[0])\n"
    )
    address = own_address(small_world, "notes")
    for host in (address, "127.0.0.1"):
        password = small_world._record.secrets["notes"].password
        code, output = small_world.exec("notes", ["python3", "-c", script, host, password])
        assert code == 0
        assert output.strip() in ("1130", "1045"), output  # host not allowed, access denied


def test_a_site_reaches_neither_the_host_nor_loopback_ports(small_world: World) -> None:
    own = subprocess.run(["hostname", "-I"], capture_output=True, text=True, check=True).stdout.split()
    listener = socket.create_server(("0.0.0.0", 0))
    try:
        port = listener.getsockname()[1]
        bridges = [subnet.replace("0/29", "1") for subnet in small_world._record.subnets.values()]
        hosts = [*(address for address in own if ":" not in address), *bridges, "172.17.0.1"]
        places = [(host, one) for host in hosts for one in (port, *loopback_ports(small_world))]
        places += [("127.0.0.1", one) for one in loopback_ports(small_world)]
        assert unreachable(probe(small_world, places))
    finally:
        listener.close()


def test_a_site_reaches_no_internet_and_no_names(small_world: World) -> None:
    places = [("1.1.1.1", 443), ("9.9.9.9", 53), ("www.example.net", 80), ("example.org", 443)]
    assert unreachable(probe(small_world, places))


def test_a_site_reaches_no_other_site_of_its_own_world(small_world: World) -> None:
    # the application's port, which is open to the gateway: 8000, beside others
    ports = (8000, 9900, 3306, 7000)
    places = [(own_address(small_world, "pages"), port) for port in ports]
    places += [(addresses(small_world, "gateway")["pages"], port) for port in ports]
    assert unreachable(probe(small_world, places))


def test_each_site_has_its_own_secrets(small_world: World) -> None:
    found = {
        site: {line for line in inspect(small_world, site)["Config"]["Env"] if line.startswith(SECRETS)}
        for site in ("notes", "pages")
    }
    assert {len(lines) for lines in found.values()} == {2}
    assert not found["notes"] & found["pages"]


def test_names_of_the_internet_are_not_even_looked_up(small_world: World) -> None:
    code, output = small_world.exec(
        "notes", ["python3", "-c", "import socket; print(socket.gethostbyname('www.example.net'))"]
    )
    assert code != 0, output


def test_a_site_reaches_no_other_world(small_world: World, other_world: World) -> None:
    theirs = [*addresses(other_world, "gateway").values(), *addresses(other_world, "notes").values()]
    places = [(address, port) for address in theirs for port in (8000, 8080, 9900, 3306)]
    places += [("127.0.0.1", port) for port in loopback_ports(other_world)]
    assert unreachable(probe(small_world, places))


def test_a_fetch_made_by_the_application_stays_inside(small_world: World, other_world: World) -> None:
    targets = [
        f"http://127.0.0.1:{small_world.endpoints.control.port}/notes/health",
        f"http://{addresses(small_world, 'gateway')['bridge']}:8080/",
        f"http://{own_address(other_world, 'notes')}:8000/",
        "http://www.example.net/",
        "http://169.254.169.254/",
    ]
    for target in targets:
        assert small_world.fetch("notes", "/fetch", params={"url": target}).text.startswith("unreachable"), (
            target
        )
    inside = small_world.fetch("notes", "/fetch", params={"url": "file:///etc/hostname"})
    assert inside.status_code == 200  # urllib opens it: what matters is that only its own container is there


@pytest.mark.parametrize("part", ["notes", "pages", "gateway"])
def test_containers_run_without_privileges(small_world: World, part: str) -> None:
    code, status = small_world.exec(part, ["cat", "/proc/self/status"])
    assert code == 0
    fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert int(fields["CapEff"], 16) == 0
    assert int(fields["CapBnd"], 16) == 0
    assert fields["NoNewPrivs"] == "1"
    assert fields["Uid"].split() == ["1000"] * 4
    host = inspect(small_world, part)["HostConfig"]
    assert host["Memory"] > 0
    assert host["PidsLimit"] > 0
    assert host["ReadonlyRootfs"]
    code, output = small_world.exec(part, ["touch", "/opt/webarium/x"])
    assert code != 0, output


def test_only_loopback_ports_are_published(small_world: World) -> None:
    for part in ("notes", "pages"):
        assert not any(inspect(small_world, part)["NetworkSettings"]["Ports"].values())
    ports = inspect(small_world, "gateway")["NetworkSettings"]["Ports"]
    published = [one for found in ports.values() for one in found or []]
    assert {one["HostIp"] for one in published} == {"127.0.0.1"}
    assert len(published) == 3  # pages, control, one database


def test_the_gateway_knows_only_its_sites(small_world: World) -> None:
    port = small_world.http_port
    for host in (
        "127.0.0.1",
        f"localhost:{port}",
        "evil.example",
        "shopping.webarium.test",
        "notes.webarium.test.evil",
    ):
        assert httpx.get(f"http://127.0.0.1:{port}/", headers={"Host": host}).status_code == 421, host
    for host in ("notes.webarium.test", f"NOTES.localhost:{port}", "notes.webarium.test:80"):
        answer = httpx.get(f"http://127.0.0.1:{port}/", headers={"Host": host})
        assert answer.text == "nobody sees 3000 notes\n", host


def test_control_wants_the_token_of_that_site(small_world: World) -> None:
    port = small_world.endpoints.control.port
    wrong = [
        {},
        {"Authorization": "Bearer x"},
        {"Authorization": f"Bearer {small_world._record.secrets['pages'].token}"},
    ]
    for headers in wrong:
        for method, call in (("GET", "health"), ("GET", "sessions"), ("POST", "reset")):
            answer = httpx.request(method, f"http://127.0.0.1:{port}/notes/{call}", headers=headers)
            assert answer.status_code == 401
    assert httpx.get(f"http://127.0.0.1:{port}/nobody/health").status_code == 421


def test_the_token_is_in_no_log_and_no_service(small_world: World) -> None:
    token = small_world._record.secrets["notes"].token
    small_world.health("notes")
    assert token not in "\n".join(small_world.logs("notes", lines=1000))
    for part in ("notes", "gateway"):
        name = container_name(small_world.name, part)
        done = subprocess.run(["docker", "logs", name], capture_output=True, text=True, check=True)
        assert token not in done.stdout + done.stderr
    script = (
        "import os\n"
        "for pid in filter(str.isdigit, os.listdir('/proc')):\n"
        "    if int(pid) != os.getpid() and b'gunicorn' in open(f'/proc/{pid}/cmdline', 'rb').read():\n"
        "        print(open(f'/proc/{pid}/environ', 'rb').read())\n"
    )
    _, output = small_world.exec("notes", ["python3", "-c", script])
    assert "DB_SOCKET" in output
    assert "WEBARIUM_TOKEN" not in output
    assert token not in output


def test_the_state_file_is_for_its_owner_only(small_world: World) -> None:
    path = small_world._record.path(small_world.name)
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.parent.stat().st_mode & 0o077 == 0
