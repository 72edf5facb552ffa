// What a CLI sends in addition to its input: its own system text, tools, reminders. With our flags and with its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RecordedRequest } from '../../src/agents/model-server/wire.ts';
import { type Machine, PROGRAMS } from '../../test/real-clis/machine.ts';
import type { RealCli } from '../../test/real-clis/real-cli.ts';
import { type Block, blocksOf, isAnswer } from './blocks.ts';

/** Every question of the hall begins with one of these. */
const OUR_BEGINNING = /^# (?:The topic|What was said since|What is asked)/m;
const PLAIN_QUESTION = 'Should we rewrite our backend in Rust?';
const MOST_MS = 60_000;

export interface Beyond {
  readonly requests: number;
  readonly models: readonly string[];
  readonly tools: number;
  readonly toolCharacters: number;
  readonly systemCharacters: number;
  readonly messageCharacters: number;
}

export const allOf = (beyond: Beyond): number =>
  beyond.toolCharacters + beyond.systemCharacters + beyond.messageCharacters;

/** `ours`: how much of a block's text is not the CLI's own. */
function beyondIn(requests: readonly RecordedRequest[], ours: (block: Block) => number): Beyond {
  const sum = { tools: 0, tool: 0, system: 0, message: 0 };
  for (const block of requests.flatMap(blocksOf)) {
    if (block.place === 'tool') sum.tools += 1;
    sum[block.place] += block.text.length - (block.place === 'tool' ? 0 : ours(block));
  }
  return {
    requests: requests.length,
    models: [...new Set(requests.map(({ model }) => model ?? 'unknown'))],
    tools: sum.tools,
    toolCharacters: sum.tool,
    systemCharacters: sum.system,
    messageCharacters: sum.message,
  };
}

/** In requests of a debate, `system` being the seat's own. What a model answered is the debate's, too. */
export function beyondPrompts(requests: readonly RecordedRequest[], system: string): Beyond {
  return beyondIn(requests, (block) => {
    const { text } = block;
    if (isAnswer(block)) return text.length;
    if (text.includes(system.trim())) return system.trim().length;
    const start = text.search(OUR_BEGINNING);
    return start === -1 ? 0 : text.length - start;
  });
}

/** gemini refuses to start without it once the address of its service is set. */
function layLogin(home: string): void {
  const folder = path.join(home, '.gemini');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, 'settings.json'),
    JSON.stringify({ security: { auth: { selectedType: 'gemini-api-key' } } }),
  );
}

/** One plain call with the CLI's default flags, in an empty folder and a home without any configuration. */
export async function beyondByDefault(machine: Machine, cli: RealCli): Promise<Beyond> {
  layLogin(machine.home);
  machine.server.clear();
  const { args, env } = cli.careless(machine.server.url);
  const cwd = path.join(machine.cwd, `plain-${cli.program}`);
  mkdirSync(cwd);
  const child = spawn(path.join(PROGRAMS, cli.program), args, {
    cwd,
    env: { ...machine.env, ...env },
    stdio: ['pipe', 'ignore', 'pipe'],
    timeout: MOST_MS,
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    said += part;
  });
  child.stdin.end(PLAIN_QUESTION);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`A plain call of ${cli.program} ended with ${code}: ${said}`);
  const ours = ({ text }: Block) => (text.includes(PLAIN_QUESTION) ? PLAIN_QUESTION.length : 0);
  return beyondIn(machine.server.answerRequests(), ours);
}
