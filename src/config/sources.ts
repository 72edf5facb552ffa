// Reads the files that configure a hall, each once, and gathers what of the project's needs trust.
import { realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Overrides } from '../prompts/overrides.ts';
import { type Dotenv, readDotenv } from './dotenv.ts';
import { type ConfigFile, findProjectFile, findUserFile, readNamedFile, searchFolders, sha256 } from './files.ts';
import { fileLayer } from './layers.ts';
import type { Layer } from './merge.ts';
import { claimsOfDotenv, claimsOfFile } from './project-claims.ts';
import { hallClaims, projectTexts, textClaims } from './project-places.ts';
import { type TrustRequest, trustRequest } from './trust-request.ts';
import { CONFIG_VARIABLE, type Environment, type Setting } from './variables.ts';

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
  /** The file that a person named in place of it, and so vouches for. */
  readonly named: ReadFile | undefined;
  readonly dotenv: Dotenv | undefined;
  /** The root of the git repository, else `cwd`. */
  readonly repository: string;
  /** The folder of the project's file, else `repository`. */
  readonly projectRoot: string;
}

const read = (kind: 'user-file' | 'project-file', file: ConfigFile | undefined): ReadFile | undefined =>
  file && { file, layer: fileLayer(kind, file.path, file.content) };

/** Throws `config-invalid`. */
export async function readSources(options: SourceOptions, warn: (warning: string) => void): Promise<Sources> {
  const { cwd, env, home, configFile } = options;
  const folders = await searchFolders(cwd);
  const dotenv = await readDotenv(folders, warn);
  const name = configFile ?? (env[CONFIG_VARIABLE] || undefined);
  const named = read('project-file', name === undefined ? undefined : await readNamedFile(resolve(cwd, name)));
  const project = read('project-file', name === undefined ? await findProjectFile(folders, warn) : undefined);
  const user = read('user-file', await findUserFile(home, env['XDG_CONFIG_HOME']));
  const repository = folders.at(-1) ?? cwd;
  const projectRoot = project === undefined ? repository : dirname(project.file.path);
  return { user, project, named, dotenv, repository, projectRoot };
}

export interface Examined {
  /** What of the project needs trust; `undefined` when nothing does. */
  readonly request: TrustRequest | undefined;
  /** The project's texts for agents as they were when they were examined. */
  readonly texts: Overrides | undefined;
}

/** Looks at what the project asks for. Starts nothing and reads nothing but what it names. */
export async function examineProject(
  sources: Sources,
  options: SourceOptions,
  formats: readonly string[],
): Promise<Examined> {
  const { project, dotenv, repository } = sources;
  const texts = await projectTexts(sources, options, formats);
  const fromFile = project === undefined ? [] : claimsOfFile(project.file, project.layer.values);
  const fromDotenv = dotenv === undefined ? [] : claimsOfDotenv(dotenv);
  const fromPlaces = [...(await hallClaims(sources, options)), ...textClaims(sources, texts)];
  const claims = [...fromFile, ...fromPlaces, ...fromDotenv];
  const claimed = new Set(claims.map(({ source }) => source));
  const contents = new Map([
    ...(project === undefined ? [] : [[project.file.path, project.file.sha256] as const]),
    ...(dotenv === undefined ? [] : [[dotenv.path, sha256(JSON.stringify(dotenv.values))] as const]),
  ]);
  for (const path of contents.keys()) if (!claimed.has(path)) contents.delete(path);
  for (const [name, text] of texts?.files ?? []) contents.set(name, 'problem' in text ? text.problem : sha256(text));
  return { texts, request: trustRequest(await realpath(repository), claims, contents) };
}
