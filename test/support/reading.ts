// What seats can look up, for tests that use it without a debate.
import { join } from 'node:path';
import { isEvent, type LedgerEvent } from '../../src/domain/events.ts';
import type { ReadingBudget } from '../../src/domain/reading/reading.ts';
import { createGits } from '../../src/material/context/git/git.ts';
import { createDesks, type Desks, type Look } from '../../src/material/reading/desk.ts';
import { createLookCache } from '../../src/material/reading/look-cache.ts';
import { openSources } from '../../src/material/reading/open-sources.ts';
import type { OpenPorts } from '../../src/material/reading/sources.ts';
import type { ProcessRunner } from '../../src/process/process.ts';
import { systemClock, systemRandom } from '../../src/support/clock.ts';
import { gitSandboxHere } from './git-sandbox.ts';

export const MARKER = '0123456789abcdef';
const AMPLE: ReadingBudget = { turnLooks: 10_000, turnBytes: 1e9, seatLooks: 10_000, seatBytes: 1e9 };

export function readingPorts(processes: ProcessRunner, cwd: string, ports: Partial<OpenPorts> = {}): OpenPorts {
  const { signal } = new AbortController();
  return {
    cwd,
    gitIn: createGits(processes, { env: process.env, signal, sandbox: gitSandboxHere(processes) }),
    hallFolder: join(cwd, 'debates'),
    outputs: [],
    signal,
    documents: [],
    leftOut: [],
    fetchPage: async () => {
      throw new Error('Nothing is fetched here.');
    },
    pages: [],
    decisions: async () => ({ sha256: '0'.repeat(64), decisions: [] }),
    ...ports,
  };
}

/** Desks whose looks are kept in a list instead of a ledger. */
export async function openDesks(
  processes: ProcessRunner,
  cwd: string,
  { specs = ['.'], budget = AMPLE }: { specs?: readonly string[]; budget?: ReadingBudget } = {},
): Promise<Desks & { readonly looks: readonly Look[] }> {
  const sources = await openSources(specs, readingPorts(processes, cwd));
  const looks: Look[] = [];
  const log = () =>
    looks
      .map((look, seq) => ({ type: 'look-recorded', seq, data: look }) as unknown as LedgerEvent)
      .filter((event) => isEvent(event, 'look-recorded'));
  const desks = createDesks({
    looks: createLookCache(sources, MARKER),
    budget,
    log: async () => log(),
    record: async (look) => void looks.push(look),
    clock: systemClock,
    random: systemRandom,
  });
  return { ...desks, looks };
}
