// How fast the built server answers over stdio, at different lengths of a debate; writes its part of bench/results.
// Run with: npm run build && npx tsx bench/mcp.ts
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { SERVER } from './built.ts';
import { percentile, timed } from './measure.ts';
import { writeResult } from './report.ts';

const LENGTHS = [10, 200, 10_000];
const SIZES = [500, 4_000];
const SAMPLES = 100;
const STARTS = 9;
const ROLES = ['Wind', 'Wall', 'Door'];
const MOST_TURNS = 100_000;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'debate-hall-bench-'));

async function connect(): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [SERVER], cwd: folder, env }));
  return client;
}

const both = (times: readonly number[]) =>
  `${percentile(times, 0.5).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)}`;

interface Grown {
  readonly length: number;
  readonly client: Client;
  readonly samples: Record<'add' | 'get' | 'page', number[]>;
  call(name: string, args: object): Promise<void>;
  add(): Promise<void>;
}

/** A server of its own with a debate of so many turns. */
async function grow(size: number, length: number): Promise<Grown> {
  const client = await connect();
  const thread_id = `bench-${size}-${length}`;
  const call = async (name: string, args: object) => {
    const result = await client.callTool({ name, arguments: { thread_id, ...args } });
    if (result.isError === true) throw new Error(JSON.stringify(result.content));
  };
  await call('init_debate', { topic: 'How fast is it?', max_turns: MOST_TURNS, max_rounds: MOST_TURNS });
  let turns = 0;
  const add = async () => {
    const content = `${turns} `.padEnd(size, 'What holds at ten turns has to hold at ten thousand. ');
    await call('add_turn', { role: ROLES[turns % ROLES.length], content });
    turns += 1;
  };
  while (turns < length) await add();
  return { length, client, samples: { add: [], get: [], page: [] }, call, add };
}

/** The lengths take turns, so that whatever else the machine does hits all of them. */
async function measure(size: number): Promise<string[]> {
  const debates: Grown[] = [];
  for (const length of [...LENGTHS].reverse()) debates.unshift(await grow(size, length));
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    for (const { samples, call, add } of debates) {
      samples.get.push(await timed(() => call('get_debate', {})));
      samples.page.push(await timed(() => call('get_debate', { include_transcript: true, context_lines: 3 })));
      samples.add.push(await timed(add));
    }
  }
  await Promise.all(debates.map(async ({ client }) => client.close()));
  return debates.map(({ length, samples: { add, get, page } }) => {
    const name = `${size.toLocaleString('en')} | ${length.toLocaleString('en')}`;
    return `| ${name} | ${both(add)} | ${both(get)} | ${both(page)} |`;
  });
}

async function starts(): Promise<number[]> {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    let client: Client | undefined;
    const time = await timed(async () => {
      client = await connect();
      await client.listTools();
    });
    times.push(time);
    await client?.close();
  }
  return times;
}

const rows: string[] = [];
for (const size of SIZES) rows.push(...(await measure(size)));
const started = await starts();
fs.rmSync(folder, { recursive: true, force: true });

const part = [
  `Milliseconds from the client's call to its result, p50 / p95 of ${SAMPLES} calls; every turn is on disk when \`add_turn\``,
  `returns. The lengths take turns, each in a server of its own. ${os.cpus()[0]?.model.trim()}, ${os.cpus().length} cores, Node ${process.versions.node}, load ${os.loadavg()[0]?.toFixed(1)}. Again with \`npx tsx bench/mcp.ts\`.`,
  '',
  '| characters a turn | turns so far | `add_turn` | `get_debate` | with the last three turns |',
  '| --- | --- | --- | --- | --- |',
  ...rows,
  '',
  `From the start of the process to the answer to \`tools/list\`: ${both(started)} ms.`,
].join('\n');
writeResult('mcp', part);
