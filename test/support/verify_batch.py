"""Runs docs/examples/verify_ledger.py on many ledgers: one JSON object {data, head} per line of stdin, data in base64;
one JSON value per line of stdout, the first problem or null."""
import base64
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "docs" / "examples"))
sys.dont_write_bytecode = True
from verify_ledger import verify  # noqa: E402

for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps(verify(base64.b64decode(request["data"]), request["head"])[0]))
