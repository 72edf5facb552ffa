#!/usr/bin/env python3
"""Writes debates as the Python debate-hall-mcp stores them, hashed by code that shares nothing with src/interop.

Usage: make_fixture.py FOLDER
"""
import datetime
import hashlib
import json
import pathlib
import sys

UTC = datetime.timezone.utc
START = datetime.datetime(2026, 1, 5, 10, 0, 0, 123456, tzinfo=UTC)
COGNITION = {"Wind": "PATHOS", "Wall": "ETHOS", "Door": "LOGOS"}
TEXT = {
    "Wind": "- What if we keep files?\n- What if a database? — é 💨",
    "Wall": "[VERDICT] conditional\n[EVIDENCE] one | two \"three\" \\four\t===END===",
    "Door": "1. Keep files\n2. Measure; the structure stays",
}


def in_file(moment):
    """isoformat() writes six digits, or none when they are all zero; the file has Z for the zone."""
    return moment.isoformat().replace("+00:00", "Z")


def turn(role, content, moment, previous, **identity):
    joined = "|".join([role, content, moment.isoformat(), previous or ""])
    return {
        "role": role,
        "content": content,
        "timestamp": in_file(moment),
        "previous_hash": previous,
        "hash": hashlib.sha256(joined.encode("utf-8")).hexdigest(),
        "agent_role": identity.get("agent_role"),
        "model": identity.get("model"),
        "cognition": identity.get("cognition", COGNITION.get(role)),
    }


def chain(parts, step=datetime.timedelta(seconds=61, microseconds=7)):
    turns, moment = [], START
    for role, content, identity in parts:
        turns.append(turn(role, content, moment, turns[-1]["hash"] if turns else None, **identity))
        moment += step
    return turns


def debate(thread_id, turns, **fields):
    return {
        "thread_id": thread_id,
        "topic": fields.get("topic", "Which \"store\"? — é"),
        "mode": fields.get("mode", "fixed"),
        "status": fields.get("status", "active"),
        "max_turns": fields.get("max_turns", 12),
        "max_rounds": fields.get("max_rounds", 4),
        "strict_cognition": fields.get("strict_cognition", False),
        "octave_preamble": True,
        "octave_mode": True,
        "expected_next_role": None,
        "turns": turns,
        "synthesis": fields.get("synthesis"),
        "audit_log": fields.get("audit_log", []),
        "github_binding": None,
        "injected_context": [],
    }


def tombstone(one, index, reason):
    digest = hashlib.sha256(one["turns"][index]["content"].encode("utf-8")).hexdigest()
    one["turns"][index]["content"] = f"[REDACTED: {reason}]"
    one["audit_log"].append(
        {
            "action": "tombstone",
            "reason": reason,
            "timestamp": in_file(START + datetime.timedelta(hours=1)),
            "actor": None,
            "turn_index": index,
            "original_content_hash": digest,
        }
    )
    return one


def force_close(one, reason):
    one["status"] = "force_closed"
    one["audit_log"].append(
        {
            "action": "force_close",
            "reason": reason,
            "timestamp": in_file(START + datetime.timedelta(hours=2)),
            "actor": None,
            "turn_index": None,
            "original_content_hash": None,
        }
    )
    return one


def later_shape(one):
    """Fields and their order as versions after 0.4 have them."""
    head = {key: one[key] for key in ("thread_id", "topic", "mode", "status")}
    head |= {"session_type": "debate", "participants": None, "committee_metadata": None}
    late = head | {key: value for key, value in one.items() if key not in head}
    for index, each in enumerate(late["turns"]):
        each |= {"token_input": 100 + index, "token_output": 10 + index, "token_total": 110 + 2 * index}
    late["consensus_metadata"] = {"consensus_reached": True, "wind_approved": True, "wall_approved": True,
                                  "refinement_count": 0, "max_refinements_reached": False}
    late["turn_manifest"] = None
    late["injected_context"] = [
        {"source": "github", "comment_id": "DC_y", "content": "What does it cost?", "injection_type": "general",
         "processed_at": in_file(START + datetime.timedelta(seconds=90)), "author": "ana", "replied_to_turn": 0}
    ]
    return late


def fixtures():
    fixed = [(role, TEXT[role], {"agent_role": "debater", "model": "claude"}) for role in ("Wind", "Wall", "Door")]
    yield debate("2026-01-05-open", chain(fixed[:2]))
    yield debate("2026-01-05-closed", chain(fixed), status="synthesis", synthesis="1. Keep files\n2. Measure")
    # Whole seconds: Python then prints no fraction at all.
    whole = chain([], None)
    moment = START.replace(microsecond=0)
    whole.append(turn("Wind", "- a?\n- b", moment, None))
    whole.append(turn("Wall", "plain", moment + datetime.timedelta(seconds=1), whole[-1]["hash"], cognition=None))
    yield debate("2026-01-05-whole-seconds", whole)
    yield debate("2026-01-05-mediated", chain([fixed[2], fixed[0], fixed[0]]), mode="mediated")
    yield tombstone(debate("2026-01-05-tombstone", chain(fixed), status="synthesis", synthesis="1. Done"), 1, "a key")
    yield force_close(debate("2026-01-05-forced", chain(fixed[:1])), "out of control")
    yield later_shape(debate("2026-01-05-later", chain(fixed), mode="mediated", status="synthesis", synthesis="1. Done"))
    yield debate("2026-01-05-stalemate", chain(fixed), mode="mediated", status="stalemate")
    yield debate("2026-01-05-at-limit", chain(fixed), max_turns=3)


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    for one in fixtures():
        text = json.dumps(one, indent=2, ensure_ascii=False)
        (folder / f"{one['thread_id']}.json").write_text(text, encoding="utf-8")
