// Adds a plug-in to a program and removes it, by the program's own commands: nothing but our folder is written by us.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { defined } from '../../domain/defined.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { requireHome, storageError } from '../../domain/failures/storage-error.ts';
import { findProgram } from '../../process/find-program.ts';
import type { ProgramPorts } from '../../process/process.ts';
import { escapeInvisible } from '../../support/control-characters.ts';
import { stateFolder } from '../../support/home-folder.ts';
import { packageFile, packageUrl } from '../../support/package-root.ts';
import { parseYaml } from '../../support/yaml.ts';
import { createLaunch } from '../mcp/clients/clients.ts';
import { isFrom, PROGRAM_WAYS } from './plugin-programs.ts';
import {
  aboutSchema,
  type CommandText,
  PLUGIN,
  type PluginFiles,
  type PluginParts,
  type PluginProgram,
  renderPlugin,
} from './render-plugin.ts';

/** Of what the server offers, those that the commands use. */
export const SERVER_ARGS = ['mcp', '--toolsets', 'core,review,memory'] as const;

const headSchema = z.strictObject({ description: z.string(), 'argument-hint': z.string() });

const read = (file: string): string => readFileSync(packageUrl(file), 'utf8');

const readAbout = () => aboutSchema.parse(JSON.parse(read('package.json')));

function parseCommand(source: string): CommandText {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? [];
  const { description, 'argument-hint': argumentHint } = headSchema.parse(parseYaml(head));
  return { description, argumentHint, body, source };
}

function readCommands(): Record<string, CommandText> {
  const names = readdirSync(packageUrl('commands/')).filter((name) => name.endsWith('.md'));
  return Object.fromEntries(
    names.sort().map((name) => [name.slice(0, -'.md'.length), parseCommand(read(`commands/${name}`))]),
  );
}

/** All parts but the way to start the server, which depends on the machine. */
export const readPluginParts = (): Omit<PluginParts, 'server'> => ({
  about: readAbout(),
  commands: readCommands(),
  skill: read('skills/debate-hall/SKILL.md'),
});

/** A program that adds a plug-in may ask the network first. */
const LIMITS = { totalMs: 180_000, idleMs: 0, firstOutputMs: 0, maxOutputBytes: 8 * 1024 * 1024 };

/** Of what a program that failed said last, in characters. */
const MOST_QUOTED = 300;

export interface PluginPorts extends ProgramPorts {
  readonly home: string | undefined;
}

/** What is done, or would be. */
export interface PluginChange {
  readonly program: PluginProgram;
  readonly folder: string;
  /** Paths in the folder, of files that are written or removed. */
  readonly files: readonly string[];
  /** Whole command lines, in their order. */
  readonly commands: readonly (readonly string[])[];
}

export const pluginFolder = (program: PluginProgram, { env, home }: Pick<PluginPorts, 'env' | 'home'>): string =>
  path.join(requireHome(stateFolder(env, home)), 'plugins', program);

function render(program: PluginProgram, { env, cwd }: PluginPorts): PluginFiles {
  const parts = readPluginParts();
  const server = createLaunch(SERVER_ARGS, { env, cwd, version: parts.about.version });
  return renderPlugin(program, { ...parts, server });
}

const additions = (program: PluginProgram, folder: string) => PROGRAM_WAYS[program].steps(folder).map(({ add }) => add);
const removals = (program: PluginProgram, folder: string) =>
  PROGRAM_WAYS[program]
    .steps(folder)
    .map(({ remove }) => remove)
    .reverse();

const planWith =
  (list: typeof additions) =>
  (program: PluginProgram, ports: PluginPorts): PluginChange => {
    const folder = pluginFolder(program, ports);
    const commands = list(program, folder).map((args) => [program, ...args]);
    return { program, folder, files: Object.keys(render(program, ports)), commands };
  };
export const planInstall = planWith(additions);
export const planUninstall = planWith(removals);

/** Starts the program; returns what it printed. Throws `plugin-failed`. */
async function start(
  program: PluginProgram,
  found: string,
  args: readonly string[],
  { env, home, processes, signal }: PluginPorts,
): Promise<string> {
  const running = processes.start({
    argv: [found, ...args],
    env: { ...defined(env), ...PROGRAM_WAYS[program].env } as Record<string, string>,
    cwd: requireHome(home),
    limits: LIMITS,
    signal,
  });
  const { end, stdout, stderrTail } = await running.result;
  if (end.reason === 'cancelled') throw new HallError('cancelled', 'Cancelled.');
  if (end.reason !== 'exited' || end.code !== 0) {
    const [last = ''] = (stderrTail.trim() || stdout.trim()).split('\n').slice(-1);
    const quoted = last === '' ? '.' : `: ${escapeInvisible(last.slice(0, MOST_QUOTED)).replace(/\.?$/, '.')}`;
    throw new HallError('plugin-failed', `"${program} ${args.join(' ')}" failed${quoted}`, {
      hint: `Run it yourself to see why, or update ${program}.`,
    });
  }
  // Gemini CLI prints lists to standard error.
  return stdout.trim() || stderrTail;
}

/** What is done to the plug-in when it is looked for. */
type Doing = 'add' | 'remove';

/** Where the plug-in of our name came from that the program has. Throws `plugin-failed` when it does not say. */
async function findInstalled(
  program: PluginProgram,
  found: string,
  ports: PluginPorts,
  doing: Doing,
): Promise<string | undefined> {
  const { list, findSource } = PROGRAM_WAYS[program];
  const printed = await start(program, found, list, ports);
  try {
    return findSource(/^[[{].*/ms.exec(printed)?.[0] ?? '');
  } catch (cause) {
    throw new HallError('plugin-failed', `"${program} ${list.join(' ')}" printed something unexpected.`, {
      hint: `Update ${program}, or ${doing} the plug-in yourself: see ${packageFile('docs/install.md')}.`,
      cause,
    });
  }
}

/** Whether ours is there. Throws `already-exists` for one of the same name that somebody got elsewhere. */
async function isInstalled(program: PluginProgram, found: string, ports: PluginPorts, doing: Doing): Promise<boolean> {
  const source = await findInstalled(program, found, ports, doing);
  if (source === undefined || isFrom(source, pluginFolder(program, ports))) return source !== undefined;
  throw new HallError('already-exists', `${program} has a plug-in "${PLUGIN}" from elsewhere; nothing was changed.`, {
    hint: doing === 'add' ? `To replace it, remove it with ${program} first.` : `Remove it with ${program} itself.`,
    details: { source },
  });
}

async function remove(program: PluginProgram, found: string, ports: PluginPorts): Promise<void> {
  for (const args of removals(program, pluginFolder(program, ports))) await start(program, found, args, ports);
}

/** Undoes what was done when a step fails: another marketplace of our name is not ours to remove. */
async function add(program: PluginProgram, found: string, folder: string, ports: PluginPorts): Promise<void> {
  const done: (readonly string[])[] = [];
  for (const step of PROGRAM_WAYS[program].steps(folder)) {
    try {
      await start(program, found, step.add, ports);
    } catch (error) {
      for (const args of done.reverse()) await start(program, found, args, ports).catch(() => {});
      throw error;
    }
    done.push(step.remove);
  }
}

async function writeFiles(folder: string, files: PluginFiles): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [file, text] of Object.entries(files)) {
    const place = path.join(folder, file);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, text);
  }
}

/** Throws `not-found` without the program, `already-exists`, and `plugin-failed`; then no plug-in of ours is left. */
export async function installPlugin(program: PluginProgram, ports: PluginPorts): Promise<PluginChange> {
  const plan = planInstall(program, ports);
  const { folder } = plan;
  const found = findProgram(program, ports.env, ports.cwd);
  if (found === undefined)
    throw new HallError('not-found', `${program} was not found.`, { hint: `Install ${program}, then try again.` });
  if (await isInstalled(program, found, ports, 'add')) await remove(program, found, ports);
  try {
    await writeFiles(folder, render(program, ports));
    await add(program, found, folder, ports);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw storageError(error, `write to ${folder}`, 'state');
  }
  return plan;
}

/** Of a program that is gone only our folder is removed. Throws `already-exists` and `plugin-failed`. */
export async function uninstallPlugin(program: PluginProgram, ports: PluginPorts): Promise<PluginChange> {
  const plan = planUninstall(program, ports);
  const found = findProgram(program, ports.env, ports.cwd);
  const isThere = found !== undefined && (await isInstalled(program, found, ports, 'remove'));
  if (isThere) await remove(program, found, ports);
  await rm(plan.folder, { recursive: true, force: true });
  return { ...plan, commands: isThere ? plan.commands : [] };
}
