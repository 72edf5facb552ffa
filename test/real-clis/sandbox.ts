// One real CLI behind its adapter, on a machine in miniature.
import { join } from 'node:path';
import type { Agent, AgentPorts, Prompt, Reply } from '../../src/agents/agent.ts';
import type { SeatTools } from '../../src/material/reading/seat-tools.ts';
import type { ProcessResult, ProcessRunner } from '../../src/process/process.ts';
import { createProcessRunner } from '../../src/process/process-runner.ts';
import { systemClock } from '../../src/support/clock.ts';
import { agentPorts, aPrompt } from '../support/agents.ts';
import { type Machine, type MachineOptions, openMachine, PROGRAMS } from './machine.ts';
import type { RealCli } from './real-cli.ts';

/** As in one hall, a program is asked for its version once, which for some takes as long as a question. */
const versions: AgentPorts['versions'] = new Map();

const SYSTEM = 'You are the Wall. You test what others propose.';

interface Asked {
  readonly reply: Reply;
  readonly deltas: readonly string[];
}

export interface Sandbox extends Machine {
  readonly agent: Agent;
  readonly processes: ProcessRunner;
  ask(
    user: string | Prompt,
    options?: { signal?: AbortSignal; onText?: (delta: string) => void; tools?: SeatTools },
  ): Promise<Asked>;
  /** Runs the CLI in `cwd` as people would, without the adapter. */
  careless(stdin: string): Promise<ProcessResult>;
}

export interface SandboxOptions extends MachineOptions {
  /** On top of what leads the agent to the model server. */
  readonly settings?: Record<string, unknown>;
}

export async function openSandbox(cli: RealCli, options: SandboxOptions = {}): Promise<Sandbox> {
  const machine = await openMachine([cli], options);
  const { server, cwd, env } = machine;
  const processes = createProcessRunner({ clock: systemClock, graceMs: 500 });
  const settings = cli.kind.options.parse({ ...cli.settings(server.url), ...options.settings });
  const agent = cli.kind.create(cli.kind.kind, settings, agentPorts({ processes, env, cwd, versions }));
  return {
    ...machine,
    agent,
    processes,
    async ask(user, { signal = new AbortController().signal, onText = () => {}, tools } = {}) {
      const deltas: string[] = [];
      const session = await agent.open('wall', { tools });
      const prompt = typeof user === 'string' ? aPrompt(user, { system: SYSTEM }) : user;
      const reply = await session.ask(prompt, {
        signal,
        onText: (delta) => {
          deltas.push(delta);
          onText(delta);
        },
      });
      await session.close();
      return { reply, deltas };
    },
    careless(stdin) {
      const { args, env: extra } = cli.careless(server.url);
      const limits = { totalMs: 30_000, idleMs: 0, firstOutputMs: 0, maxOutputBytes: 10_000_000 };
      const { signal } = new AbortController();
      const argv = [join(PROGRAMS, cli.program), ...args] as const;
      return processes.start({ argv, env: { ...env, ...extra }, cwd, stdin, limits, signal }).result;
    },
    async close() {
      await processes.close();
      await machine.close();
    },
  };
}
