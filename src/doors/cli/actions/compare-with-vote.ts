// `--compare`: blind answers of the agents of a debate that is over, and both results in one line.
import { defined } from '../../../domain/defined.ts';
import type { Limits } from '../../../domain/event-parts.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import type { ExitCode } from '../../../domain/failures/exit-codes.ts';
import { isOfSeats } from '../../../domain/outcomes.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import {
  describeVoteComparison,
  openBlindVote,
  readVoteComparison,
} from '../../../hall/operations/debate/check/blind-vote.ts';
import { getRunOutput } from '../../../hall/operations/debate/running/run-output.ts';
import { runThread } from '../../../hall/operations/debate/running/run-thread.ts';
import { getOutcome } from '../../../ledger/engine/record/record.ts';
import { toPrintable } from '../../../support/control-characters.ts';
import type { AddedBy } from '../input/options.ts';
import type { withComparison } from '../input/run-options.ts';
import { SUMMARY_HANG } from '../render/summary.ts';
import { coloursFor, printMessage } from '../terminal/io.ts';
import type { ActionContext } from './run-action.ts';
import { announceStop, beginNext } from './run-view.ts';
import { printNext, type ViewFlags } from './show-end.ts';

type CompareFlags = AddedBy<typeof withComparison> & Pick<ViewFlags, 'quiet'>;

export interface Ended {
  readonly threadId: string;
  readonly exit: ExitCode;
  /** Given for what follows a debate that was over before; once a step has begun, its ledger has them. */
  readonly limits?: Partial<Limits> | undefined;
}

export async function compareWithVote(
  { hall, signal }: ActionContext,
  flags: CompareFlags,
  ended: Ended,
): Promise<void> {
  const { debate } = await hall.engine.snapshot(ended.threadId);
  // The command that resumes it says that it is to be compared.
  if (flags.compare === undefined || debate.status === 'open') return;
  const print = (text: string) =>
    printMessage(`${coloursFor(process.stderr).dim('Compared'.padEnd(SUMMARY_HANG.length))}${text}`, SUMMARY_HANG);
  if (!isOfSeats(getOutcome(debate))) return print('not, since the debate did not come to the end of its rules');
  const limits = defined({ limits: ended.limits });
  const [debateId, answers] = [ended.threadId, flags.compare];
  const resume = `debate-hall resume ${debateId} --compare ${answers}`;
  const opening = beginNext(() => openBlindVote(hall, { threadId: debateId, answers, signal, ...limits }), resume);
  const threadId = await opening.catch((error: unknown) => {
    if (!(error instanceof HallError) || error.code !== 'limit-reached') throw error;
    print(`not: ${error.message}`);
    printNext([error.hint ?? '']);
  });
  if (threadId === undefined) return;
  const { seats } = (await hall.engine.snapshot(threadId)).debate.opened;
  if (flags.quiet !== true) printMessage(`Comparing with ${countNoun(seats.length, 'blind answer')} (${threadId})`);
  const silence = announceStop(signal);
  try {
    if ((await getRunOutput(hall, threadId)) === undefined) await runThread(hall, { threadId, signal });
  } finally {
    silence();
  }
  const comparison = await readVoteComparison(hall, threadId);
  print(comparison === undefined ? `none yet: ${resume}` : describeVoteComparison(toPrintable(comparison)));
}
