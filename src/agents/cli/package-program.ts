// Builds the arguments that start a program of this package; from source it needs a TypeScript loader.
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { moduleUrl } from '../../support/package-root.ts';

/** `path` names the program's module below `src`, without its ending. */
export function packageProgramArgv(path: string): [string, ...string[]] {
  const script = fileURLToPath(moduleUrl(path));
  if (script.endsWith('.cjs')) return [process.execPath, script];
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  return [process.execPath, '--import', loader, script];
}
