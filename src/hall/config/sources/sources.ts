// Reads the sources that configure a hall, each once, and checks each alone, so that an error names the file, variable or flag.
import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { findProblems, MOST_PROBLEMS, type ValueProblem } from '../../../domain/values/problems.ts';
import { listLeaves, nest, UnusableTree } from '../../../domain/values/tree.ts';
import type { Environment } from '../../../support/environment.ts';
import { configError } from '../config-error.ts';
import type { Layer, Origin } from '../merge.ts';
import { findSecretProblems } from '../refuse-secrets.ts';
import { type Dotenv, readDotenv } from './dotenv.ts';
import {
  type ConfigFile,
  findProjectFile,
  findUserFile,
  requireConfigFile,
  searchFolders,
  userFolder,
} from './files.ts';
import { CONFIG_VARIABLE, type Setting } from './variables.ts';

/** Checked by itself, so that an error names the file, variable or flag and not just a path. Throws `config-invalid`, `bad-input`. */
export async function readLayer(content: unknown, origin: Origin): Promise<Layer> {
  // Most commands run where nothing is configured, and making the schema takes longer than their own work.
  const { configLayerSchema } = await import('../schema.ts');
  const refuse = (problems: readonly ValueProblem[]) => {
    if (problems.length > 0) throw configError(problems, () => origin);
  };
  try {
    const found = listLeaves(content);
    if (origin.kind === 'user-file' || origin.kind === 'project-file') refuse(findSecretProblems(found));
  } catch (error) {
    if (!(error instanceof UnusableTree)) throw error;
    refuse([{ path: error.path, message: error.message }]);
  }
  refuse(findProblems(configLayerSchema, content, MOST_PROBLEMS));
  const { $schema: _, description: __, ...values } = configLayerSchema.parse(content, { jitless: true });
  return { values, origin };
}

export async function settingLayers(
  settings: readonly Setting[],
  findOrigin: (setting: Setting) => Origin,
): Promise<Layer[]> {
  const layers: Layer[] = [];
  for (const setting of settings) layers.push(await readLayer(nest(setting.path, setting.value), findOrigin(setting)));
  return layers;
}

export function lastPreset(layers: readonly Layer[]): { name: string; origin: Origin } | undefined {
  const layer = layers.findLast(({ values }) => typeof values['preset'] === 'string');
  return layer && { name: String(layer.values['preset']), origin: layer.origin };
}

export interface SourceOptions {
  /** Absolute path of the folder that the person is in. */
  readonly cwd: string;
  /** The process environment; it is read and never changed. */
  readonly env: Environment;
  /** The person's home folder; `undefined` where nobody knows it. */
  readonly home: string | undefined;
  readonly flags: readonly Setting[];
  /** A file that takes the place of the project's own (`--config`); relative to `cwd`. */
  readonly configFile?: string;
}

export interface ReadFile {
  readonly file: ConfigFile;
  readonly layer: Layer;
}

export interface ConfigSources {
  readonly user: ReadFile | undefined;
  readonly project: ReadFile | undefined;
  /** The file that a person named instead, and so vouches for. */
  readonly named: ReadFile | undefined;
  readonly dotenv: Dotenv | undefined;
  /** The root of the git repository, else `cwd`. */
  readonly repository: string;
  /** The folder of the project's file, else `repository`. */
  readonly projectRoot: string;
}

const readOnce = async (
  kind: 'user-file' | 'project-file',
  file: ConfigFile | undefined,
): Promise<ReadFile | undefined> => file && { file, layer: await readLayer(file.content, { kind, source: file.path }) };

function resolveFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** Throws `config-invalid`. */
export async function readSources(options: SourceOptions, warn: (warning: string) => void): Promise<ConfigSources> {
  const { cwd, env, home, configFile } = options;
  // Trust is kept for a folder, whatever links lead to it.
  const folders = await searchFolders(resolveFolder(cwd));
  const dotenv = await readDotenv(folders, warn);
  const name = configFile ?? (env[CONFIG_VARIABLE] || undefined);
  const named = await readOnce(
    'project-file',
    name === undefined ? undefined : await requireConfigFile(resolve(cwd, name)),
  );
  const project = await readOnce('project-file', name === undefined ? await findProjectFile(folders, warn) : undefined);
  const user = await readOnce('user-file', await findUserFile(userFolder(home, env['XDG_CONFIG_HOME'])));
  const repository = folders.at(-1) as string;
  const projectRoot = project === undefined ? repository : dirname(project.file.path);
  return { user, project, named, dotenv, repository, projectRoot };
}
