// Drives the built server with the MCP inspector's command line under Node 24, over stdio in both eras of the protocol.
// `npm run test:mcp`; installs inspector and node into a folder of its own outside the project.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSIONS = ['node@24', '@modelcontextprotocol/inspector@2.12.0'];
const TOOLS = process.env['MCP_TEST_TOOLS'] ?? join(tmpdir(), 'debate-hall-mcp-tools');
const NODE24 = join(TOOLS, 'node_modules', '.bin', 'node');
const INSPECTOR = join(TOOLS, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
const SERVER = fileURLToPath(new URL('../../dist/cli/start.cjs', import.meta.url));
const REFUSED = 5;

if (!existsSync(INSPECTOR)) {
  mkdirSync(TOOLS, { recursive: true });
  const install = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', TOOLS, ...VERSIONS];
  execFileSync('npm', install, { stdio: ['ignore', 'ignore', 'inherit'] });
}

const folder = mkdtempSync(join(tmpdir(), 'debate-hall-inspector-'));
let failed = 0;

function inspect(era, name, args, { status = 0, holds }) {
  const file = join(folder, `${era}.json`);
  const server = { command: process.execPath, args: [SERVER, 'mcp'], protocolEra: era, cwd: folder };
  writeFileSync(file, JSON.stringify({ mcpServers: { hall: server } }));
  const argv = [INSPECTOR, '--cli', '--config', file, '--server', 'hall', ...args, '--format', 'json'];
  const done = spawnSync(NODE24, argv, { cwd: folder, encoding: 'utf8', timeout: 60_000 });
  const said = `${done.stdout}${done.stderr}`;
  const fine = done.status === status && said.includes(holds);
  if (!fine) failed += 1;
  console.log(`${fine ? 'ok  ' : 'FAIL'} ${era} ${name}`);
  if (!fine) console.log(`     status ${done.status}: ${said.slice(0, 600)}`);
}

for (const era of ['legacy', 'modern']) {
  const id = `d-${era}`;
  const call = (tool, args) => [
    '--method',
    'tools/call',
    '--tool-name',
    tool,
    '--tool-args-json',
    JSON.stringify(args),
  ];
  const revision = era === 'modern' ? '2026-07-28' : '2025-11-25';
  inspect(era, 'initialize', ['--method', 'initialize'], { holds: revision });
  inspect(era, 'tools/list', ['--method', 'tools/list'], { holds: 'debate_auto' });
  inspect(era, 'init_debate', call('init_debate', { topic: 'Should we?', thread_id: id }), { holds: id });
  inspect(era, 'get_debate', call('get_debate', { thread_id: id }), { holds: 'active' });
  inspect(era, 'a refusal', call('get_debate', { thread_id: 'nowhere' }), { status: REFUSED, holds: 'not-found' });
  inspect(era, 'templates', ['--method', 'resources/templates/list'], { holds: 'debate://{thread_id}/ledger' });
  const read = ['--method', 'resources/read', '--uri', `debate://${id}/transcript`];
  inspect(era, 'resources/read', read, { holds: 'Should we?' });
  inspect(era, 'prompts/list', ['--method', 'prompts/list'], { holds: 'wall' });
  inspect(era, 'prompts/get', ['--method', 'prompts/get', '--prompt-name', 'wind'], { holds: 'You are Wind' });
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;
