// Where each client keeps its servers, and what an entry for this one looks like there.
import path from 'node:path';
import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser';
import { HallError } from '../../../domain/failures/errors.ts';
import { requireHome } from '../../../domain/failures/storage-error.ts';
import { findProgram } from '../../../process/find-program.ts';
import type { Environment } from '../../../support/environment.ts';
import { packageFile } from '../../../support/package-root.ts';

export const CLIENTS = ['claude', 'codex', 'gemini', 'vscode', 'cursor'] as const;
export type McpClient = (typeof CLIENTS)[number];

export const ENTRY = 'debate-hall';

/** Debates take minutes, so the configuration of clients that limit a call says so. */
const CALL_LIMIT_S = 1_800;

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

export interface Places {
  readonly project: string;
  readonly home: string | undefined;
  readonly env: Environment;
}

/** The project's own file where the client has one, so that the entry can be shared; else the user's. */
export function clientFile(client: McpClient, { project, home, env }: Places): string {
  switch (client) {
    case 'claude':
      return path.join(project, '.mcp.json');
    case 'codex':
      return path.join(env['CODEX_HOME'] || path.join(requireHome(home), '.codex'), 'config.toml');
    case 'gemini':
      return path.join(project, '.gemini', 'settings.json');
    case 'vscode':
      return path.join(project, '.vscode', 'mcp.json');
    case 'cursor':
      return path.join(project, '.cursor', 'mcp.json');
  }
}

function jsonEntry(client: McpClient, { command, args }: Launch): { path: [string, string]; value: object } {
  const stdio = { command, args };
  if (client === 'vscode') return { path: ['servers', ENTRY], value: { type: 'stdio', ...stdio } };
  const limit = client === 'gemini' ? { timeout: CALL_LIMIT_S * 1_000 } : {};
  return { path: ['mcpServers', ENTRY], value: { ...stdio, ...limit } };
}

function tomlEntry({ command, args }: Launch): string {
  // Strings of JSON are strings of TOML.
  const list = args.map((arg) => JSON.stringify(arg)).join(', ');
  return [
    `[mcp_servers.${ENTRY}]`,
    `command = ${JSON.stringify(command)}`,
    `args = [${list}]`,
    `tool_timeout_sec = ${CALL_LIMIT_S}`,
    '',
  ].join('\n');
}

/** The entry alone, for people who add it themselves. */
export function entryText(client: McpClient, launch: Launch): string {
  if (client === 'codex') return tomlEntry(launch);
  const { path: place, value } = jsonEntry(client, launch);
  return `${JSON.stringify({ [place[0]]: { [place[1]]: value } }, null, 2)}\n`;
}

export function createUnusableError(file: string, problem: string): HallError {
  return new HallError('bad-input', `${file} ${problem}; nothing was changed.`, {
    hint: 'Print the entry with --print and add it yourself.',
  });
}

function addToToml(file: string, text: string, launch: Launch): string | undefined {
  if (/^\s*\[\s*mcp_servers\s*\.\s*["']?debate-hall["']?\s*[.\]]/m.test(text)) return undefined;
  if (/^\s*mcp_servers\s*[.=]/m.test(text))
    throw createUnusableError(file, 'defines "mcp_servers" in a form that cannot be edited safely');
  const gap = text === '' || text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n';
  return `${text}${gap}${tomlEntry(launch)}`;
}

function addToJson(file: string, text: string, client: McpClient, launch: Launch): string | undefined {
  const { path: place, value } = jsonEntry(client, launch);
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const source = text.trim() === '' ? '{}\n' : text.slice(mark.length);
  const eol = source.includes('\r\n') ? '\r\n' : '\n';
  const errors: ParseError[] = [];
  const content: unknown = parse(source, errors, { allowTrailingComma: true });
  if (errors.length > 0) throw createUnusableError(file, 'is not valid JSON');
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw createUnusableError(file, 'is not a JSON object');
  }
  const servers = (content as Record<string, unknown>)[place[0]];
  if (servers !== undefined && (typeof servers !== 'object' || servers === null || Array.isArray(servers))) {
    throw createUnusableError(file, `has no object at "${place[0]}"`);
  }
  if (servers !== undefined && Object.hasOwn(servers, ENTRY)) return undefined;
  const edits = modify(source, place, value, { formattingOptions: { insertSpaces: true, tabSize: 2, eol } });
  return `${mark}${applyEdits(source, edits)}`;
}

/** The file with the entry in it; `undefined` when there is one already, whatever it says. Throws `bad-input`. */
export function withEntry(client: McpClient, file: string, text: string, launch: Launch): string | undefined {
  return client === 'codex' ? addToToml(file, text, launch) : addToJson(file, text, client, launch);
}

// How other programs start this server: by a name or a path that still works when this process is gone.

const PROGRAM = 'debate-hall';

interface Machine {
  readonly env: Environment;
  readonly cwd: string;
  readonly version: string;
  readonly platform?: NodeJS.Platform;
  /** Of this package. */
  readonly script?: string;
}

/** For machines that have nothing but Node. */
export const npxLaunch = (version: string, args: readonly string[]): Launch => ({
  command: 'npx',
  args: ['-y', `${PROGRAM}@${version}`, ...args],
});

/**
 * By name where the shell finds it, so that the entry works on other machines too. npx runs from a cache that it clears, so there npx is
 * named. On Windows npm's programs are scripts that only a shell can start, so there Node is.
 */
export function createLaunch(args: readonly string[], machine: Machine): Launch {
  const { env, cwd, version, platform = process.platform, script = packageFile('dist/cli/start.cjs') } = machine;
  const isWindows = platform === 'win32';
  if (/[\\/]_npx[\\/]/.test(script)) {
    const launch = npxLaunch(version, args);
    return isWindows ? { command: 'cmd', args: ['/c', launch.command, ...launch.args] } : launch;
  }
  if (!isWindows && findProgram(PROGRAM, env, cwd) !== undefined) return { command: PROGRAM, args };
  return { command: process.execPath, args: [script, ...args] };
}
