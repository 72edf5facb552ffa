// `debate-hall say`: takes the turn of a seat.

import { type Command, Option } from 'commander';
import { defined } from '../../../../domain/defined.ts';
import { resolveSeat, say } from '../../../../hall/operations/debate/take-part/manual-turns.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { isBlind, listDueSteps, type Snapshot } from '../../../../ledger/engine/snapshot.ts';
import { OPEN_GATE } from '../../../../platform/access/gate.ts';
import { type ActingFlags, actManually, type ManualContext, readTurnText } from '../../actions/manual-action.ts';
import { namedValues } from '../../input/named-values.ts';
import { collect, defineActing, formatDocs } from '../../input/options.ts';

interface SayFlags extends ActingFlags {
  readonly seat: string;
  readonly cognition?: string;
  readonly vote?: string;
  readonly data?: readonly string[];
  readonly key?: string;
  readonly seatKey?: string;
}

const isTyped = (text: string | undefined) => (text === undefined || text === '-') && process.stdin.isTTY;

/** What the seat is asked, for whoever types its turn. */
async function showDue(hall: Hall, snapshot: Snapshot, name: string): Promise<void> {
  const seat = resolveSeat(snapshot, name);
  const step = listDueSteps(snapshot).find((each) => each.seat === seat);
  if (step === undefined) return;
  const { showTask } = await import('../../terminal/ask-for-turn.ts');
  const { promptFor } = await import('../../../../hall/operations/debate/take-part/seat-prompt.ts');
  await showTask(await promptFor(hall, snapshot, step));
}

async function run(reference: string, text: string | undefined, flags: SayFlags): Promise<void> {
  const { seat, cognition, vote, data, key, seatKey } = flags;
  const turn = async (hall: Hall, { threadId, author, readInput }: ManualContext) => {
    const snapshot = await hall.engine.snapshot(threadId);
    if (isTyped(text)) await showDue(hall, snapshot, seat);
    const blind = isBlind(snapshot) ? ', which nobody sees before all have answered' : '';
    return await say(hall, OPEN_GATE, {
      threadId,
      seat,
      author,
      content: await readTurnText(text, readInput, `the turn of ${seat}${blind}`),
      data: {
        ...namedValues('--data', data ?? []),
        ...defined({ cognition }),
        ...defined({ vote: vote?.toLowerCase() }),
      },
      ...defined({ key, seatKey }),
    });
  };
  await actManually(reference, flags, turn, { seat });
}

export function define(command: Command): void {
  defineActing(command, 'Take a turn for a seat.')
    .argument('[text]', 'what the seat says (default: standard input)')
    .requiredOption('--seat <seat>', 'the seat')
    .option('--cognition <cognition>', 'check the turn by the rules of PATHOS, ETHOS or LOGOS')
    .addOption(
      new Option('--vote <vote>', 'vote, when the seat is asked for one').choices([
        'approve',
        'own',
        'accept',
        'reject',
      ]),
    )
    .option('--data <name=value>', "explicit values for the format's rules (repeatable)", collect)
    .option('--key <key>', 'idempotency key: a turn is recorded once per key')
    .option('--allow-secrets', 'allow text that looks like a secret')
    .option('--seat-key <key>', 'the key, or the session_id, that you got when you claimed the seat')
    .addHelpText(
      'after',
      `\nExample:\n  debate-hall say rust-rewrite --seat wind "What if we rewrote only the hot path?"\n${formatDocs()}`,
    )
    .action(run);
}
