// How long the programs take from their start to their end, against a bare node, all in a clean environment: a variable such
// as NODE_EXTRA_CA_CERTS makes every start slower, the bare one too, and so hides what is ours.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { CLI, SERVER } from './built.ts';
import { interleave, timed } from './measure.ts';
import { limitRow, type Row, ratioRow } from './report.ts';
import { forgetRows } from './temporary-hall.ts';

const ROUNDS = 25;
const DEBATES = 20;
/** Stays open, so that texts can be taken up. */
const OPEN = 'open';

const SEATS = ['wind', 'wall', 'door'];
const PROTOCOL = '2025-11-25';
const REQUESTS = [
  {
    method: 'initialize',
    id: 1,
    params: { protocolVersion: PROTOCOL, capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } },
  },
  { method: 'notifications/initialized' },
  { method: 'tools/list', id: 2, params: {} },
].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** Linux counts in these. */
const TICK_MS = 10;

/** What a process has used itself so far. */
function cpuMs(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * TICK_MS;
}

function runnerIn(folder: string) {
  const env = { PATH: process.env['PATH'], HOME: folder };
  return {
    run(args: readonly string[]): void {
      const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
      if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
    },
    /** From the start of a server to its list of tools. */
    async listTools(): Promise<void> {
      const server = spawn(process.execPath, [SERVER], { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] });
      const exited = once(server, 'exit');
      for (const request of REQUESTS) server.stdin.write(request);
      for await (const line of createInterface({ input: server.stdout })) {
        if ((JSON.parse(line) as { id?: number }).id === 2) break;
      }
      server.kill();
      await exited;
    },
    /** CPU time from the start of a run to the first line that it shows, in milliseconds. */
    async showHeader(args: readonly string[]): Promise<number> {
      const program = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
      const exited = once(program, 'exit');
      await once(program.stderr, 'data');
      const spent = cpuMs(program.pid as number);
      program.kill();
      await exited;
      return spent;
    },
  };
}

export async function measureStart(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'debate-hall-bench-'));
  const { run, listTools, showHeader } = runnerIn(folder);
  try {
    // Only for the debates that are held here: what is measured has no configuration to read.
    const config = path.join(folder, 'debate-hall.config.json');
    writeFileSync(config, JSON.stringify({ agents: { rehearsal: { kind: 'rehearsal', wordsPerSecond: 0 } } }));
    for (let number = 1; number < DEBATES; number += 1) {
      run([CLI, 'run', 'Should we?', '--rehearse', '--quiet', '--id', `debate-${number}`]);
    }
    rmSync(config);
    run([CLI, 'open', 'Should we?', '--id', OPEN, '-o', 'maxTurns=1000', '-o', 'maxRounds=1000', '-o', 'rounds=1000']);
    let turns = 0;
    let headers = 0;
    const cli = (...args: string[]) => timed(() => run([CLI, ...args]));
    const times = await interleave(
      {
        bare: () => timed(() => run(['-e', '0'])),
        '--version': () => cli('--version'),
        '--help': () => cli('--help'),
        list: () => cli('list'),
        changed: async () => {
          forgetRows(path.join(folder, 'debates'));
          return await cli('list');
        },
        show: () => cli('show', 'debate-1'),
        verify: () => cli('verify', 'debate-1'),
        say: () => cli('say', OPEN, '--seat', SEATS[turns++ % SEATS.length] as string, '--author', 'Ada', 'Yes.'),
        interject: () => cli('interject', OPEN, '--author', 'Ada', 'What does it cost?'),
        tools: () => timed(listTools),
        // In a hall of its own, as it leaves a debate each time.
        header: () => showHeader([CLI, 'run', 'Should we?', '--rehearse', '--hall', `headers-${headers++}`]),
      },
      ROUNDS,
    );
    const { bare } = times;
    const row = (what: string, side: Exclude<keyof typeof times, 'bare' | 'header'>, most: number) =>
      ratioRow(`${what} against \`node -e 0\``, times[side], bare, most);
    return [
      row('`--version`', '--version', 1.3),
      row('`--help`', '--help', 1.3),
      row('`list` of 20 debates', 'list', 3.5),
      ratioRow(
        '`list` of 20 debates that were all written since the last one against `node -e 0`',
        times.changed,
        bare,
      ),
      row('`show`', 'show', 3.5),
      row('`verify`', 'verify', 3.5),
      row('`say`', 'say', 3.5),
      row('`interject`', 'interject', 3.5),
      row('an MCP server up to its first `tools/list`', 'tools', 6),
      limitRow('`run` up to its header, CPU', times.header, 300),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
