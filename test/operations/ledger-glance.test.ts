// What is read out of the two ends of a ledger before it is checked.
import { expect, it } from 'vitest';
import { readGlances } from '../../src/hall/operations/records/lists/ledger-glance.ts';
import type { Ends } from '../../src/ledger/stores/store.ts';

const glanceAt = (id: string, ends: Ends) => readGlances(new Map([[id, ends]])).get(id);
const sealed = (text: string) =>
  `{"salt":"${'0'.repeat(32)}","sha256":"${'1'.repeat(64)}","text":${JSON.stringify(text)}}`;
const OUTCOME_LATER = '{"data":{},"seq":4,"type":"outcome-recorded","v":1}\n';
const REOPENED = '{"data":{},"seq":4,"type":"debate-extended","v":1}\n';

/** The first line, and the whole ledger as its last ones. */
function ledger(opening: string, decision: string, outcome = 'decided', after = '') {
  const first = `{"data":{"format":"check",${opening}"topic":${sealed('Say "yes"?\n')}},"seq":0,"type":"debate-opened","v":1}\n`;
  const turn = `{"data":{"content":${sealed('We go.')}},"seq":1,"type":"turn-recorded","v":1}\n`;
  const other = `{"data":{"content":${sealed('"seq":1,"type":')}},"seq":2,"type":"turn-recorded","v":1}\n`;
  const closed = `{"data":{"by":"Ada","decision":${decision},"outcome":"${outcome}"},"seq":3,"type":"debate-closed","v":1}\n`;
  return { first, last: [first, turn, other, closed, after].join('') };
}

const withoutFirstLines = ({ first, last }: ReturnType<typeof ledger>, lines: number) => ({
  first,
  last: last.split('\n').slice(lines).join('\n'),
});

it.each([
  ['', undefined],
  ['"relation":{"kind":"recheck","of":"d"},', { kind: 'recheck', of: 'd' }],
  ['"relation":{"anew":["wall"],"event":3,"head":"ab","kind":"fork","of":"d"},', { kind: 'fork', of: 'd' }],
])('a relation %s', (opening, relation) => {
  expect(glanceAt('x', ledger(opening, '{"turn":1}'))).toMatchObject({ relation, decision: 'We go.' });
});

it('its tags, whatever else is called so', () => {
  const tags = '"options":{"tags":["x"]},"tags":["data-base","c++"],"threadId":"x",';
  expect(glanceAt('x', ledger(tags, 'null'))).toMatchObject({ tags: 'data-base c++' });
  expect(glanceAt('x', ledger('"options":{"tags":["x"]},"threadId":"x",', 'null'))).toMatchObject({ tags: '' });
});

it('a decision in words, none, and a debate that settled nothing', () => {
  expect(glanceAt('x', ledger('', `{"text":${sealed('We stay.')}}`))).toMatchObject({ decision: 'We stay.' });
  expect(glanceAt('x', ledger('', 'null'))).toMatchObject({ topic: 'Say  yes ? ', decision: '' });
  expect(glanceAt('x', ledger('', 'null', 'stable-disagreement'))).toBe('nothing');
  expect(glanceAt('x', ledger('', 'null', 'decided', REOPENED))).toBe('nothing');
});

it('the last lines of a ledger are enough if the decision is among them', () => {
  const inWords = ledger('', `{"text":${sealed('We stay.')}}`, 'decided', OUTCOME_LATER);
  expect(glanceAt('x', withoutFirstLines(inWords, 3))).toEqual(glanceAt('x', inWords));
  const byTurn = ledger('', '{"turn":1}', 'decided', OUTCOME_LATER);
  expect(glanceAt('x', withoutFirstLines(byTurn, 1))).toMatchObject({ decision: 'We go.' });
  expect(glanceAt('x', withoutFirstLines(byTurn, 2))).toBe('unknown');
  expect(glanceAt('x', withoutFirstLines(byTurn, 4))).toBe('unknown');
});

it('the texts of several at once, whatever letters and escapes they hold', () => {
  const texts = ['Größe\n"zwei"', '', 'cut off within \\', '日本語 \u0000 \ud83d\ude00'];
  const toBytes = (line: string) => Buffer.from(line).toString('latin1');
  const ends = texts.map((text, index): [string, Ends] => {
    const { first, last } = ledger('"tags":["größe"],"threadId":"x",', `{"text":${sealed(text)}}`);
    return [`d-${index}`, { first: toBytes(first), last: toBytes(last) }];
  });
  const expected = ['Größe  zwei ', '', 'cut off within  ', '日本語   😀'];
  expect([...readGlances(new Map(ends)).values()]).toEqual(
    expected.map((decision, index) => expect.objectContaining({ threadId: `d-${index}`, tags: 'größe', decision })),
  );
});
