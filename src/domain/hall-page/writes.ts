// What a person writes on the page. Every body has a key that the page makes once for each thing written and keeps with the
// draft, so that a request that is sent twice is recorded once.
import * as z from 'zod';
import { TURN_KINDS } from '../turn-form/kinds.ts';

const text = z.string().min(1).max(1_000_000);
const seen = z.int().min(0);
const seat = z.string().min(1).max(200);
const key = z.string().min(8).max(100);

/** `POST /api/debates/:id/say` */
export const sayRequestSchema = z.strictObject({
  key,
  seat,
  /** Of the `WaitingTurn` that was answered. */
  step: z.string().min(1).max(500),
  /** Of the sheet or record that the person read. A turn is refused when its seat could read something newer. */
  seen,
  kind: z.enum(TURN_KINDS),
  /** By the names of the fields of that turn. */
  filled: z.record(z.string().max(250), z.string().max(1_000_000)),
});
export type SayRequest = z.infer<typeof sayRequestSchema>;

/** `POST /api/debates/:id/interject` */
export const interjectRequestSchema = z.strictObject({ key, text });
export type InterjectRequest = z.infer<typeof interjectRequestSchema>;

/** `POST /api/debates/:id/ask`; without a seat all that agents fill. */
export const askRequestSchema = z.strictObject({ key, text, seat: seat.optional() });
export type AskRequest = z.infer<typeof askRequestSchema>;

/** `POST /api/debates/:id/pick` */
export const pickRequestSchema = z.strictObject({ key, seat });
export type PickRequest = z.infer<typeof pickRequestSchema>;

/** `POST /api/debates/:id/outcome` */
export const outcomeRequestSchema = z.strictObject({
  key,
  /** "right", "wrong", "mixed", or the right answer to a closed question. */
  turnedOut: z.string().min(1).max(2_000),
  note: z.string().max(16_000).optional(),
});
export type OutcomeRequest = z.infer<typeof outcomeRequestSchema>;

const limits = z.strictObject({
  tokens: z.int().min(1).optional(),
  usd: z.number().positive().optional(),
  minutes: z.number().positive().optional(),
});

/** `POST /api/debates/:id/resume`; without limits under those that the debate has. */
export const resumeRequestSchema = z.strictObject({ key, limits: limits.optional() });
export type ResumeRequest = z.infer<typeof resumeRequestSchema>;

/** `POST /api/debates/:id/close`; a debate that has run its course needs no words. */
export const closeRequestSchema = z.strictObject({ key, decision: z.string().max(1_000_000).optional() });
export type CloseRequest = z.infer<typeof closeRequestSchema>;

/** `POST /api/debates/:id/again` */
export const againRequestSchema = z.strictObject({ key });
export type AgainRequest = z.infer<typeof againRequestSchema>;

/** `POST /api/debates/:id/fork`; without an event it keeps everything. */
export const forkRequestSchema = z.strictObject({ key, at: z.int().min(0).optional() });
export type ForkRequest = z.infer<typeof forkRequestSchema>;

/** `POST /api/debates/:id/pause` */
export const pauseRequestSchema = z.strictObject({ key });
export type PauseRequest = z.infer<typeof pauseRequestSchema>;

export interface WriteAnswer {
  readonly threadId: string;
  /** Events of the ledger afterwards. */
  readonly events: number;
  /** "Read as: Yes, 80% sure." */
  readonly readAs?: string;
}
