// Loads the configuration: finds the layers, checks each, merges them and checks the whole. The order is
// built in < preset < user file < project file < environment < flags. What a project asks for without being trusted is
// left out, before anything of it is used.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type * as z from 'zod';
import { defined } from '../../domain/defined.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { expandHome } from '../../domain/failures/storage-error.ts';
import { once } from '../../domain/once.ts';
import type { PlainObject } from '../../domain/values/tree.ts';
import type { Overrides } from '../../material/prompts/overrides.ts';
import type { Environment } from '../../support/environment.ts';
import { withHome } from '../../support/home-folder.ts';
import { findRealPlace } from '../../support/real-place.ts';
import { checkAgents, checkFormats, checkNames, checkSeats, type FormatLoaders } from './check.ts';
import { type Config, type ConfiguredAgent, DEFAULTS, QUEUE_OF_STORE } from './config.ts';
import { BUILT_IN, type Layer, mergeLayers, type Origin, type Origins } from './merge.ts';
import { readPreset } from './presets.ts';
import type { ConfigLayer } from './schema.ts';
import { refuseNoFolder } from './sources/files.ts';
import {
  type ConfigSources,
  lastPreset,
  readLayer,
  readSources,
  type SourceOptions,
  settingLayers,
} from './sources/sources.ts';
import { environmentSettings, isSet, mergeEnvironments, type Setting } from './sources/variables.ts';
import {
  applyTrust,
  describeUntrusted,
  examineProject,
  isHallWithheld,
  listClaimedAgents,
  type ProjectTrust,
} from './trust/trust.ts';
import type { DecideTrust } from './trust/trust-request.ts';
import { listVariableWarnings } from './trust/trust-store.ts';

export interface AgentKinds {
  /** Agents that exist without configuration, by name, each with `kind` and its settings. */
  readonly builtIn: Readonly<Record<string, { readonly kind: string; readonly [setting: string]: unknown }>>;
  /** The schema of each kind's settings, without `kind`. */
  readonly settings: Readonly<Record<string, z.ZodType>>;
}

export interface ConfiguredAgents {
  /** Built-in and configured ones that may be used, by name. Look names up with `Object.hasOwn`. */
  readonly agents: Readonly<Record<string, ConfiguredAgent>>;
  /** Where their settings come from. */
  readonly origins: Origins;
}

export interface LoadOptions extends SourceOptions {
  /** The kinds of agents, loaded only when agents are configured or wanted. */
  readonly agentKinds: () => Promise<AgentKinds>;
  /** What may be configured for each format, loaded only where something is. */
  readonly formats: FormatLoaders;
  /** Whether the project is trusted; called only when it asks for something that needs it. Without it, it is not. */
  readonly trust?: DecideTrust;
}

export interface LoadedConfig {
  readonly config: Config;
  /**
   * The built-in agents and the configured ones.
   * @throws HallError `config-invalid`, which `loadConfig` throws already where agents or seats are configured
   */
  readonly agents: () => Promise<ConfiguredAgents>;
  readonly origins: Origins;
  /** What was read, lowest layer first. */
  readonly files: readonly { readonly kind: 'user-file' | 'project-file' | 'dotenv'; readonly path: string }[];
  /** Full sentences for the person. */
  readonly warnings: readonly string[];
  /** The process environment over the keys of the project's .env, for programs as well. */
  readonly env: Environment;
  /** The folder of the project's file, else the root of the repository, else `cwd`. */
  readonly projectRoot: string;
  /** Real path of the root of the repository, else of `cwd`. */
  readonly repository: string;
  /** What the project asks for, and whether it gets it. */
  readonly trust: ProjectTrust;
  /** The project's own texts, as they were when they were trusted; `undefined` when `prompts` is somebody else's. */
  readonly texts: Overrides | undefined;
}

/** Where a relative path counts from: the file that holds it, the current folder when it was typed, else the project. */
function findBase({ kind, source }: Origin, { cwd, dotenv, projectRoot }: ConfigSources & { cwd: string }): string {
  if (kind === 'user-file' || kind === 'project-file') return dirname(source);
  if (kind === 'dotenv' && dotenv !== undefined) return dirname(dotenv.path);
  return kind === 'environment' || kind === 'flag' ? cwd : projectRoot;
}

/** The agents of these layers over the built-in ones. Throws `config-invalid`. */
async function checkedFrom(layers: readonly Layer[], kinds: LoadOptions['agentKinds']): Promise<ConfiguredAgents> {
  const { builtIn, settings } = await kinds();
  const { values, origins } = mergeLayers([
    { values: { agents: builtIn }, origin: BUILT_IN },
    ...layers.map(({ values: { agents }, origin }) => ({ values: { agents }, origin })),
  ]);
  return { agents: checkAgents(values['agents'] as PlainObject, settings, origins), origins };
}

/** All of it would be the hall's: no agent would read it, and git would leave out what the hall's rules name. Throws `config-invalid`. */
async function refuseProjectFolder(hall: string, { repository, projectRoot, project }: ConfigSources): Promise<void> {
  // A folder alone can be nothing but a hall.
  const roots = [
    ...(existsSync(join(repository, '.git')) ? [repository] : []),
    ...(project === undefined ? [] : [projectRoot]),
  ];
  const place = await findRealPlace(hall);
  const taken = await Promise.all(roots.map((root) => findRealPlace(root)));
  if (!taken.includes(place)) return;
  throw new HallError(
    'config-invalid',
    `Debates cannot be kept in ${place}, which is the folder of the project itself.`,
    {
      hint: 'Keep them in a folder of their own: "hall": "debates".',
    },
  );
}

/**
 * Reads and merges everything that configures a hall.
 * @throws HallError `config-invalid`, for a flag `bad-input` or `not-found`, naming the file, variable or flag, the path in it, and
 * what to do; never a value
 */
export async function loadConfig(options: LoadOptions): Promise<LoadedConfig> {
  await refuseNoFolder(options.cwd);
  const warnings: string[] = [];
  const warn = (warning: string) => warnings.push(warning);
  for (const warning of listVariableWarnings(options.env)) warn(warning);
  const sources = await readSources(options, warn);
  const examined = await examineProject(sources, options, Object.keys(options.formats));
  const { user, project, dotenv, trust } = await applyTrust(sources, examined.request, options.trust);
  const projectRoot = sources.projectRoot;

  const env = withHome(mergeEnvironments(dotenv?.values ?? {}, options.env), options.home);
  const findVariable = ({ name }: Setting): Origin =>
    isSet(options.env, name) || dotenv === undefined
      ? { kind: 'environment', source: name }
      : { kind: 'dotenv', source: `${name} in ${dotenv.path}` };
  const written = [
    ...(user === undefined ? [] : [user]),
    ...(project === undefined ? [] : [project]),
    ...(await settingLayers(environmentSettings(env, warn), findVariable)),
    ...(await settingLayers(options.flags, ({ name }) => ({ kind: 'flag', source: name }))),
  ];

  const preset = lastPreset(written);
  const presetLayer =
    preset && (await readLayer(await readPreset(preset.name, preset.origin), { kind: 'preset', source: preset.name }));
  const layers = [...(presetLayer === undefined ? [] : [presetLayer]), ...written];
  const { values, origins } = mergeLayers([{ values: DEFAULTS, origin: BUILT_IN }, ...layers]);

  const { agents: writtenAgents, ...settings } = values;
  // What each layer says was checked, and what none says has a default.
  const merged = settings as unknown as Omit<Config, 'queue'> & Pick<ConfigLayer, 'queue'>;
  if (merged.context.allowSecrets && origins.get('context.allowSecrets')?.kind !== 'flag') {
    warn(`Context may contain secrets: ${origins.get('context.allowSecrets')?.source} sets "context.allowSecrets".`);
  }
  const { seats, escalate, format, formats, worker } = merged;
  const { request, ignored } = trust;
  const claimed = listClaimedAgents(sources.project, ignored);
  const checkedAgents = once(() => checkedFrom(layers, options.agentKinds));
  const seated = Object.keys({ ...seats, ...escalate.seats }).length > 0;
  if (writtenAgents !== undefined || seated || claimed.size > 0) {
    const known = [...Object.keys((await checkedAgents()).agents), ...claimed.keys()];
    checkSeats({ under: ['seats'], seats }, known, origins);
    checkSeats({ under: ['escalate', 'seats'], seats: escalate.seats }, known, origins);
  }
  const withheldAgents = await Promise.all(
    [...claimed].map(async ([name, kind]) => ({
      name,
      kind: kind ?? (await checkedAgents()).agents[name]?.kind ?? name,
    })),
  );
  if (request !== undefined && ignored.length > 0) warn(describeUntrusted(request));
  await checkFormats({ format, formats, rules: options.formats, origins });
  await checkNames(merged, options.formats, origins);

  const projectFile = sources.named ?? sources.project;
  const place = (setting: string, path: string) =>
    resolve(
      findBase(origins.get(setting) ?? BUILT_IN, { ...sources, cwd: options.cwd }),
      expandHome(path, options.home),
    );
  const prompts = merged.prompts === undefined ? undefined : place('prompts', merged.prompts);
  const homes = worker.homes === undefined ? undefined : place('worker.homes', worker.homes);
  const hall = place('hall', merged.hall);
  await refuseProjectFolder(hall, sources);
  const unusableHall = examined.unusable?.hall === hall ? examined.unusable.problem : undefined;
  return {
    config: {
      ...merged,
      hall,
      queue: { kind: merged.queue?.kind ?? QUEUE_OF_STORE[merged.store.kind] },
      worker: { ...worker, ...defined({ homes }) },
      ...defined({ prompts }),
    },
    agents: async () => {
      const { agents, origins } = await checkedAgents();
      return { agents: Object.fromEntries(Object.entries(agents).filter(([name]) => !claimed.has(name))), origins };
    },
    origins,
    files: [
      ...(sources.user === undefined ? [] : [{ kind: 'user-file', path: sources.user.file.path } as const]),
      ...(projectFile === undefined ? [] : [{ kind: 'project-file', path: projectFile.file.path } as const]),
      ...(dotenv === undefined ? [] : [{ kind: 'dotenv', path: dotenv.path } as const]),
    ],
    warnings,
    env,
    projectRoot,
    repository: sources.repository,
    trust: { ...trust, withheldAgents, withheldHall: isHallWithheld(ignored, origins), unusableHall },
    texts: prompts === examined.texts?.folder ? examined.texts : undefined,
  };
}
