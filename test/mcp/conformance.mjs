// Runs the MCP conformance suite under Node 24, whole and in both eras, against the HTTP mount of "debate-hall serve" with the suite's
// own fixtures; and its scenarios that need no fixtures against the real server behind the same mount.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mountMcp } from '../../src/doors/mcp/mount.ts';
import { ServerParts } from '../../src/doors/mcp/parts.ts';
import { createServer } from '../../src/doors/mcp/server.ts';
import { loopbackPolicy } from '../../src/net/server/origin-policy.ts';
import { startHttpServer } from '../../src/net/server/server.ts';
import { systemRandom } from '../../src/support/clock.ts';
import { createFixtures } from './conformance-fixtures.ts';
import { suiteCommand } from './suites.mjs';

/** Nobody signs in here, so nothing ends what a session has open. */
const openPass = () => ({ signal: new AbortController().signal, close: () => {} });

const OLD = '0.1.16';
const NEW = '0.2.0-alpha.11';

/** Against nothing but the suite's fixtures: everything that it requires. */
const WHOLE = [
  { version: OLD, name: 'all active', args: [], least: 40 },
  { version: NEW, name: '2025-11-25', args: ['--requirements', '2025-11-25'], least: 83 },
  { version: NEW, name: '2026-07-28', args: ['--requirements', '2026-07-28'], least: 154 },
];

/** Against the real server: what needs no fixtures. */
const REAL = [
  ...['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list'].map((scenario) => ({
    version: OLD,
    name: scenario,
    args: ['--scenario', scenario],
  })),
  ...[
    ...['dns-rebinding-protection', 'server-sse-multiple-streams', 'caching', 'sep-2164-resource-not-found'],
    ...['http-header-validation', 'input-required-result-missing-input-response'],
    ...['input-required-result-unsupported-methods', 'input-required-result-ignore-extra-params'],
    'input-required-result-validate-input',
  ].map((scenario) => ({
    version: NEW,
    name: scenario,
    args: ['--scenario', scenario, '--spec-version', '2026-07-28'],
  })),
];

const SUITES = {
  [OLD]: suiteCommand('conformance-old/dist/index.js'),
  [NEW]: suiteCommand('conformance-new/dist/index.js'),
};

const folder = mkdtempSync(join(tmpdir(), 'debate-hall-conformance-'));
const report = (fault) => console.error(fault);
const AUTH = { token: '', clientId: 'conformance', scopes: [] };

async function listen(factory) {
  const mount = mountMcp({ factory, elapsed: () => performance.now(), random: systemRandom, report: () => {} });
  const http = await startHttpServer({
    address: '127.0.0.1',
    port: 0,
    policy: (port) => loopbackPolicy([port], () => false),
    handle: async (request) => await mount.handle(request, AUTH, openPass),
    report,
  });
  return {
    mount,
    url: `http://127.0.0.1:${http.port}/mcp`,
    close: async () => {
      await http.close(0);
      await mount.close();
    },
  };
}

const parts = new ServerParts({ cwd: folder, env: {}, home: folder, settings: [] });
const real = await listen(async ({ era }) => createServer(parts, await parts.hall(), { era }));
const fixtures = await listen(async ({ era }) => createFixtures(era === 'modern', () => fixtures.mount.notify));

/** Not `spawnSync`: the servers under test are in this very process. */
async function run({ program, args, env }, more) {
  const child = spawn(program, [...args, ...more], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  const status = await new Promise((resolve) => child.on('close', resolve));
  return { status, said };
}

async function checksIn(results) {
  const names = await readdir(results, { recursive: true });
  return names
    .filter((name) => name.endsWith('checks.json'))
    .flatMap((name) => JSON.parse(readFileSync(join(results, name), 'utf8')))
    .filter(({ status }) => status === 'SUCCESS' || status === 'FAILURE');
}

let failed = 0;
async function runSuite(url, { version, name, args, least = 0 }) {
  const results = mkdtempSync(join(folder, 'results-'));
  const done = await run(SUITES[version], ['server', '--url', url, '-o', results, ...args]);
  const passed = (await checksIn(results)).filter(({ status }) => status === 'SUCCESS').length;
  const isFine = done.status === 0 && passed >= least;
  if (!isFine) failed += 1;
  console.log(`${isFine ? 'ok  ' : 'FAIL'} ${version} ${name}: ${passed} checks passed`);
  if (!isFine) console.log(done.said.slice(-6_000));
}

for (const suite of WHOLE) await runSuite(fixtures.url, suite);
for (const suite of REAL) await runSuite(real.url, suite);
await real.close();
await fixtures.close();
await parts.close();
rmSync(folder, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;
