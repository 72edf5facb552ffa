// Chooses which files of a change fit into a budget: what people wrote before what programs wrote, small before large.
import { isSkippedByDefault } from './files/ignore-rules.ts';

const MACHINE_MADE = [
  // Lock files.
  /(?:\.lock|\.lockb|[-.]lock\.(?:json|ya?ml|hcl)|\.lockfile|\/Package\.resolved)$/i,
  // Generated and minified.
  /(?:\.(?:g|gr|freezed|gen|generated|pb|designer)\.\w+|_pb2(?:_grpc)?\.pyi?|\.min\.(?:js|css)|\.map|\.snap)$/i,
  /\/(?:__generated__|generated|__snapshots__)\//i,
  // Vendored and built.
  /\/(?:vendor|third_party|node_modules|bower_components|Pods|dist)\//,
];

/** Whether a program wrote the file, going by its path: a lock file, generated, minified, built or vendored code. */
export function isMachineMade(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return isSkippedByDefault(name) || MACHINE_MADE.some((shape) => shape.test(`/${path}`));
}

/**
 * Those that fit into `maxBytes` together, in the order in which they were chosen: most files rather than the largest,
 * and the same ones whatever order they come in. Names are paths with "/".
 */
export function selectFitting<T extends { readonly name: string; readonly bytes: number }>(
  all: readonly T[],
  maxBytes: number,
): readonly T[] {
  const order = all
    .map((one) => ({ one, rank: isMachineMade(one.name) ? 1 : 0 }))
    .sort((a, b) => a.rank - b.rank || a.one.bytes - b.one.bytes || (a.one.name < b.one.name ? -1 : 1));
  let left = maxBytes;
  return order.flatMap(({ one }) => {
    if (one.bytes > left) return [];
    left -= one.bytes;
    return [one];
  });
}
