// Keeps the compiled code of this package's chunks between starts, for Nodes that cannot do so by themselves (before 22.1).
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';

/** What Node puts around a CommonJS module. */
const BEFORE = Buffer.from('(function (exports, require, module, __filename, __dirname) { ');
const AFTER = Buffer.from('\n})');

/** V8 refuses code of another version of itself, and code of other flags. */
const ENGINE = `${process.version}-${process.arch}`;

type ModuleBody = (...globals: readonly unknown[]) => void;

const load = createRequire(import.meta.url);

/** What answers without the program has no need of cryptography, which takes 4 ms to load. */
function digestCode(source: Buffer, code: Buffer): Buffer {
  const { createHash } = load('node:crypto') as typeof import('node:crypto');
  return createHash('sha256').update(source).update(code).digest();
}

const DIGEST_BYTES = 32;

/** The code of this very source, or `undefined` where none was kept whole: V8 looks at neither, and damaged code ends the process. */
function readCode(file: string, source: Buffer): Buffer | undefined {
  try {
    const kept = readFileSync(file);
    const code = kept.subarray(DIGEST_BYTES);
    return digestCode(source, code).equals(kept.subarray(0, DIGEST_BYTES)) ? code : undefined;
  } catch {
    return undefined;
  }
}

interface FreshCode {
  readonly script: Script;
  readonly source: Buffer;
  readonly file: string;
}

/** The next start does without, where nothing can be written. */
function keepCode({ script, source, file }: FreshCode): void {
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const code = script.createCachedData();
    writeFileSync(draft, Buffer.concat([digestCode(source, code), code]), { mode: 0o600 });
    renameSync(draft, file);
  } catch {}
}

/**
 * The code of a chunk is written when the process ends, since by then it includes the functions that were called.
 * Chunks are plain ASCII, which is read faster as Latin-1, and call no `import()`, which V8 forgets in code that was kept.
 */
export function keepCompiledCode({ chunks, folder }: { readonly chunks: string; readonly folder: string }): void {
  const { extensions } = load;
  const loadPlain = extensions['.js'];
  const fresh: FreshCode[] = [];
  process.once('exit', (code) => {
    // A call that failed has called few of the functions.
    if (code === 0) fresh.forEach(keepCode);
  });
  extensions['.cjs'] = (module, path) => {
    if (dirname(path) !== chunks) return loadPlain?.(module, path);
    const file = join(folder, ENGINE, `${basename(path)}.code`);
    const source = Buffer.concat([BEFORE, readFileSync(path), AFTER]);
    const cachedData = readCode(file, source);
    const script = new Script(source.toString('latin1'), {
      filename: path,
      columnOffset: -BEFORE.length,
      ...(cachedData === undefined ? {} : { cachedData }),
    });
    if (script.cachedDataRejected !== false) fresh.push({ script, source, file });
    const body = script.runInThisContext() as ModuleBody;
    body.call(module.exports, module.exports, createRequire(path), module, path, chunks);
  };
}
