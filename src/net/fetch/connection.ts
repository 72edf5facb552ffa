// Connects to a host at network addresses that were checked, and at no others: of a public host only public ones, of one that a person
// named as private those of private networks as well.
import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import { judgeAddress } from './network-addresses.ts';

export interface NetworkAddress {
  readonly address: string;
  readonly family: number;
}

/** All network addresses of a host. */
export type LookUpHost = (host: string) => Promise<readonly NetworkAddress[]>;

const lookUpInSystem: LookUpHost = async (host) => await systemLookup(host, { all: true });

interface ReachOptions {
  readonly reach: 'public' | 'private';
  readonly signal: AbortSignal;
  /** Those of the system when left out. */
  readonly lookup?: LookUpHost | undefined;
}

/** The addresses of a host that may be connected to; a literal one is its own. Throws what the lookup throws. */
export async function findAddresses(
  host: string,
  { reach, signal, lookup = lookUpInSystem }: ReachOptions,
): Promise<readonly NetworkAddress[]> {
  const found = await withSignal(lookup(host), signal);
  return found.filter(({ address }) => {
    const judged = judgeAddress(address);
    return judged === 'public' || (judged === 'private' && reach === 'private');
  });
}

async function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return await new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Connects to these addresses and asks nobody again. */
function createLookup(addresses: readonly NetworkAddress[]): LookupFunction {
  const [first] = addresses;
  return (_host, { all }, done) => {
    if (all) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family);
  };
}

export async function createAgent(addresses: readonly NetworkAddress[]): Promise<Agent> {
  const { Agent } = await import('undici');
  return new Agent({ connect: { lookup: createLookup(addresses) }, maxHeaderSize: 64 * 1024 });
}
