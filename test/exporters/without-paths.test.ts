// A record for others: paths in what the hall said are shortened wherever a result repeats it, and no other path is touched.
import { describe, expect, it } from 'vitest';
import type { DebateRecord } from '../../src/domain/record.ts';
import { escapePlain } from '../../src/domain/words/markdown-safe.ts';
import { withoutPaths } from '../../src/exchange/without-paths.ts';

const LEFT_OUT = [
  { source: '/home/ann/p', reason: 'Cannot read /home/ann/p: it is a socket.' },
  { source: '/home/ann/p/my_notes.md', reason: 'Too long.' },
  { source: 'C:\\ann\\p', reason: 'Nothing at C:\\ann\\p' },
];

/** What becomes of a text of a result: in its data, its headline, its Markdown and its details. */
function shorten(text: string): unknown[] {
  const result = {
    data: { text, list: [{ text }] },
    ...{ headline: text, markdown: escapePlain(text), details: escapePlain(text) },
  };
  const lists = { context: [], contextLeftOut: LEFT_OUT, entries: [], authority: { replaced: [], left: [] } };
  const shown = withoutPaths({ ...lists, result } as unknown as DebateRecord).result;
  return [shown?.data['text'], shown?.data['list'], shown?.headline, shown?.markdown, shown?.details];
}

describe('what a result repeats of a path that was left out', () => {
  it.each([
    ['/home/ann/p', '…/p'],
    ['/home/ann/p.', '…/p.'],
    ['See /home/ann/p, "/home/ann/p" and (/home/ann/p)', 'See …/p, "…/p" and (…/p)'],
    ['/home/ann/p:12', '…/p:12'],
    ['/home/ann/p/my_notes.md', '…/my_notes.md'],
    ['C:\\ann\\p: nothing', '…/p: nothing'],
    ['Cannot read /home/ann/p: it is a socket.', 'Cannot read …/p: it is a socket.'],
    [
      'Seat A: Cannot read /home/ann/p: it is a socket, so it left',
      'Seat A: Cannot read …/p: it is a socket, so it left',
    ],
    ['Nothing at C:\\ann\\p.', 'Nothing at …/p.'],
  ])('%j becomes %j', (text, short) => {
    expect(shorten(text)).toEqual([short, [{ text: short }], short, escapePlain(short), escapePlain(short)]);
  });

  it.each([
    '/home/ann/pears',
    '/home/ann/p2',
    '/home/ann/p.md',
    '/home/ann/p-old',
    '/home/ann/p_old',
    '/home/ann/pé',
    '/home/ann/p/x',
    '/home/ann/p/.git',
    '/srv/home/ann/p',
    'https://example.org/home/ann/p',
    'C:\\ann\\pears',
    'Nothing at C:\\ann\\pears',
  ])('%j is another one', (text) => {
    expect(shorten(text)).toEqual([text, [{ text }], text, escapePlain(text), escapePlain(text)]);
  });
});
