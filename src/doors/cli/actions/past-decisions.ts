// Past decisions around a run: those that resemble its question, before it starts, and those that it contradicts, when it is over.
import { HallError } from '../../../domain/failures/errors.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { findConflicts } from '../../../hall/operations/memory/conflicts.ts';
import { recallFor } from '../../../hall/operations/memory/recall.ts';
import { pastDecisionLine } from '../render/past-decision-line.ts';
import { SUMMARY_HANG } from '../render/summary.ts';
import { coloursFor, printMessage } from '../terminal/io.ts';
import type { ViewFlags } from './run-view.ts';

/** Past decisions that a person reads beside a new question. */
export const SHOWN = 3;
/** Longest wait for their meaning: somebody waits for the debate, and `recall` takes more time. */
const MEANING_MS = 10_000;

/** Before the first call, so that whoever asks again sees what was decided. Throws `cancelled`. */
export async function printPastDecisions(
  hall: Hall,
  threadId: string,
  { quiet, recall }: ViewFlags & { readonly recall?: boolean },
  signal: AbortSignal,
): Promise<void> {
  if (quiet === true) return;
  const meaning = { signal, notice: printMessage, limitMs: MEANING_MS };
  const found = await recallFor(hall, threadId, { limit: SHOWN, meaning }).catch((error) => {
    if (!(error instanceof HallError) || error.code !== 'cancelled') throw error;
    throw new HallError('cancelled', `Cancelled before the first call; the debate "${threadId}" is open.`, {
      hint: `Resume it with "debate-hall resume ${threadId}".`,
      details: { threadId },
    });
  });
  if (found.length === 0) return;
  printMessage('Past decisions that resemble this question:');
  for (const decision of found) printMessage(`  ${pastDecisionLine(decision, hall.clock.now())}`, '    ');
  if (recall !== true) printMessage('The seats do not see them; pass --recall to show them to the seats.');
  printMessage('');
}

/** After a debate that is over. */
export async function printConflicts(hall: Hall, threadId: string, { quiet }: ViewFlags): Promise<void> {
  if (quiet === true) return;
  for (const decision of await findConflicts(hall, threadId)) {
    const text = `contradicts ${pastDecisionLine(decision, hall.clock.now())}`;
    const { dim, yellow } = coloursFor(process.stderr);
    printMessage(`${dim('Conflict'.padEnd(SUMMARY_HANG.length))}${yellow(text)}`, SUMMARY_HANG);
  }
}
