// `npm run bench:soak`: hundreds of debates one after the other in one server process, their seats in live sessions; what the
// process holds must stay flat. Exit code 1 when it does not. `--debates N`, `--every N`, `--json`, `--write`.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { programPath } from './built.ts';
import { median } from './measure.ts';
import { machineLine, markdownTable, writeResult } from './report.ts';

const SERVER = fileURLToPath(new URL('../dist/mcp/main.cjs', import.meta.url));
const FAKE_CLAUDE = fileURLToPath(new URL('../test/fakes/stays.sh', import.meta.url));
const SEATS = ['wind', 'wall', 'door'];
const ROUNDS = 2;
/** Debating turns and two votes. */
const CALLS = ROUNDS * SEATS.length + 2;
/** Samples until what is kept on purpose, such as the debates that a server has at hand, is full. */
const WARM_UP = 2;
const LOOK_EVERY_MS = 20;
const MOST_WAIT_MS = 30_000;

/** How much the last third of the samples may lie above the first third, after the warm-up. */
const MOST_GROWTH = { heapBytes: 1.05, rssBytes: 1.1 } as const;
/** These may never be more than at the end of the warm-up. */
const COUNTED = ['descriptors', 'children', 'timers', 'handles', 'listeners'] as const;

interface Sample extends Record<keyof typeof MOST_GROWTH | (typeof COUNTED)[number], number> {
  readonly debates: number;
  readonly byType: Readonly<Record<string, number>>;
}

const { values } = parseArgs({
  options: {
    debates: { type: 'string', default: '300' },
    every: { type: 'string', default: '25' },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const [debates, every] = [Number(values.debates), Number(values.every)];
if (!(debates / every >= WARM_UP + 3)) throw new Error('Too few samples: raise --debates or lower --every.');

/** A project whose seats are filled with a program that speaks as claude does when it stays. */
function layProject(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'debate-hall-soak-'));
  // Its log is of no use here.
  const env = { STAYS_LOG: '/dev/null', STAYS_ANSWER: 'What holds at the first debate holds at the last. '.repeat(60) };
  const agents = { stays: { kind: 'claude', path: FAKE_CLAUDE, model: 'sonnet', env } };
  const seats = Object.fromEntries(SEATS.map((seat) => [seat, 'stays']));
  writeFileSync(path.join(folder, 'debate-hall.config.json'), JSON.stringify({ agents, seats, agentRetries: 0 }));
  return folder;
}

async function sampleOf(pid: number, file: string, count: number): Promise<Sample> {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (let waited = 0; !existsSync(file); waited += LOOK_EVERY_MS) {
    if (waited > MOST_WAIT_MS) throw new Error('The server does not tell what it holds.');
    await pause(LOOK_EVERY_MS);
  }
  return { ...JSON.parse(readFileSync(file, 'utf8')), debates: count };
}

async function holdDebate(client: Client, threadId: string): Promise<void> {
  for (const [name, given] of [
    ['debate_auto', { topic: 'Does it stay flat?', rounds: ROUNDS, vote: true }],
    ['get_debate', { include_transcript: true }],
  ] as const) {
    const result = await client.callTool({ name, arguments: { ...given, thread_id: threadId } });
    const said = result.structuredContent as { status?: string; outcome?: string; turn_count?: number } | undefined;
    if (result.isError === true || said?.outcome !== 'agreed') {
      throw new Error(`${threadId} was not held: ${JSON.stringify(result.content)}`);
    }
  }
}

async function soak(): Promise<Sample[]> {
  const folder = layProject();
  const file = path.join(folder, 'held.json');
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--expose-gc', '--import', pathToFileURL(programPath('soak-probe.mjs')).href, SERVER],
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, DEBATE_HALL_TRUST: folder, SOAK_PROBE_FILE: file },
  });
  const client = new Client({ name: 'soak', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
  const samples: Sample[] = [];
  try {
    await client.connect(transport);
    for (let count = 1; count <= debates; count += 1) {
      await holdDebate(client, `soak-${count}`);
      if (count % every !== 0) continue;
      const sample = await sampleOf(transport.pid as number, file, count);
      samples.push(sample);
      process.stderr.write(`${count} debates: ${(sample.rssBytes / 1024 / 1024).toFixed(1)} MB …\n`);
    }
  } finally {
    await client.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
  return samples;
}

/** What is not flat, each as a sentence. */
function growthIn(samples: readonly Sample[]): string[] {
  const settled = samples.slice(WARM_UP - 1);
  const third = Math.ceil(settled.length / 3);
  const grown = Object.entries(MOST_GROWTH).flatMap(([name, most]) => {
    const of = (part: readonly Sample[]) => median(part.map((sample) => sample[name as keyof typeof MOST_GROWTH]));
    const growth = of(settled.slice(-third)) / of(settled.slice(0, third));
    return growth <= most ? [] : [`${name} grew to ${growth.toFixed(3)} of what it was; at most ${most} is flat.`];
  });
  const counted = COUNTED.flatMap((name) => {
    const atFirst = settled[0]?.[name] as number;
    const most = Math.max(...settled.map((sample) => sample[name]));
    return most <= atFirst ? [] : [`${name}: ${most}, where there were ${atFirst} after the warm-up.`];
  });
  return [...grown, ...counted];
}

/** Least squares over the samples after the warm-up. */
function bytesPerDebate(samples: readonly Sample[], name: keyof typeof MOST_GROWTH): number {
  const points = samples.slice(WARM_UP - 1).map((sample) => [sample.debates, sample[name]] as const);
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const above = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return above / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

const startedAt = performance.now();
const samples = await soak();
const seconds = (performance.now() - startedAt) / 1_000;
const problems = growthIn(samples);
const slopes = { rssBytes: bytesPerDebate(samples, 'rssBytes'), heapBytes: bytesPerDebate(samples, 'heapBytes') };

const rows = samples.map((sample) => [
  String(sample.debates),
  megabytes(sample.rssBytes),
  megabytes(sample.heapBytes),
  ...COUNTED.map((name) => String(sample[name])),
]);
const report = [
  machineLine(),
  `${debates} debates of ${CALLS} calls in ${seconds.toFixed(0)} s, in one server.`,
  markdownTable(['debates', 'RSS, MB', 'heap, MB', ...COUNTED], rows),
  `After the warm-up, for each debate: RSS ${kilobytes(slopes.rssBytes)}, heap ${kilobytes(slopes.heapBytes)}.`,
  problems.length === 0 ? 'Flat.' : `Not flat:\n${problems.map((problem) => `- ${problem}`).join('\n')}`,
].join('\n\n');
const everything = { machine: machineLine(), seconds, samples, slopes, problems };
process.stdout.write(`${values.json ? JSON.stringify(everything, undefined, 2) : report}\n`);
if (values.write) writeResult('soak', report);
process.exitCode = problems.length === 0 ? 0 : 1;
