// Who decides whether a project is trusted: whoever says so for this command, else the environment, else what was decided
// before, else the person who is asked.
import { realpath } from 'node:fs/promises';
import { HallError, unlessRefused } from '../../domain/failures/errors.ts';
import type { Clock } from '../../support/clock.ts';
import { escapeInvisible } from '../../support/control-characters.ts';
import type { Environment } from '../../support/environment.ts';
import type { LoadedConfig } from '../config/load.ts';
import { createNotTrustedError, describeUntrusted } from '../config/trust/trust.ts';
import {
  type DecideTrust,
  type TrustDecision,
  type TrustRequest,
  trustRequest,
} from '../config/trust/trust-request.ts';
import { readTrustVariable, trustStore } from '../config/trust/trust-store.ts';
import type { OutsideTrust } from '../operations/hall.ts';

/** Asks a person: whether they trust it; `undefined` when they give no answer. */
export type AskTrust = (request: TrustRequest) => Promise<boolean | undefined>;

/** `true` trusts whatever the project asks for, this time; a function asks, and the answer is remembered. */
export type TrustOption = true | AskTrust;

export interface TrustPorts {
  /** The person's own environment, never with a project's .env. */
  readonly env: Environment;
  readonly home: string | undefined;
  readonly clock: Clock;
}

async function isNamed({ folder, digest }: TrustRequest, env: Environment): Promise<boolean> {
  const { digests, folders } = readTrustVariable(env);
  if (digests.includes(digest)) return true;
  const real = folders.map(async (entry) => await realpath(entry).catch(() => undefined));
  return (await Promise.all(real)).includes(folder);
}

/** The warnings of a configuration; what an untrusted project asks for is said once a day. */
export async function listNewWarnings(
  { warnings, trust: { request, ignored } }: Pick<LoadedConfig, 'warnings' | 'trust'>,
  ports: TrustPorts,
): Promise<readonly string[]> {
  if (request === undefined || ignored.length === 0) return warnings;
  if (await trustStore(ports).isFirstToday(request, ports.clock.now())) return warnings;
  const known = describeUntrusted(request);
  return warnings.filter((warning) => warning !== known);
}

/** Throws `bad-input` for an answer of another kind, which could be meant either way. */
async function askPerson(
  option: AskTrust | undefined,
  request: TrustRequest,
): Promise<'trusted' | 'refused' | undefined> {
  const answer: unknown = await option?.(request);
  if (answer === undefined) return;
  if (typeof answer === 'boolean') return answer ? 'trusted' : 'refused';
  throw new HallError('bad-input', 'The trust function gave an answer that is neither true nor false.', {
    hint: 'Return true to trust the project, false to refuse, or undefined to decide nothing.',
  });
}

export function decideTrust(option: TrustOption | undefined, ports: TrustPorts): DecideTrust {
  return async (request): Promise<TrustDecision> => {
    if (option === true || (await isNamed(request, ports.env))) return 'trusted';
    const store = trustStore(ports);
    const before = await store.find(request);
    if (before !== undefined) return before;
    const decision = await askPerson(option, request);
    if (decision === undefined) return 'undecided';
    await store.remember(request, decision, ports.clock.now());
    return decision;
  };
}

/** One for each place, so that a debate, and what is opened of it later, need one decision. */
export function outsideRequests(repository: string, places: readonly string[]): readonly TrustRequest[] {
  return places.flatMap((place) => {
    const allows = `lets debates read ${escapeInvisible(place)}, outside of the repository`;
    return trustRequest(repository, [{ source: repository, path: ['debates'], value: place, allows }], new Map()) ?? [];
  });
}

export function joinRequests(requests: readonly TrustRequest[]): TrustRequest | undefined {
  const [first] = requests;
  return (
    first &&
    trustRequest(
      first.folder,
      requests.flatMap(({ claims }) => claims),
      new Map(),
    )
  );
}

/** For a hall that comes with no repository. */
export const EVERYTHING: OutsideTrust = { require: async () => {}, remember: async () => {} };

/** `repository` is its real path. */
export function trustOutside(option: TrustOption | undefined, ports: TrustPorts, repository: string): OutsideTrust {
  const store = trustStore(ports);
  return {
    async require(places) {
      const wanted = outsideRequests(repository, places);
      const decisions = await Promise.all(wanted.map(async (request) => await store.find(request)));
      const left = wanted.filter((_, at) => decisions[at] !== 'trusted');
      const question = joinRequests(left);
      if (question === undefined || option === true || (await isNamed(question, ports.env))) return;
      const decision = decisions.includes('refused') ? undefined : await askPerson(option, question);
      if (decision !== undefined)
        for (const request of left) await store.remember(request, decision, ports.clock.now());
      if (decision !== 'trusted')
        throw createNotTrustedError('The debate reads what is outside of its repository', question);
    },
    async remember(places) {
      // Or else somebody is asked when the debate is opened again.
      await unlessRefused(async () => {
        for (const request of outsideRequests(repository, places))
          if ((await store.find(request)) !== 'trusted') await store.remember(request, 'trusted', ports.clock.now());
      });
    },
  };
}
