// Limits as a ledger has them, from the units that people give them in.
import type { Limits } from '../../../../domain/event-parts.ts';
import { MICRO } from '../../../../domain/words/format-figures.ts';
import type { Hall } from '../../hall.ts';

const MINUTE_MS = 60_000;

/** In whole numbers: millionths of a dollar, milliseconds. */
export function ledgerLimits({ tokens, usd, minutes }: Hall['loaded']['config']['limits']): Limits {
  return {
    tokens,
    costMicroUsd: usd === null ? null : Math.max(1, Math.round(usd * MICRO)),
    wallMs: minutes === null ? null : Math.max(1, Math.round(minutes * MINUTE_MS)),
  };
}

interface Raised {
  readonly tokens?: number | undefined;
  readonly usd?: number | undefined;
  readonly minutes?: number | undefined;
}

/** Limits that take the place of the recorded ones: those that are given. */
export function raisedLimits({ tokens, usd, minutes }: Raised = {}): Partial<Limits> {
  const given = { tokens: tokens ?? null, usd: usd ?? null, minutes: minutes ?? null, turns: null, rounds: null };
  const all = Object.entries(ledgerLimits(given));
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}
