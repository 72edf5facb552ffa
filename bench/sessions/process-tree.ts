// Looks at a process and everything below it while it runs, by /proc: how much memory they held at once.
import { readdirSync, readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 50;
const PAGE_BYTES = 4_096;

interface Seen {
  readonly parent: number;
  readonly residentBytes: number;
}

function seenNow(): Map<number, Seen> {
  const found = new Map<number, Seen>();
  for (const id of readdirSync('/proc')) {
    if (!/^\d+$/.test(id)) continue;
    try {
      const text = readFileSync(`/proc/${id}/stat`, 'utf8');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      found.set(Number(id), { parent: Number(fields[1]), residentBytes: Number(fields[21]) * PAGE_BYTES });
    } catch {
      // It ended meanwhile.
    }
  }
  return found;
}

export interface Peak {
  /** Of all of them together, at the worst moment; pages that they share count once for each. */
  bytes: number;
  /** Of the process itself. */
  rootBytes: number;
}

/** Watches until the function that it gives back is called, which tells the most that was seen. */
export function watchMemory(root: number): () => Peak {
  const peak: Peak = { bytes: 0, rootBytes: 0 };
  const look = () => {
    const all = seenNow();
    const isBelow = (pid: number): boolean => {
      for (let at: number | undefined = pid; at !== undefined && at > 1; at = all.get(at)?.parent) {
        if (at === root) return true;
      }
      return false;
    };
    let bytes = 0;
    for (const [pid, { residentBytes }] of all) if (isBelow(pid)) bytes += residentBytes;
    peak.bytes = Math.max(peak.bytes, bytes);
    peak.rootBytes = Math.max(peak.rootBytes, all.get(root)?.residentBytes ?? 0);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    return peak;
  };
}
