// Ledgers that another version wrote: intact ones are named as such, and nothing that is damaged passes as one of them.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seal } from '../../src/ledger/chain/chain.ts';
import { verifyFile } from '../support/check.ts';
import { temporaryFolder, testEngine } from '../support/hall.ts';
import { CHANGES, chainAgain, type LooseEvent, readEvents, writeGood } from './other-versions.ts';

let folder: string;
let file: string;
let good: readonly LooseEvent[];
beforeAll(async () => {
  folder = temporaryFolder();
  file = path.join(folder, 'd.jsonl');
  await writeGood(testEngine(folder), 'd');
  good = readEvents(fs.readFileSync(file, 'utf8'));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

async function judge(text: string, head?: string) {
  fs.rmSync(file);
  fs.writeFileSync(file, text);
  const verified = await verifyFile(folder, 'd', head);
  const engine = testEngine(folder);
  const read = await engine.snapshot('d').then(
    () => 'read',
    (error) => error.code,
  );
  const written = await engine
    .dispatch('d', { type: 'interjection-added', data: { author: 'Ben', content: 'x' } })
    .then(
      () => 'written',
      (error) => error.code,
    );
  expect(fs.readFileSync(file, 'utf8')).toBe(text);
  return { verified, read, written };
}

const NEEDS_UPDATE = { read: 'needs-update', written: 'needs-update' };
const DAMAGED = { verified: { ok: false, damage: [{}] }, read: 'ledger-damaged', written: 'ledger-damaged' };

it('is read as it was before anything in it is newer', async () => {
  expect(await judge(chainAgain(good))).toMatchObject({
    verified: { ok: true, events: good.length, damage: [] },
    read: 'read',
    written: 'not-active',
  });
});

it.each(CHANGES)('of %s: is intact and needs an update, with a torn tail, too', async (_, change, why) => {
  const text = chainAgain(change(structuredClone(good)));
  const { hash } = readEvents(text).at(-1) as LooseEvent;
  const needed = {
    ok: false,
    events: text.split('\n').length - 1,
    head: hash,
    damage: [],
    needsUpdate: expect.stringMatching(why),
  };
  expect(await judge(text, hash)).toMatchObject({ verified: needed, ...NEEDS_UPDATE });
  expect(await judge(`${text}{"torn`)).toMatchObject({ verified: needed, ...NEEDS_UPDATE });
});

it.each(CHANGES)('of %s: is damaged once something was changed, wherever that is', async (_, change) => {
  const text = chainAgain(change(structuredClone(good)));
  const lines = text.split('\n').slice(0, -1);
  const broken: readonly (readonly [string, string])[] = [
    ['a text of the first event', text.replace('Should', 'Would')],
    ['a text near the end', text.replace('"text":"1. yes"', '"text":"1. no"')],
    ['the line itself', text.replace(/"hash":"[0-9a-f]/g, '"hash":"')],
    ['the order', `${[...lines.slice(0, -2), lines.at(-1), lines.at(-2)].join('\n')}\n`],
    ['a line without JSON at the end', `${text}nonsense\n`],
    ['a text that nobody redacted', text.replace(/"salt":"[0-9a-f]{32}",("sha256":"[0-9a-f]{64}"),"text":"no"/, '$1')],
  ];
  for (const [what, changed] of broken) {
    expect(changed, what).not.toBe(text);
    const { verified, read, written } = await judge(changed);
    expect({ what, verified, read, written }).toMatchObject(DAMAGED);
    expect(verified).not.toHaveProperty('needsUpdate');
  }
  const noted = readEvents(text).at(-1)?.hash;
  fs.writeFileSync(file, `${lines.slice(0, -1).join('\n')}\n`);
  expect(await verifyFile(folder, 'd', noted)).toMatchObject({ ok: false, damage: [{ code: 'head-missing' }] });
});

const SEALED = seal('x', 'a'.repeat(32));
const DIGEST = { sha256: SEALED.sha256 };

it.each<[string, unknown]>([
  ['a fraction', { cost: 1.5 }],
  ['a number above 2^53 - 1', { deep: [{ cost: 2 ** 53 }] }],
  ['a name that is not ASCII', { é: 1 }],
  ['a name that objects inherit', JSON.parse('{"a":{"__proto__":1}}')],
  ['a seal in its data', { data: { x: SEALED } }],
  ['a digest in its options', { options: { sha256: 'x' } }],
  ['a seal without a salt', { content: { ...DIGEST, text: 'x' } }],
  ['a seal of another text', { content: { ...SEALED, text: 'y' } }],
  ['a text that nobody redacted', { content: DIGEST }],
  ['two texts at what looks like one place', { 'a/b': SEALED, a: { b: SEALED } }],
  ['a seal for its data', SEALED],
  ['a list for its data', [1]],
  ['no data', null],
])('of a type that is not known is damaged with %s, which no version writes', async (_, data) => {
  const events = good.map((event) => (event.seq === 1 ? { ...event, type: 'debate-sung', data } : event));
  const { verified, read } = await judge(chainAgain(events));
  expect({ verified, read }).toMatchObject({ verified: { ok: false, damage: [{ seq: 1 }] }, read: 'ledger-damaged' });
});

it.each(['mood', 'options'])('is damaged where %s are nested too deeply to be read', async (name) => {
  const [first = '', ...rest] = chainAgain(good).split('\n');
  const nested = `"${name}":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
  const line =
    name === 'options' ? first.replace(/"options":\{[^}]*\}/, nested) : first.replace('"limits"', `${nested},"limits"`);
  expect(line.length).toBeGreaterThan(600_000);
  expect(await judge([line, ...rest].join('\n'))).toMatchObject(DAMAGED);
});

it('of another debate is damaged, whatever else it says', async () => {
  const moved = structuredClone(good) as LooseEvent[];
  Object.assign(moved[0]?.data ?? {}, { threadId: 'e', fresh: 1 });
  expect((await judge(chainAgain(moved))).verified.damage).toMatchObject([{ code: 'wrong-debate' }]);
});

it('keeps the rules up to what is newer', async () => {
  const illegal = structuredClone(good) as LooseEvent[];
  Object.assign(illegal[1]?.data ?? {}, { seat: 'door' });
  illegal.push({ ...(illegal.at(-1) as LooseEvent), type: 'debate-sung', data: {} });
  expect((await judge(chainAgain(illegal))).verified.damage).toMatchObject([{ code: 'rule-broken', seq: 1 }]);
});
