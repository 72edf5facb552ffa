// Sends what a person wrote. The draft is let go only when the hall says that it has it.
import { signal } from '@preact/signals';
import { defined } from '../../../domain/defined.ts';
import type { StaleTurn } from '../../../domain/hall-page/errors.ts';
import type { WriteAnswer } from '../../../domain/hall-page/writes.ts';
import { postJson } from '../talk/api.ts';
import { describeError, isSignedOut, NoAnswer, RequestError } from '../talk/failures.ts';
import { type Draft, findDebate, noteAttempt, noteRefusal, readDraft, removeWords } from './drafts.ts';

export interface Sending {
  readonly isUnderWay: boolean;
  /** What stands in the way, in sentences. */
  readonly problem?: string;
  /** What happened since the person read. */
  readonly stale?: StaleTurn;
}

const IDLE: Sending = { isUnderWay: false };
const UNCONFIRMED =
  'The hall has not confirmed this. Send it again: if it was recorded the first time, nothing is recorded twice.';

/** As a form begins: with what is known of an earlier attempt. */
export function readSending(id: string): Sending {
  return readDraft(id)?.attempt === undefined ? IDLE : { ...IDLE, problem: UNCONFIRMED };
}

function afterFailure(error: unknown): Sending {
  if (error instanceof NoAnswer) return { ...IDLE, problem: `${error.message} ${UNCONFIRMED}` };
  const stale = error instanceof RequestError ? error.error.stale : undefined;
  return { ...IDLE, problem: describeError(error), ...defined({ stale }) };
}

/** Keys of what is on its way from this tab: its form may be gone by now, and its answer is not lost. */
export const underWay = signal<ReadonlySet<string>>(new Set());

interface Confirmed {
  readonly debate: string;
  readonly words: string;
}

/** What was recorded last, in whichever debate: each time another object, also for the same words. */
export const confirmed = signal<Confirmed | undefined>(undefined);

export interface PendingWrite {
  /** Of the draft. */
  readonly id: string;
  readonly draft: Draft;
  readonly path: string;
  /** What is said aloud once it is recorded. */
  readonly confirmation: string;
  /** Without the key. */
  readonly body: object;
}

/** What the form shows afterwards; `undefined` once it is recorded. */
export async function send<Answer extends Pick<WriteAnswer, 'threadId' | 'readAs'> = WriteAnswer>(
  { id, draft, path, confirmation, body }: PendingWrite,
  done: (answer: Answer) => void,
): Promise<Sending> {
  const attempt = { path, body: { key: draft.key, ...body } };
  noteAttempt(id, draft, attempt);
  underWay.value = new Set([...underWay.value, draft.key]);
  try {
    const answer = await postJson<Answer>(path, attempt.body);
    removeWords(id, draft.key);
    const words = answer.readAs === undefined ? confirmation : `${confirmation} ${answer.readAs}`;
    confirmed.value = { debate: findDebate(id), words };
    done(answer);
    return IDLE;
  } catch (error) {
    // After a refusal it is certain that nothing was recorded; a lost session says nothing of what the hall did before.
    if (error instanceof RequestError && !isSignedOut(error)) noteRefusal(id);
    return afterFailure(error);
  } finally {
    underWay.value = new Set([...underWay.value].filter((key) => key !== draft.key));
  }
}
