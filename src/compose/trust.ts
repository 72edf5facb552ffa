// Who decides whether a project is trusted: whoever says so for this command, else the environment, else what was decided
// before, else the person who is asked.
import { realpath } from 'node:fs/promises';
import { delimiter, isAbsolute } from 'node:path';
import type { DecideTrust, TrustDecision, TrustRequest } from '../config/trust-request.ts';
import { openTrustStore, trustFolder } from '../config/trust-store.ts';
import { type Environment, TRUST_VARIABLE } from '../config/variables.ts';
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

const DIGEST = /^[0-9a-f]{64}$/i;

/** Whether the variable names this folder or this digest. Relative paths would trust every folder, so they count for nothing. */
async function isNamed({ folder, digest }: TrustRequest, env: Environment): Promise<boolean> {
  const entries = (env[TRUST_VARIABLE] ?? '').split(delimiter).filter((entry) => entry !== '');
  if (entries.some((entry) => DIGEST.test(entry) && entry.toLowerCase() === digest)) return true;
  const folders = entries.filter(isAbsolute).map(async (entry) => await realpath(entry).catch(() => undefined));
  return (await Promise.all(folders)).includes(folder);
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
