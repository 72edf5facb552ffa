// Where this package is, which version it is, and whether it runs from its sources. Chunks of a build are as deep in the package as this file is.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** In what is built, each look at `import.meta.url` makes it anew. */
const here = import.meta.url;
export const isSource = here.endsWith('.ts');

/** A file or folder of the package, such as `prompts/`. */
export const packageUrl = (path: string): URL => new URL(`../../${path}`, here);

/** A module below `src`, named without its ending: as it is built, or its source where nothing is built. */
export const moduleUrl = (path: string): URL => packageUrl(isSource ? `src/${path}.ts` : `dist/${path}.cjs`);

/** Loads a module that is built. */
const loadModule = (url: URL): Readonly<Record<string, unknown>> => createRequire(here)(fileURLToPath(url));

/** Imports a module whose name is known only at run time. What is built is CommonJS, which starts faster. */
export async function importModule(url: URL): Promise<Readonly<Record<string, unknown>>> {
  return isSource ? await import(/* @vite-ignore */ url.href) : loadModule(url);
}

/** The path of a file that is packed, such as `docs/formats/review.md`: who uses a package does not have its repository. */
export const packageFile = (path: string): string => fileURLToPath(packageUrl(path));

export function packageVersion(): string {
  const text = readFileSync(packageUrl('package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
