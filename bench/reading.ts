// Looking things up: a search in a large repository against `git grep`, and what a look takes beyond reading the bytes.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ReadingBudget } from '../src/domain/reading/reading.ts';
import { createDesks, type SeatDesk } from '../src/material/reading/desk.ts';
import { createLookCache } from '../src/material/reading/look-cache.ts';
import { lookUp } from '../src/material/reading/look-up.ts';
import { openSources } from '../src/material/reading/open-sources.ts';
import type { Sources } from '../src/material/reading/sources.ts';
import { interleave, timed } from './measure.ts';
import { limitRow, type Row, ratioRow } from './report.ts';
import { openByHand, type TemporaryHall, temporaryHall } from './temporary-hall.ts';

const FILES = 50_000;
const PER_FOLDER = 100;
const LINES = 40;
const SEARCHES = 9;
const LOOKS = 51;
const MARKER = '0123456789abcdef';
const AMPLE: ReadingBudget = { turnLooks: 100_000, turnBytes: 1e9, seatLooks: 100_000, seatBytes: 1e9 };

const nameOf = (index: number) => `src/part-${Math.floor(index / PER_FOLDER)}/module-${index}.ts`;

/** Some files hold a line that a search finds. */
function textOf(index: number): string {
  const lines = Array.from(
    { length: LINES },
    (_, line) => `export const value${index}_${line} = compute(${line}, 'a');`,
  );
  return `${index % 1_000 === 0 ? '// needle\n' : ''}${lines.join('\n')}\n`;
}

function writeRepository(folder: string): void {
  for (let index = 0; index < FILES; index += 1) {
    const file = path.join(folder, nameOf(index));
    if (index % PER_FOLDER === 0) mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, textOf(index));
  }
  // What git tidies up later would still run when the folder goes.
  const quiet = ['-c', 'gc.auto=0', '-c', 'maintenance.auto=false'];
  const git = (...args: string[]) => execFileSync('git', [...quiet, ...args], { cwd: folder, stdio: 'ignore' });
  git('init', '--quiet');
  git('add', '--all');
  git('-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', 'commit', '--quiet', '--message', 'All');
}

async function openRepository({ hall }: TemporaryHall, folder: string): Promise<Sources> {
  const { signal } = new AbortController();
  return await openSources(['.'], {
    cwd: folder,
    gitIn: await hall.gits(signal),
    hallFolder: path.join(folder, 'debates'),
    signal,
    outputs: [],
    documents: [],
    leftOut: [],
    pages: [],
    fetchPage: () => Promise.reject(new Error('Nothing is fetched.')),
    decisions: async () => ({ sha256: '0'.repeat(64), decisions: [] }),
  });
}

async function measureSearch(sources: Sources, folder: string): Promise<Row[]> {
  const search = async (pattern: string) => {
    const found = await lookUp(sources, MARKER, { tool: 'search_text', arguments: { pattern } });
    if (found.refused) throw new Error(found.text);
  };
  const grep = (pattern: string) => {
    execFileSync('git', ['grep', '--line-number', '-I', '-E', '-e', pattern], { cwd: folder });
  };
  const few = await interleave(
    { ours: () => timed(() => search('needle')), bare: () => timed(() => grep('needle')) },
    SEARCHES,
  );
  const many = await interleave(
    { ours: () => timed(() => search('value[0-9]*7_3 ')), bare: () => timed(() => grep('value[0-9]*7_3 ')) },
    SEARCHES,
  );
  return [
    ratioRow('`search_text` with 50 hits in 50,000 files against `git grep`', few.ours, few.bare, 1.5),
    ratioRow('`search_text` with 5,000 hits in 50,000 files against `git grep`', many.ours, many.bare, 1.5),
  ];
}

/** Two seats of a debate whose looks go into its ledger. */
async function openSeats({ hall }: TemporaryHall, sources: Sources): Promise<readonly [SeatDesk, SeatDesk]> {
  const id = 'looks';
  await openByHand(hall, id);
  const desks = createDesks({
    looks: createLookCache(sources, MARKER),
    budget: AMPLE,
    log: async () => (await hall.engine.snapshot(id)).log,
    record: async (look) => void (await hall.engine.dispatch(id, { type: 'look-recorded', data: look })),
    clock: hall.clock,
    random: hall.random,
  });
  const [wind, wall] = [await desks.open('wind'), await desks.open('wall')];
  for (const seat of [wind, wall]) seat.begin('bench');
  return [wind, wall];
}

async function measureLooks(temporary: TemporaryHall, sources: Sources, folder: string): Promise<Row[]> {
  const [wind, wall] = await openSeats(temporary, sources);
  const look = async ({ tools }: SeatDesk, index: number) => {
    const { isError, texts } = await tools.call('read_file', { path: nameOf(index) });
    if (isError) throw new Error(texts.join());
  };
  const bare = (index: number) => readFile(path.join(folder, nameOf(index)), 'utf8');
  const counts = { first: 0, again: 0, bare: 0 };
  const times = await interleave(
    {
      first: () => timed(() => look(wind, counts.first++)),
      again: () => timed(() => look(wall, counts.again++)),
      bare: () => timed(() => bare(counts.bare++)),
    },
    LOOKS,
  );
  const over = ({ median, minimum }: typeof times.first) => ({
    median: median - times.bare.median,
    minimum: minimum - times.bare.minimum,
  });
  return [
    limitRow('a look, on record, beyond a bare read of the same file', over(times.first), 5),
    limitRow('the same look by another seat', over(times.again), 5),
  ];
}

export async function measureReading(): Promise<Row[]> {
  const temporary = await temporaryHall();
  const folder = mkdtempSync(path.join(tmpdir(), 'debate-hall-bench-repository-'));
  try {
    writeRepository(folder);
    const sources = await openRepository(temporary, folder);
    return [...(await measureSearch(sources, folder)), ...(await measureLooks(temporary, sources, folder))];
  } finally {
    await temporary.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
