// What a person writes on the page. Every body has a key that the page makes once for each thing written and keeps with the
// draft, so that a request that is sent twice is recorded once.
import * as z from 'zod';
import { CLAIM_MOVES } from '../claims.ts';

const text = z.string().min(1).max(1_000_000);
const optionalText = z.string().max(100_000).optional();
const seen = z.int().min(0);
const seat = z.string().min(1).max(200);
const key = z.string().min(8).max(100);
const confidence = z.int().min(0).max(100).optional();

/** What a turn says of claims: of those that there are, by their names, and new ones. */
const claimsShape = {
  replies: z
    .array(
      z.strictObject({
        claim: z.string().regex(/^C\d{1,4}$/),
        move: z.enum(CLAIM_MOVES),
        words: z.string().max(100_000),
      }),
    )
    .max(200)
    .optional(),
  newClaims: z.array(z.string().max(100_000)).max(20).optional(),
};

const pointShape = {
  /** The seat whose position or claim it is about. */
  target: seat,
  move: z.enum(['concede', 'rebut', 'refine']),
  words: text,
  /** What would be better, or what both could hold. */
  resolution: optionalText,
};

/** What a person filled in, by the kind of turn that waits for them. */
const turnFormSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text, ...claimsShape }),
  z.strictObject({ kind: z.literal('claims'), ...claimsShape }),
  z.strictObject({
    kind: z.literal('points'),
    points: z
      .array(z.strictObject({ claim: z.string().max(100).optional(), ...pointShape }))
      .min(1)
      .max(200),
  }),
  z.strictObject({
    kind: z.literal('opening'),
    answer: text,
    confidence,
    /** What the answer rests on; empty ones are left out. */
    claims: z.array(z.string().max(100_000)).max(20).optional(),
    changeMind: optionalText,
  }),
  z.strictObject({
    kind: z.literal('ballot'),
    answer: text,
    confidence,
    /** One of the claims that the turn offers; empty: nothing. */
    movedBy: optionalText,
    reason: optionalText,
    /** Where the ballot is also a vote on the decision. */
    vote: z.enum(['own', 'accept', 'reject']).optional(),
    objection: optionalText,
  }),
  z.strictObject({ kind: z.literal('vote'), vote: z.enum(['approve', 'reject']), reason: optionalText }),
  z.strictObject({
    kind: z.literal('review'),
    action: z.enum(['approve', 'override', 'reject']),
    /** With override: whose words these replace. */
    side: z.string().max(100).optional(),
    text: optionalText,
  }),
]);
export type TurnForm = z.infer<typeof turnFormSchema>;

/** `POST /api/debates/:id/say` */
export const sayRequestSchema = z.strictObject({
  key,
  seat,
  /** Of the `WaitingTurn` that was answered. */
  step: z.string().min(1).max(500),
  /** Of the sheet or record that the person read. A turn is refused when its seat could read something newer. */
  seen,
  form: turnFormSchema,
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

/** The answer to every write of a debate. */
export interface WriteAnswer {
  readonly threadId: string;
  /** Events of the ledger afterwards. */
  readonly events: number;
  /** "Read as: Yes, 80% sure." */
  readonly readAs?: string;
}
