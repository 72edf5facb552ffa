// Reads the files that configure a hall, each once.
import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Environment } from '../../../support/environment.ts';
import type { Layer } from '../merge.ts';
import { type Dotenv, readDotenv } from './dotenv.ts';
import { type ConfigFile, findProjectFile, findUserFile, requireConfigFile, searchFolders } from './files.ts';
import { fileLayer } from './layers.ts';
import { CONFIG_VARIABLE, type Setting } from './variables.ts';

export interface SourceOptions {
  /** Absolute path of the folder that the person is in. */
  readonly cwd: string;
  /** The process environment; it is read and never changed. */
  readonly env: Environment;
  /** The person's home folder. */
  readonly home: string;
  readonly flags: readonly Setting[];
  /** A file that takes the place of the project's own (`--config`); relative to `cwd`. */
  readonly configFile?: string;
}

export interface ReadFile {
  readonly file: ConfigFile;
  readonly layer: Layer;
}

export interface Sources {
  readonly user: ReadFile | undefined;
  /** The project's own file. */
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
): Promise<ReadFile | undefined> => file && { file, layer: await fileLayer(kind, file.path, file.content) };

function resolveFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** Throws `config-invalid`. */
export async function readSources(options: SourceOptions, warn: (warning: string) => void): Promise<Sources> {
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
  const user = await readOnce('user-file', await findUserFile(home, env['XDG_CONFIG_HOME']));
  const repository = folders.at(-1) as string;
  const projectRoot = project === undefined ? repository : dirname(project.file.path);
  return { user, project, named, dotenv, repository, projectRoot };
}
