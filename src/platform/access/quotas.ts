// How much a principal may use: runs at once, calls a day, money a month. Pure functions over counted use; days and months are UTC.
import type { Problem } from '../../domain/failures/errors.ts';
import { countNoun, MICRO } from '../../domain/words/format-figures.ts';

/** A limit that is left out does not exist. */
export interface Quota {
  readonly runs?: number | undefined;
  readonly callsPerDay?: number | undefined;
  readonly usdPerMonth?: number | undefined;
}

interface Used {
  readonly callsToday: number;
  readonly microUsdThisMonth: number;
}

/** `call`: of an agent, each time before it is asked. */
export type QuotaAct = 'start-run' | 'call';

function nextDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}

function nextMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}

const readable = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const usd = (micro: number) => `$${(micro / MICRO).toFixed(2)}`;

/**
 * The reason to refuse: what is used up, and when it is free again. `undefined` when there is room. `use.runs`: those that wait or run
 * now.
 */
export function checkQuota(act: QuotaAct, quota: Quota, use: Used & { runs: number }, now: Date): Problem | undefined {
  const { runs, callsPerDay, usdPerMonth } = quota;
  if (act === 'start-run' && runs !== undefined && use.runs >= runs) {
    return refuseRun(use.runs, runs);
  }
  if (usdPerMonth !== undefined && use.microUsdThisMonth >= usdPerMonth * MICRO) {
    return refuse(
      `${usd(use.microUsdThisMonth)} of $${usdPerMonth.toFixed(2)} this month`,
      `The next month begins ${readable(nextMonth(now))}.`,
    );
  }
  if (callsPerDay !== undefined && use.callsToday >= callsPerDay) {
    return refuse(
      `${use.callsToday} of ${countNoun(callsPerDay, 'call')} today`,
      `The next day begins ${readable(nextDay(now))}.`,
    );
  }
  return undefined;
}

/** As many as there may be at once. */
export function refuseRun(used: number, runs: number): Problem {
  return refuse(`${used} of ${countNoun(runs, 'run')} at once`, 'One is free when a run ends.');
}

function refuse(used: string, free: string): Problem {
  return {
    code: 'quota-reached',
    message: `The quota is used up: ${used}. ${free}`,
    hint: 'Wait, or ask an administrator of the hall for a larger quota.',
  };
}

// The port to what principals have used, and the quota that holds for each.

export interface UsageCounter {
  used(principal: string): Promise<Used>;
  /** Counts one call, unless there were as many as `most` today. Two who ask at the same time never get the last one both. */
  countCall(principal: string, most: number | undefined): Promise<'counted' | 'used-up'>;
  addCost(principal: string, microUsd: number): Promise<void>;
  close(): Promise<void>;
}

export interface Quotas {
  readonly default?: Quota | undefined;
  /** By the ID of the principal. */
  readonly people?: Readonly<Record<string, Quota>> | undefined;
}

/** What is set for a person takes the place of all that is set for everyone. */
export function getQuota({ people = {}, default: general = {} }: Quotas, principal: string): Quota {
  return (Object.hasOwn(people, principal) ? people[principal] : undefined) ?? general;
}
