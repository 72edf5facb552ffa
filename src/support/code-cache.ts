// Keeps the compiled code of this package's chunks between starts, for Nodes that cannot do so by themselves (before 22.1).
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';

/** What Node puts around a CommonJS module. */
const BEFORE = '(function (exports, require, module, __filename, __dirname) { ';
const AFTER = '\n})';

/** V8 refuses code of another version of itself, and code of other flags. */
const ENGINE = `${process.version}-${process.arch}`;

type ModuleBody = (...globals: readonly unknown[]) => void;

/** The compiled code, or `undefined` where nothing was kept. */
function readCode(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** The next start does without, where nothing can be written. */
function keepCode(script: Script, file: string): void {
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(draft, script.createCachedData(), { mode: 0o600 });
    renameSync(draft, file);
  } catch {}
}

/**
 * Chunks are named after their content, which V8 does not compare. Their code is written when the process ends, since by then
 * it includes the functions that were called. They are plain ASCII, which is read faster as Latin-1.
 */
export function keepCompiledCode({ chunks, folder }: { readonly chunks: string; readonly folder: string }): void {
  const { extensions } = createRequire(import.meta.url);
  const loadPlain = extensions['.js'];
  const fresh: { readonly script: Script; readonly file: string }[] = [];
  process.once('exit', () => {
    for (const { script, file } of fresh) keepCode(script, file);
  });
  extensions['.cjs'] = (module, path) => {
    if (dirname(path) !== chunks) return loadPlain?.(module, path);
    const file = join(folder, ENGINE, `${basename(path)}.code`);
    const cachedData = readCode(file);
    const script = new Script(`${BEFORE}${readFileSync(path, 'latin1')}${AFTER}`, {
      filename: path,
      columnOffset: -BEFORE.length,
      ...(cachedData === undefined ? {} : { cachedData }),
    });
    if (script.cachedDataRejected !== false) fresh.push({ script, file });
    const body = script.runInThisContext() as ModuleBody;
    body.call(module.exports, module.exports, createRequire(path), module, path, chunks);
  };
}
