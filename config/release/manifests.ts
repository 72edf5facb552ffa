// Makes what marketplaces, registries and editors read of this repository, from package.json and the texts of the commands. Run as a program
// it writes them: `npm run manifests`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { npxLaunch } from '../../src/doors/mcp/clients/clients.ts';
import { readPluginParts, SERVER_ARGS } from '../../src/doors/plugins/install-plugin.ts';
import { claudeManifests, geminiManifests, PLUGIN, toJson } from '../../src/doors/plugins/render-plugin.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TITLE = 'Debate Hall';
/** The registry of MCP servers allows 100 characters. */
const SHORT = 'Agent CLIs debate a decision under finite rules and leave a record that can be checked.';

const { mcpName } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { mcpName: string };
const { about, commands } = readPluginParts();
const { version, description, author, homepage, repository, license } = about;
const server = npxLaunch(version, SERVER_ARGS);

/** Of the registry of MCP servers; its form is that of the schema that it names. */
const registryEntry = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-09-29/server.schema.json',
  ...{ name: mcpName, description: SHORT, version, websiteUrl: homepage },
  repository: { url: repository, source: 'github' },
  packages: [
    {
      ...{ registryType: 'npm', identifier: PLUGIN, version, runtimeHint: 'npx', transport: { type: 'stdio' } },
      packageArguments: [{ type: 'positional', value: 'mcp' }],
      environmentVariables: [
        { name: 'DEBATE_HALL_DIR', description: 'Folder that keeps the debates; default: debates', format: 'filepath' },
      ],
    },
  ],
};

/** Of the registry from which Zed and JetBrains IDEs install agents. */
const agentEntry = {
  ...{ id: PLUGIN, name: TITLE, version, description: SHORT, repository, website: homepage },
  ...{ authors: [author.name], license },
  distribution: { npx: { package: `${PLUGIN}@${version}`, args: ['acp'] } },
};

/** Files by their paths from the root of the repository. */
export const MANIFESTS: Readonly<Record<string, string>> = {
  ...claudeManifests({ about, server }),
  ...geminiManifests({ about, commands, server }),
  'server.json': toJson(registryEntry),
  'packaging/acp-registry/agent.json': toJson(agentEntry),
};

const json = JSON.stringify({ command: server.command, args: server.args });

/** Links that ask an editor to add the server. */
export const LINKS = {
  cursor: `https://cursor.com/en/install-mcp?name=${PLUGIN}&config=${encodeURIComponent(Buffer.from(json).toString('base64'))}`,
  vscode: `https://vscode.dev/redirect/mcp/install?name=${PLUGIN}&config=${encodeURIComponent(json)}`,
};

/** For people who open the bundle in Claude Desktop; see release.mjs. */
export const BUNDLE_MANIFEST = {
  ...{ manifest_version: '0.3', name: PLUGIN, display_name: TITLE, version, description, author, license, homepage },
  repository: { type: 'git', url: repository },
  ...{
    documentation: `${repository}/blob/main/docs/mcp.md`,
    support: `${repository}/issues`,
    keywords: about.keywords,
  },
  server: {
    ...{ type: 'node', entry_point: 'dist/mcp/main.cjs' },
    mcp_config: {
      command: 'node',
      // Claude Desktop starts servers in a folder of its own.
      args: [`\${__dirname}/dist/mcp/main.cjs`, ...SERVER_ARGS.slice(1), '--hall', `\${user_config.hall}`],
    },
  },
  user_config: {
    hall: {
      ...{ type: 'directory', title: 'Hall', description: 'The folder that keeps the debates', required: false },
      default: `\${HOME}/debates`,
    },
  },
  compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=20.19.0' } },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of Object.entries(MANIFESTS)) {
    mkdirSync(path.dirname(path.join(ROOT, file)), { recursive: true });
    writeFileSync(path.join(ROOT, file), text);
  }
}
