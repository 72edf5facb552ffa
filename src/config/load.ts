// Loads the configuration: finds the layers, checks each, merges them and checks the whole. The order is
// built in < preset < user file < project file < environment < flags.
import { dirname, resolve } from 'node:path';
import type { z } from 'zod';
import { checkAgents, checkFormats, checkSeats } from './check.ts';
import { type Environment, readDotenv } from './dotenv.ts';
import { type ConfigFile, findProjectFile, findUserFile, readNamedFile, searchFolders } from './files.ts';
import { secretProblems } from './guard.ts';
import { type Layer, mergeLayers, type Origin, type OriginKind, type Origins } from './merge.ts';
import { readPreset } from './presets.ts';
import { type ConfigProblem, configError, problemsOf } from './problems.ts';
import { type Config, type ConfigLayer, configLayerSchema, DEFAULTS } from './schema.ts';
import { leaves, nest, type PlainObject, UnusableTree } from './tree.ts';
import { CONFIG_VARIABLE, environmentSettings, type Setting } from './variables.ts';

export interface LoadOptions {
  /** Absolute path of the folder that the person is in. */
  readonly cwd: string;
  /** The process environment; it is read and never changed. */
  readonly env: Environment;
  /** The person's home folder. */
  readonly home: string;
  readonly flags: readonly Setting[];
  /** A file that takes the place of the project's own (`--config`); relative to `cwd`. */
  readonly configFile?: string;
  /** Agents that exist without configuration, by name, each with `kind` and its settings. */
  readonly builtInAgents: Readonly<Record<string, { readonly kind: string; readonly [setting: string]: unknown }>>;
  /** The schema of each kind's settings, without `kind`. */
  readonly agentSettings: Readonly<Record<string, z.ZodType>>;
  /** The schema of each format's options, loaded only where something is configured for it. */
  readonly formatOptions: Readonly<Record<string, () => Promise<z.ZodType>>>;
}

export interface LoadedConfig {
  readonly config: Config;
  readonly origins: Origins;
  /** What was read, lowest layer first. */
  readonly files: readonly { readonly kind: 'user-file' | 'project-file' | 'dotenv'; readonly path: string }[];
  /** Full sentences for the person. */
  readonly warnings: readonly string[];
  /** The process environment over the keys of the project's .env. */
  readonly env: Environment;
  /** The folder of the project's file, else the root of the repository, else `cwd`. */
  readonly projectRoot: string;
}

function check(content: unknown, placeOf: (path: string) => string, mayHoldSecrets: boolean): PlainObject {
  const refuse = (problems: readonly ConfigProblem[]) => {
    if (problems.length > 0) throw configError(problems, placeOf);
  };
  try {
    const found = leaves(content);
    if (!mayHoldSecrets) refuse(secretProblems(found));
  } catch (error) {
    if (!(error instanceof UnusableTree)) throw error;
    refuse([{ path: error.path, message: error.message }]);
  }
  refuse(problemsOf(configLayerSchema, content));
  const { $schema: _, description: __, ...values } = configLayerSchema.parse(content);
  return values;
}

function fileLayer(kind: OriginKind, source: string, content: unknown, label = source): Layer {
  return { values: check(content, () => label, kind === 'preset'), originOf: () => ({ kind, source }) };
}

/** Each setting is checked alone, so that an error names the variable or flag and not just a path. */
function settingLayers(kind: OriginKind, settings: readonly Setting[], sourceOf = (setting: Setting) => setting.name) {
  return settings.map((setting): Layer => {
    const source = sourceOf(setting);
    return {
      values: check(nest(setting.path, setting.value), () => source, true),
      originOf: () => ({ kind, source }),
    };
  });
}

function lastPreset(layers: readonly Layer[]): { name: string; place: string } | undefined {
  const layer = layers.findLast(({ values }) => typeof values['preset'] === 'string');
  return layer && { name: String(layer.values['preset']), place: layer.originOf('preset').source };
}

/** A relative path counts from the file that holds it, from `cwd` when it was typed, else from the project. */
function absolute(path: string, origin: Origin | undefined, options: LoadOptions, projectRoot: string): string {
  const expanded = path === '~' || path.startsWith('~/') ? `${options.home}${path.slice(1)}` : path;
  if (origin?.kind === 'user-file' || origin?.kind === 'project-file') return resolve(dirname(origin.source), expanded);
  const typed = origin?.kind === 'environment' || origin?.kind === 'flag';
  return resolve(typed ? options.cwd : projectRoot, expanded);
}

/**
 * Reads and merges everything that configures a hall.
 * @throws HallError `config-invalid` naming the file, variable or flag, the path in it, and what to do; never a value
 */
export async function loadConfig(options: LoadOptions): Promise<LoadedConfig> {
  const warnings: string[] = [];
  const warn = (warning: string) => warnings.push(warning);
  const folders = await searchFolders(options.cwd);

  const dotenv = await readDotenv(folders);
  const env: Environment = { ...dotenv?.values, ...options.env };
  const sourceOf = ({ name }: Setting) =>
    options.env[name] === undefined && dotenv !== undefined ? `${name} in ${dotenv.path}` : name;
  const typed = [
    ...settingLayers('environment', environmentSettings(env, warn), sourceOf),
    ...settingLayers('flag', options.flags),
  ];

  const named = options.configFile ?? (env[CONFIG_VARIABLE] || undefined);
  const project: ConfigFile | undefined =
    named === undefined ? await findProjectFile(folders, warn) : await readNamedFile(resolve(options.cwd, named));
  const user = await findUserFile(options.home, options.env['XDG_CONFIG_HOME']);
  const written = [
    ...(user === undefined ? [] : [fileLayer('user-file', user.path, user.content)]),
    ...(project === undefined ? [] : [fileLayer('project-file', project.path, project.content)]),
    ...typed,
  ];

  const preset = lastPreset(written);
  const presetLayer = preset && fileLayer('preset', preset.name, await readPreset(preset.name, preset.place));
  const builtIn: Layer = {
    values: { ...DEFAULTS, agents: options.builtInAgents },
    originOf: () => ({ kind: 'default', source: 'built in' }),
  };
  const { values, origins } = mergeLayers([builtIn, ...(presetLayer === undefined ? [] : [presetLayer]), ...written]);

  const repository = folders.at(-1) ?? options.cwd;
  const projectRoot = named === undefined && project !== undefined ? dirname(project.path) : repository;
  const merged = values as typeof DEFAULTS & ConfigLayer;
  if (merged.context.allowSecrets && origins.get('context.allowSecrets')?.kind !== 'flag') {
    warn(`Context may hold secrets: ${origins.get('context.allowSecrets')?.source} sets "context.allowSecrets".`);
  }
  const agents = checkAgents(values['agents'] as PlainObject, options.agentSettings, origins);
  const seats = (values['seats'] ?? {}) as Config['seats'];
  checkSeats(seats, Object.keys(agents), origins);
  const formats = (values['formats'] ?? {}) as Config['formats'];
  await checkFormats({ format: merged.format, formats, schemas: options.formatOptions, origins });

  return {
    config: {
      hall: absolute(merged.hall, origins.get('hall'), options, projectRoot),
      format: merged.format,
      recipe: merged.recipe,
      ...(preset === undefined ? {} : { preset: preset.name }),
      agents,
      seats,
      limits: merged.limits as Config['limits'],
      formats,
      context: merged.context,
      github: (values['github'] ?? {}) as Config['github'],
      ...(merged.prompts === undefined
        ? {}
        : { prompts: absolute(merged.prompts, origins.get('prompts'), options, projectRoot) }),
      mcp: (values['mcp'] ?? {}) as Config['mcp'],
      agentRetries: merged.agentRetries,
    },
    origins,
    files: [
      ...(user === undefined ? [] : [{ kind: 'user-file', path: user.path } as const]),
      ...(project === undefined ? [] : [{ kind: 'project-file', path: project.path } as const]),
      ...(dotenv === undefined ? [] : [{ kind: 'dotenv', path: dotenv.path } as const]),
    ],
    warnings,
    env,
    projectRoot,
  };
}
