// Builds the arguments that start a program of this package; from source it needs a TypeScript loader.
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** `module` is the `import.meta.url` of a file; `path` leads from there to the program, without its ending. */
export function packageProgramArgv(module: string, path: string): [string, ...string[]] {
  const source = module.endsWith('.ts');
  const script = fileURLToPath(new URL(`${path}${source ? '.ts' : '.js'}`, module));
  if (!source) return [process.execPath, script];
  const loader = pathToFileURL(createRequire(module).resolve('tsx')).href;
  return [process.execPath, '--import', loader, script];
}
