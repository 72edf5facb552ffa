// Which stand-ins judges get when nobody asks for any.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHall } from '../../src/hall/compose/hall.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import type { OpenInput } from '../../src/hall/operations/debate/opening/open-input.ts';
import { temporaryFolder } from '../support/hall.ts';
import { storeVariables } from '../support/shared-store.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

const program = (vendor: string) => ({
  kind: 'command',
  argv: [process.execPath],
  prompt: 'stdin',
  output: { format: 'text' },
  vendor,
});
const missing = { ...program('none'), argv: ['/nowhere/at-all'] };

/** Who fills each seat, with its stand-in, when these agents are installed. */
async function seating(agents: object, seats: object = {}, input: Partial<OpenInput> = {}): Promise<string[]> {
  const config = {
    agents: { claude: missing, codex: missing, gemini: missing, ...agents },
    seats,
    format: 'oxford',
    unchecked: true,
  };
  fs.writeFileSync(path.join(folder, 'debate-hall.config.json'), JSON.stringify(config));
  const hall = await openHall({
    cwd: folder,
    home: folder,
    env: { PATH: process.env['PATH'], DEBATE_HALL_TRUST: folder, ...storeVariables(folder) },
  });
  try {
    const { debate } = await openDebate(hall, { topic: 'Should we?', ...input });
    return debate.opened.seats.map(({ seat, agent, standIn }) => `${seat} ${agent.agent} ${standIn?.agent ?? '-'}`);
  } finally {
    await hall.close();
  }
}

describe('a judge', () => {
  const three = { claude: program('a'), codex: program('b'), gemini: program('c') };

  it('has a stand-in of another vendor, the debaters have none', async () => {
    expect(await seating(three)).toEqual(['proposition claude -', 'opposition codex -', 'judge gemini claude']);
  });

  it('has one whose vendor debates least', async () => {
    const seats = { proposition: 'claude', opposition: 'claude', judge: 'gemini' };
    expect((await seating(three, seats)).at(-1)).toBe('judge gemini codex');
  });

  it('keeps the stand-in that was asked for', async () => {
    const seats = { judge: { agent: 'gemini', standIn: 'codex' } };
    expect((await seating(three, seats)).at(-1)).toBe('judge gemini codex');
  });

  it('has none where only one vendor is there', async () => {
    expect((await seating({ claude: program('a') })).at(-1)).toBe('judge claude -');
    expect((await seating({ claude: program('a'), codex: program('a') })).at(-1)).toMatch(/ -$/);
  });

  it('has none in a rehearsal, or when one agent was asked for in every seat', async () => {
    expect((await seating(three, {}, { everySeat: 'rehearsal' })).at(-1)).toBe('judge rehearsal -');
    expect((await seating(three, {}, { everySeat: 'claude' })).at(-1)).toBe('judge claude -');
    expect((await seating(three, { judge: 'rehearsal' })).at(-1)).toBe('judge rehearsal -');
  });
});
