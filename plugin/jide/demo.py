"""The demonstration: a bilingual conversation replayed over HTTP, what it taught, and whether that is right."""

import itertools
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, TextIO

# The service is on this machine: a proxy that the environment names has no part in it.
_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
_LEARN_WITHIN = 20.0  # seconds until the last turn's messages are extracted; it takes one


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """The running service, spoken to as Dify does: HTTP, a key, identity in the query.

    run     a suffix of every user id, so that a repeated demo starts with strangers
    """

    url: str
    key: str
    run: str

    def call(self, method: str, path: str, query: Mapping[str, object], form: Mapping[str, str] | None = None) -> Any:
        """The JSON reply (or text) of one call. Raises urllib.error.HTTPError on 4xx and 5xx."""
        address = f"{self.url}/api/v1/memory{path}?{urllib.parse.urlencode(query)}"
        body = urllib.parse.urlencode(form).encode() if form is not None else None
        headers = {"Authorization": f"Bearer {self.key}"}
        request = urllib.request.Request(address, data=body, headers=headers, method=method)  # noqa: S310  # our own URL
        with _DIRECT.open(request, timeout=10) as reply:
            text = reply.read().decode()
            return json.loads(text) if reply.headers.get_content_type() == "application/json" else text

    def user(self, who: str) -> str:
        """The user id of one of the demo's people in this run."""
        return f"{who}-{self.run}"


def run(state: Mapping[str, Any], out: TextIO) -> int:
    """Replay the conversation against the service that `state` (state.json) names; 0 when all is as stated."""
    script = json.loads(files("jide").joinpath("demo.json").read_text("utf-8"))
    service = Service(url=state["url"], key=state["app_key"], run=str(int(time.time())))
    _replay(service, script, out)
    learned = {who: _profile(service, who) for who in script["people"]}
    drafts = {who: _drafts(service, who) for who in script["people"]}
    prompts = {who: _prompt(service, who, person["ask"]) for who, person in script["people"].items()}
    for who, person in script["people"].items():
        _show(out, person, learned[who], drafts[who], prompts[who])
    faults = [
        *_active_faults(script["expect"], learned),
        *_silence_faults(service, script["expect"], learned, drafts),
        *_prompt_faults(script["expect"], prompts),
    ]
    for fault in faults:
        out.write(f"✗ {fault}\n")
    if not faults:
        out.write("✓ 一切如所述 · all of it is as stated\n")
    return 1 if faults else 0


def _replay(service: Service, script: Mapping[str, Any], out: TextIO) -> None:
    """Post every turn as Dify does, in two sessions per person; wait until each has been extracted."""
    last = ""
    for turn in script["conversation"]:
        if last != (heading := f"{turn['who']} · {turn['session']}"):
            out.write(f"\n── {heading} ──\n")
            last = heading
        query = {"user_id": service.user(turn["who"]), "session_id": turn["session"], "wait": 2000}
        service.call("POST", "/turns", query, {"user": turn["user"], "assistant": turn["assistant"]})
        out.write(f"  🧑 {turn['user']}\n  🤖 {turn['assistant']}\n")
    for who in script["people"]:
        _await_extraction(service, who, [t["session"] for t in script["conversation"] if t["who"] == who][-1])


def _await_extraction(service: Service, who: str, session: str) -> None:
    """Return once no message of the session waits for the extractor; TimeoutError when the worker is away."""
    path = f"/session/{service.user(who)}/{session}/messages"
    deadline = time.monotonic() + _LEARN_WITHIN
    while time.monotonic() < deadline:
        if all(m["state"] != "queued" for m in service.call("GET", path, {"limit": 100})["messages"]):
            return
        time.sleep(0.1)
    raise TimeoutError("the worker did not extract the conversation; is it running?")


def _profile(service: Service, who: str) -> list[dict[str, Any]]:
    """What is remembered of one person, oldest first, each with the earlier versions of its line."""
    found: list[dict[str, Any]] = service.call("GET", f"/user/{service.user(who)}", {"limit": 100})["memories"]
    for ucu in found:
        versions = service.call("GET", f"/user/{service.user(who)}/ucu/{ucu['ucu_id']}/history", {})["memories"]
        ucu["earlier"] = [old for old in versions if old["version"] < ucu["version"]]
    return sorted(found, key=lambda ucu: (ucu["recorded_at"], ucu["key"]))


def _drafts(service: Service, who: str) -> list[dict[str, Any]]:
    query = {"status": "pending", "user_id": service.user(who)}
    found: list[dict[str, Any]] = service.call("GET", "/drafts", query)["drafts"]
    return found


def _prompt(service: Service, who: str, question: str) -> str:
    query = {"user_id": service.user(who), "session_id": "next", "format": "text"}
    text: str = service.call("POST", "/context", query, {"q": question})
    return text


# --- shown ----------------------------------------------------------------------------


def _show(
    out: TextIO, person: Mapping[str, str],
    learned: list[dict[str, Any]], drafts: list[dict[str, Any]], prompt: str,
) -> None:  # fmt: skip
    """Print one person's memories with their evidence, the drafts that wait, and the prompt block."""
    out.write(f"\n══ {person['name']} ══\n\n记住了 · remembered\n")
    for ucu in learned:
        out.write(f"  {ucu['type']}/{ucu['key']} v{ucu['version']}  {ucu['statement']}  (trust {ucu['trust']:.2f})\n")
        for anchor in ucu["evidence"]:
            out.write(f"      ↳ {anchor['anchor']}  “{anchor['quote']}”\n")
        _show_earlier(out, ucu)
    out.write("待审核 · waiting for review\n" if drafts else "没有待审核的草稿 · nothing waits for review\n")
    for draft in drafts:
        out.write(f"  {draft['signal']}/{draft['key']}  {draft['statement']}  — {draft['reason']}\n")
    out.write(f"\n下一个问题 · the next question: {person['ask']}\n")
    out.write("".join(f"  │ {line}\n" for line in prompt.splitlines()))


def _show_earlier(out: TextIO, ucu: Mapping[str, Any]) -> None:
    for old in ucu["earlier"]:
        out.write(f"      ⟲ v{old['version']} {old['statement']}  ({old['status']}, {old['ended']})\n")
        for anchor in old["evidence"]:
            out.write(f"          ↳ {anchor['anchor']}  “{anchor['quote']}”\n")


# --- checked --------------------------------------------------------------------------


def _text(ucu: Mapping[str, Any]) -> str:
    return json.dumps([ucu["value"], ucu["statement"]], ensure_ascii=False)


def _has(pattern: str, text: str) -> bool:
    return re.search(pattern, text, re.IGNORECASE) is not None


def _active_faults(expect: Mapping[str, Any], learned: Mapping[str, list[dict[str, Any]]]) -> Iterator[str]:
    """Each stated memory that is not there exactly once, with its value, version, evidence and past."""
    for want in expect["active"]:
        found = [u for u in learned[want["who"]] if u["key"] == want["key"]]
        name = f"{want['who']}: {want['key']}"
        if len(found) != 1:
            yield f"{name}: {len(found)} active instead of one"
            continue
        if not _has(want["says"], _text(found[0])):
            yield f"{name}: says {_text(found[0])}, not {want['says']}"
        if "not" in want and _has(want["not"], json.dumps(found[0]["value"], ensure_ascii=False)):
            yield f"{name}: still says {want['not']}"
        if found[0]["version"] != want["version"]:
            yield f"{name}: version {found[0]['version']} instead of {want['version']}"
        if not found[0]["evidence"]:
            yield f"{name}: without evidence"
        yield from (f"{name}: {fault}" for fault in _past_faults(want, found[0]))


def _past_faults(want: Mapping[str, Any], ucu: Mapping[str, Any]) -> Iterator[str]:
    """Each earlier version that is not as stated: how it ended, what it said, on which messages."""
    past = [f"{old['ended']} {_text(old)} {[a['anchor'] for a in old['evidence']]}" for old in ucu["earlier"]]
    for pattern, told in itertools.zip_longest(want.get("was", []), past, fillvalue=""):
        if not pattern or not _has(pattern, told):
            yield f"was {told!r}, not {pattern!r}"


def _silence_faults(
    service: Service, expect: Mapping[str, Any],
    learned: Mapping[str, list[dict[str, Any]]], drafts: Mapping[str, list[dict[str, Any]]],
) -> Iterator[str]:  # fmt: skip
    """Each question, thanks or poison that taught something, and each secret that was stored."""
    everything = [u for found in learned.values() for u in found]
    waiting = [d for found in drafts.values() for d in found]
    quotes = [a["quote"] for u in everything + waiting for a in u["evidence"]]
    yield from (f"“{text}” taught something" for text in expect["silent"] if any(q in text for q in quotes))
    for word in expect["never_promoted"]:
        yield from (f"poison was promoted: {u['statement']}" for u in everything if _has(word, _text(u)))
    archive = [
        service.call("GET", f"/session/{service.user(who)}/{s['session_id']}/messages", {"limit": 500})
        for who in learned
        for s in service.call("GET", f"/session/{service.user(who)}", {})["sessions"]
    ]
    stored = json.dumps([everything, waiting, archive], ensure_ascii=False)
    yield from (f"a secret was stored: {secret}" for secret in expect["never_stored"] if secret in stored)


def _prompt_faults(expect: Mapping[str, Any], prompts: Mapping[str, str]) -> Iterator[str]:
    """Each thing that the prompt block should say and does not, or the reverse."""
    for who, want in expect["prompt"].items():
        yield from (f"{who}'s prompt lacks {p}" for p in want["has"] if not _has(p, prompts[who]))
        yield from (f"{who}'s prompt says {p}" for p in want["lacks"] if _has(p, prompts[who]))
