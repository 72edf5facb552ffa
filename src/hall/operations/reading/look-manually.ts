// Looks something up for a person who fills a seat: in their turn, within the seat's budget, and on record like any look.
import { unknownSeatProblem } from '../../../domain/admit-event.ts';
import { HallError, problemToError } from '../../../domain/failures/errors.ts';
import { countLooks, findSpentBudget } from '../../../domain/reading/usage.ts';
import type { Step } from '../../../formats/format.ts';
import { checkSeatKey } from '../../../ledger/engine/decide.ts';
import { listDueSteps, type Snapshot } from '../../../ledger/engine/snapshot.ts';
import type { ToolRequest } from '../../../material/reading/look-up.ts';
import { UnreadableError } from '../../../material/reading/unreadable.ts';
import { mayLookUp } from '../../../runner/rules.ts';
import { neverAborted } from '../../../support/wait.ts';
import { resolveSeat } from '../debate/take-part/manual-turns.ts';
import { listPersonSteps } from '../debate/take-part/person-steps.ts';
import type { Hall } from '../hall.ts';
import { openLooks } from './open-reading.ts';

export interface LookInput {
  readonly threadId: string;
  readonly seat: string;
  /** What taking the seat gave, for a seat that is held. */
  readonly seatKey?: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
}

export interface LookOutput {
  readonly text: string;
  /** The text says why there is nothing to give. */
  readonly refused: boolean;
}

/** The turn that a person takes in this seat. Throws `not-found`, `not-your-turn`. */
function requirePersonStep(snapshot: Snapshot, seat: string): Step {
  const step = listPersonSteps(snapshot).find((each) => each.seat === seat);
  if (step !== undefined) return step;
  if (listDueSteps(snapshot).some((each) => each.seat === seat)) {
    throw new HallError('not-your-turn', `The seat ${seat} is filled by an agent.`, {
      hint: 'A person looks things up only for a seat of their own.',
    });
  }
  if (snapshot.debate.seats[seat] === undefined) throw problemToError(unknownSeatProblem(snapshot.debate, seat));
  throw new HallError('not-your-turn', `It is not ${seat}'s turn in "${snapshot.threadId}".`, {
    hint: 'A seat can look things up only before it speaks.',
  });
}

/** Whoever mistypes a request has looked at nothing. Throws `bad-input`. */
async function checkRequest(request: ToolRequest): Promise<void> {
  const { readRequest } = await import('../../../material/reading/look-up.ts');
  try {
    readRequest(request);
  } catch (error) {
    throw error instanceof UnreadableError ? new HallError('bad-input', error.message) : error;
  }
}

/** Throws `not-found`, `bad-input` where nothing can be read or no tool takes the request, `not-your-turn`, `not-your-seat`, `context-unreadable`. */
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
  if (!mayLookUp(snapshot, seat)) {
    throw new HallError('bad-input', `The seat ${seat} cannot look things up: what it does not know is the point.`, {
      hint: 'Answer from its request.',
    });
  }
  const step = requirePersonStep(snapshot, seat);
  const held = checkSeatKey(snapshot.debate, seat, input.seatKey);
  if (held !== undefined) throw problemToError(held);
  const spent = findSpentBudget(countLooks(snapshot.log, seat, step.id), reading.budget);
  if (spent !== undefined) return { text: `You have used up your ${spent}.`, refused: true };
  const request = { tool, arguments: input.arguments };
  await checkRequest(request);
  const { toLook } = await import('../../../material/reading/desk.ts');
  const startedAt = hall.clock.elapsed();
  const result = await looks.get(request);
  const look = toLook({ seat, step: step.id }, request, result, hall.clock.elapsed() - startedAt);
  await hall.engine.dispatch(threadId, { type: 'look-recorded', data: look });
  return { text: result.text, refused: result.refused };
}
