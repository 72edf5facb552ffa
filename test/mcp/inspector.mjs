// Drives the built server with the MCP inspector's command line under Node 24, over stdio in both eras of the protocol.
// `npm run test:mcp` installs the inspector and that Node.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setup as buildIfStale } from '../support/build.ts';
import { KEPT_CODE } from '../support/kept-code.ts';
import { suiteCommand } from './suites.mjs';

const INSPECTOR = suiteCommand('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
const SERVER = fileURLToPath(new URL('../../dist/cli/start.cjs', import.meta.url));
const REFUSED = 5;

buildIfStale();

const folder = mkdtempSync(join(tmpdir(), 'debate-hall-inspector-'));
let failed = 0;

async function inspect(era, name, args, { status = 0, holds }) {
  const file = join(folder, `${era}.json`);
  const env = { XDG_CACHE_HOME: KEPT_CODE };
  const server = { command: process.execPath, args: [SERVER, 'mcp'], env, protocolEra: era, cwd: folder };
  writeFileSync(file, JSON.stringify({ mcpServers: { hall: server } }));
  const argv = [...INSPECTOR.args, '--cli', '--config', file, '--server', 'hall', ...args, '--format', 'json'];
  const done = await new Promise((resolve) => {
    execFile(INSPECTOR.program, argv, { cwd: folder, env: INSPECTOR.env }, (error, stdout, stderr) =>
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
