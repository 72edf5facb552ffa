// Ledgers of the Python debate-hall-mcp that do not verify, or that the rules here refuse: they come in as history, with the hashes of
// their files, and go out as they came in, so that what was forged stays visibly forged.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pythonTurnHash } from '../../src/exchange/interop/python/hash.ts';
import { readPythonDebate } from '../../src/exchange/interop/python/read.ts';
import { openHall } from '../../src/hall/compose/hall.ts';
import { redact } from '../../src/hall/operations/debate/related/redact.ts';
import { runThread } from '../../src/hall/operations/debate/running/run-thread.ts';
import { close, kill } from '../../src/hall/operations/debate/take-part/end-debate.ts';
import { say } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { exportDebate, showDebate } from '../../src/hall/operations/records/copies/export-debate.ts';
import { importDebate } from '../../src/hall/operations/records/copies/import-debate.ts';
import { verifyDebate } from '../../src/hall/operations/records/verify-debate.ts';
import { OPEN_GATE } from '../../src/platform/access/gate.ts';
import { temporaryFolder } from '../support/hall.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reaches into the file to damage it
type Json = any;

const fixture = (name: string): Json =>
  JSON.parse(fs.readFileSync(path.join(import.meta.dirname, `fixtures/2026-01-05-${name}.json`), 'utf8'));

let folder: string;
let hall: Hall;
beforeEach(async () => {
  folder = temporaryFolder();
  hall = await openHall({ cwd: folder, env: { HOME: folder, PATH: '' } });
});
afterEach(async () => {
  await hall.close();
  fs.rmSync(folder, { recursive: true });
});

const ada = { author: 'Ada' };
const bring = (file: Json, force: boolean, threadId = 'd') =>
  importDebate(hall, { text: JSON.stringify(file), force, threadId });

/** What the file says, without the name that the import gave it and what that program leaves out or fills in by itself. */
const normal = ({ thread_id: _, turns, ...rest }: Json) =>
  JSON.parse(JSON.stringify({ ...rest, turns: turns.map((turn: Json) => ({ ...turn })) }));

/** Turns with true hashes, whatever they say. */
function chained(turns: readonly { role: string; content: string; timestamp?: string }[]): Json[] {
  let previousHash: string | null = null;
  return turns.map(({ role, content }, index) => {
    const timestamp = `2026-01-05T10:0${index}:00.123456Z`;
    const hash = pythonTurnHash({ role, content, timestamp, previousHash });
    const turn = {
      role,
      content,
      timestamp,
      previous_hash: previousHash,
      hash,
      agent_role: null,
      model: null,
      cognition: null,
    };
    previousHash = hash;
    return turn;
  });
}

const damages: readonly [string, string, (file: Json) => unknown][] = [
  [
    'a word was changed',
    'closed',
    (file) => {
      file.turns[1].content += ' not';
    },
  ],
  ['a turn was removed', 'closed', (file) => file.turns.splice(1, 1)],
  ['two turns were swapped', 'mediated', (file) => file.turns.reverse()],
  [
    'a hash was removed',
    'closed',
    (file) => {
      file.turns[1].hash = null;
    },
  ],
  [
    'a time has no zone and another fraction',
    'closed',
    (file) => {
      file.turns[1].timestamp = '2026-01-05T10:01:01.9';
    },
  ],
  [
    'a text was made to look redacted',
    'closed',
    (file) => {
      file.turns[1].content = '[REDACTED: x]';
    },
  ],
  [
    'a tombstone covers another text',
    'tombstone',
    (file) => {
      file.turns[1].content = '[REDACTED: something else]';
    },
  ],
  [
    'there are more turns than allowed',
    'closed',
    (file) => {
      file.max_turns = 2;
    },
  ],
  [
    'its limits make no sense',
    'closed',
    (file) => {
      file.max_turns = 0;
    },
  ],
  [
    'a role is none of the rules',
    'closed',
    (file) => {
      file.turns[1].role = 'Judge\nof all';
    },
  ],
  [
    'it says that it was force-closed and does not say by whom',
    'open',
    (file) => {
      file.status = 'force_closed';
    },
  ],
  [
    'it is open with a synthesis',
    'closed',
    (file) => {
      file.status = 'active';
    },
  ],
  [
    'its synthesis is gone',
    'closed',
    (file) => {
      file.synthesis = null;
    },
  ],
  [
    'a cognition is in lower case, which that program refuses',
    'closed',
    (file) => {
      file.turns[0].cognition = 'pathos';
    },
  ],
];

describe('a ledger that was forged', () => {
  it.each(damages)('is refused, comes in with --force and goes out as it was: %s', async (_, name, damage) => {
    const file = fixture(name);
    damage(file);
    const { problems } = readPythonDebate(JSON.stringify(file));
    expect(problems).not.toEqual([]);
    await expect(bring(file, false)).rejects.toMatchObject({ code: 'ledger-damaged' });

    const { record } = await bring(file, true);
    const said = record.entries.filter((entry) => entry.kind === 'turn');
    expect(said.map(({ text }) => text)).toEqual(file.turns.map((turn: Json) => turn.content));
    expect(record.entries.filter((entry) => entry.kind === 'note' && entry.code === 'imported-damage')).toHaveLength(
      problems.length,
    );
    expect((await verifyDebate(hall, { threadId: 'd' })).ok).toBe(true);

    const back = JSON.parse(await exportDebate(hall, 'd', 'python-json'));
    expect(normal(back)).toEqual(normal(file));
    expect(readPythonDebate(JSON.stringify(back)).problems).toEqual(problems);
    await expect(bring(back, false, 'again')).rejects.toMatchObject({ code: 'ledger-damaged' });
  });
});

it('a forged ledger claims no more of who wrote its decision than a sound one', async () => {
  const file = fixture('closed');
  file.turns[0].content = 'Words that were never said.';
  const { record } = await bring(file, true);
  expect(record).toMatchObject({
    outcome: 'closed-manually',
    outcomeMeaning: 'The decision came with the import, whose file does not say who wrote it.',
  });
});

describe('a ledger that verifies, but not by the rules here', () => {
  const free = (more: object = {}): Json => ({
    ...{
      ...fixture('mediated'),
      status: 'active',
      synthesis: null,
      turns: chained([
        { role: 'Wind', content: 'A?' },
        { role: 'Earth Observer', content: 'B.' },
      ]),
    },
    ...more,
  });

  it.each<[string, Json]>([
    ['a free role', free()],
    ['a blank turn', free({ turns: chained([{ role: 'Wind', content: ' ' }]) })],
    ['a very long turn', free({ turns: chained([{ role: 'Wind', content: 'x'.repeat(40_000) }]) })],
    [
      'a strict debate without cognition',
      free({ strict_cognition: true, turns: chained([{ role: 'Wind', content: 'A?' }]) }),
    ],
  ])('comes in unforced as history and goes out as it was: %s', async (_, file) => {
    const { record, problems } = await bring(file, false);
    expect(problems).toEqual([]);
    expect(record).toMatchObject({ format: 'imported', status: 'exhausted' });
    expect(record.entries).toContainEqual(expect.objectContaining({ kind: 'note', code: 'imported-history' }));
    expect((await verifyDebate(hall, { threadId: 'd' })).ok).toBe(true);
    expect(normal(JSON.parse(await exportDebate(hall, 'd', 'python-json')))).toEqual(normal(file));
    for (const exporter of ['markdown', 'octave', 'json', 'octave-v1']) await exportDebate(hall, 'd', exporter);
  });

  it('takes no more turns, is not run, and can still be closed with a decision', async () => {
    await bring(free(), false);
    await expect(say(hall, OPEN_GATE, { threadId: 'd', seat: 'wind', content: 'More?', ...ada })).rejects.toMatchObject(
      {
        code: 'not-active',
      },
    );
    await expect(
      runThread(hall, { threadId: 'd', listen: () => {}, signal: new AbortController().signal } as never),
    ).rejects.toMatchObject({ code: 'not-active' });
    await close(hall, { threadId: 'd', synthesis: 'We keep files.', ...ada });
    const back = JSON.parse(await exportDebate(hall, 'd', 'python-json'));
    expect(back).toMatchObject({ status: 'synthesis', synthesis: 'We keep files.', turns: free().turns });
    expect((await verifyDebate(hall, { threadId: 'd' })).ok).toBe(true);
  });

  it('keeps a redaction and a force close of ours as what they are', async () => {
    await bring(free(), false);
    await redact(hall, { threadId: 'd', event: 2, reason: 'a name', ...ada });
    await kill(hall, { threadId: 'd', reason: 'Not ours.', ...ada });
    const back = JSON.parse(await exportDebate(hall, 'd', 'python-json'));
    expect(back).toMatchObject({
      status: 'force_closed',
      turns: [free().turns[0], { ...free().turns[1], content: '[REDACTED: a name]' }],
      audit_log: [
        { action: 'tombstone', turn_index: 1, reason: 'a name', actor: 'Ada' },
        { action: 'force_close', reason: 'Not ours.', actor: 'Ada' },
      ],
    });
    expect(readPythonDebate(JSON.stringify(back)).problems).toEqual([]);
    expect((await verifyDebate(hall, { threadId: 'd' })).ok).toBe(true);
  });

  it('shows who said what', async () => {
    await bring(free(), false);
    const record = await showDebate(hall, 'd');
    expect(record.entries.filter((entry) => entry.kind === 'turn').map(({ title, seat }) => [title, seat])).toEqual([
      ['Imported turn 1, Wind', 'wind'],
      ['Imported turn 2, Earth Observer', 'earth-observer'],
    ]);
  });

  it('is opened by an import alone', async () => {
    await expect(hall.format('imported')).resolves.toMatchObject({ id: 'imported' });
    expect((await hall.formats()).map(({ id }) => id)).not.toContain('imported');
  });
});
