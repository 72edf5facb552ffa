// `debate-hall say`: takes the turn of a seat.
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import type { Step } from '../../../../formats/format.ts';
import { resolveSeat, say } from '../../../../hall/operations/debate/take-part/manual-turns.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { isBlind, listDueSteps, type Snapshot } from '../../../../ledger/engine/snapshot.ts';
import { OPEN_GATE } from '../../../../platform/access/gate.ts';
import { actManually, type ManualContext, readTurnText } from '../../actions/manual-action.ts';
import { namedValues } from '../../input/named-values.ts';
import { collect, defineActing, formatDocs, Option } from '../../input/options.ts';

const isTyped = (text: string | undefined) => (text === undefined || text === '-') && process.stdin.isTTY;

/** What the seat is asked, for whoever types its turn. */
async function showDue(hall: Hall, snapshot: Snapshot, step: Step): Promise<void> {
  const { showTask } = await import('../../terminal/ask-for-turn.ts');
  const { promptFor } = await import('../../../../hall/operations/debate/take-part/seat-prompt.ts');
  await showTask(await promptFor(hall, snapshot, step));
}

export function define(command: Command): void {
  defineActing(command)
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
    .option(
      '--step <step>',
      'step that the text answers, as "list --json" has it; refused if the debate has moved on (default: the one when the command starts)',
    )
    .option('--allow-secrets', 'allow text that looks like a secret')
    .option('--seat-key <key>', 'the key, or the session_id, that you got when you claimed the seat')
    .addHelpText(
      'after',
      `\nExample:\n  debate-hall say rust-rewrite --seat wind "What if we rewrote only the hot path?"\n${formatDocs()}`,
    )
    .action(async (reference, text, flags) => {
      const { seat, cognition, vote, data, key, step, seatKey } = flags;
      const turn = async (hall: Hall, { threadId, author, readInput }: ManualContext) => {
        const snapshot = await hall.engine.snapshot(threadId);
        const id = resolveSeat(snapshot, seat);
        const due = listDueSteps(snapshot).find((each) => each.seat === id);
        if (isTyped(text) && due !== undefined) await showDue(hall, snapshot, due);
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
          // What is written takes its time, and must not become the answer to a later question.
          ...defined({ key, seatKey, step: step ?? due?.id }),
        });
      };
      await actManually(reference, flags, turn, { seat });
    });
}
