// Connects to a host at network addresses that were checked, and at no others: of a public host only public ones, of one that a person
// named as private those of private networks as well.
import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIPv6, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Agent } from 'undici';
import { untilAborted } from '../../support/wait.ts';

const PRIVATE_RANGES: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);
/** In private ranges, and yet nothing but keys of the machine: metadata services of Amazon, Alibaba and Oracle. */
const METADATA: ReadonlySet<string> = new Set(['fd00:ec2::254', '100.100.100.200', '192.0.0.192']);

/** `never` for what no page comes from: link-local, multicast, reserved, translated and tunnelled addresses. */
type Reach = 'public' | 'private' | 'never';

/** An old form of IPv4 inside of IPv6, such as ::10.0.0.1, which nothing uses. `::1` is this machine. */
function isIpv4Compatible(address: string): boolean {
  if (!isIPv6(address) || address.includes('%')) return false;
  // In digits alone: the library takes dotted ones for the form that is in use.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  return (
    plain !== '::1' &&
    ipaddr.IPv6.parse(plain)
      .parts.slice(0, 6)
      .every((part) => part === 0)
  );
}

/** IPv4 inside of IPv6 counts as IPv4. */
export function judgeAddress(address: string): Reach {
  if (!ipaddr.isValid(address)) return 'never';
  const parsed = ipaddr.process(address);
  if (isIpv4Compatible(address)) return 'never';
  if (METADATA.has(parsed.toString())) return 'never';
  const range = parsed.range();
  return range === 'unicast' ? 'public' : PRIVATE_RANGES.has(range) ? 'private' : 'never';
}

/** What is known without asking anybody. */
export const isPrivateHost = (host: string): boolean => host === 'localhost' || judgeAddress(host) === 'private';

export type LookUpHost = (host: string) => Promise<readonly LookupAddress[]>;

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
): Promise<readonly LookupAddress[]> {
  const found = await untilAborted(lookup(host), signal);
  return found.filter(({ address }) => {
    const judged = judgeAddress(address);
    return judged === 'public' || (judged === 'private' && reach === 'private');
  });
}

/** Connects to these addresses and asks nobody again. */
function createLookup(addresses: readonly LookupAddress[]): LookupFunction {
  const [first] = addresses;
  return (_host, { all }, done) => {
    if (all) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family);
  };
}

export async function createAgent(addresses: readonly LookupAddress[]): Promise<Agent> {
  const { Agent } = await import('undici');
  return new Agent({ connect: { lookup: createLookup(addresses) }, maxHeaderSize: 64 * 1024 });
}
