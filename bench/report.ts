// The rows of a measurement, as a table for the terminal and for the documentation.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, release } from 'node:os';
import type { Times } from './measure.ts';

const RESULTS = new URL('results/', import.meta.url);

export interface Row {
  readonly what: string;
  readonly ours: string;
  readonly against: string;
  /** What is compared with the target; its unit is that of `target`. */
  readonly value: string;
  /** The same from the fastest run of each side: what is left when the machine does nothing else. */
  readonly atBest: string;
  readonly target: string;
  /** Absent for a figure that has no target. */
  readonly met?: boolean;
}

const milliseconds = (ms: number) => `${ms < 10 ? ms.toFixed(3) : ms.toFixed(0)} ms`;

/** A ratio of medians; `most` is its target. */
export function ratioRow(what: string, ours: Times, against: Times, most?: number): Row {
  const ratio = ours.median / against.median;
  return {
    what,
    ours: milliseconds(ours.median),
    against: milliseconds(against.median),
    value: `${ratio.toFixed(2)} ×`,
    atBest: `${(ours.minimum / against.minimum).toFixed(2)} ×`,
    ...(most === undefined ? { target: 'none' } : { target: `≤ ${most} ×`, met: ratio <= most }),
  };
}

/** A median that has a limit of its own; `most` in milliseconds. */
export function limitRow(what: string, { median, minimum }: Times, most: number): Row {
  return {
    what,
    ours: milliseconds(median),
    against: '–',
    value: milliseconds(median),
    atBest: milliseconds(minimum),
    target: `≤ ${most} ms`,
    met: median <= most,
  };
}

/** A count or a rate that has a limit. */
export function mostRow(what: string, value: number, most: number, show: (value: number) => string): Row {
  return {
    what,
    ours: show(value),
    against: '–',
    value: show(value),
    atBest: '–',
    target: `≤ ${show(most)}`,
    met: value <= most,
  };
}

/** What has no limit of its own. */
export function figureRow(what: string, figure: string): Row {
  return { what, ours: figure, against: '–', value: figure, atBest: '–', target: 'none' };
}

const COLUMNS = ['what', 'measured', 'against', 'ratio', 'of the fastest', 'target', 'met'];

export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => [
    row.what,
    row.ours,
    row.against,
    row.value,
    row.atBest,
    row.target,
    row.met === undefined ? '–' : row.met ? 'yes' : '**no**',
  ]);
  return markdownTable(COLUMNS, lines);
}

/** Columns of the same width, so that it reads well in a terminal, too. */
export function markdownTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [columns, ...rows];
  const widths = columns.map((_, column) => Math.max(...cells.map((line) => (line[column] as string).length)));
  const lines = cells.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] as number)).join(' | ')} |`,
  );
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

/** When, on what and how busy it was. */
export function machineLine(): string {
  const processors = cpus();
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, Node ${process.version}, ${platform()} ${release()} ${arch()}, ${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, load average at the end ${loadavg()[0]?.toFixed(1)}`;
}

/** Puts a result into the file of bench/results that has the markers of this name, between them. */
export function writeResult(name: string, result: string): void {
  const between = new RegExp(`(?<=<!-- ${name} -->\\n)[\\s\\S]*(?=<!-- /${name} -->)`);
  for (const file of readdirSync(RESULTS)) {
    const place = new URL(file, RESULTS);
    const text = readFileSync(place, 'utf8');
    if (!between.test(text)) continue;
    writeFileSync(
      place,
      text.replace(between, () => `\n${result}\n\n`),
    );
    return;
  }
  throw new Error(`No file of bench/results has the markers "${name}".`);
}
