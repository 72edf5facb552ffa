// Ends a debate without running it: with a decision in words, or immediately without one.
import { admitToDebate } from '../../../../domain/admit-event.ts';
import { defined } from '../../../../domain/defined.ts';
import type { LedgerEvent } from '../../../../domain/events.ts';
import { HallError, unlessRefused } from '../../../../domain/failures/errors.ts';
import { OUTCOME_WORDS, type OutcomeKind } from '../../../../domain/outcomes.ts';
import type { Dispatched } from '../../../../ledger/engine/engine.ts';
import { cleanText } from '../../../../support/text.ts';
import type { Hall } from '../../hall.ts';
import { readAuthor } from '../../written-names.ts';
import { refuseSecretNames, refuseSecrets, removeSecrets } from '../../written-secrets.ts';
import { createAlreadyRunningError } from '../running/prepare-run.ts';
import type { Author } from './manual-turns.ts';
import { runCommand, updateFiles } from './run-command.ts';

/**
 * Closes with a decision in words, or as the rules have it when the debate has run its course. Throws `already-running` while somebody
 * runs it: words of one person would cut its seats short.
 */
export async function close(hall: Hall, input: Author & { threadId: string; synthesis?: string }): Promise<Dispatched> {
  const { threadId, synthesis } = input;
  const author = readAuthor(input.author);
  const text = synthesis === undefined ? {} : { synthesis: cleanText(synthesis) };
  refuseSecrets(hall, Object.values(text), 'decision');
  refuseSecretNames(hall, { author });
  const { debate } = await hall.engine.snapshot(threadId);
  const isEndable = admitToDebate(debate, { type: 'debate-closed' }) === undefined;
  if (isEndable && (await hall.store.isRunning(threadId))) throw createAlreadyRunningError(threadId);
  return await runCommand(hall, threadId, { type: 'close', by: author, ...text });
}

/** Every seat that owes an answer to the question has failed to give one, so whoever asks them stops. */
async function endQuestion(hall: Hall, threadId: string, question: number, message: string): Promise<Dispatched> {
  const events: LedgerEvent[] = [];
  for (;;) {
    const snapshot = await hall.engine.snapshot(threadId);
    const { followUp, seats } = snapshot.debate;
    const seat = followUp?.question === question ? followUp.waiting[0] : undefined;
    const agent = seat === undefined ? undefined : seats[seat]?.agent;
    if (seat === undefined || agent === undefined) {
      const ended = { snapshot, events, repeated: false };
      await updateFiles(hall, ended);
      return ended;
    }
    const data = { question, seat, agent, failure: { code: 'cancelled', message }, attempts: 1 } as const;
    // It has just answered: look again.
    const done = await unlessRefused(
      () => hall.engine.dispatch(threadId, { type: 'follow-up-failed', data }),
      'not-active',
    );
    events.push(...(done?.events ?? []));
  }
}

export interface Killed extends Dispatched {
  readonly ended: 'question' | 'debate';
  /** The outcome that the debate had come to, and has no more. */
  readonly lost?: OutcomeKind;
}

/** What there is to say beside that it is ended, in a sentence. */
export function describeKilled({ ended, lost }: Killed): string | undefined {
  if (ended === 'question') return 'Only the question after the end was ended; the debate stays as it was.';
  if (lost === undefined) return undefined;
  return `The debate had ended before (${OUTCOME_WORDS[lost].title.toLowerCase()}): nothing that it had come to stands any more.`;
}

/**
 * Ends immediately what a debate does; a run in another process stops its agents. Where a question after the end waits for answers, that
 * is the question, and the decision stays. Else it is the debate, which is left without an outcome.
 */
export async function kill(hall: Hall, input: Author & { threadId: string; reason: string }): Promise<Killed> {
  const { threadId } = input;
  const author = readAuthor(removeSecrets(input.author));
  const reason = removeSecrets(cleanText(input.reason).trim());
  if (reason === '') throw new HallError('bad-input', 'The reason is empty.', { hint: 'Give a short reason.' });
  const { followUp, status, closed } = (await hall.engine.snapshot(threadId)).debate;
  if (followUp !== undefined) {
    const message = `${author} ended the question: ${reason}`;
    return { ...(await endQuestion(hall, threadId, followUp.question, message)), ended: 'question' };
  }
  const data = { reason, by: author };
  const done = await runCommand(hall, threadId, { type: 'debate-force-closed', data });
  return { ...done, ended: 'debate', ...defined({ lost: status === 'closed' ? closed?.outcome : undefined }) };
}
