// What marketplaces, registries and editors read: made from one place, with one version, in the form that each of them asks for.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { BUNDLE_MANIFEST, LINKS, MANIFESTS } from '../../config/release/manifests.ts';
import { inCampaign } from '../support/campaign.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const { version, mcpName } = JSON.parse(read('package.json')) as { version: string; mcpName: string };

it.each(Object.keys(MANIFESTS))('%s is up to date: npm run manifests', (file) => {
  expect(read(file)).toBe(MANIFESTS[file]);
});

it('names one version everywhere', () => {
  const tracked = [
    'package.json',
    'package-lock.json',
    'extensions/vscode/package.json',
    'deploy/helm/debate-hall/Chart.yaml',
  ];
  for (const file of [...tracked, ...Object.keys(MANIFESTS)]) {
    const text = read(file);
    const named = [
      ...(/^ {0,2}"?version"?: "?([\d.]+)/m.exec(text)?.slice(1) ?? []),
      ...[...text.matchAll(/debate-hall@([\d.]+)/g)].map(([, found]) => found),
    ];
    expect([file, named.filter((found) => found !== version)]).toEqual([file, []]);
    if (!file.endsWith('.toml'))
      expect([file, named.length > 0 || file.endsWith('marketplace.json')]).toEqual([file, true]);
  }
  expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(`, 'm'));
});

/** Written from the schema of 2025-09-29, of which this is what the entry uses. */
const registrySchema = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-09-29/server.schema.json'),
  name: z
    .string()
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  description: z.string().min(1).max(100),
  version: z.string().max(255).regex(/^\d/),
  websiteUrl: z.url(),
  repository: z.strictObject({ url: z.url(), source: z.literal('github') }),
  packages: z
    .array(
      z.strictObject({
        registryType: z.literal('npm'),
        identifier: z.string(),
        version: z.string().regex(/^\d+\.\d+\.\d+$/),
        runtimeHint: z.string(),
        transport: z.strictObject({ type: z.literal('stdio') }),
        packageArguments: z.array(z.strictObject({ type: z.literal('positional'), value: z.string() })),
        environmentVariables: z.array(
          z.strictObject({
            name: z.string(),
            description: z.string(),
            format: z.enum(['string', 'number', 'boolean', 'filepath']),
          }),
        ),
      }),
    )
    .length(1),
});

it('has an entry for the registry of MCP servers, which belongs to the package', () => {
  const entry = registrySchema.parse(JSON.parse(read('server.json')));
  expect(entry.name).toBe(mcpName);
  const [owner] = /[^/]+(?=\/debate-hall$)/.exec(entry.repository.url) ?? [];
  expect(entry.name).toBe(`io.github.${owner}/debate-hall`);
});

/** Written from the schema of the registry of agents. */
const agentSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  name: z.string().min(1),
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  description: z.string().min(1),
  repository: z.url(),
  website: z.url(),
  authors: z.array(z.string()),
  license: z.string(),
  distribution: z.strictObject({ npx: z.strictObject({ package: z.string(), args: z.array(z.string()) }) }),
});

it('has an entry for the registry of agents, with an icon of one color and 16 pixels', () => {
  const { distribution } = agentSchema.parse(JSON.parse(read('packaging/acp-registry/agent.json')));
  expect(distribution.npx).toEqual({ package: `debate-hall@${version}`, args: ['acp'] });
  const icon = read('packaging/acp-registry/icon.svg');
  expect(icon).toMatch(/^<svg [^>]*width="16" height="16"/);
  expect([...icon.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, value]) => value)).toEqual(['none', 'currentColor']);
});

it.runIf(inCampaign)(
  'has a manifest for Claude Desktop that the validator of bundles accepts, and that starts what is packed',
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'bundle-'));
    try {
      const file = path.join(folder, 'manifest.json');
      writeFileSync(file, JSON.stringify(BUNDLE_MANIFEST));
      const validator = path.join(ROOT, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js');
      const { status, stdout, stderr } = spawnSync(process.execPath, [validator, 'validate', file], {
        encoding: 'utf8',
      });
      expect([status, stderr], stdout).toEqual([0, '']);
    } finally {
      rmSync(folder, { recursive: true });
    }
    const { entry_point: entry, mcp_config: start } = BUNDLE_MANIFEST.server;
    expect(existsSync(path.join(ROOT, entry))).toBe(true);
    expect(start.args[0]).toBe(`\${__dirname}/${entry}`);
    const named = start.args.flatMap((arg) => /user_config\.(\w+)/.exec(arg)?.slice(1) ?? []);
    expect(named).toEqual(Object.keys(BUNDLE_MANIFEST.user_config));
  },
);

it('has links that ask editors for the same server', () => {
  const install = read('docs/install.md');
  const [cursor, vscode] = [new URL(LINKS.cursor), new URL(LINKS.vscode)].map(({ searchParams }) => searchParams);
  const server = JSON.parse(Buffer.from(cursor?.get('config') ?? '', 'base64').toString());
  expect(server).toEqual({
    command: 'npx',
    args: ['-y', `debate-hall@${version}`, 'mcp', '--toolsets', 'core,review,memory'],
  });
  expect(JSON.parse(vscode?.get('config') ?? '')).toEqual(server);
  for (const link of Object.values(LINKS)) expect(install).toContain(`(${link})`);
});
