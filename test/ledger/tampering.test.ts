import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LedgerEvent } from '../../src/domain/events.ts';
import { mapSealed } from '../../src/domain/sealed/sealed.ts';
import { type ChainEnd, chainEnd, chainEvent, EMPTY_CHAIN, toLine } from '../../src/ledger/chain/chain.ts';
import { canonicalJson } from '../../src/support/canonical.ts';
import { times } from '../support/campaign.ts';
import { verifyFile } from '../support/check.ts';
import { openRequest, person, temporaryFolder, testEngine } from '../support/hall.ts';

const LINE_END = 0x0a;
const by = { agent: person, author: 'Ada' };

let folder: string;
let file: string;
let good: Buffer;
let lineEnds: readonly number[];
let head: string;

/** Opened, a turn with a replacement character, an interjection that is redacted, a turn, a close. */
beforeAll(async () => {
  folder = temporaryFolder();
  file = path.join(folder, 'd.jsonl');
  const engine = testEngine(folder);
  await engine.open(openRequest('d'));
  await engine.dispatch('d', { type: 'record', seat: 'wind', content: 'ä \u{1f300} \ufffd\n- "b"?', by });
  await engine.dispatch('d', { type: 'interjection-added', data: { author: 'Ben', content: 'my key is 1234' } });
  await engine.dispatch('d', { type: 'redact', target: 2, reason: 'a key', by: 'Ada' });
  await engine.dispatch('d', { type: 'record', seat: 'wall', content: 'no', by, data: { cognition: 'ethos' } });
  const closed = await engine.dispatch('d', { type: 'close', synthesis: '1. yes', by: 'Ada' });
  head = closed.snapshot.debate.head;
  good = fs.readFileSync(file);
  lineEnds = [...good.entries()].flatMap(([position, byte]) => (byte === LINE_END ? [position] : []));
});
beforeEach(() => {
  fs.rmSync(file);
  fs.writeFileSync(file, good);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

async function verdictOn(bytes: Uint8Array) {
  // A new file: some file systems bring one that is emptied and written again to the disk at once.
  fs.rmSync(file);
  fs.writeFileSync(file, bytes);
  return await verifyFile(folder, 'd', head);
}

/** On the good ledger with one byte changed, which is put back: much cheaper than a new file for each. */
async function verdictOnByte(position: number, byte: number) {
  const opened = fs.openSync(file, 'r+');
  try {
    fs.writeSync(opened, Uint8Array.of(byte), 0, 1, position);
    return await verifyFile(folder, 'd', head);
  } finally {
    fs.writeSync(opened, good, position, 1, position);
    fs.closeSync(opened);
  }
}

/** Number of the line that a byte belongs to, its line end included. */
function lineOf(position: number): number {
  return lineEnds.filter((end) => end < position).length;
}

function lines(): string[] {
  return good.toString('utf8').split('\n').slice(0, -1);
}

const joined = (parts: readonly string[]) => Buffer.from(parts.map((line) => `${line}\n`).join(''));

function eventAt(seq: number): LedgerEvent {
  return JSON.parse(lines()[seq] as string) as LedgerEvent;
}

describe('a ledger that someone changed', () => {
  it.each([
    ['CR LF', 'Line 1 ends with CR LF', () => joined(lines().map((line) => `${line}\r`))],
    ['a byte order mark', 'Line 1 begins with a byte order mark', () => Buffer.from(`\ufeff${good}`)],
  ])('shows what rewrote it, where it has %s', async (_, message, rewrite) => {
    const damage = [{ code: 'not-canonical', line: 1, message: expect.stringContaining(message) }];
    expect(await verdictOn(rewrite())).toMatchObject({ ok: false, damage });
  });

  it('verifies before anyone does', async () => {
    expect(await verdictOn(good)).toMatchObject({ ok: true, events: 6, head, damage: [], unfinishedRedactions: [] });
  });

  it('is found out at the very event, whichever byte has a bit flipped', async () => {
    const unseen: number[] = [];
    for (let position = 0; position < good.length; position += times(1, 23)) {
      const flipped = (good[position] as number) ^ (1 << (position % 8));
      const { ok, damage } = await verdictOnByte(position, flipped);
      if (ok || damage[0]?.seq !== expectedSeq(position)) unseen.push(position);
    }
    expect(unseen).toEqual([]);
  });

  it('is found out when its bytes are no UTF-8, even if they read the same', async () => {
    const replacement = good.indexOf(Buffer.from('\ufffd'));
    const bytes = Uint8Array.from(good);
    bytes[replacement] = 0xf0;
    expect(Buffer.from(bytes).toString('utf8')).toBe(good.toString('utf8'));
    expect(await verdictOn(bytes)).toMatchObject({ ok: false, damage: [{ code: 'not-json', seq: 1 }] });
  });

  it('is found out whichever byte becomes any other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: good.length - 1 }), fc.integer({ min: 1, max: 255 }), async (position, by) => {
        const { ok, damage } = await verdictOnByte(position, (good[position] as number) ^ by);
        expect({ ok, seq: damage[0]?.seq }).toEqual({ ok: false, seq: expectedSeq(position) });
      }),
      { numRuns: times(300, 38) },
    );
  });

  it('is found out whichever byte is missing or came in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: good.length - 1 }),
        fc.option(fc.nat({ max: 255 })),
        async (position, inserted) => {
          const rest = good.subarray(inserted === null ? position + 1 : position);
          const bytes = Buffer.concat([
            good.subarray(0, position),
            Buffer.from(inserted === null ? [] : [inserted]),
            rest,
          ]);
          const { ok, damage } = await verdictOn(bytes);
          expect(ok).toBe(false);
          // A second line end is an empty line after a good one.
          const emptyLine = inserted === LINE_END && good[position] === LINE_END;
          const line = inserted === null ? expectedSeq(position) : lineOf(position) + (emptyLine ? 1 : 0);
          expect(damage[0]?.seq).toBe(line);
        },
      ),
      { numRuns: times(300, 38) },
    );
  });

  it('is found out wherever a member stands twice, although parsing takes the last', async () => {
    const all = lines();
    for (const [at, line] of all.entries()) {
      // A name is a string that a colon follows; one inside a text has its quotes escaped.
      const members = [...line.matchAll(/"(?:[^"\\]|\\.)*"(:?)/g)].filter(([, colon]) => colon === ':');
      for (const { index, 0: name } of members) {
        const twice = `${line.slice(0, index)}${name}"evil",${line.slice(index)}`;
        expect(JSON.parse(twice)).toEqual(JSON.parse(line));
        const { ok, damage } = await verdictOn(joined(all.with(at, twice)));
        expect({ at, name, ok, seq: damage[0]?.seq }).toEqual({ at, name, ok: false, seq: at });
      }
    }
  });

  /** Without the last line end the last event is a torn tail, and the noted head is what tells. */
  function expectedSeq(position: number): number {
    const line = lineOf(position);
    return position === good.length - 1 ? line - 1 : line;
  }

  it('is found out at the first line that is dropped, doubled, swapped or comes from elsewhere', async () => {
    const all = lines();
    for (let at = 0; at < all.length; at += 1) {
      const dropped = await verdictOn(joined(all.toSpliced(at, 1)));
      expect({ at, ok: dropped.ok }).toEqual({ at, ok: false });
      // A dropped last line leaves a good beginning, which only the noted head gives away.
      expect(dropped.damage[0]?.code).toBe(at === all.length - 1 ? 'head-missing' : dropped.damage[0]?.code);
      expect(dropped.damage[0]?.seq).toBe(at === all.length - 1 ? at - 1 : at);

      const doubled = await verdictOn(joined(all.toSpliced(at, 0, all[at] as string)));
      expect(doubled).toMatchObject({ ok: false, damage: [{ seq: at + 1 }] });

      for (let other = at + 1; other < all.length; other += 1) {
        const swapped = await verdictOn(joined(all.with(at, all[other] as string).with(other, all[at] as string)));
        expect(swapped).toMatchObject({ ok: false, damage: [{ seq: at }] });
      }
      const foreign = canonicalJson({ ...eventAt(at), at: '2027-01-01T00:00:00.000Z' });
      const inserted = await verdictOn(joined(all.toSpliced(at, 0, foreign)));
      expect(inserted).toMatchObject({ ok: false, damage: [{ seq: at }] });
    }
  });

  it('is found out by a head noted elsewhere when its end was cut off, and only by that', async () => {
    const all = lines();
    for (let kept = 1; kept < all.length; kept += 1) {
      const cut = await verdictOn(joined(all.slice(0, kept)));
      expect(cut).toMatchObject({ ok: false, events: kept });
      expect(cut.damage.at(-1)).toMatchObject({ code: 'head-missing', seq: kept - 1 });
    }
    fs.writeFileSync(file, joined(all.slice(0, 2)));
    expect((await verifyFile(folder, 'd')).ok).toBe(true);
    expect(await verdictOn(Buffer.alloc(0))).toMatchObject({ ok: false, damage: [{ code: 'no-events' }, {}] });
  });

  it('is found out when the text is put back under a redaction with other words', async () => {
    const changed = eventAt(2);
    const data = mapSealed(changed.data, ({ sha256 }) => ({ salt: 'a'.repeat(32), sha256, text: 'harmless' }));
    const { damage } = await verdictOn(joined(lines().with(2, canonicalJson({ ...changed, data }))));
    expect(damage).toMatchObject([{ code: 'bad-seal', seq: 2, field: '/data/content' }]);
  });

  it('is found out when a text goes without a redaction that names it', async () => {
    for (const seq of [0, 1, 4, 5]) {
      const event = eventAt(seq);
      const data = mapSealed(event.data, ({ sha256 }) => ({ sha256 }));
      const { damage } = await verdictOn(joined(lines().with(seq, canonicalJson({ ...event, data }))));
      expect(damage[0]).toMatchObject({ code: 'forged-redaction', seq });
    }
  });

  it('is found out when a member that hashing might pass over is slipped in', async () => {
    const slipped = (lines()[4] as string).replace('"data":{"cognition"', '"data":{"__proto__":"x","cognition"');
    expect(slipped).not.toBe(lines()[4]);
    expect(await verdictOn(joined(lines().with(4, slipped)))).toMatchObject({ ok: false, damage: [{ seq: 4 }] });
  });
});

describe('data that looks like a sealed text', () => {
  it.each([
    { sha256: 'a'.repeat(64) },
    { sha256: 'x', salt: 'not under the hash' },
    { deep: [{ sha256: 'a'.repeat(64), salt: 'b'.repeat(32), text: 'c' }] },
  ])('is never recorded as the data of a turn: %j', async (data) => {
    const own = temporaryFolder();
    try {
      const engine = testEngine(own);
      await engine.open(openRequest('d'));
      const agent = { agent: 'a', kind: 'scripted' };
      const turn = { type: 'record', seat: 'wind', content: 'a', by: { agent }, data } as const;
      await expect(engine.dispatch('d', turn)).rejects.toMatchObject({ code: 'bad-input' });
      expect((await verifyFile(own, 'd')).ok).toBe(true);
    } finally {
      fs.rmSync(own, { recursive: true, force: true });
    }
  });
});

describe('a chain made to measure', () => {
  /** Links drafts as a forger would who knows everything but may not break a rule. */
  function forged(...changes: readonly Partial<LedgerEvent>[]): Buffer {
    let end: ChainEnd = EMPTY_CHAIN;
    const made = [eventAt(0), ...changes].map((event) => {
      const linked = chainEvent(event as LedgerEvent, end, eventAt(0).at);
      end = chainEnd(linked);
      return toLine(linked);
    });
    return Buffer.from(made.join(''));
  }

  it.each([{ rounds: 'many' }, { order: 'chaos' }])(
    'of a debate with impossible rules %j is no damage that a backup mends, and no fault',
    async (wrong) => {
      const opening = eventAt(0);
      const data = { ...opening.data, options: { ...(opening.data as { options: object }).options, ...wrong } };
      fs.writeFileSync(file, toLine(chainEvent({ ...opening, data } as LedgerEvent, EMPTY_CHAIN, opening.at)));
      expect(await verifyFile(folder, 'd')).toMatchObject({ ok: false, damage: [], needsUpdate: expect.any(String) });
      await expect(testEngine(folder).snapshot('d')).rejects.toMatchObject({ code: 'needs-update' });
    },
  );

  it('still has to keep to the order of the seats', async () => {
    fs.writeFileSync(file, forged(eventAt(4)));
    expect((await verifyFile(folder, 'd')).damage).toMatchObject([{ code: 'rule-broken', seq: 1 }]);
  });
});
