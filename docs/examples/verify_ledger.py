#!/usr/bin/env python3
"""Verifies a Debate Hall ledger offline, as docs/ledger.md specifies it: verify_ledger.py FILE [--head HASH]"""
import argparse
import hashlib
import json
import sys

ENVELOPE = {"at", "data", "hash", "prev", "seq", "type", "v"}


def sha256(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def reduce(value, path, seals):
    """The value as the hash covers it; every sealed text is added to `seals` by its JSON pointer."""
    if isinstance(value, list):
        return [reduce(item, f"{path}/{index}", seals) for index, item in enumerate(value)]
    if not isinstance(value, dict):
        return value
    if "sha256" in value and value.keys() <= {"salt", "sha256", "text"}:
        seals[path] = value
        return {"sha256": value["sha256"]}
    return {key: reduce(item, f"{path}/{key}", seals) for key, item in value.items()}


def verify(data, head):
    """Returns (first problem or None, remarks)."""
    lines, torn = data.split(b"\n")[:-1], data.split(b"\n")[-1]
    remarks = [f"torn tail: {len(torn)} bytes after the last line end"] if torn else []
    before, hashes, redacted, open_texts, named = None, set(), set(), set(), set()
    for seq, raw in enumerate(lines):
        where = f"line {seq + 1}: "
        try:
            event = json.loads(raw.decode("utf-8"))
            if canonical(event).encode("utf-8") != raw:
                return where + "not in canonical form", remarks
        except (ValueError, RecursionError) as error:
            return where + f"no JSON ({error})", remarks
        if not isinstance(event, dict) or event.keys() != ENVELOPE or event["v"] != 1:
            return where + "not an event of version 1", remarks
        if event["seq"] != seq:
            return where + "/seq is not the number of the line", remarks
        if event["prev"] != (before and before["hash"]):
            return where + "/prev is not the hash of the line before", remarks
        if (event["type"] == "debate-opened") != (seq == 0):
            return where + "/type: exactly the first event is debate-opened", remarks
        if before and event["at"] < before["at"]:
            return where + "/at is earlier than the line before", remarks
        seals = {}
        covered = {key: value for key, value in event.items() if key != "hash"}
        covered["data"] = reduce(event["data"], "", seals)
        for path, seal in seals.items():
            if seal.keys() == {"sha256"}:
                redacted.add((seq, path))
            elif len(seal) != 3 or sha256(seal["salt"] + seal["text"]) != seal["sha256"]:
                return where + f"/data{path} does not fit its digest", remarks
            else:
                open_texts.add((seq, path))
        if sha256(canonical(covered)) != event["hash"]:
            return where + "/hash does not fit the event", remarks
        if event["type"] == "texts-redacted":
            places = {(event["data"]["target"], field) for field in event["data"]["fields"]}
            if not places <= redacted | open_texts:
                return where + "/data/fields names no sealed text", remarks
            named |= places
        hashes.add(event["hash"])
        before = event
    if before is None:
        return "line 1: no events", remarks
    for seq, path in sorted(redacted - named):
        return f"line {seq + 1}: /data{path} was removed, but no redaction is recorded", remarks
    remarks += [f"line {seq + 1}: /data{path}: redaction not completed" for seq, path in sorted(named & open_texts)]
    if head and head not in hashes:
        return f"line {len(lines)}: /hash: the chain does not hold {head}", remarks
    return None, remarks + [f"ok: {len(lines)} events, head {before['hash']}"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--head", help="a hash noted elsewhere, such as LEDGER_HEAD of the committed record")
    arguments = parser.parse_args()
    with open(arguments.file, "rb") as file:
        problem, notes = verify(file.read(), arguments.head)
    print("\n".join(notes + ([f"not ok: {problem}"] if problem else [])))
    sys.exit(1 if problem else 0)
