// Where each client keeps its servers, and what an entry for this one looks like there.
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser';
import { HallError } from '../../../domain/failures/errors.ts';
import { requireHome } from '../../../domain/failures/storage-error.ts';
import { findProgram } from '../../../process/find-program.ts';
import type { Environment } from '../../../support/environment.ts';
import { packageFile } from '../../../support/package-root.ts';

export const CLIENTS = ['claude', 'codex', 'gemini', 'vscode', 'cursor'] as const;
export type McpClient = (typeof CLIENTS)[number];

export const ENTRY = 'debate-hall';

/** More than any client keeps in its file. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024;

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

interface Entry {
  /** Under which the client keeps its servers, each by its name. */
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

const KEYS: Readonly<Record<McpClient, string>> = {
  claude: 'mcpServers',
  codex: 'mcp_servers',
  gemini: 'mcpServers',
  vscode: 'servers',
  cursor: 'mcpServers',
};

function createEntry(client: McpClient, { command, args }: Launch): Entry {
  const key = KEYS[client];
  const stdio = { command, args };
  if (client === 'codex') return { key, value: { ...stdio, tool_timeout_sec: CALL_LIMIT_S } };
  if (client === 'vscode') return { key, value: { type: 'stdio', ...stdio } };
  return { key, value: { ...stdio, ...(client === 'gemini' ? { timeout: CALL_LIMIT_S * 1_000 } : {}) } };
}

/** What a client's file is written in. */
interface Language {
  readonly name: string;
  /** Throws for what is not in this language. */
  parse(text: string): unknown;
  /** The text with the entry where such entries usually are; it may not fit there. */
  add(text: string, entry: Entry, eol: string): string;
}

const JSON_LANGUAGE: Language = {
  name: 'JSON',
  parse: (text) => {
    const errors: ParseError[] = [];
    const content: unknown = text.trim() === '' ? {} : parse(text, errors, { allowTrailingComma: true });
    if (errors.length > 0) throw new SyntaxError('not JSON');
    return content;
  },
  add: (text, { key, value }, eol) => {
    const source = text.trim() === '' ? `{}${eol}` : text;
    const formattingOptions = { insertSpaces: true, tabSize: 2, eol };
    return applyEdits(source, modify(source, [key, ENTRY], value, { formattingOptions }));
  },
};

/** Strings and numbers of JSON are those of TOML. */
const formatToml = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map(formatToml).join(', ')}]` : JSON.stringify(value);

const formatTable = ({ key, value }: Entry): string =>
  [`[${key}.${ENTRY}]`, ...Object.entries(value).map(([name, of]) => `${name} = ${formatToml(of)}`), ''].join('\n');

async function loadToml(): Promise<Language> {
  const { parse } = await import('smol-toml');
  return {
    name: 'TOML',
    // Its tables have no prototype; the copies are objects like those that they are compared with.
    parse: (text) => structuredClone(parse(text, { integersAsBigInt: 'asNeeded' })),
    add: (text, entry, eol) => {
      const gap = text === '' || /\n\r?\n$/.test(text) ? '' : text.endsWith('\n') ? '\n' : '\n\n';
      return `${text}${`${gap}${formatTable(entry)}`.replaceAll('\n', eol)}`;
    },
  };
}

/** The entry alone, for people who add it themselves. */
export function entryText(client: McpClient, launch: Launch): string {
  const entry = createEntry(client, launch);
  if (client === 'codex') return formatTable(entry);
  return `${JSON.stringify({ [entry.key]: { [ENTRY]: entry.value } }, null, 2)}\n`;
}

export function createUnusableError(file: string, problem: string): HallError {
  return new HallError('bad-input', `${file} ${problem}; nothing was changed.`, {
    hint: 'Print the entry with --print and add it yourself.',
  });
}

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const loadLanguage = async (client: McpClient): Promise<Language> =>
  client === 'codex' ? await loadToml() : JSON_LANGUAGE;

/** Whether there is an entry, whatever it says; of a file that is damaged, whether there may be one. */
export async function hasEntry(client: McpClient, text: string): Promise<boolean> {
  const { parse } = await loadLanguage(client);
  try {
    const content = parse(text.replace(/^\ufeff/, ''));
    const servers = isTable(content) ? content[KEYS[client]] : undefined;
    return isTable(servers) && Object.hasOwn(servers, ENTRY);
  } catch {
    return text.includes(ENTRY);
  }
}

/** The file with the entry in it, else as it is; `undefined` when there is one already, whatever it says. Throws `bad-input`. */
export async function withEntry(
  client: McpClient,
  file: string,
  text: string,
  launch: Launch,
): Promise<string | undefined> {
  const language = await loadLanguage(client);
  const { key, value } = createEntry(client, launch);
  const read = (source: string): unknown => {
    try {
      return language.parse(source);
    } catch {
      return undefined;
    }
  };
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const source = text.slice(mark.length);
  const content = read(source);
  if (content === undefined) throw createUnusableError(file, `is not valid ${language.name}`);
  if (!isTable(content)) throw createUnusableError(file, `is not a ${language.name} object`);
  const servers = content[key] === undefined ? {} : content[key];
  if (!isTable(servers)) throw createUnusableError(file, `has no object at "${key}"`);
  if (Object.hasOwn(servers, ENTRY)) return undefined;
  const after = language.add(source, { key, value }, source.includes('\r\n') ? '\r\n' : '\n');
  // Where a key is there twice, or a table is closed, what was added is not read, or nothing is any more.
  if (!isDeepStrictEqual(read(after), { ...content, [key]: { ...servers, [ENTRY]: value } })) {
    throw createUnusableError(file, `has "${key}" in a form that cannot be edited safely`);
  }
  return `${mark}${after}`;
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
