// Looks something up for a person who fills a seat: in their turn, within the seat's budget, and on record like any look.
import { HallError } from '../../domain/failures/errors.ts';
import { countLooks, findSpentBudget } from '../../domain/reading/usage.ts';
import { getNext } from '../../engine/snapshot.ts';
import { neverAborted } from '../../support/wait.ts';
import { resolveSeat } from '../debate/take-part/manual-turns.ts';
import type { Hall } from '../hall.ts';
import { openLooks } from './open-reading.ts';

export interface LookInput {
  readonly threadId: string;
  readonly seat: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
}

export interface LookOutput {
  readonly text: string;
  /** The text says why there is nothing to give. */
  readonly refused: boolean;
}

/** Throws `not-found`, `bad-input` where nothing can be read, `not-your-turn`, `context-unreadable`. */
export async function lookManually(hall: Hall, input: LookInput): Promise<LookOutput> {
  const { threadId, tool, signal = neverAborted } = input;
  const snapshot = await hall.engine.snapshot(threadId);
  const seat = resolveSeat(snapshot, input.seat);
  const { reading } = snapshot.debate.opened;
  const looks = reading && (await openLooks(hall, snapshot, signal));
  if (reading === undefined || looks === undefined) {
    throw new HallError('bad-input', 'This debate was opened without anything to read.', {
      hint: 'Open one with --read.',
    });
  }
  const next = getNext(snapshot);
  const step = next.kind === 'ask' ? next.steps.find((each) => each.seat === seat) : undefined;
  if (step === undefined) {
    throw new HallError('not-your-turn', `It is not ${seat}'s turn in "${threadId}".`, {
      hint: 'A seat can look things up only before it speaks.',
    });
  }
  const spent = findSpentBudget(countLooks(snapshot.log, seat, step.id), reading.budget);
  if (spent !== undefined) return { text: `You have used up your ${spent}.`, refused: true };
  const { toLook } = await import('../../reading/desk.ts');
  const startedAt = hall.clock.elapsed();
  const request = { tool, arguments: input.arguments };
  const result = await looks.get(request);
  const look = toLook({ seat, step: step.id }, request, result, hall.clock.elapsed() - startedAt);
  await hall.engine.dispatch(threadId, { type: 'look', look });
  return { text: result.text, refused: result.refused };
}
