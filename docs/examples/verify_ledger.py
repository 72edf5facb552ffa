#!/usr/bin/env python3
"""Verifies a Debate Hall ledger offline, as docs/reference/ledger.md specifies it: verify_ledger.py FILE [--head HASH]

A signature beside a ledger, d.sigs/*.sig, signs the text of the same number there. OpenSSH checks it:
  ssh-keygen -Y verify -n debate-hall -f SIGNERS -I NAME -s d.sigs/3-….sig < d.sigs/3-….txt
SIGNERS has a line "NAME ssh-ed25519 AAAA…" for each person. Give the head that the text names to --head.
"""
import argparse
import hashlib
import json
import re
import sys

MOST = 2**53 - 1
TIME = re.compile(r"\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z", re.ASCII)


def digest(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def holds(salt, sha256, text):
    return re.fullmatch("[0-9a-f]{32}", salt) is not None and digest(salt + text) == sha256


def refuse_numbers(value):
    """Numbers are integers that every language holds exactly."""
    if isinstance(value, float) or (isinstance(value, int) and abs(value) > MOST):
        raise ValueError(f"{value} is no integer within 2^53 - 1")
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        refuse_numbers(item)


def reduce(value, path, seals):
    """The value as the hash covers it; every sealed text goes into `seals` by its JSON pointer."""
    if isinstance(value, dict) and "sha256" in value and value.keys() <= {"salt", "sha256", "text"}:
        seals[path] = value
        return {"sha256": value["sha256"]}
    if isinstance(value, dict):
        return {key: reduce(item, f"{path}/{key}", seals) for key, item in value.items()}
    if isinstance(value, list):
        return [reduce(item, f"{path}/{index}", seals) for index, item in enumerate(value)]
    return value


def verify(data, head=None):
    """Returns the first problem, or None, and remarks on what is no damage."""
    *lines, torn = data.split(b"\n")
    remarks = [f"torn tail: {len(torn)} bytes after the last line end"] if torn else []
    prev, at, hashes, places, named = None, "", set(), {}, set()
    for seq, raw in enumerate(lines):
        try:
            event = json.loads(raw.decode("utf-8"))
            refuse_numbers(event)
            seals, covered = {}, {key: event[key] for key in ("at", "prev", "seq", "type", "v")}
            covered["data"] = reduce(event["data"], "", seals)
            places |= {(seq, path): "text" in seal for path, seal in seals.items()}
            removals = event["data"] if event["type"] == "texts-redacted" else {"target": None, "fields": []}
            removed = {(removals["target"], field) for field in removals["fields"]}
            checks = [
                ("line: canonical form", canonical(event).encode("utf-8") == raw and len(event) == 7),
                ("/v", type(event["v"]) is int and event["v"] == 1),
                ("/seq", type(event["seq"]) is int and event["seq"] == seq),
                ("/prev", event["prev"] == prev),
                ("/at", TIME.fullmatch(event["at"]) is not None and event["at"] >= at),
                ("/data", isinstance(event["data"], dict)),
                ("/type", (event["type"] == "debate-opened") == (seq == 0)),
                *((f"/data{path}: digest", re.fullmatch("[0-9a-f]{64}", seal["sha256"]) and (len(seal) == 1 or holds(**seal))) for path, seal in seals.items()),
                ("/hash", event["hash"] == digest(canonical(covered))),
                ("/data/fields", removed <= places.keys()),
            ]
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            return f"line {seq + 1}: not an event ({error!r})", remarks
        for field, passed in checks:
            if not passed:
                return f"line {seq + 1}: {field} is wrong", remarks
        prev, at, named = event["hash"], event["at"], named | removed
        hashes.add(prev)
    for (seq, path), is_open in places.items():
        if not is_open and (seq, path) not in named:
            return f"line {seq + 1}: /data{path} was removed, but no redaction is recorded", remarks
        if is_open and (seq, path) in named:
            remarks.append(f"line {seq + 1}: /data{path}: redaction not completed")
    if not lines or (head and head not in hashes):
        return f"line {len(lines)}: events are missing" + (f", {head} among them" if head else ""), remarks
    return None, remarks + [f"ok: {len(lines)} events, head {prev}"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--head", help="a hash noted elsewhere, such as LEDGER_HEAD of the committed record")
    arguments = parser.parse_args()
    with open(arguments.file, "rb") as file:
        problem, notes = verify(file.read(), arguments.head)
    print("\n".join(notes + ([f"not ok: {problem}"] if problem else [])))
    sys.exit(1 if problem else 0)
