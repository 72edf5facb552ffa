// What the library says of names that a record cannot keep: which argument it is, before anything happens.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as library from '../../src/index.ts';

let folder: string;
let hall: Awaited<ReturnType<typeof library.openHall>>;
const threadId = 'd';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'debate-hall-names-'));
  hall = await library.openHall({ cwd: folder, home: folder, env: {} });
  await library.openDebate(hall, { threadId, topic: 'Should we?', seating: 'by-hand' });
});
afterAll(async () => {
  await hall.close();
  await rm(folder, { recursive: true, force: true });
});

type Given = Readonly<Record<string, string>>;
const wind = { threadId, seat: 'wind', content: 'Yes.', author: 'Ada' };
const word = { threadId, content: 'Note the price.', author: 'Ada' };
const ACTS: Readonly<Record<string, (more: Given) => Promise<unknown>>> = {
  say: (more) => library.say(hall, { ...wind, ...more }),
  interject: (more) => library.interject(hall, { ...word, ...more }),
  close: (more) => library.closeDebate(hall, { threadId, author: 'Ada', synthesis: 'Yes.', ...more }),
  kill: (more) => library.killDebate(hall, { threadId, author: 'Ada', reason: 'Late.', ...more }),
  redact: (more) => library.redact(hall, { threadId, author: 'Ada', event: 0, reason: 'Private.', ...more }),
  recordOutcome: (more) => library.recordOutcome(hall, { threadId, author: 'Ada', turnedOut: 'right', ...more }),
  prepareFollowUp: (more) => library.prepareFollowUp(hall, { threadId, author: 'Ada', question: 'Why?', ...more }),
};
const UNFIT = ['', ' ', '\u200b', '\u2060\u3164', 'a'.repeat(300)];
const named = (acts: readonly string[], name: string, values: readonly string[], words: string) =>
  acts.flatMap((act) => values.map((value) => [act, name, value, words] as const));

it.each([
  ...named(Object.keys(ACTS), 'author', UNFIT, 'name of the author is'),
  ...named(['say', 'interject'], 'key', UNFIT, 'key is'),
  ...named(['say'], 'agentRole', UNFIT, 'role of the agent is'),
  ...named(['say'], 'model', UNFIT, 'model is'),
  ...named(['say', 'interject'], 'source', ['', ' ', '\u200b'], 'source is empty'),
  ...named(
    ['say', 'interject'],
    'source',
    ['https://ada:pw@host/x', 'see https://ada@host/x'],
    'source has a login in it',
  ),
])('%s names the %s %j', async (act, name, value, words) => {
  const { log } = await hall.engine.snapshot(threadId);
  const code = 'bad-input';
  await expect(ACTS[act]?.({ [name]: value })).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
  expect((await hall.engine.snapshot(threadId)).log).toHaveLength(log.length);
});

it('keeps no secret in the source of an interjection', async () => {
  const source = `https://example.org/?token=ghp_${'a1B2'.repeat(9)}`;
  await expect(library.interject(hall, { ...word, source })).rejects.toMatchObject({ code: 'secret-found' });
  const kept = await library.interject(hall, { ...word, author: ' Ada\n', source: 'https://example.org/@ada?a=b@c' });
  expect(kept.events[0]?.data).toMatchObject({ author: expect.stringMatching(/^Ada/) });
});

it('opens no hall in a folder that is not there', async () => {
  const cwd = join(folder, 'none', 'x');
  await expect(library.openHall({ cwd, home: folder, env: {} })).rejects.toMatchObject({ code: 'bad-input' });
  expect(existsSync(join(folder, 'none'))).toBe(false);
});
