// One debate of the real CLIs in a process of its own, against the model server of this process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { RecordedRequest } from '../../src/agents/model-server/wire.ts';
import { claude } from '../../test/real-clis/claude.ts';
import { codex } from '../../test/real-clis/codex.ts';
import { gemini } from '../../test/real-clis/gemini.ts';
import type { Machine } from '../../test/real-clis/machine.ts';
import { programPath } from '../built.ts';
import { someDocument } from './model.ts';
import { type Peak, watchMemory } from './process-tree.ts';

export const PANEL = { wind: claude, wall: codex, door: gemini } as const;
export type Seat = keyof typeof PANEL;
export const SEATS = Object.keys(PANEL) as Seat[];

export const TRANSPORTS = ['session', 'one-shot'] as const;
export type Transport = (typeof TRANSPORTS)[number];

const TOPIC = 'Should we rewrite our backend in Rust?';
const DOCUMENTS = 4;

export interface Variant {
  readonly name: string;
  /** Debating turns; votes come on top. */
  readonly turns: number;
  readonly vote: boolean;
  /** Characters of context documents. */
  readonly context: number;
  /** The most that wall time and new input may be of those one-shot, where there is a target. */
  readonly most?: { readonly wall: number; readonly input: number };
}

export const VARIANTS: readonly Variant[] = [
  { name: '12 turns', turns: 12, vote: false, context: 0, most: { wall: 1 / 3, input: 1 / 4 } },
  { name: '36 turns', turns: 36, vote: false, context: 0, most: { wall: 1 / 8, input: 1 / 8 } },
  { name: '108 turns', turns: 108, vote: false, context: 0 },
  { name: '12 turns, votes, 100,000 characters of documents', turns: 12, vote: true, context: 100_000 },
];

export interface Turn {
  readonly seat: Seat;
  readonly act: string;
  readonly program: string;
  /** Which question of its session it was, from 1; `null` when a program was started for it alone. */
  readonly sessionTurn: number | null;
  /** From the record of the turn before to the record of this one. */
  readonly wallMs: number;
  /** How long the answer took by the ledger. */
  readonly ledgerMs: number;
  readonly startUpMs: number | null;
  /** From the question being written to the program's last line about it; `null` for programs that do not stay. */
  readonly outsideMs: number | null;
}

/** What bench/programs/run-debate.mjs prints. */
interface Ran {
  readonly reason: string;
  readonly outcome: string | null;
  readonly rebuilt: number;
  readonly openMs: number;
  readonly runMs: number;
  readonly cpuMs: { readonly hall: number; readonly started: number };
  /** Programs that the hall started: for one question, to stay, and for something else, such as their version. */
  readonly started: {
    readonly questions: number;
    readonly stays: number;
    readonly others: number;
    /** All of those together. */
    readonly othersMs: number;
  };
  readonly turns: readonly Turn[];
  readonly systems: Readonly<Record<Seat, string>>;
}

export interface Measured extends Ran {
  readonly memory: Peak;
  /** Those for an answer. */
  readonly requests: readonly RecordedRequest[];
}

/** A project folder in which the panel is set up for this transport. */
export function layProject(machine: Machine, transport: Transport): string {
  const folder = path.join(machine.cwd, transport);
  mkdirSync(folder);
  const agents = Object.fromEntries(
    SEATS.map((seat) => [PANEL[seat].program, { ...PANEL[seat].settings(machine.server.url), transport }]),
  );
  const seats = Object.fromEntries(SEATS.map((seat) => [seat, PANEL[seat].program]));
  writeFileSync(path.join(folder, 'debate-hall.config.json'), JSON.stringify({ agents, seats, agentRetries: 0 }));
  for (let number = 1; number <= DOCUMENTS; number += 1) {
    const characters = Math.max(...VARIANTS.map(({ context }) => context)) / DOCUMENTS;
    writeFileSync(path.join(folder, `document-${number}.md`), someDocument(`document ${number}`, characters));
  }
  return folder;
}

export async function runDebate(
  machine: Machine,
  folder: string,
  threadId: string,
  variant: Pick<Variant, 'turns' | 'vote' | 'context'>,
): Promise<Measured> {
  const rounds = variant.turns / SEATS.length;
  const job = {
    threadId,
    topic: TOPIC,
    options: { rounds, maxRounds: rounds, maxTurns: variant.turns, consensus: variant.vote },
    context: variant.context > 0 ? ['document-*.md'] : [],
  };
  machine.server.clear();
  const child = spawn(process.execPath, [programPath('run-debate.mjs'), JSON.stringify(job)], {
    cwd: folder,
    env: { ...machine.env, DEBATE_HALL_TRUST: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const memory = watchMemory(child.pid as number);
  const printed = await text(child.stdout);
  const [code] = await exited;
  const peak = memory();
  if (code !== 0) throw new Error(`The debate ${threadId} ended with ${code}.`);
  const ran = JSON.parse(printed) as Ran;
  const turns = ran.turns.filter(({ act }) => act === 'turn').length;
  if (ran.reason !== 'closed' || turns !== variant.turns) {
    throw new Error(`The debate ${threadId} ended as "${ran.reason}" after ${turns} turns.`);
  }
  return { ...ran, memory: peak, requests: machine.server.answerRequests() };
}
