// Drives the built server with the MCP inspector's command line under Node 24, over stdio in both eras of the protocol.
// `npm run test:mcp`; installs inspector and node into a folder of its own outside the project.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setup as buildIfStale } from '../support/build.ts';

const VERSIONS = ['node@24', '@modelcontextprotocol/inspector@2.12.0'];
const TOOLS = process.env['MCP_TEST_TOOLS'] ?? join(tmpdir(), 'debate-hall-mcp-tools');
const NODE24 = join(TOOLS, 'node_modules', '.bin', 'node');
const INSPECTOR = join(TOOLS, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
const SERVER = fileURLToPath(new URL('../../dist/cli/start.cjs', import.meta.url));
const REFUSED = 5;

buildIfStale();
if (!existsSync(INSPECTOR)) {
  mkdirSync(TOOLS, { recursive: true });
  const install = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', TOOLS, ...VERSIONS];
  execFileSync('npm', install, { stdio: ['ignore', 'ignore', 'inherit'] });
}

const folder = mkdtempSync(join(tmpdir(), 'debate-hall-inspector-'));
let failed = 0;

async function inspect(era, name, args, { status = 0, holds }) {
  const file = join(folder, `${era}.json`);
  const server = { command: process.execPath, args: [SERVER, 'mcp'], protocolEra: era, cwd: folder };
  writeFileSync(file, JSON.stringify({ mcpServers: { hall: server } }));
  const argv = [INSPECTOR, '--cli', '--config', file, '--server', 'hall', ...args, '--format', 'json'];
  const done = await new Promise((resolve) => {
    execFile(NODE24, argv, { cwd: folder }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : error.code, said: `${stdout}${stderr}` }),
    );
  });
  const { said } = done;
  const fine = done.status === status && said.includes(holds);
  if (!fine) failed += 1;
  console.log(`${fine ? 'ok  ' : 'FAIL'} ${era} ${name}`);
  if (!fine) console.log(`     status ${done.status}: ${said.slice(0, 600)}`);
}

async function inspectAll(era) {
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
  await inspect(era, 'initialize', ['--method', 'initialize'], { holds: revision });
  await inspect(era, 'tools/list', ['--method', 'tools/list'], { holds: 'debate_auto' });
  await inspect(era, 'init_debate', call('init_debate', { topic: 'Should we?', thread_id: id }), { holds: id });
  await inspect(era, 'get_debate', call('get_debate', { thread_id: id }), { holds: 'active' });
  await inspect(era, 'a refusal', call('get_debate', { thread_id: 'nowhere' }), {
    status: REFUSED,
    holds: 'not-found',
  });
  await inspect(era, 'templates', ['--method', 'resources/templates/list'], { holds: 'debate://{thread_id}/ledger' });
  const read = ['--method', 'resources/read', '--uri', `debate://${id}/transcript`];
  await inspect(era, 'resources/read', read, { holds: 'Should we?' });
  await inspect(era, 'prompts/list', ['--method', 'prompts/list'], { holds: 'wall' });
  await inspect(era, 'prompts/get', ['--method', 'prompts/get', '--prompt-name', 'wind'], { holds: 'You are Wind' });
}
await Promise.all(['legacy', 'modern'].map(inspectAll));
rmSync(folder, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;
