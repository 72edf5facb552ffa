// The verifier of docs/reference/ledger.md against the one of the product: both accept and refuse the same ledgers.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventPayloads } from '../../src/domain/events.ts';
import { format } from '../../src/formats/wind-wall-door/index.ts';
import { verifyLedger } from '../../src/ledger/engine/verify.ts';
import { sha256Hex } from '../../src/support/canonical.ts';
import { hostileText } from '../exporters/records.ts';
import { chainAgain, readEvents } from '../ledger/other-versions.ts';
import { inCampaign, inCi, times } from '../support/campaign.ts';
import { openRequest, person, temporaryFolder, testEngine } from '../support/hall.ts';
import { PYTHON, verifyInPython } from '../support/python.ts';

const SCRIPT = path.join(import.meta.dirname, '../../docs/examples/verify_ledger.py');
const SEATS = ['wind', 'wall', 'door'];

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const fileOf = (threadId: string) => path.join(folder, `${threadId}.jsonl`);

/** A ledger with turns, an interjection, a redaction and a closing. */
async function makeLedger(threadId: string, texts: readonly string[]): Promise<{ data: Buffer; head: string }> {
  const engine = testEngine(folder);
  await engine.open(openRequest(threadId));
  for (const [index, text] of texts.entries()) {
    const content = text.trim() === '' ? 'nothing' : text;
    await engine.dispatch(threadId, {
      type: 'record',
      seat: SEATS[index % 3] as string,
      content,
      by: { agent: person },
    });
  }
  await engine.dispatch(threadId, { type: 'interjection-added', data: { author: 'ana', content: 'Costs? — é 💨' } });
  await engine.dispatch(threadId, { type: 'redact', target: 1, reason: 'a key', by: 'ana' });
  const { snapshot } = await engine.dispatch(threadId, { type: 'close', synthesis: '1. Files', by: 'ana' });
  return { data: fs.readFileSync(fileOf(threadId)), head: snapshot.debate.head };
}

/** Marks and blanks alone are refused as a turn. */
const saysSomething = (text: string) => /[\p{L}\p{N}\p{S}]/u.test(text);

interface Case {
  readonly data: Buffer;
  readonly head: string | null;
}

const ourVerdict = (threadId: string, { data, head }: Case) =>
  verifyLedger({
    threadId,
    chunks: [{ text: data.toString('utf8'), restarted: false }],
    knownHeads: head === null ? [] : [{ hash: head, from: 'a note' }],
    format: async () => format,
  });

function run(file: string, ...more: string[]) {
  const { status, stdout } = spawnSync(PYTHON, [SCRIPT, file, ...more], { encoding: 'utf8' });
  return { status, stdout };
}

describe('both verifiers', () => {
  it.runIf(inCi)('accept what the engine writes, whatever is said in it', async () => {
    const cases: (Case & { threadId: string })[] = [];
    const texts = fc.sample(fc.array(hostileText.filter(saysSomething), { minLength: 1, maxLength: 4 }), {
      numRuns: 25,
      seed: 7,
    });
    for (const [index, said] of texts.entries()) {
      const threadId = `generated-${index}`;
      cases.push({ threadId, ...(await makeLedger(threadId, said)) });
    }
    expect(verifyInPython(cases)).toEqual(cases.map(() => null));
    for (const each of cases) expect((await ourVerdict(each.threadId, each)).damage).toEqual([]);
  });

  it('refuse every change of a single byte', async () => {
    const { data, head } = await makeLedger('bytes', ['- a?\n- b', '[VERDICT] c']);
    const cases = [...data.keys()].flatMap((offset) => {
      if (offset % times(1, 11) !== 0) return [];
      const changed = Buffer.from(data);
      changed[offset] = (changed[offset] as number) ^ (1 << (offset % 8));
      return { data: changed, head };
    });
    const python = verifyInPython(cases);
    expect(python.flatMap((problem, offset) => (problem === null ? [offset] : []))).toEqual([]);
    for (const [offset, each] of cases.entries()) {
      const { ok } = await ourVerdict('bytes', each);
      if (ok) throw new Error(`A change of byte ${offset} of ${data.length} went unnoticed.`);
    }
  });

  it('name the same line when lines are dropped, swapped, doubled or forged', async () => {
    const { data, head } = await makeLedger('lines', ['a', 'b', 'c']);
    const lines = data.toString('utf8').split('\n').slice(0, -1);
    const variants: string[][] = lines.flatMap((line, index) => [
      lines.toSpliced(index, 1),
      lines.toSpliced(index, 0, line),
      ...(index === 0 ? [] : [lines.toSpliced(index - 1, 2, line, lines[index - 1] as string)]),
    ]);
    const withoutText = lines.map((line) => line.replace(/"salt":"[0-9a-f]+",("sha256":"[0-9a-f]+"),"text":"b"/, '$1'));
    // The same salt and text together, cut in another place.
    const shifted = lines.map((line) =>
      line.replace(/"salt":"([0-9a-f]+)","sha256":("[0-9a-f]+"),"text":"b"/, '"salt":"$1b","sha256":$2,"text":""'),
    );
    const cases = [...variants, shifted, withoutText].map((all) => ({
      data: Buffer.from(`${all.join('\n')}\n`),
      head,
    }));
    const python = verifyInPython(cases);
    for (const [index, each] of cases.entries()) {
      const [first] = (await ourVerdict('lines', each)).damage;
      expect(python[index]).toMatch(new RegExp(`^line ${first?.line}: `));
    }
    expect(python.at(-1)).toBe('line 3: /data/content was removed, but no redaction is recorded');
  });
});

describe('the worked example of docs/reference/ledger.md', () => {
  it('holds, and shows the hashes of its file', async () => {
    const docs = path.join(import.meta.dirname, '../../docs');
    const data = fs.readFileSync(path.join(docs, 'examples/example.jsonl'));
    const text = fs.readFileSync(path.join(docs, 'reference/ledger.md'), 'utf8');
    const events = data
      .toString('utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const { seq, type, hash } of events) expect(text).toContain(`| ${seq} | \`${type}\` | \`${hash}\` |`);
    expect((await ourVerdict('example', { data, head: events.at(-1).hash })).damage).toEqual([]);
    expect(run(path.join(docs, 'examples/example.jsonl')).stdout).toBe(`ok: 5 events, head ${events.at(-1).hash}\n`);
  });
});

describe('the example script', () => {
  it('knows every type of event', () => {
    const types = /TYPES = """([^"]*)"""/.exec(fs.readFileSync(SCRIPT, 'utf8'))?.[1]?.split(/\s+/);
    expect(types?.sort()).toEqual(Object.keys(eventPayloads).sort());
  });

  it('exits with 0 and prints the head of a good ledger, and with 1 for a damaged one', async () => {
    const { data, head } = await makeLedger('script', ['a', 'b']);
    expect(run(fileOf('script'))).toEqual({ status: 0, stdout: `ok: 6 events, head ${head}\n` });
    expect(run(fileOf('script'), '--head', head).status).toBe(0);
    fs.writeFileSync(fileOf('script'), data.toString('utf8').replace('"text":"b"', '"text":"x"'));
    expect(run(fileOf('script'))).toEqual({
      status: 1,
      stdout: 'not ok: line 3: /data/content: digest is wrong\n',
    });
  });

  it('says of events that are newer than it is that the chain is intact, unless it is not', async () => {
    const { data } = await makeLedger('newer', ['a', 'b']);
    const events = readEvents(data.toString('utf8'));
    const sung = events.map((event) => (event.seq === 1 ? { ...event, type: 'debate-sung' } : event));
    const text = chainAgain(sung);
    fs.writeFileSync(fileOf('newer'), text);
    const stdout = 'not ok: line 2: /type is newer than this script, which found chain and texts intact\n';
    expect(run(fileOf('newer'))).toEqual({ status: 1, stdout });
    fs.writeFileSync(fileOf('newer'), chainAgain(events.map((event) => ({ ...event, v: 2 }))));
    expect(run(fileOf('newer')).stdout).toBe(stdout.replace('line 2: /type', 'line 1: /v'));
    fs.writeFileSync(fileOf('newer'), text.replace('"text":"b"', '"text":"x"'));
    expect(run(fileOf('newer')).stdout).toBe('not ok: line 3: /data/content: digest is wrong\n');
  });

  it('reports a torn tail, and finds cut events only with a head that was noted elsewhere', async () => {
    const { data, head } = await makeLedger('torn', ['a']);
    fs.writeFileSync(fileOf('torn'), data.subarray(0, -1));
    const torn = run(fileOf('torn'));
    expect(torn.status).toBe(0);
    expect(torn.stdout).toMatch(/^torn tail: \d+ bytes after the last line end\nok: 4 events/);
    expect(run(fileOf('torn'), '--head', head)).toMatchObject({ status: 1 });
    expect(run(fileOf('torn'), '--head', head.slice(1))).toEqual({ status: 2, stdout: '' });
  });

  it('says that a recorded redaction was not completed', async () => {
    const engine = testEngine(folder);
    await engine.open(openRequest('unfinished'));
    await engine.dispatch('unfinished', { type: 'record', seat: 'wind', content: 'secret', by: { agent: person } });
    const before = fs.readFileSync(fileOf('unfinished'), 'utf8');
    await engine.dispatch('unfinished', { type: 'redact', target: 1, reason: 'a key', by: 'ana' });
    const after = fs.readFileSync(fileOf('unfinished'), 'utf8').split('\n');
    fs.writeFileSync(fileOf('unfinished'), before + after.slice(2).join('\n'));
    const { status, stdout } = run(fileOf('unfinished'));
    expect(status).toBe(0);
    expect(stdout).toMatch(/^line 2: \/data\/content: redaction not completed\nok: 3 events/);
  });
});

describe('what no ledger has, in a chain that was computed anew', () => {
  const SEAL = `{"salt":"${'a'.repeat(32)}","sha256":"DIGEST","text":"x"}`;
  const sealed = SEAL.replace('DIGEST', sha256Hex(`${'a'.repeat(32)}x`));
  /** What is wrong, the event, and what becomes of a piece of its line. */
  const WRONG: readonly (readonly [string, number, string | RegExp, string])[] = [
    ['a fraction', 1, '"data":{}', '"data":{"cost":1.5}'],
    ['an exponent', 1, '"data":{}', '"data":{"cost":1e21}'],
    ['a number above 2^53 - 1', 1, '"data":{}', '"data":{"cost":9007199254740992}'],
    ['a fraction that is whole', 1, '"seq":1,', '"seq":1.0,'],
    ['a truth value for a number', 1, '"v":1}', '"v":true}'],
    ['a time with an offset', 1, 'Z","data"', '+00:00","data"'],
    ['a day that no calendar has', 4, /"at":"[^"]*"/, '"at":"2999-02-31T00:00:00.000Z"'],
    ['a type that is none', 1, '"type":"turn-recorded"', '"type":"turn-imagined"'],
    ['a type that is no text', 1, '"type":"turn-recorded"', '"type":5'],
    ['a key that is not ASCII', 1, '"data":{}', '"data":{"é":1}'],
    ['keys that two orders sort differently', 1, '"data":{}', '"data":{"\u{1f600}":1,"\ufb33":1}'],
    ['a key that objects inherit', 1, '"data":{}', '"data":{"__proto__":1}'],
    ['a seal in the data of a turn', 1, '"data":{}', `"data":{"x":${sealed}}`],
    ['a digest in the options', 0, '"options":{', '"options":{"sha256":"x",'],
    ['two texts at what looks like one place', 1, '"data":{}', `"data":{"a/b":${sealed},"a":{"b":${SEAL}}}`],
    ['a redaction of a truth value', 3, '"target":1', '"target":true'],
    ['a redaction whose fields are keys', 3, /"fields":\[[^\]]*\]/, '"fields":{"/content":1}'],
    ['a redaction of nothing', 4, /^.*$/, 'REDACTION'],
  ];

  it.runIf(inCi).each(WRONG.filter((_, at) => inCampaign || at % 4 === 0))(
    'is refused by both: %s',
    async (name, seq, from, to) => {
      const id = `wrong-${WRONG.findIndex(([each]) => each === name)}`;
      const { data } = await makeLedger(id, ['one']);
      const lines = data.toString('utf8').split('\n').slice(0, -1);
      const redaction = lines[3]?.replace(/"fields":\[[^\]]*\]/, '"fields":[]').replace('"seq":3', '"seq":4') as string;
      const changed = lines.map((line, at) =>
        at === seq ? line.replace(from, () => to).replace('REDACTION', redaction) : line,
      );
      expect(changed).not.toEqual(lines);
      const script = [
        'import json, sys; sys.path.insert(0, sys.argv[1]); from verify_ledger import canonical, digest, reduce',
        'prev = None',
        'for line in sys.stdin.buffer.read().decode("utf-8").split("\\n"):',
        '    event = json.loads(line)',
        '    event.pop("hash"); event["prev"] = prev',
        '    covered = {**event, "data": reduce(event["data"], "", {})}',
        '    prev = event["hash"] = digest(canonical(covered))',
        '    print(canonical(event))',
      ].join('\n');
      const forged = spawnSync(PYTHON, ['-c', script, path.dirname(SCRIPT)], {
        input: changed.join('\n'),
        env: { PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' },
      }).stdout;
      expect(forged.toString().split('\n')).toHaveLength(lines.length + 1);
      expect((await ourVerdict(id, { data: forged, head: null })).ok).toBe(false);
      expect(
        verifyInPython([
          { data, head: null },
          { data: forged, head: null },
        ]),
      ).toEqual([null, expect.any(String)]);
    },
  );
});
