// An agent whose program replays recorded output, driven through the real process runner.
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Agent, AgentPorts, AnyAgentKind, Prompt, Reply } from '../../src/agents/agent.ts';
import type { SeatTools } from '../../src/material/reading/seat-tools.ts';
import { createProcessRunner } from '../../src/process/process-runner.ts';
import { systemClock } from '../../src/support/clock.ts';
import { agentPorts, aPrompt } from '../support/agents.ts';

const PROGRAM = fileURLToPath(new URL('recorded-cli.sh', import.meta.url));

/** What the program prints and how it ends; each line without its line end. */
export interface Recording {
  readonly stdout?: readonly string[];
  readonly stderr?: readonly string[];
  readonly exitCode?: number;
  /** Sent to itself after printing. */
  readonly signal?: string;
}

export interface Script extends Recording {
  /** "never": it hangs when it is asked. */
  readonly version: string;
  /** Stays alive after printing. */
  readonly hang?: boolean;
  /** An argument that this version does not know yet: it says so on standard error and ends with `exitCode`. */
  readonly unknown?: { readonly argument: string; readonly stderr: string; readonly exitCode: number };
}

/** How the program was called. */
interface Call {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly scratch: string;
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
  call(): Call | undefined;
}

/** By what a program says of its version: asked once, since every script of a version says the same. */
const probes = new Map<string, AgentPorts['versions']>();

function probesOf(version: string): AgentPorts['versions'] {
  const known = probes.get(version) ?? new Map();
  probes.set(version, known);
  return known;
}

/** Assignments for a shell. */
export function toShell(values: Readonly<Record<string, string | number | boolean | undefined>>): string {
  return Object.entries(values)
    .map(([name, value = '']) => `${name}='${String(value).replaceAll("'", "'\\''")}'\n`)
    .join('');
}

export const toText = (lines: readonly string[] = []) => lines.map((line) => `${line}\n`).join('');

async function writeScript(folder: string, script: Script): Promise<void> {
  const { version, exitCode = 0, signal = '', hang, unknown } = script;
  const values = {
    ...{ version, exit_code: exitCode, signal: signal.replace(/^SIG/, ''), hang: hang === true ? 'yes' : '' },
    ...{ unknown_argument: unknown?.argument, unknown_stderr: unknown?.stderr, unknown_exit_code: unknown?.exitCode },
  };
  await mkdir(folder);
  await writeFile(join(folder, 'script'), toShell(values));
  await writeFile(join(folder, 'stdout'), toText(script.stdout));
  await writeFile(join(folder, 'stderr'), toText(script.stderr));
}

function listFiles(folder: string, root = folder): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const kind = lstatSync(path);
    if (kind.isDirectory()) Object.assign(found, { [`${relative(root, path)}/`]: '' }, listFiles(path, root));
    else found[relative(root, path)] = kind.isSymbolicLink() ? `-> ${readlinkSync(path)}` : readFileSync(path, 'utf8');
  }
  return found;
}

/** What the shell or the recording adds to the environment. */
const ADDED = ['RECORDED_CLI', 'PWD', 'OLDPWD', 'SHLVL', '_'];

function readCall(folder: string): Call | undefined {
  // It is written last.
  if (!existsSync(join(folder, 'cwd'))) return undefined;
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const list = (name: string) => read(name).split('\0').slice(0, -1);
  const variables = list('env').map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]);
  return {
    args: list('args'),
    env: Object.fromEntries(variables.filter(([name = '']) => !ADDED.includes(name))),
    scratch: dirname(read('cwd').trimEnd()),
    files: listFiles(join(folder, 'files')),
    stdin: read('stdin'),
  };
}

/** Ends with the test. */
export async function recordedAgent(
  kind: AnyAgentKind,
  script: Script,
  settings: Record<string, unknown> = {},
  ports: { readonly env?: AgentPorts['env']; readonly home?: string; readonly clock?: AgentPorts['clock'] } = {},
): Promise<RecordedAgent> {
  const folder = await mkdtemp(join(tmpdir(), 'recorded-cli-'));
  const home = ports.home ?? folder;
  const recording = join(folder, 'recording');
  await writeScript(recording, script);
  const processes = createProcessRunner({ clock: systemClock, graceMs: 200 });
  onTestFinished(async () => {
    await processes.close();
    await rm(folder, { recursive: true, force: true });
  });
  const env = { RECORDED_CLI: recording, ...Object(settings['env']) };
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
    call: () => readCall(join(recording, 'call')),
  };
}
