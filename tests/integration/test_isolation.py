"""What a site's server can reach: nothing but itself. What reaches a world: only who may."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from collections.abc import Iterator

import httpx
import pytest

from reset.world import World, site_token
from sites.spec import load_site

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


def addresses(world: World, part: str) -> dict[str, str]:
    """A container's address by kind of network: `bridge` (ordinary) and `world` (private)."""
    networks = world.container(part).attrs["NetworkSettings"]["Networks"]
    return {("bridge" if name == "bridge" else "world"): one["IPAddress"] for name, one in networks.items()}


def test_the_probe_sees_what_is_open(small_world: World) -> None:
    found = probe(small_world, [("127.0.0.1", 8000)])
    assert found["127.0.0.1:8000"].startswith("answer HTTP/1.")


def test_a_site_reaches_no_port_of_its_gateway(small_world: World) -> None:
    gateway = addresses(small_world, "gateway")
    assert set(gateway) == {"bridge", "world"}
    places = [(address, port) for address in gateway.values() for port in (8080, 9900, 3306, 22, 80)]
    assert unreachable(probe(small_world, places))


def test_a_site_gets_no_answer_from_any_control_port(small_world: World) -> None:
    record = small_world._record
    for target in ("notes", "pages"):
        places = [(addresses(small_world, target)["world"], 9900)]
        places += [("127.0.0.1", 9900)] if target == "notes" else []
        token = site_token(record.token, target)
        ask = f"GET /health HTTP/1.0\r\nAuthorization: Bearer {token}\r\n\r\n"
        for answer in probe(small_world, places, ask).values():
            assert answer in ("answer ", "error ConnectionResetError"), "a control port answered a site"


def test_a_site_cannot_open_a_database_over_tcp_with_the_right_password(small_world: World) -> None:
    script = (
        "import pymysql, sys\n"
        "try:\n"
        "    host, password = sys.argv[1:]\n"
        "    pymysql.connect(host=host, user='webarium_reader', password=password, database='notes')\n"
        "except pymysql.err.OperationalError as error: print(error.args[0])\n"
    )
    address = addresses(small_world, "notes")["world"]
    for host in (address, "127.0.0.1"):
        code, output = small_world.exec(
            "notes", ["python3", "-c", script, host, small_world._record.password]
        )
        assert code == 0
        assert output.strip() in ("1130", "1045"), output  # host not allowed, access denied


def test_a_site_reaches_neither_the_host_nor_loopback_ports(small_world: World) -> None:
    own = subprocess.run(["hostname", "-I"], capture_output=True, text=True, check=True).stdout.split()
    listener = socket.create_server(("0.0.0.0", 0))
    try:
        port = listener.getsockname()[1]
        gateway_of_network = small_world._record.subnet.replace("0/24", "1")
        hosts = [*(address for address in own if ":" not in address), gateway_of_network, "172.17.0.1"]
        places = [(host, one) for host in hosts for one in (port, *small_world.ports.values())]
        places += [("127.0.0.1", one) for one in small_world.ports.values()]
        assert unreachable(probe(small_world, places))
    finally:
        listener.close()


def test_a_site_reaches_no_internet_and_no_names(small_world: World) -> None:
    places = [("1.1.1.1", 443), ("9.9.9.9", 53), ("www.example.net", 80), ("example.org", 443)]
    assert unreachable(probe(small_world, places))


def test_names_of_the_internet_are_not_even_looked_up(small_world: World) -> None:
    code, output = small_world.exec(
        "notes", ["python3", "-c", "import socket; print(socket.gethostbyname('www.example.net'))"]
    )
    assert code != 0, output


def test_a_site_reaches_no_other_world(small_world: World, other_world: World) -> None:
    theirs = [*addresses(other_world, "gateway").values(), *addresses(other_world, "notes").values()]
    places = [(address, port) for address in theirs for port in (8000, 8080, 9900, 3306)]
    places += [("127.0.0.1", port) for port in other_world.ports.values()]
    assert unreachable(probe(small_world, places))


def test_a_fetch_made_by_the_application_stays_inside(small_world: World, other_world: World) -> None:
    targets = [
        f"http://127.0.0.1:{small_world.ports['control']}/notes/health",
        f"http://{addresses(small_world, 'gateway')['bridge']}:8080/",
        f"http://{addresses(other_world, 'notes')['world']}:8000/",
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
    container = small_world.container(part)
    code, status = small_world._engine.exec(container, ["cat", "/proc/self/status"])
    assert code == 0
    fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert int(fields["CapEff"], 16) == 0
    assert int(fields["CapBnd"], 16) == 0
    assert fields["NoNewPrivs"] == "1"
    assert fields["Uid"].split() == ["1000"] * 4
    host = container.attrs["HostConfig"]
    assert host["Memory"] > 0
    assert host["PidsLimit"] > 0
    assert host["ReadonlyRootfs"]
    code, output = small_world._engine.exec(container, ["touch", "/opt/webarium/x"])
    assert code != 0, output


def test_only_loopback_ports_are_published(small_world: World) -> None:
    for part in ("notes", "pages"):
        assert not any(small_world.container(part).ports.values())
    published = [one for found in small_world.container("gateway").ports.values() for one in found or []]
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
    port = small_world.ports["control"]
    wrong = [
        {},
        {"Authorization": "Bearer x"},
        {"Authorization": f"Bearer {small_world._record.token}"},
        {"Authorization": f"Bearer {small_world._token('pages')}"},
    ]
    for headers in wrong:
        for method, call in (("GET", "health"), ("GET", "sessions"), ("POST", "reset")):
            answer = httpx.request(method, f"http://127.0.0.1:{port}/notes/{call}", headers=headers)
            assert answer.status_code == 401
    assert httpx.get(f"http://127.0.0.1:{port}/nobody/health").status_code == 421


def test_the_token_is_in_no_log_and_no_service(small_world: World) -> None:
    token = small_world._token("notes")
    small_world.health("notes")
    assert token not in "\n".join(small_world.logs("notes", lines=1000))
    assert token not in small_world._engine.logs(small_world.container("notes"), 1000)
    assert token not in small_world._engine.logs(small_world.container("gateway"), 1000)
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
