// Who decides whether a project is trusted: whoever says so for this command, else the environment, else what was decided
// before, else the person who is asked.
import { realpath } from 'node:fs/promises';
import type { Environment } from '../config/sources/variables.ts';
import type { DecideTrust, TrustDecision, TrustRequest } from '../config/trust/trust-request.ts';
import { openTrustStore, trustFolder } from '../config/trust/trust-store.ts';
import { readTrustVariable } from '../config/trust/trust-variable.ts';
import type { Clock } from '../support/clock.ts';

/** Asks a person; `undefined` when they give no answer. */
export type AskTrust = (request: TrustRequest) => Promise<boolean | undefined>;

/** `true` trusts whatever the project asks for, this time; a function asks, and the answer is remembered. */
export type TrustOption = true | AskTrust;

export interface TrustPorts {
  /** The person's own environment, never with a project's .env. */
  readonly env: Environment;
  readonly home: string;
  readonly clock: Clock;
}

async function isNamed({ folder, digest }: TrustRequest, env: Environment): Promise<boolean> {
  const { digests, folders } = readTrustVariable(env);
  if (digests.includes(digest)) return true;
  const real = folders.map(async (entry) => await realpath(entry).catch(() => undefined));
  return (await Promise.all(real)).includes(folder);
}

export function trustStore({ env, home }: Pick<TrustPorts, 'env' | 'home'>) {
  return openTrustStore(trustFolder(env, home));
}

export function decideTrust(option: TrustOption | undefined, ports: TrustPorts): DecideTrust {
  return async (request): Promise<TrustDecision> => {
    if (option === true || (await isNamed(request, ports.env))) return 'trusted';
    const store = trustStore(ports);
    const before = await store.find(request);
    if (before !== undefined) return before;
    const answer = await option?.(request);
    if (answer === undefined) return 'undecided';
    const decision = answer ? 'trusted' : 'refused';
    await store.remember(request, decision, ports.clock.now());
    return decision;
  };
}
