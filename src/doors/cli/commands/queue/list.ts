// `debate-hall queue list`: what waits, runs and ended.
import { defined } from '../../../../domain/defined.ts';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import type { RunState } from '../../../../platform/queues/queue.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { roomOf } from '../../render/layout/word-wrap.ts';
import { runLines } from '../../render/queue-view.ts';
import { coloursFor, printJson, printLines, printMessage } from '../../terminal/io.ts';

interface ListFlags extends HallFlags {
  readonly state?: RunState;
  readonly owner?: string;
  readonly limit: number;
}

export async function run({ state, owner, limit, ...flags }: ListFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const states = state === undefined ? undefined : [state];
    const runs = await (await hall.queue()).list({ most: limit, ...defined({ states, owner }) });
    if (flags.json === true) await printJson(runs);
    else if (runs.length === 0) printMessage('No runs.');
    else await printLines(runLines(runs, roomOf(process.stdout), coloursFor(process.stdout)));
    return EXIT.ok;
  });
}
