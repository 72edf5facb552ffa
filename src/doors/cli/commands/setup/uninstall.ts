// `debate-hall uninstall`: every place on this machine that has something of the program, and the removal of what it can make again.
import { existsSync, readdirSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { HallError, orRefusal } from '../../../../domain/failures/errors.ts';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { requireHome } from '../../../../domain/failures/storage-error.ts';
import { openHall } from '../../../../hall/compose/hall.ts';
import { userFolder } from '../../../../hall/config/sources/files.ts';
import { findCompiledFolder } from '../../../../support/compile-cache.ts';
import type { Environment } from '../../../../support/environment.ts';
import { homeFolder, stateFolder } from '../../../../support/home-folder.ts';
import { packageFile } from '../../../../support/package-root.ts';
import { readBytes } from '../../../../support/read-bytes.ts';
import { CLIENTS, clientFile, ENTRY, hasEntry, MAX_FILE_BYTES } from '../../../mcp/clients/clients.ts';
import { pluginFolder, uninstallPlugin } from '../../../plugins/install-plugin.ts';
import { PLUGIN_PROGRAMS } from '../../../plugins/render-plugin.ts';
import { withPlugins } from '../../actions/with-plugins.ts';
import { askConsent } from '../../terminal/ask-consent.ts';
import { printJson, printMessage, printRows } from '../../terminal/io.ts';

interface Place {
  readonly path: string;
  readonly holds: string;
  /** What is yours stays: the command below removes it, or you do. */
  readonly kept?: string;
}

const env: Environment = process.env;

/** What is in the folder of what is a person's own, besides plug-ins. */
const OWN: Readonly<Record<string, Omit<Place, 'path'>>> = {
  trust: { holds: 'which projects you trust' },
  told: { holds: 'which warnings you have seen' },
  'checked-agents': { holds: 'agents that were checked' },
  kept: { holds: 'turns that could not be recorded', kept: 'yours' },
  'work-trees': { holds: 'working trees of fixes', kept: 'remove each with "git worktree remove"' },
};
const OTHER: Omit<Place, 'path'> = { holds: 'of another version', kept: 'yours' };

function* listOwn(state: string): Generator<Place> {
  const names = existsSync(state) ? readdirSync(state).filter((name) => name !== 'plugins') : [];
  for (const name of new Set([...Object.keys(OWN), ...names]))
    yield { path: path.join(state, name), ...(OWN[name] ?? OTHER) };
}

/** As every command here finds it; where the configuration is damaged, the usual place. */
async function findHall(): Promise<string> {
  const hall = await orRefusal(openHall());
  if (hall instanceof HallError) return path.resolve(env['DEBATE_HALL_DIR'] || 'debates');
  await hall.close();
  return hall.loaded.config.hall;
}

/** What removes the program, by the folder that it is in. */
export function sayRemoval(folder: string): string {
  const place = path.resolve(folder);
  if (/[\\/]_npx[\\/]/.test(place)) return 'npx keeps it for its next call; nothing is installed';
  if (/[\\/]Cellar[\\/]/.test(place)) return 'brew uninstall debate-hall';
  if (/[\\/]scoop[\\/]apps[\\/]/i.test(place)) return 'scoop uninstall debate-hall';
  const modules = path.dirname(place);
  if (path.basename(modules) !== 'node_modules' || /[\\/]\.?(?:pnpm|yarn|bun)[\\/]/.test(place))
    return 'remove it the way you installed it';
  const project = path.dirname(modules);
  return existsSync(path.join(project, 'package.json'))
    ? `npm uninstall debate-hall, in ${project}`
    : 'npm uninstall --global debate-hall';
}

async function* listPlaces(): AsyncGenerator<Place> {
  const home = homeFolder();
  const state = requireHome(stateFolder(env, home));
  for (const program of PLUGIN_PROGRAMS)
    yield { path: pluginFolder(program, { env, home }), holds: `plug-in of ${program}` };
  yield* listOwn(state);
  yield { path: path.resolve(requireHome(findCompiledFolder('.', env)), '..'), holds: 'compiled code' };
  yield { path: requireHome(userFolder(home, env['XDG_CONFIG_HOME'])), holds: 'your configuration', kept: 'yours' };
  for (const client of CLIENTS) {
    const file = clientFile(client, { project: process.cwd(), home, env });
    const bytes = await readBytes(file, MAX_FILE_BYTES).catch(() => undefined);
    if (Buffer.isBuffer(bytes) && (await hasEntry(client, bytes.toString())))
      yield { path: file, holds: `MCP entry of ${client}`, kept: `remove "${ENTRY}" from it` };
  }
  yield { path: await findHall(), holds: 'debates of this folder; other projects have their own', kept: 'yours' };
  yield { path: packageFile(''), holds: 'the program', kept: sayRemoval(packageFile('')) };
}

/** Removes those plug-ins that it can; returns why others stay. */
async function removePlugins(): Promise<readonly HallError[]> {
  return await withPlugins(async (ports) => {
    const failed: HallError[] = [];
    for (const program of PLUGIN_PROGRAMS) {
      if (!existsSync(pluginFolder(program, ports))) continue;
      const done = await orRefusal(uninstallPlugin(program, ports));
      if (done instanceof HallError) failed.push(done);
    }
    return failed;
  });
}

/** Throws `plugin-failed`, `already-exists` and `cancelled` once all else is gone. */
async function removePlaces(places: readonly Place[]): Promise<void> {
  const plugins = PLUGIN_PROGRAMS.map((program) => pluginFolder(program, { env, home: homeFolder() }));
  // What the program's own commands remove goes with them.
  for (const { path: place } of places) if (!plugins.includes(place)) await rm(place, { recursive: true, force: true });
  const failed = await removePlugins();
  const state = requireHome(stateFolder(env, homeFolder()));
  // Only where nothing is left in them.
  for (const folder of [path.join(state, 'plugins'), state]) await rmdir(folder).catch(() => {});
  const [first, ...more] = failed;
  if (first === undefined) return;
  const issues = more.length === 0 ? {} : { issues: failed.map(({ message }) => message) };
  throw new HallError(first.code, first.message, {
    hint: `${first.hint ?? 'Try again.'} All else is removed.`,
    details: { ...first.details, ...issues },
  });
}

export function define(command: Command): void {
  command
    .description(
      'List every place on this machine that has something of Debate Hall, and remove plug-ins, trust decisions, checks of agents and compiled code. Debates, ' +
        'configuration, MCP entries and the program itself stay.',
    )
    .option('--dry-run', 'list the places and remove nothing')
    .option('--yes', 'skip the confirmation')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Example:
  debate-hall uninstall --dry-run`,
    )
    .action(async ({ dryRun = false, yes = false, json = false }) => {
      const found: Place[] = [];
      for await (const place of listPlaces()) if (existsSync(place.path)) found.push(place);
      const removed = found.filter(({ kept }) => kept === undefined);
      const lines = found.map(
        ({ path: place, holds, kept }) =>
          `${kept === undefined ? 'remove' : 'keep  '}  ${place}  (${[holds, kept].filter(Boolean).join('; ')})`,
      );
      if (!dryRun) {
        if (!json) for (const line of lines) printMessage(line, '  ');
        if (!yes && !(await askConsent('Remove these places?'))) {
          printMessage('Nothing was removed.');
          process.exitCode = EXIT.cancelled;
          return;
        }
        await removePlaces(removed);
      }
      if (json)
        return await printJson({
          dryRun,
          places: found.map((place) => ({ ...place, removed: place.kept === undefined })),
        });
      if (dryRun) return await printRows(lines);
      printMessage(`The program itself stays: ${sayRemoval(packageFile(''))}`);
    });
}
