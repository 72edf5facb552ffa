// The contract of permits: a call to a provider needs one, and there are never more than the provider's limits allow.

export interface ProviderLimits {
  /** Calls at the same time. */
  readonly concurrent?: number | undefined;
  /** Calls begun in any 60 seconds. */
  readonly perMinute?: number | undefined;
}

export interface Permit {
  /** Aborted once somebody else may have it: the call must end. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

export const MINUTE_MS = 60_000;

export interface Permits {
  /** Waits for a permit, in no promised order; `undefined` when `signal` is aborted first. `key` names whose limits they are. */
  acquire(key: string, limits: ProviderLimits, signal: AbortSignal): Promise<Permit | undefined>;
  close(): Promise<void>;
}
