// Runs the scenarios of the MCP conformance suite that need no fixtures against our server, under Node 24. The suite speaks
// HTTP only, so the server is put behind the SDK's own handler on loopback; what the product itself serves is stdio.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { ServerParts } from '../../src/mcp/parts.ts';
import { createServer } from '../../src/mcp/server.ts';

const TOOLS = process.env['MCP_TEST_TOOLS'] ?? join(tmpdir(), 'debate-hall-mcp-tools');
const SUITES = [
  {
    version: '0.1.16',
    extra: [],
    scenarios: ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list'],
  },
  {
    version: '0.2.0-alpha.11',
    extra: ['--spec-version', '2026-07-28'],
    scenarios: [
      ...['caching', 'sep-2164-resource-not-found', 'http-header-validation'],
      ...['input-required-result-missing-input-response', 'input-required-result-unsupported-methods'],
      ...['input-required-result-ignore-extra-params', 'input-required-result-validate-input'],
    ],
  },
];

function installed(version) {
  const prefix = join(TOOLS, `conformance-${version}`);
  const entry = join(prefix, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  if (!existsSync(entry)) {
    mkdirSync(prefix, { recursive: true });
    const packages = ['node@24', `@modelcontextprotocol/conformance@${version}`];
    const install = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', prefix, ...packages];
    execFileSync('npm', install, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return { node: join(prefix, 'node_modules', '.bin', 'node'), entry };
}

// Before the server is there, which an installation would keep from answering.
const suites = SUITES.map((suite) => ({ ...suite, ...installed(suite.version) }));

const folder = mkdtempSync(join(tmpdir(), 'debate-hall-conformance-'));
const parts = new ServerParts({ cwd: folder, env: {}, home: folder, settings: [] });
const handler = createMcpHandler(async ({ era }) => createServer(parts, await parts.hall(), { era }));

async function bodyOf(incoming) {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return chunks.length === 0 ? undefined : Buffer.concat(chunks);
}

const http = createHttpServer(async (incoming, outgoing) => {
  const { method, headers, url } = incoming;
  const body = await bodyOf(incoming);
  const request = new Request(`http://127.0.0.1${url}`, { method, headers, ...(body === undefined ? {} : { body }) });
  const response = await handler.fetch(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body !== null) for await (const chunk of response.body) outgoing.write(chunk);
  outgoing.end();
});
await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${http.address().port}/mcp`;

/** Not `spawnSync`: the server under test is in this very process. */
async function run(node, argv) {
  const child = spawn(node, argv, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  const status = await new Promise((resolve) => child.on('close', resolve));
  return { status, said };
}

let failed = 0;
async function runSuite({ version, extra, scenarios, node, entry }) {
  for (const scenario of scenarios) {
    const argv = [entry, 'server', '--url', url, '--scenario', scenario, ...extra];
    const done = await run(node, argv);
    if (done.status !== 0) failed += 1;
    console.log(`${done.status === 0 ? 'ok  ' : 'FAIL'} ${version} ${scenario}`);
    if (done.status !== 0) console.log(done.said.slice(-1_500));
  }
}
await Promise.all(suites.map(runSuite));
http.close();
http.closeAllConnections();
await handler.close();
await parts.close();
rmSync(folder, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;
