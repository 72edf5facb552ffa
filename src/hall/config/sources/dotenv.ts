// Reads keys and settings from the project's .env. Only names that can be such pass: the project's other settings are none
// of the agents' business, and PATH or NODE_OPTIONS would reach the programs that are started.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { readIfExists } from './files.ts';
import { CONFIG_VARIABLE, TRUST_VARIABLE } from './variables.ts';

const PASSES = /^(?:DEBATE_HALL_[A-Z0-9_]+|GITHUB_TOOLS_ENABLED|[A-Z][A-Z0-9_]*_(?:KEY|TOKEN))$/;

/** A project must not vouch for itself, nor name a file that nobody was shown. */
const NEVER_FROM_A_PROJECT: readonly string[] = [TRUST_VARIABLE, CONFIG_VARIABLE];

export interface Dotenv {
  readonly path: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Python's virtual environments are folders of the same name. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

export const DOTENV = '.env';

/** What passes of a text; the rest is none of the hall's business. */
export function parseDotenv(text: string): Readonly<Record<string, string>> {
  const parsed = Object.entries(parseEnv(text.replace(/^\uFEFF/, '')));
  return Object.fromEntries(
    parsed.flatMap(([name, value]) =>
      PASSES.test(name) && value !== undefined && value !== '' ? [[name, value]] : [],
    ),
  );
}

/** The nearest .env in these folders; `undefined` when there is none. */
export async function readDotenv(
  folders: readonly string[],
  warn: (warning: string) => void,
): Promise<Dotenv | undefined> {
  for (const folder of folders) {
    const path = join(folder, DOTENV);
    const bytes = isFolder(path) ? undefined : await readIfExists(path);
    if (bytes === undefined) continue;
    const values: Record<string, string> = {};
    for (const [name, value] of Object.entries(parseDotenv(bytes.toString('utf8')))) {
      if (NEVER_FROM_A_PROJECT.includes(name)) {
        warn(`${name} in ${path} is ignored: it is read only from your own environment.`);
      } else values[name] = value;
    }
    return { path, values };
  }
  return undefined;
}
