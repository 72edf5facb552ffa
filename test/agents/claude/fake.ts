// A claude agent whose program is a fake one, driven through the real process runner.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Agent, AgentPorts, Prompt, Reply } from '../../../src/agents/agent.ts';
import { agentKind } from '../../../src/agents/claude/index.ts';
import { createProcessRunner } from '../../../src/process/runner.ts';
import { systemClock } from '../../../src/support/clock.ts';

const PROGRAM = fileURLToPath(new URL('fake-claude.mjs', import.meta.url));

export interface Script {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exitCode?: number;
  /** Ends itself by this signal after printing. */
  readonly signal?: string;
  /** Stays alive after printing. */
  readonly hang?: boolean;
  readonly version?: string;
}

/** How the fake program was called. */
export interface Call {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What lay in its working directory. */
  readonly folder: readonly string[];
  readonly system: string;
  readonly stdin: string;
}

export interface FakeClaude {
  readonly agent: Agent;
  ask(user?: string, signal?: AbortSignal): Promise<{ reply: Reply; deltas: string[] }>;
  /** `undefined` when it was not started. */
  call(): Promise<Call | undefined>;
  close(): Promise<void>;
}

export function prompt(user = 'Speak.'): Prompt {
  const step = {
    id: 's1',
    seat: 'wall',
    act: 'turn',
    task: 'turn',
    label: 'Wall tests',
    data: {},
    values: {},
    corrections: [],
  };
  return { system: 'You are the Wall.', user, step, topic: 'A topic', transcript: [] };
}

/** What the real program printed, as recorded. */
export function recorded(name: string): Promise<string> {
  return readFile(new URL(`fixtures/${name}-2.1.197.jsonl`, import.meta.url), 'utf8');
}

/** Up to the first line that holds this. */
export async function recordedUntil(name: string, mark: string): Promise<string> {
  const lines = (await recorded(name)).split('\n');
  const last = lines.findIndex((line) => line.includes(mark));
  return `${lines.slice(0, last + 1).join('\n')}\n`;
}

export async function fakeClaude(
  script: Script,
  settings: Record<string, unknown> = {},
  ports: Partial<AgentPorts> = {},
): Promise<FakeClaude> {
  const folder = await mkdtemp(join(tmpdir(), 'fake-claude-'));
  const callFile = join(folder, 'call.json');
  const processes = createProcessRunner({ clock: systemClock, graceMs: 200 });
  const env = { FAKE_CLAUDE: JSON.stringify({ callFile, ...script }) };
  const options = agentKind.options.parse({ path: PROGRAM, ...settings, env: { ...env, ...Object(settings['env']) } });
  const home = { PATH: process.env['PATH'], HOME: folder };
  const agent = agentKind.create('claude', options, {
    processes,
    clock: systemClock,
    env: home,
    cwd: folder,
    ...ports,
  });
  return {
    agent,
    async ask(user, signal = new AbortController().signal) {
      const deltas: string[] = [];
      const session = await agent.open('wall');
      const reply = await session.ask(prompt(user), { signal, onText: (delta) => deltas.push(delta) });
      await session.close();
      return { reply, deltas };
    },
    async call() {
      try {
        return JSON.parse(await readFile(callFile, 'utf8'));
      } catch {
        return undefined;
      }
    },
    async close() {
      await processes.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
