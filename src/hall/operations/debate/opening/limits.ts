// Limits as a ledger has them, from the units that people give them in.
import { findSpentLimit, limitsLeft } from '../../../../domain/budget.ts';
import type { Limits } from '../../../../domain/event-parts.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { AMOUNTS } from '../../../../domain/words/describe-limit.ts';
import { MICRO } from '../../../../domain/words/format-figures.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';
import type { Hall } from '../../hall.ts';

const MINUTE_MS = 60_000;

/** In whole numbers: millionths of a dollar, milliseconds. */
export function ledgerLimits({
  tokens,
  usd,
  minutes,
}: Pick<Hall['loaded']['config']['limits'], 'tokens' | 'usd' | 'minutes'>): Limits {
  return {
    tokens,
    costMicroUsd: usd === null ? null : Math.max(1, Math.round(usd * MICRO)),
    wallMs: minutes === null ? null : Math.max(1, Math.round(minutes * MINUTE_MS)),
  };
}

type Raised = { readonly [Name in 'tokens' | 'usd' | 'minutes']?: number | undefined };

/** Limits that take the place of the recorded ones: those that are given; nothing where none is. */
export function raisedLimits({ tokens, usd, minutes }: Raised = {}): { readonly limits?: Partial<Limits> } {
  const given = { tokens: tokens ?? null, usd: usd ?? null, minutes: minutes ?? null };
  const limits = Object.entries(ledgerLimits(given)).filter(([, value]) => value !== null);
  return limits.length === 0 ? {} : { limits: Object.fromEntries(limits) };
}

const FLAGS = { tokens: '--max-tokens <n>', money: '--max-usd <amount>', time: '--max-minutes <n>' } as const;

/**
 * The limits of the step that follows a debate: what that one left of its own, or of those given instead. So one limit holds for all
 * steps together. Throws `limit-reached` where nothing is left; `command` is what begins the step.
 */
export function limitsAfter({ threadId, debate }: Snapshot, command: string, raised: Partial<Limits> = {}): Limits {
  const held = { ...debate, limits: { ...debate.limits, ...raised } };
  const spent = findSpentLimit(held);
  if (spent === undefined) return limitsLeft(held);
  const { limit, used, max } = spent;
  const amount = AMOUNTS[limit];
  throw new HallError(
    'limit-reached',
    `The limit on ${limit} holds for all steps together, and "${threadId}" has used ${amount(used)} of ${amount(max)}, so the next step was not begun.`,
    { hint: `Allow more: ${command} ${FLAGS[limit as keyof typeof FLAGS]}` },
  );
}
