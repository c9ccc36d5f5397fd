"""Bytes that no client library sends, against the real web server: refused, and the server lives."""

import socket
import time
from http.client import HTTPConnection
from typing import Any, Final
from urllib.parse import urlsplit

import pytest

from tests.e2e.conftest import Client

PATH: Final = "/api/v1/memory/turns?user_id=u1&session_id=s1"
MEGABYTE: Final = b"x" * 1_000_000


def exchange(service: Client, head: str, body: list[bytes], *, key: bool = True) -> bytes:
    """What the server answers to this request line and these headers, byte for byte."""
    where = urlsplit(service.state["url"])
    authorization = f"Authorization: Bearer {service.state['app_key']}\r\n" if key else ""
    with socket.create_connection((where.hostname, where.port), timeout=20) as connection:
        connection.sendall(f"{head}\r\nHost: {where.netloc}\r\n{authorization}Connection: close\r\n".encode())
        answer = b""
        try:
            for part in body:
                connection.sendall(part)
            while part := connection.recv(65_536):
                answer += part
        except (ConnectionResetError, BrokenPipeError):
            pass  # the server had seen enough; what it said before counts
    return answer


def chunks(total: int) -> list[bytes]:
    """A chunked body of `total` megabytes, with its header."""
    one = f"{len(MEGABYTE):x}\r\n".encode() + MEGABYTE + b"\r\n"
    head = b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    return [head, *[one] * total, b"0\r\n\r\n"]


HOSTILE: Final[dict[str, tuple[str, list[bytes], set[int]]]] = {
    "ten megabytes, declared": (
        f"POST {PATH} HTTP/1.1",
        [b"Content-Type: application/json\r\nContent-Length: 10000000\r\n\r\n", *[MEGABYTE] * 10],
        {413},
    ),
    "ten megabytes, chunked": (f"POST {PATH} HTTP/1.1", chunks(10), {413}),
    "a chunk that lies": (
        f"POST {PATH} HTTP/1.1",
        [b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"],
        {400},
    ),
    "two lengths": (
        f"POST {PATH} HTTP/1.1",
        [b"Content-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}"],
        {400},
    ),
    "length and chunks": (
        f"POST {PATH} HTTP/1.1",
        [b"Content-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
        {400},
    ),
    "a negative length": (f"POST {PATH} HTTP/1.1", [b"Content-Length: -1\r\n\r\n"], {400}),
    "a path of 20 kB": ("GET /api/v1/memory/user/" + "x" * 20_000 + " HTTP/1.1", [b"\r\n"], {400, 414}),
    "a thousand headers": (
        "GET /api/v1/memory/user/u1 HTTP/1.1",
        [b"".join(b"X-H%d: 1\r\n" % n for n in range(1000)) + b"\r\n"],
        {400, 431},
    ),
    "a header of 100 kB": (
        "GET /api/v1/memory/user/u1 HTTP/1.1",
        [b"X-H: " + b"x" * 100_000 + b"\r\n\r\n"],
        {400, 431},
    ),
    "nul in the path": ("GET /api/v1/memory/user/%00 HTTP/1.1", [b"\r\n"], {422}),
    "no utf-8 in the path": ("GET /api/v1/memory/user/%ff HTTP/1.1", [b"\r\n"], {422}),
    "a raw slash": ("GET /api/v1/memory/session/a%2Fb/messages HTTP/1.1", [b"\r\n"], {404, 422}),
    "up and away": ("GET /api/v1/memory/session/../../../etc/passwd HTTP/1.1", [b"\r\n"], {404, 422}),
    "no utf-8 in the query": ("GET /api/v1/memory/profile?user_id=%ff HTTP/1.1", [b"\r\n"], {422}),
    "raw bytes in the query": ("GET /api/v1/memory/profile?user_id=张三 HTTP/1.1", [b"\r\n"], {200, 400}),
    "a smuggled header": ("GET /api/v1/memory/user/a%0d%0aX-Admin:1 HTTP/1.1", [b"\r\n"], {422}),
    "no http": ("HELO jide", [b"\r\n"], {400}),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_bytes_are_refused_and_the_server_lives(service: Client, case: str) -> None:
    """A 4xx, never a 500; the next caller notices nothing."""
    head, body, statuses = HOSTILE[case]
    answer = exchange(service, head, body)
    if answer:  # a connection reset while the body was still on its way is a refusal too
        assert int(answer.split(b" ", 2)[1]) in statuses, answer[:500]
    assert service.call("GET", "/user/u1").status_code == 200


def test_a_chunked_turn_is_taken(service: Client) -> None:
    """Chunks are no fault in themselves."""
    body = b'{"user": "hi", "assistant": "hello"}'
    sent = b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (
        len(body),
        body,
    )
    answer = exchange(service, "POST /api/v1/memory/turns?user_id=chunky&session_id=s1 HTTP/1.1", [sent])
    assert answer.startswith(b"HTTP/1.1 202"), answer[:500]


def test_any_process_answers_metrics_for_all(service: Client) -> None:
    """Two processes serve; a scraper that meets either sees the sum."""

    def count() -> float:
        lines = _metrics(service).splitlines()
        mine = [line for line in lines if line.startswith("jide_http_requests_total{") and "/user/<user_id>" in line]
        return sum(float(line.rpartition(" ")[2]) for line in mine)

    before = count()
    for _ in range(20):
        assert service.call("GET", "/user/metered").status_code == 200
    assert [before + 20] * 4 == [count() for _ in range(4)]


def test_metrics_tell_what_the_worker_sees(service: Client) -> None:
    """The worker looks at health now and then; whoever scrapes the web server reads it there."""
    wanted = ('jide_health_status{check="workers"} 0.0', "jide_health_observed_timestamp_seconds", "jide_buckets_held")
    deadline = time.monotonic() + 60
    while not all(line in _metrics(service) for line in wanted):
        assert time.monotonic() < deadline, "the worker's numbers do not come"
        time.sleep(0.1)


def _metrics(service: Client) -> str:
    answer: Any = exchange(service, "GET /metrics HTTP/1.1", [b"\r\n"], key=False)
    assert b'jide_metrics_scope{of="service"}' in answer
    return str(answer.decode())


def test_the_connection_of_a_refused_body_serves_the_next_request(service: Client) -> None:
    """A client keeps its connections: what one request left unread must not break the next."""
    where = urlsplit(service.state["url"])
    connection = HTTPConnection(where.hostname or "", where.port, timeout=20)
    headers = {"Authorization": f"Bearer {service.state['app_key']}", "Content-Type": "application/json"}
    statuses = []
    for body in (b"x" * 300_000, b"x" * 1_000_000, b"{}"):
        connection.request("POST", PATH, body=body, headers=headers)
        reply = connection.getresponse()
        reply.read()
        statuses.append(reply.status)
    connection.close()
    assert statuses == [413, 413, 422]
