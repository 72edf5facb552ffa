// `npm run bench`: measures everything in bench/results/performance.md and prints the table; `--write` puts it into that file.
// Names of measurements as arguments run only those.
import { measureAppend } from './append.ts';
import { measureDebate } from './debate.ts';
import { measureFloor } from './floor.ts';
import { measureList } from './list.ts';
import { measureMemory } from './memory.ts';
import { measurePage } from './page.ts';
import { measurePostgres } from './postgres.ts';
import { measureReading } from './reading.ts';
import { measureRecall } from './recall.ts';
import { machineLine, type Row, tableOf, writeResult } from './report.ts';
import { measureSharedHall } from './shared-hall/load.ts';
import { measureStart } from './start.ts';
import { measureVerdict } from './verdict/aims.ts';
import { measureVerify } from './verify.ts';
import { measureView } from './view.ts';

const MEASUREMENTS: Readonly<Record<string, () => Row[] | Promise<Row[]>>> = {
  start: measureStart,
  append: measureAppend,
  debate: measureDebate,
  verify: measureVerify,
  floor: measureFloor,
  list: measureList,
  memory: measureMemory,
  page: measurePage,
  postgres: measurePostgres,
  recall: measureRecall,
  reading: measureReading,
  shared: measureSharedHall,
  verdict: measureVerdict,
  view: measureView,
};

const wanted = process.argv.slice(2).filter((argument) => argument !== '--write');
const unknown = wanted.find((name) => MEASUREMENTS[name] === undefined);
if (unknown !== undefined) throw new Error(`There is no "${unknown}"; known: ${Object.keys(MEASUREMENTS).join(', ')}.`);

const rows: Row[] = [];
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stderr.write(`${name} …\n`);
  rows.push(...(await measure()));
}
const result = `${machineLine()}\n\n${tableOf(rows)}`;
process.stdout.write(`${result}\n`);

if (process.argv.includes('--write')) {
  if (wanted.length > 0) throw new Error('--write needs all measurements of one run.');
  writeResult('measured', result);
}
