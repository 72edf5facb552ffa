// What others have written to test MCP servers with, in a folder outside the project: each package is installed there once.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TOOLS = process.env['MCP_TEST_TOOLS'] ?? join(tmpdir(), 'debate-hall-mcp-tools');

/** The path of a file below `node_modules` of the package, which is installed where the file is missing. */
export function installTool(specifier, file) {
  const prefix = join(TOOLS, specifier.replaceAll('/', '-'));
  const path = join(prefix, 'node_modules', file);
  if (existsSync(path)) return path;
  mkdirSync(prefix, { recursive: true });
  const install = ['install', '--no-save', '--no-audit', '--no-fund', '--engine-strict=false', '--prefix', prefix];
  execFileSync('npm', [...install, specifier], { stdio: ['ignore', 'ignore', 'inherit'] });
  return path;
}

/** They need a newer Node than the project does. */
export const NODE24 = installTool('node@24', '.bin/node');
