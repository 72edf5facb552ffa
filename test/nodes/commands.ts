// Every command under the other versions of Node, in real processes: one hall for each version, its commands one after the other.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PROGRAM = path.join(import.meta.dirname, '../../dist/cli/start.cjs');
const nodeOf = (version: number) => path.join(import.meta.dirname, `node_modules/node-${version}/bin/node`);

interface Call {
  readonly words: string;
  /** What standard input holds. */
  readonly stdin?: string;
  readonly code?: number;
  /** In what it prints. */
  readonly says?: string;
}

const request = (id: number, method: string, params: object = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const INITIALIZE_MCP = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };

/** In this order. */
const CALLS: readonly Call[] = [
  { words: 'help', says: 'Usage:' },
  { words: 'init', says: 'debate-hall.config.json' },
  { words: 'config explain', says: 'recipe' },
  { words: 'doctor', code: 4, says: 'node' },
  { words: 'agents', says: 'rehearsal' },
  { words: 'perspectives', says: 'operator' },
  { words: 'trust list', says: 'No decisions yet' },
  { words: 'plugin install claude --dry-run', says: 'commands/debate.md' },
  { words: 'uninstall --dry-run', says: 'remove it the way you installed it' },
  { words: 'completion bash', says: 'debate_hall' },
  { words: 'run --rehearse --id run Tabs?', says: 'Accepted' },
  { words: 'run --rehearse --format oxford --recipe quick --id oxford Tabs?', says: 'verify oxford' },
  { words: 'run --rehearse --format panel --recipe quick --id panel Tabs?', says: 'verify panel' },
  { words: 'run --rehearse --format asymmetric --recipe quick --id asymmetric Tabs?', code: 6, says: 'asymmetric' },
  { words: 'check --rehearse --id check Tabs?', code: 6, says: 'Not settled' },
  { words: 'plan --rehearse --recipe quick --id plan Move', says: 'A plan of' },
  { words: 'review --rehearse --recipe quick', code: 2, says: 'git' },
  { words: 'open --id open --recipe quick Tabs?', says: 'open' },
  { words: 'say open --seat wind Yes.', says: 'turn-recorded' },
  { words: 'interject open --author Ada Why?', says: 'interjection-added' },
  { words: 'close open --author Ada Yes.', says: 'debate-closed' },
  { words: 'open --id mediated --mediated --read src Tabs?', says: 'mediated' },
  { words: 'pick mediated wind', says: 'Wind speaks' },
  { words: 'read mediated list_files --seat wind', says: 'src/main.ts' },
  { words: 'resume mediated', code: 4, says: 'Wind waits for a person' },
  { words: 'kill mediated enough', says: 'debate-force-closed' },
  { words: 'fork run --wall rehearsal --id fork', says: 'copied turns' },
  { words: 'recheck run', says: 'run' },
  { words: 'watch run', says: 'Tabs?' },
  { words: 'list', says: 'oxford' },
  { words: 'show run', says: 'Tabs?' },
  { words: 'search Tabs', says: 'run' },
  { words: 'stats', says: 'calls' },
  { words: 'verify --all', says: 'oxford' },
  { words: 'replay run', says: 'run' },
  { words: 'compare run fork', says: 'Fork of run' },
  { words: 'outcome run right', says: 'right' },
  { words: 'calibration', says: 'has a recorded outcome' },
  { words: 'recall Tabs?' },
  { words: 'export run --format octave', says: 'Tabs?' },
  { words: 'export run --format markdown', says: 'Tabs?' },
  { words: 'export run --format html', says: '<!doctype html>' },
  { words: 'export run --format json', says: '"topic"' },
  { words: 'import missing.json', code: 2, says: 'missing.json' },
  { words: 'sign run --key missing', code: 2, says: 'missing' },
  { words: 'github sync run --repo a/b', code: 2, says: 'GitHub' },
  { words: 'redact run --event 2 --reason Name', says: 'edacted' },
  { words: 'delete fork --yes', says: 'deleted fork' },
  { words: 'db check', code: 2, says: 'DEBATE_HALL_DATABASE_URL' },
  { words: 'hall export --to copy', says: 'copied' },
  { words: 'view nope', code: 2, says: 'nope' },
  { words: 'ask --help', says: 'ask' },
  { words: 'eval --help', says: 'eval' },
  { words: 'serve --help', says: 'serve' },
  { words: 'keys list', says: 'No keys yet' },
  { words: 'worker', code: 2, says: 'no queue' },
  { words: 'queue list', says: 'No runs' },
  { words: 'webhooks list', says: 'No webhooks' },
  { words: 'audit list', code: 2, says: 'audit trail' },
  { words: 'people list', code: 2, says: 'shared hall' },
  { words: 'mcp', stdin: request(1, 'initialize', INITIALIZE_MCP) + request(2, 'tools/list'), says: 'debate_auto' },
  { words: 'acp', stdin: request(1, 'initialize', { protocolVersion: 1, clientCapabilities: {} }), says: 'agentInfo' },
];

/** Defines the tests of one version; where none is packed for this machine there is nothing to try. */
export function tryEveryCommand(version: number): void {
  const isPacked = process.platform === 'linux' && process.arch === 'x64';
  describe.runIf(isPacked)(`under Node ${version}`, () => {
    let folder: string;
    /** Standard input stays open until it has said what is wanted, as that of a server does. */
    async function call({ words, stdin, says = '' }: Call): Promise<{ status: number | null; printed: string }> {
      const child = spawn(nodeOf(version), [PROGRAM, ...words.split(' ')], {
        cwd: folder,
        env: { PATH: process.env['PATH'], HOME: folder, DEBATE_HALL_TRUST: folder },
      });
      let printed = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          printed += text;
          if (printed.includes(says)) child.stdin.end();
        });
      if (stdin === undefined) child.stdin.end();
      else child.stdin.write(stdin);
      const [status] = (await once(child, 'close')) as [number | null];
      return { status, printed };
    }

    beforeAll(() => {
      folder = mkdtempSync(path.join(tmpdir(), `debate-hall-node-${version}-`));
      mkdirSync(path.join(folder, 'src'));
      writeFileSync(path.join(folder, 'src/main.ts'), 'export const answer = 42;\n');
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it('tries every command of the help', async () => {
      const { printed } = await call({ words: '--help' });
      const named = [...printed.matchAll(/^ {2}([a-z]+)(?: [[<].*?[\]>])* {2,}\S/gm)].map(([, name]) => name);
      expect(new Set(CALLS.map(({ words }) => words.split(' ')[0]))).toEqual(new Set(named));
    });

    it.each(CALLS)('does what "$words" asks for', async (one) => {
      expect(await call(one)).toEqual({
        status: one.code ?? 0,
        printed: expect.stringContaining(one.says ?? ''),
      });
      if (one.words === 'init') quicken();
    });

    /** Rehearsals that do not take their time. */
    function quicken(): void {
      const file = path.join(folder, 'debate-hall.config.json');
      const config = JSON.parse(readFileSync(file, 'utf8'));
      writeFileSync(file, JSON.stringify({ ...config, agents: { rehearsal: { wordsPerSecond: 0 } } }));
    }
  });
}
