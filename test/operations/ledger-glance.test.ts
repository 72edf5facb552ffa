// What is read out of the text of a ledger before it is checked.
import { expect, it } from 'vitest';
import { glanceAt } from '../../src/operations/records/ledger-glance.ts';

const sealed = (text: string) => `{"salt":"00","sha256":"11","text":${JSON.stringify(text)}}`;
const ledger = (opening: string, decision: string, outcome = 'decided') =>
  `{"data":{"format":"check",${opening}"topic":${sealed('Say "yes"?\n')}},"type":"debate-opened","v":1}\n` +
  `{"data":{"content":${sealed('We go.')}},"type":"turn-recorded","v":1}\n` +
  `{"data":{"by":"Ada","decision":${decision},"outcome":"${outcome}"},"type":"debate-closed","v":1}\n`;

it.each([
  ['', undefined],
  ['"relation":{"kind":"recheck","of":"d"},', { kind: 'recheck', of: 'd' }],
  ['"relation":{"anew":["wall"],"event":3,"head":"ab","kind":"fork","of":"d"},', { kind: 'fork', of: 'd' }],
])('a relation %s', (opening, relation) => {
  expect(glanceAt('x', ledger(opening, '{"turn":1}'))).toMatchObject({ relation, decision: 'We go.' });
});

it('a decision in words, none, and a debate that settled nothing', () => {
  expect(glanceAt('x', ledger('', `{"text":${sealed('We stay.')}}`))).toMatchObject({ decision: 'We stay.' });
  expect(glanceAt('x', ledger('', 'null'))).toMatchObject({ topic: 'Say  yes ? ', decision: '' });
  expect(glanceAt('x', ledger('', 'null', 'stable-disagreement'))).toBeUndefined();
  expect(glanceAt('x', '')).toBeUndefined();
});
