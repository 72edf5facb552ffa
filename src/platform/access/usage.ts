// The port to what principals have used, and the quota that holds for each.
import type { Quota } from './quotas.ts';

export interface Used {
  readonly callsToday: number;
  readonly microUsdThisMonth: number;
}

export interface UsageCounter {
  used(principal: string): Promise<Used>;
  /** Counts one call, unless there were as many as `most` today. Two who ask at the same time never get the last one both. */
  countCall(principal: string, most: number | undefined): Promise<'counted' | 'used-up'>;
  addCost(principal: string, microUsd: number): Promise<void>;
  close(): Promise<void>;
}

export interface Quotas {
  readonly default?: Quota;
  /** By the ID of the principal. */
  readonly people?: Readonly<Record<string, Quota>>;
}

/** What is set for a person takes the place of all that is set for everyone. */
export function getQuota({ people = {}, default: general = {} }: Quotas, principal: string): Quota {
  return (Object.hasOwn(people, principal) ? people[principal] : undefined) ?? general;
}
