// Which network addresses a page may come from: public ones, or those of a private network that a person has named.
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

const PRIVATE_RANGES: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);
/** In private ranges, and yet nothing but keys of the machine: metadata services of Amazon, Alibaba and Oracle. */
const METADATA: ReadonlySet<string> = new Set(['fd00:ec2::254', '100.100.100.200', '192.0.0.192']);

/** `never` for what no page comes from: link-local, multicast, reserved, translated and tunnelled addresses. */
export type Reach = 'public' | 'private' | 'never';

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
