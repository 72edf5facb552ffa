// Reads keys from the project's .env. Only names that can be keys pass: a cloned repository must not be able to set
// PATH or NODE_OPTIONS for the programs that are started, and a project's other settings are none of theirs.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { readIfThere } from './files.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const PASSES = /^(?:DEBATE_HALL_[A-Z0-9_]+|GITHUB_TOOLS_ENABLED|[A-Z][A-Z0-9_]*_(?:KEY|TOKEN))$/;

export interface Dotenv {
  readonly path: string;
  readonly values: Readonly<Record<string, string>>;
}

/** The nearest .env in these folders; `undefined` when there is none. */
export async function readDotenv(folders: readonly string[]): Promise<Dotenv | undefined> {
  for (const folder of folders) {
    const path = join(folder, '.env');
    // Python's virtual environments are folders of this name.
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    const text = isFolder ? undefined : await readIfThere(path);
    if (text === undefined) continue;
    const values: Record<string, string> = {};
    for (const [name, value] of Object.entries(parseEnv(text))) {
      if (PASSES.test(name) && value !== undefined && value !== '') values[name] = value;
    }
    return { path, values };
  }
  return undefined;
}
