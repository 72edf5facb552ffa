// Tables on terminals of any width: what no row can be without is there whole, beside each other or below.
import { expect, it } from 'vitest';
import { type Column, renderTable } from '../../src/doors/cli/render/layout/table.ts';
import { coloursFor } from '../../src/doors/cli/terminal/io.ts';

const COLUMNS: readonly Column[] = [
  { title: 'ID' },
  { title: 'CHANGED', detail: true },
  { title: 'OUTCOME' },
  { title: 'TURNS', figures: true },
  { title: 'TOPIC', cut: true },
];
const ROWS = [
  [
    '2026-10-29-billing',
    '2026-11-29',
    'accepted: Yes, turned out right, rehearsal',
    '12',
    'Should we rewrite billing?',
  ],
  ['cache', '2026-11-28', 'open', '3', 'これは長い話題です。どうしますか。'],
  ['broken', '', 'damaged', '', 'Line 3 is no event.'],
];
const colours = coloursFor(process.stderr);
const lay = (room: number) => renderTable(COLUMNS, ROWS, { room, colours });
const squeeze = (text: string) => text.replace(/\s+/g, '');

it.each(Array.from({ length: 141 }, (_, index) => index + 20))('in %i columns', (room) => {
  const laid = lay(room);
  const texts = laid.slice(-ROWS.length);
  const titles = laid.slice(0, -ROWS.length);
  expect(titles).toHaveLength(texts[0]?.includes('\n') ? 0 : 1);
  for (const [index, [id = '', day = '', outcome = '', turns = '', topic = '']] of ROWS.entries()) {
    const text = texts[index] ?? '';
    const isTable = !text.includes('\n');
    expect(squeeze(text)).toContain(squeeze(id));
    expect(squeeze(text)).toContain(squeeze(outcome));
    expect(text).toContain(turns);
    expect(squeeze(text)).toContain(squeeze(topic.slice(0, isTable ? 5 : topic.length)));
    if (!isTable) expect(text).not.toContain(day || 'nothing');
  }
});

it('is a table with all its columns where there is no terminal', () => {
  expect(lay(Number.POSITIVE_INFINITY).slice(1)).toEqual([
    '2026-10-29-billing  2026-11-29  accepted: Yes, turned out right, rehearsal     12  Should we rewrite billing?',
    'cache               2026-11-28  open                                            3  これは長い話題です。どうしますか。',
    'broken                          damaged                                            Line 3 is no event.',
  ]);
});
