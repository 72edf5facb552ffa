// How often an answer that is not plain JSON has to be asked for again: the recorded shapes of messy answers, read as the
// product reads them. `--write` puts the table into bench/results, `--json` prints it as data.
import { parseArgs } from 'node:util';
import { readAnswer } from '../src/domain/answers/read-answer.ts';
import { readable, review, unreadable } from '../test/domain/messy-answers.ts';
import { markdownTable, writeResult } from './report.ts';

const KINDS = ['plain', 'read after repair', 'asked for again', 'read as no findings although it has some'] as const;
type Kind = (typeof KINDS)[number];

function kindOf(text: string, entries: number): Kind {
  const read = readAnswer(text, review);
  if (!read.ok) return 'asked for again';
  if (read.value.findings.length === 0 && entries > 0) return 'read as no findings although it has some';
  return read.repairs.length === 0 ? 'plain' : 'read after repair';
}

const { values: flags } = parseArgs({ options: { json: { type: 'boolean' }, write: { type: 'boolean' } } });
const shapes = [
  ...readable.map(({ text, findings }) => ({ text, entries: findings.length })),
  // In what must be refused nothing may be read as an empty list.
  ...unreadable.map(({ text }) => ({ text, entries: 1 })),
];
const kinds = shapes.map(({ text, entries }) => kindOf(text, entries));
const counts = Object.fromEntries(KINDS.map((kind) => [kind, kinds.filter((each) => each === kind).length]));
const rows = KINDS.map((kind) => [
  kind,
  String(counts[kind]),
  `${Math.round((100 * (counts[kind] ?? 0)) / shapes.length)} %`,
]);
const table = `${shapes.length} recorded shapes.\n\n${markdownTable(['what comes of an answer', 'shapes', 'share'], rows)}`;
if (flags.json === true) console.log(JSON.stringify({ shapes: shapes.length, counts }, null, 2));
else console.log(table);
if (flags.write === true) writeResult('messy answers', table);
