// A hall in a folder of its own that knows nothing of the machine's configuration.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Hall } from '../src/hall/operations/hall.ts';
import { chainEnd, chainEvent, seal, toLine } from '../src/ledger/chain/chain.ts';
import type { Cursor } from '../src/ledger/stores/store.ts';
import { ENDLESS, openDebate, openHall, turn } from './built.ts';

/** An hour of turns lies in the past, so that the clock is never behind the ledger. */
const STARTED = Date.now() - 3_600_000;

export const AGENTS = {
  rehearsal: { kind: 'rehearsal', wordsPerSecond: 0 },
  silent: { kind: 'rehearsal', misbehave: 'hangs', limits: { firstOutputMs: 600_000, totalMs: 600_000 } },
};

export interface TemporaryHall {
  readonly hall: Hall;
  readonly folder: string;
  readonly ledgerPath: (threadId: string) => string;
  close(): Promise<void>;
}

/** `variables`: what it knows beside where programs are. */
export async function temporaryHall(variables: Readonly<Record<string, string>> = {}): Promise<TemporaryHall> {
  const folder = mkdtempSync(path.join(tmpdir(), 'debate-hall-bench-'));
  const settings = [
    { name: 'bench', path: ['hall'], value: path.join(folder, 'debates') },
    { name: 'bench', path: ['agents'], value: AGENTS },
  ];
  const hall = await openHall({
    cwd: folder,
    home: folder,
    env: { PATH: process.env['PATH'], ...variables },
    settings,
  });
  return {
    hall,
    folder,
    ledgerPath: (threadId) => path.join(folder, 'debates', `${threadId}.jsonl`),
    close: async () => {
      await hall.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As if every ledger had been written since the last list. */
export function forgetRows(hall: string): void {
  const side = path.join(hall, '.hall');
  for (const name of readdirSync(side)) if (name.endsWith('.memo.json')) rmSync(path.join(side, name));
}

export async function openByHand(hall: Hall, threadId: string, topic = 'Should we?'): Promise<void> {
  const signal = new AbortController().signal;
  await openDebate(hall, { topic, threadId, options: ENDLESS, seating: 'by-hand', signal });
}

/** A debate of so many turns, written in one go; its chain and its turns are as real as any. `decided`: it is over. */
export async function longDebate(
  hall: Hall,
  threadId: string,
  turns: number,
  characters: number,
  decided?: { readonly topic: string; readonly decision: string },
): Promise<void> {
  await openByHand(hall, threadId, decided?.topic);
  const { log } = await hall.engine.snapshot(threadId);
  let end = chainEnd(log[0] as (typeof log)[number]);
  const lines: string[] = [];
  for (let number = 0; number < turns; number += 1) {
    const { seat, content, by } = turn(number, characters);
    const event = chainEvent(
      {
        type: 'turn-recorded',
        data: { seat, act: 'turn', content: seal(content, hall.random(32)), data: {}, warnings: [], by },
      },
      end,
      new Date(STARTED + number).toISOString(),
    );
    lines.push(toLine(event));
    end = chainEnd(event);
  }
  if (decided !== undefined) {
    const decision = { text: seal(decided.decision, hall.random(32)) };
    const data = { outcome: 'closed-manually' as const, decision, warnings: [], by: 'Ada' };
    lines.push(toLine(chainEvent({ type: 'debate-closed', data }, end, new Date(STARTED + turns).toISOString())));
  }
  const after = (await hall.store.read(threadId))?.cursor as Cursor;
  await hall.store.append(threadId, { after, lines: lines.join('') });
}
