// What it costs to find past decisions that resemble a question in a hall of 1,000, and how many of the right ones are found.
import { spawnSync } from 'node:child_process';
import { listPastDecisions, MATTERS } from '../test/support/past-decisions.ts';
import { programPath } from './built.ts';
import { timesOf } from './measure.ts';
import { figureRow, limitRow, type Row } from './report.ts';
import { longDebate, temporaryHall } from './temporary-hall.ts';

const TURNS = 12;
const CHARACTERS = 2_000;
/** CPU time. */
const MOST_MS = 100;
const FIRST = 10;

interface Cost {
  readonly first: number;
  readonly again: number;
  readonly found: readonly string[];
}

/** Of one question in a fresh process: milliseconds of CPU of the first and the second call, and what was found. */
function askIn(folder: string, question: string): Cost {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [programPath('recall-cost.mjs'), folder, question, `${FIRST}`],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`Recalling ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

export async function measureRecall(): Promise<Row[]> {
  const { hall, folder, close } = await temporaryHall();
  try {
    const past = listPastDecisions();
    for (const [index, decided] of past.entries()) await longDebate(hall, `past-${index}`, TURNS, CHARACTERS, decided);
    const costs = MATTERS.map(({ question }) => askIn(folder, question));
    const [unread, ...others] = costs as [Cost, ...Cost[]];
    const right = costs.map(
      ({ found }, matter) => found.filter((id) => past[Number(id.slice('past-'.length))]?.matter === matter).length,
    );
    const sum = right.reduce((total, count) => total + count, 0);
    const wanted = MATTERS.reduce((total, { related }) => total + related.length, 0);
    return [
      figureRow(
        'past decisions like a question: CPU of the first call in a hall that was never listed, 1,000 debates',
        `${unread.first.toFixed(0)} ms`,
      ),
      limitRow(
        'past decisions like a question: CPU of the first call, 1,000 debates',
        timesOf(others.map(({ first }) => first)),
        MOST_MS,
      ),
      limitRow(
        'past decisions like a question: CPU of the second call, 1,000 debates',
        timesOf(costs.map(({ again }) => again)),
        MOST_MS,
      ),
      {
        what: `past decisions like a question: the right ones among the first ${FIRST}, 20 questions`,
        ours: `${sum}`,
        against: `${wanted}`,
        value: `${((100 * sum) / wanted).toFixed(0)} %`,
        atBest: '–',
        target: '100 %',
        met: sum === wanted,
      },
    ];
  } finally {
    await close();
  }
}
