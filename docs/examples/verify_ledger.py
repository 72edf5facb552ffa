#!/usr/bin/env python3
"""Verifies a Debate Hall ledger offline, as docs/reference/ledger.md specifies it: verify_ledger.py FILE [--head HASH]

A signature beside a ledger, d.sigs/*.sig, signs the text of the same number there. OpenSSH checks it:
  ssh-keygen -Y verify -n debate-hall -f SIGNERS -I NAME -s d.sigs/3-….sig < d.sigs/3-….txt
SIGNERS has a line "NAME ssh-ed25519 AAAA…" for each person. Give the head that the text names to --head.
"""
import argparse
import datetime
import hashlib
import json
import re
import sys

MOST = 2**53 - 1
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)
TYPES = """debate-opened picture-given turn-recorded look-recorded answer-rejected interjection-added seat-failed seat-replaced seat-taken seat-left
run-started run-paused limit-reached limits-raised debate-extended note-recorded texts-redacted debate-closed debate-force-closed
outcome-recorded follow-up-asked follow-up-answered follow-up-failed thread-linked comment-posted comment-edited adr-planned adr-proposed""".split()


def digest(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def holds(salt, sha256, text):
    return re.fullmatch("[0-9a-f]{32}", salt) is not None and digest(salt + text) == sha256


def is_time(text):
    """A moment of the calendar, with milliseconds."""
    return TIME.fullmatch(text) is not None and bool(datetime.datetime.fromisoformat(text[:-1]))


def refuse_forms(value):
    """Numbers are integers that every language holds exactly, and keys are ASCII, which every language sorts alike."""
    if isinstance(value, float) or (isinstance(value, int) and abs(value) > MOST):
        raise ValueError(f"{value} is no integer within 2^53 - 1")
    if isinstance(value, dict) and not all(key.isascii() and key != "__proto__" for key in value):
        raise ValueError("a key that no ledger has")
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        refuse_forms(item)


def holds_seal(value):
    """Whether anything in `options` or the data of a turn looks like a sealed text."""
    if isinstance(value, dict):
        return "sha256" in value or any(map(holds_seal, value.values()))
    return isinstance(value, list) and any(map(holds_seal, value))


def reduce(value, path, seals):
    """The value as the hash covers it; every sealed text goes into `seals` by its JSON pointer."""
    if isinstance(value, dict) and "sha256" in value and value.keys() <= {"salt", "sha256", "text"}:
        seals[path] = value
        return {"sha256": value["sha256"]}
    if isinstance(value, dict):
        return {key: reduce(item, f"{path}/{key.replace('~', '~0').replace('/', '~1')}", seals) for key, item in value.items()}
    if isinstance(value, list):
        return [reduce(item, f"{path}/{index}", seals) for index, item in enumerate(value)]
    return value


def removed_by(event):
    """The places, (seq, pointer), that a redaction names."""
    if event["type"] != "texts-redacted":
        return set()
    target, fields = event["data"]["target"], event["data"]["fields"]
    if type(target) is not int or not isinstance(fields, list) or not fields:
        raise ValueError("a redaction names an event and a list of its texts")
    return {(target, field) for field in fields}


def verify(data, head=None):
    """Returns the first problem, or None, and remarks on what is no damage."""
    *lines, torn = data.split(b"\n")
    remarks = [f"torn tail: {len(torn)} bytes after the last line end"] if torn else []
    prev, at, hashes, places, named, newer = None, "", set(), {}, set(), []
    for seq, raw in enumerate(lines):
        try:
            event = json.loads(raw.decode("utf-8"))
            refuse_forms(event)
            seals, covered = {}, {key: event[key] for key in ("at", "prev", "seq", "type", "v")}
            covered["data"] = reduce(event["data"], "", seals)
            places |= {(seq, path): "text" in seal for path, seal in seals.items()}
            removed = removed_by(event)
            checks = [
                ("line: canonical form", canonical(event).encode("utf-8") == raw and len(event) == 7),
                ("/v", type(event["v"]) is int and event["v"] >= 1),
                ("/seq", type(event["seq"]) is int and event["seq"] == seq),
                ("/prev", event["prev"] == prev),
                ("/at", is_time(event["at"]) and event["at"] >= at),
                ("/data", isinstance(event["data"], dict)),
                ("/type", isinstance(event["type"], str) and (event["type"] == "debate-opened") == (seq == 0)),
                ("/data: a name kept for sealed texts", not holds_seal([event["data"].get(key) for key in ("options", "data")])),
                *((f"/data{path}: digest", re.fullmatch("[0-9a-f]{64}", seal["sha256"]) and (len(seal) == 1 or holds(**seal))) for path, seal in seals.items()),
                ("/hash", event["hash"] == digest(canonical(covered))),
                ("/data/fields", removed <= places.keys()),
            ]
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            return f"line {seq + 1}: not an event ({error!r})", remarks
        for field, passed in checks:
            if not passed:
                return f"line {seq + 1}: {field} is wrong", remarks
        newer += [f"line {seq + 1}: {field}" for field, known in (("/v", event["v"] == 1), ("/type", event["type"] in TYPES)) if not known]
        prev, at, named = event["hash"], event["at"], named | removed
        hashes.add(prev)
    for (seq, path), is_open in places.items():
        if not is_open and (seq, path) not in named:
            return f"line {seq + 1}: /data{path} was removed, but no redaction is recorded", remarks
        if is_open and (seq, path) in named:
            remarks.append(f"line {seq + 1}: /data{path}: redaction not completed")
    if not lines or (head and head not in hashes):
        return f"line {len(lines)}: events are missing" + (f", {head} among them" if head else ""), remarks
    if newer:
        return f"{newer[0]} is newer than this script, which found chain and texts intact", remarks
    return None, remarks + [f"ok: {len(lines)} events, head {prev}"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--head", help="a hash noted elsewhere, such as LEDGER_HEAD of the committed record")
    arguments = parser.parse_args()
    if arguments.head is not None and not re.fullmatch("[0-9a-f]{64}", arguments.head):
        parser.error("the head is not the hash of an event: pass all 64 hexadecimal digits, in lower case")
    with open(arguments.file, "rb") as file:
        problem, notes = verify(file.read(), arguments.head)
    print("\n".join(notes + ([f"not ok: {problem}"] if problem else [])))
    sys.exit(1 if problem else 0)
