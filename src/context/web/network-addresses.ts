// Which network addresses a page may come from: public ones, or those of a private network that a person has named.
import ipaddr from 'ipaddr.js';

const PRIVATE_RANGES: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);
/** In private ranges, and yet nothing but keys of the machine: metadata services of Amazon, Alibaba and Oracle. */
const METADATA: ReadonlySet<string> = new Set(['fd00:ec2::254', '100.100.100.200', '192.0.0.192']);

/** `never` for what no page comes from: link-local, multicast, reserved, translated and tunnelled addresses. */
export type Reach = 'public' | 'private' | 'never';

/** IPv4 inside of IPv6 counts as IPv4. */
export function judgeAddress(address: string): Reach {
  if (!ipaddr.isValid(address)) return 'never';
  const parsed = ipaddr.process(address);
  if (METADATA.has(parsed.toString())) return 'never';
  const range = parsed.range();
  return range === 'unicast' ? 'public' : PRIVATE_RANGES.has(range) ? 'private' : 'never';
}
