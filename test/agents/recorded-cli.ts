// An agent whose program replays recorded output, driven through the real process runner.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';
import type { Agent, AgentPorts, AnyAgentKind, Prompt, Reply } from '../../src/agents/agent.ts';
import type { SeatTools } from '../../src/agents/seat-tools.ts';
import { createProcessRunner } from '../../src/process/process-runner.ts';
import { systemClock } from '../../src/support/clock.ts';
import { agentPorts, aPrompt } from '../support/agents.ts';

const PROGRAM = fileURLToPath(new URL('recorded-cli.mjs', import.meta.url));

/** What the program prints and how it ends; each line without its line end. */
export interface Recording {
  readonly stdout?: readonly string[];
  readonly stderr?: readonly string[];
  readonly exitCode?: number;
  /** Sent to itself after printing. */
  readonly signal?: string;
}

export interface Script extends Recording {
  readonly version: string;
  /** Stays alive after printing. */
  readonly hang?: boolean;
  /** An argument that this version does not know yet: it says so on standard error and ends with `exitCode`. */
  readonly unknown?: { readonly argument: string; readonly stderr: string; readonly exitCode: number };
}

/** How the program was called. */
export interface Call {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly scratch: string;
  readonly cwd: string;
  /** Everything in the scratch folder by path: folders end with a slash, links begin with "-> ". */
  readonly files: Readonly<Record<string, string>>;
  readonly stdin: string;
}

export interface RecordedAgent {
  readonly agent: Agent;
  /** The home folder of the person who runs the hall; empty. */
  readonly home: string;
  ask(asked?: string | Prompt, signal?: AbortSignal, tools?: SeatTools): Promise<{ reply: Reply; deltas: string[] }>;
  /** `undefined` when the program was not started. */
  call(): Promise<Call | undefined>;
}

const cleanUps: (() => Promise<void>)[] = [];

/** By what a program says of its version: asked once, since every script of a version says the same. */
const probes = new Map<string, AgentPorts['versions']>();

function probesOf(version: string): AgentPorts['versions'] {
  const known = probes.get(version) ?? new Map();
  probes.set(version, known);
  return known;
}

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** Ends with the test. */
export async function recordedAgent(
  kind: AnyAgentKind,
  script: Script,
  settings: Record<string, unknown> = {},
  ports: { readonly env?: AgentPorts['env']; readonly home?: string; readonly clock?: AgentPorts['clock'] } = {},
): Promise<RecordedAgent> {
  const folder = await mkdtemp(join(tmpdir(), 'recorded-cli-'));
  const home = ports.home ?? folder;
  const callFile = join(folder, 'call.json');
  const processes = createProcessRunner({ clock: systemClock, graceMs: 200 });
  cleanUps.push(async () => {
    await processes.close();
    await rm(folder, { recursive: true, force: true });
  });
  const env = { RECORDED_CLI: JSON.stringify({ callFile, ...script }), ...Object(settings['env']) };
  // Only a kind with sessions has the setting.
  const transport = kind.options.safeParse({ transport: 'one-shot' }).success ? { transport: 'one-shot' } : {};
  const options = kind.options.parse({ path: PROGRAM, ...transport, ...settings, env });
  const hallEnv = { PATH: process.env['PATH'], HOME: home, ...ports.env };
  const clock = ports.clock ?? systemClock;
  const versions = probesOf(script.version);
  const agent = kind.create(kind.kind, options, agentPorts({ processes, clock, env: hallEnv, cwd: folder, versions }));
  return {
    agent,
    home,
    async ask(asked, signal = new AbortController().signal, tools = undefined) {
      const deltas: string[] = [];
      const session = await agent.open('wall', { tools });
      const reply = await session.ask(typeof asked === 'object' ? asked : aPrompt(asked), {
        signal,
        onText: (delta) => deltas.push(delta),
      });
      await session.close();
      return { reply, deltas };
    },
    async call() {
      const text = await readFile(callFile, 'utf8').catch(() => undefined);
      return text === undefined ? undefined : JSON.parse(text);
    },
  };
}
