// What it costs to list the debates of a hall of 1,000 that were all written since the last list, against `list` in a hall of 20; in the
// next process; and again in the same. A filter reads every ledger that was written since the last list.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { programPath } from './built.ts';
import { timesOf } from './measure.ts';
import { limitRow, type Row, ratioRow } from './report.ts';
import { forgetRows, longDebate, temporaryHall } from './temporary-hall.ts';

const MANY = 1_000;
const FEW = 20;
const TURNS = 12;
const CHARACTERS = 2_000;
/** Most debates of a large hall are over. */
const DECIDED = { topic: 'Should we?', decision: 'We do.' };
const ROUNDS = 9;
/** CPU time. */
const MOST_MS = 50;
/** A filter looks at all rows, where the others show some. */
const MOST_NEXT_MS = { list: 50, history: 50, filter: 100 };

const CALLS = [
  ['list', '`list`, 30 shown'],
  ['history', '`debate_history`, a page of 20'],
  ['filter', '`list --outcome agreed`, none found'],
] as const;

/** CPU time of the first and the second call in a fresh process, in milliseconds. */
function costIn(folder: string, call: string): [number, number] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [programPath('list-cost.mjs'), folder, call], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Listing ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

async function hallOf(debates: number) {
  const temporary = await temporaryHall();
  for (let number = 0; number < debates; number += 1) {
    await longDebate(temporary.hall, `debate-${number}`, TURNS, CHARACTERS, DECIDED);
  }
  return temporary;
}

export async function measureList(): Promise<Row[]> {
  const many = await hallOf(MANY);
  const few = await hallOf(FEW);
  try {
    return CALLS.flatMap(([call, name]) => {
      const costs = Array.from({ length: ROUNDS }, () => {
        for (const { folder } of [many, few]) forgetRows(path.join(folder, 'debates'));
        return [costIn(many.folder, call), costIn(few.folder, 'list'), costIn(many.folder, call)] as const;
      });
      const first = timesOf(costs.map(([ours]) => ours[0]));
      const again = timesOf(costs.map(([ours]) => ours[1]));
      const ofFew = timesOf(costs.map(([, against]) => against[0]));
      const next = timesOf(costs.map(([, , later]) => later[0]));
      return [
        ratioRow(
          `${name}: CPU of the first call, 1,000 debates against \`list\` of 20`,
          first,
          ofFew,
          call === 'filter' ? undefined : 3,
        ),
        limitRow(`${name}: CPU of the second call, 1,000 debates`, again, MOST_MS),
        limitRow(`${name}: CPU in the next process, 1,000 debates`, next, MOST_NEXT_MS[call]),
      ];
    });
  } finally {
    await many.close();
    await few.close();
  }
}
