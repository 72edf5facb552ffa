// What it costs to append a turn: late in a debate against early, and against a bare write and fsync of the same line.
import fs from 'node:fs';
import path from 'node:path';
import { toLine } from '../src/ledger/chain/chain.ts';
import { turn } from './built.ts';
import { interleave, timed } from './measure.ts';
import { type Row, ratioRow } from './report.ts';
import { longDebate, openByHand, temporaryHall } from './temporary-hall.ts';

const EARLY = 10;
const LATE = 10_000;
const ROUNDS = 101;

async function measureSize(characters: number): Promise<Row[]> {
  const { hall, folder, close } = await temporaryHall();
  const bare = fs.openSync(path.join(folder, 'debates.bare'), 'a');
  try {
    await longDebate(hall, 'late', LATE - 1, characters);
    const first = await hall.engine.dispatch('late', turn(LATE - 1, characters));
    const line = toLine(first.events[0] as (typeof first.events)[number]);
    let late = LATE;
    let debates = 0;
    const times = await interleave(
      {
        early: async () => {
          const threadId = `early-${debates}`;
          debates += 1;
          await openByHand(hall, threadId);
          for (let number = 0; number < EARLY - 1; number += 1) {
            await hall.engine.dispatch(threadId, turn(number, characters));
          }
          return await timed(() => hall.engine.dispatch(threadId, turn(EARLY - 1, characters)));
        },
        late: () => timed(() => hall.engine.dispatch('late', turn(late++, characters))),
        bare: () =>
          timed(() => {
            fs.writeSync(bare, line);
            fs.fsyncSync(bare);
          }),
      },
      ROUNDS,
    );
    const size = `${characters.toLocaleString('en')} characters`;
    return [
      ratioRow(`append turn 10,000 against turn 10, ${size}`, times.late, times.early, 1.2),
      ratioRow(`append turn 10,000 against write + fsync, ${size}`, times.late, times.bare, 2),
    ];
  } finally {
    fs.closeSync(bare);
    await close();
  }
}

export async function measureAppend(): Promise<Row[]> {
  return [...(await measureSize(600)), ...(await measureSize(4_000))];
}
