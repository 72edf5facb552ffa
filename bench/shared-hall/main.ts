// `npx tsx bench/shared-hall/main.ts [--write] [SIZE …]`: what a shared hall costs with 100, 1,000 and 10,000 debates, and how many
// debates 1, 2 and 4 workers get through. Prints the tables; `--write` puts them into bench/results/shared-hall.md.
import { startPostgres } from '../../test/support/postgres.ts';
import { machineLine, writeResult } from '../report.ts';
import { type Figures, measureSize } from './sizes.ts';
import { measureThroughput } from './workers.ts';

const SIZES = [100, 1_000, 10_000];
const WORKERS = [1, 2, 4];
const DEBATES = 40;

const given = process.argv.slice(2).filter((argument) => argument !== '--write');
const sizes = given.length === 0 ? SIZES : given.map(Number);

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const server = await startPostgres();
const columns: Figures[] = [];
const runs: string[][] = [];
try {
  for (const size of sizes) {
    process.stderr.write(`${size} debates …\n`);
    columns.push(await measureSize(server, size));
  }
  for (const count of given.length === 0 ? WORKERS : []) {
    process.stderr.write(`${count} workers …\n`);
    const { workers, debates, seconds } = await measureThroughput(server, count, DEBATES);
    runs.push([`${workers}`, `${debates}`, `${seconds.toFixed(1)} s`, `${Math.round((60 * debates) / seconds)}`]);
  }
} finally {
  await server.remove();
}
const names = Object.keys(columns[0] ?? {});
const result = [
  machineLine(),
  table(
    ['', ...sizes.map((size) => size.toLocaleString('en'))],
    names.map((name) => [name, ...columns.map((figures) => figures[name] ?? '–')]),
  ),
  ...(runs.length === 0 ? [] : [table(['workers', 'debates', 'time', 'debates a minute'], runs)]),
].join('\n\n');
process.stdout.write(`${result}\n`);
if (process.argv.includes('--write')) {
  if (given.length > 0) throw new Error('--write needs all sizes of one run.');
  writeResult('shared-hall', result);
}
