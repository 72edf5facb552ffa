// The settings of a rehearsal in the configuration.
import * as z from 'zod';
import { programLimitsSchema } from '../../settings.ts';

/** Faults that a rehearsal can simulate, and how the hall sees them. */
export const MISBEHAVIOURS = {
  slow: 'answers completely, at 20 words per second',
  hangs: 'never says anything: timed-out',
  'hangs-midway': 'goes silent midway: timed-out, with a partial answer',
  crashes: 'exits at once with code 70: crashed',
  'crashes-midway': 'exits midway with code 70: crashed, with a partial answer',
  garbage: 'prints bytes that follow no protocol: unreadable',
  floods: 'never stops printing: too-large',
  refuses: 'refuses the topic: refused',
  empty: 'answers with white space: empty',
  'lies-about-success': 'prints an error and exits with code 0: crashed',
  'lies-about-failure': 'answers completely and exits with code 1: the answer counts, with a note',
  'rate-limited': 'asks the hall to wait half a second: rate-limited',
  'not-logged-in': 'wants a login: not-logged-in',
  unusable: "breaks the format's rules with 40,000 characters",
  'ignores-sigterm': 'ignores SIGTERM, and so does its grandchild: timed-out, both killed with SIGKILL',
} as const;

export type Misbehaviour = keyof typeof MISBEHAVIOURS;

const { totalMs, idleMs, firstOutputMs, maxOutputBytes } = programLimitsSchema.shape;

export const rehearsalOptions = z
  .strictObject({
    seed: z.string().min(1).max(64).optional().describe('Another seed may give another vote. Default: the topic'),
    wordsPerSecond: z
      .int()
      .min(0)
      .max(10_000)
      .default(180)
      .describe('How fast the answer is written; 0 prints it at once'),
    vote: z
      .enum(['by-seed', 'approve', 'reject-once', 'reject'])
      .default('by-seed')
      .describe('By seed, Wall rejects the first decision of every second topic and approves the next one'),
    misbehave: z
      .enum(Object.keys(MISBEHAVIOURS) as [Misbehaviour, ...Misbehaviour[]])
      .optional()
      .describe('What it does wrong'),
    onCall: z
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .describe(
        'Misbehave only on this call to a seat, retries counted, so that the next one succeeds. Default: always',
      ),
    limits: z
      .strictObject({
        totalMs: totalMs.unwrap().default(120_000),
        idleMs: idleMs.unwrap().default(10_000),
        firstOutputMs: firstOutputMs.unwrap().default(10_000),
        maxOutputBytes: maxOutputBytes.unwrap().default(1024 * 1024),
      })
      .prefault({})
      .describe('As for every program, only shorter: a rehearsal waits for nobody'),
  })
  .refine(({ misbehave, onCall }) => onCall === undefined || misbehave !== undefined, {
    path: ['onCall'],
    error: 'needs "misbehave"',
  });

export type RehearsalOptions = z.infer<typeof rehearsalOptions>;
