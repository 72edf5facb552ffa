// The built command line in a project of its own, as a person with claude, codex and gemini would use it.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import type { RecordedRequest } from '../../src/agents/model-server/wire.ts';
import { type DebateRecord, debateRecordSchema } from '../../src/domain/record.ts';
import type { TurnEntry } from '../../src/domain/record-entries.ts';
import { modelOf, seatOf } from '../model-server/opinion-answers.ts';
import { callProgramIn, type Finished } from '../support/call-program.ts';
import { type Running, startCommandLine } from '../support/project.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { gemini } from './gemini.ts';
import { type Machine, type MachineOptions, openMachine } from './machine.ts';

export const CLIS = { claude, codex, gemini } as const;

/** Who sits where when seats fill themselves. */
export const SEATED = { wind: 'claude', wall: 'codex', door: 'gemini' } as const;
export type Seat = keyof typeof SEATED;
export const SEATS = Object.keys(SEATED) as Seat[];

/** An agent whose model is called so that the model server can tell its seat, as it must where the agent fills another one, too. */
export const fill = (seat: Seat, agent: keyof typeof CLIS) => `${agent}:${modelOf(seat)}`;

/**
 * The CLI that a test is about in its seat, and in the others codex, which starts fastest by far. What each CLI makes of openings,
 * turns and ballots is shown by the debates of the full panel.
 */
export const panelAround = (seat: Seat) =>
  Object.fromEntries(SEATS.map((each) => [each, each === seat ? SEATED[seat] : fill(each, 'codex')]));

export interface Hall extends Machine {
  /** Changes count for what is started from then on. */
  readonly env: Record<string, string>;
  start(...args: string[]): Running;
  run(...args: string[]): Promise<Finished>;
  /** The same without the start of a program: for what looks at a debate and starts no agent. */
  look(...args: string[]): Promise<Finished>;
  record(threadId: string): Promise<DebateRecord>;
  ledgerFile(threadId: string): string;
  /** Everything that the hall keeps, one after the other. */
  files(): Promise<string>;
}

export interface HallOptions extends MachineOptions {
  /** On top of what leads each agent to the model server. */
  readonly agents?: Partial<Record<keyof typeof CLIS, Record<string, unknown>>>;
  /** Other keys of the configuration file. */
  readonly config?: Record<string, unknown>;
}

/** Ends with the test, which fails when something of it goes on running. */
export async function openHall(context: TestContext, options: HallOptions = {}): Promise<Hall> {
  const machine = await openMachine(Object.values(CLIS), options);
  const { cwd, server } = machine;
  const agents = Object.fromEntries(
    Object.entries(CLIS).map(([name, cli]) => [
      name,
      { ...cli.settings(server.url), ...options.agents?.[name as keyof typeof CLIS] },
    ]),
  );
  await writeFile(join(cwd, 'debate-hall.config.json'), JSON.stringify({ ...options.config, agents }));
  const env = { ...machine.env, DEBATE_HALL_TRUST: cwd };
  const started: Running[] = [];
  context.onTestFinished(async () => {
    for (const { child } of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await machine.gone();
    await machine.close();
  });

  function start(...args: string[]): Running {
    const running = startCommandLine(cwd, env, args);
    started.push(running);
    return running;
  }

  async function run(...args: string[]): Promise<Finished> {
    return await start(...args).finished;
  }

  async function look(...args: string[]): Promise<Finished> {
    return await callProgramIn({ folder: cwd, env }, args);
  }

  return {
    ...machine,
    env,
    start,
    run,
    look,
    async record(threadId) {
      const shown = await look('show', threadId, '--json');
      return debateRecordSchema.parse(JSON.parse(shown.stdout));
    },
    ledgerFile: (threadId) => join(cwd, 'debates', `${threadId}.jsonl`),
    async files() {
      const entries = await readdir(join(cwd, 'debates'), { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
    },
  };
}

export function turnsOf(record: DebateRecord): TurnEntry[] {
  return record.entries.filter((entry) => entry.kind === 'turn');
}

/** How often each seat asked a model. */
export function requestsBySeat(requests: readonly RecordedRequest[]): Record<Seat, number> {
  const count = (seat: Seat) => requests.filter((request) => seatOf(request) === seat).length;
  return { wind: count('wind'), wall: count('wall'), door: count('door') };
}

/** All that users said in it. */
export function userText(request: RecordedRequest): string {
  return request.messages
    .filter(({ role }) => role === 'user')
    .map(({ text }) => text)
    .join('\n');
}
