import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toRecord } from '../../src/ledger/engine/record/record.ts';
import { openFileStore } from '../../src/ledger/stores/file/index.ts';
import { verifyFile } from '../support/check.ts';
import { openRequest, person, temporaryFolder, testEngine } from '../support/hall.ts';
import { ledgersOf } from '../support/ledgers.ts';
import { itInFolders } from '../support/shared-store.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = path.join(folder, 'd.jsonl');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const by = { agent: person, author: 'Ada' };
const say = (seat: string, content: string) => ({ type: 'record', seat, content, by }) as const;
const read = () => ledgersOf(folder, folder).text('d');
const write = (text: string) => ledgersOf(folder, folder).put('d', text);

describe('a write that was cut off', () => {
  itInFolders('half a line')(
    'is cut off and reported wherever it ended, and nothing before it is touched',
    async () => {
      const engine = testEngine(folder);
      await engine.open(openRequest('d'));
      const before = fs.readFileSync(file);
      await engine.dispatch('d', say('wind', 'ä\u{1f300}b'));
      const line = fs.readFileSync(file).subarray(before.length);
      for (let length = 1; length < line.length; length += 1) {
        fs.writeFileSync(file, Buffer.concat([before, line.subarray(0, length)]));
        await expect(openFileStore({ folder }).read('d')).resolves.toMatchObject({
          text: before.toString(),
          tornBytes: length,
        });
        if (length % 13 !== 1 && length !== line.length - 1) continue;
        const { events } = await testEngine(folder).dispatch('d', {
          type: 'interjection-added',
          data: { author: 'Ben', content: 'hm' },
        });
        expect(events.map((event) => event.data)).toMatchObject([
          { code: 'torn-tail-cut', message: { text: expect.stringContaining(`${length} bytes`) } },
          { author: 'Ben' },
        ]);
        expect(fs.readFileSync(file).subarray(0, before.length)).toEqual(before);
      }
      expect((await verifyFile(folder, 'd')).ok).toBe(true);
    },
  );

  itInFolders('half a line')(
    'between a turn and the limit that it reaches is made good by the next command, even a refused one',
    async () => {
      const engine = testEngine(folder);
      await engine.open(openRequest('d', { maxTurns: 2 }));
      await engine.dispatch('d', say('wind', 'a'));
      await engine.dispatch('d', say('wall', 'b'));
      const whole = read();
      const lines = whole.split('\n');
      fs.writeFileSync(file, `${lines.slice(0, 3).join('\n')}\n${lines[3]?.slice(0, 40)}`);
      const fresh = testEngine(folder);
      await expect(fresh.dispatch('d', say('door', 'c'))).rejects.toMatchObject({ code: 'not-active' });
      expect((await fresh.snapshot('d')).debate.status).toBe('exhausted');
      expect((await verifyFile(folder, 'd')).ok).toBe(true);
      expect((await testEngine(folder).snapshot('d')).log.map(({ type }) => type)).toEqual([
        'debate-opened',
        'turn-recorded',
        'turn-recorded',
        'limit-reached',
        'note-recorded',
      ]);
    },
  );

  it('between a redaction and the removal of the text is completed by the next command, and the text is not shown', async () => {
    const engine = testEngine(folder);
    await engine.open(openRequest('d'));
    await engine.dispatch('d', say('wind', 'my password is swordfish'));
    const before = read();
    await engine.dispatch('d', { type: 'redact', target: 1, reason: 'secret', by: 'Ada' });
    const redaction = read().split('\n').slice(2).join('\n');
    write(before + redaction);
    expect(await verifyFile(folder, 'd')).toMatchObject({
      ok: true,
      unfinishedRedactions: [{ seq: 1, field: '/content' }],
    });
    const fresh = testEngine(folder);
    expect(JSON.stringify(toRecord(await fresh.snapshot('d')))).not.toContain('swordfish');
    await fresh.dispatch('d', say('wall', 'b'));
    expect(read()).not.toContain('swordfish');
    expect(await verifyFile(folder, 'd')).toMatchObject({ ok: true, events: 4, unfinishedRedactions: [] });
  });
});

describe('a command that is refused', () => {
  itInFolders('a file without permissions')(
    'leaves no event in the log of an earlier snapshot, however late it is refused',
    async () => {
      const engine = testEngine(folder);
      await engine.open(openRequest('d', { maxTurns: 1 }));
      const before = await engine.snapshot('d');
      fs.chmodSync(file, 0o400);
      try {
        if (process.getuid?.() === 0) {
          // Root may write everything: a name that is too long for the ledger is refused last instead.
          const late = { ...say('wind', 'a'), by: { ...by, author: 'x'.repeat(201) } };
          await expect(engine.dispatch('d', late)).rejects.toMatchObject({ code: 'bad-input' });
        } else {
          await expect(engine.dispatch('d', say('wind', 'a'))).rejects.toMatchObject({ code: 'storage' });
        }
      } finally {
        fs.chmodSync(file, 0o600);
      }
      expect(before.log).toHaveLength(1);
      await engine.dispatch('d', say('wind', 'a'));
      expect((await verifyFile(folder, 'd')).ok).toBe(true);
    },
  );

  it('is refused as bad input, or mended, when its words are no Unicode', async () => {
    const engine = testEngine(folder);
    await engine.open(openRequest('d'));
    await engine.dispatch('d', { ...say('wind', 'half \ud800'), by: { ...by, author: 'Ada \udc00' } });
    await engine.dispatch('d', { type: 'note-recorded', data: { code: 'agent-note', message: 'half \ud83c' } });
    expect((await verifyFile(folder, 'd')).ok).toBe(true);
  });
});

describe('an idempotency key', () => {
  it('stays good for a turn whose text was redacted', async () => {
    const engine = testEngine(folder);
    await engine.open(openRequest('d'));
    await engine.dispatch('d', { ...say('wind', 'a'), key: 'k' });
    await engine.dispatch('d', { type: 'redact', target: 1, reason: 'x', by: 'Ada' });
    expect(await testEngine(folder).dispatch('d', { ...say('wind', 'a'), key: 'k' })).toMatchObject({
      repeated: true,
      events: [{ seq: 1 }],
    });
  });

  it('is no repetition for another seat or another kind of contribution', async () => {
    const engine = testEngine(folder);
    await engine.open(openRequest('d'));
    await engine.dispatch('d', { ...say('wind', 'a'), key: 'k' });
    const interjection = { type: 'interjection-added', data: { author: 'Ada', content: 'a', key: 'k' } } as const;
    for (const other of [{ ...say('wall', 'a'), key: 'k' }, interjection]) {
      await expect(engine.dispatch('d', other)).rejects.toMatchObject({ code: 'key-conflict' });
    }
  });

  it('that someone else used does not stand in the way', async () => {
    const engine = testEngine(folder);
    await engine.open(openRequest('d'));
    await engine.dispatch('d', {
      type: 'interjection-added',
      data: { author: 'Mallory', content: 'mine', key: 'turn-1' },
    });
    const { repeated } = await engine.dispatch('d', { ...say('wind', 'a'), by: { agent: person }, key: 'turn-1' });
    expect(repeated).toBe(false);
  });
});

describe('a text that was removed without a redaction', () => {
  it('keeps the engine from going on', async () => {
    const engine = testEngine(folder);
    await engine.open(openRequest('d'));
    await engine.dispatch('d', say('wind', 'a'));
    write(
      read()
        .replace(/"salt":"[0-9a-f]{31}1",/, '')
        .replace(/,"text":"a"/, ''),
    );
    await expect(testEngine(folder).dispatch('d', say('wall', 'b'))).rejects.toMatchObject({
      code: 'ledger-damaged',
      details: { code: 'forged-redaction', seq: 1 },
    });
  });
});

describe('two engines on one ledger', () => {
  it('both go on when one of them redacts what the other has read', async () => {
    const one = testEngine(folder);
    const two = testEngine(folder);
    await one.open(openRequest('d'));
    await one.dispatch('d', say('wind', 'secret'));
    await two.snapshot('d');
    await one.dispatch('d', { type: 'redact', target: 1, reason: 'x', by: 'Ada' });
    expect(JSON.stringify((await two.snapshot('d')).log)).not.toContain('secret');
    await two.dispatch('d', say('wall', 'b'));
    await one.dispatch('d', say('door', 'c'));
    expect(await verifyFile(folder, 'd')).toMatchObject({ ok: true, events: 5 });
  });

  it('lose nothing when they write, read and redact at the same time', async () => {
    const engines = [testEngine(folder), testEngine(folder), testEngine(folder)];
    await engines[0]?.open(openRequest('d'));
    const words = Array.from({ length: 30 }, (_, index) => `word-${index}`);
    await Promise.all(
      words.flatMap((content, index) => {
        const engine = engines[index % engines.length] as (typeof engines)[number];
        const interjected = engine.dispatch('d', {
          type: 'interjection-added',
          data: { author: 'Ben', content, key: content },
        });
        const removed = interjected.then(async ({ events }) => {
          const target = events[0]?.seq as number;
          if (index % 5 === 0) await engine.dispatch('d', { type: 'redact', target, reason: 'x', by: 'Ada' });
        });
        return [removed, engine.snapshot('d')];
      }),
    );
    const { ok, debate } = await verifyFile(folder, 'd');
    const { log } = await testEngine(folder).snapshot('d');
    expect(ok).toBe(true);
    expect(log.filter(({ type }) => type === 'interjection-added')).toHaveLength(words.length);
    const kept = words.filter((word) => read().includes(`"${word}","source"`) || read().includes(`"text":"${word}"`));
    expect(kept).toHaveLength(24);
    for (const engine of engines) {
      expect((await engine.snapshot('d')).debate.head).toBe(debate?.head);
    }
  });
});
