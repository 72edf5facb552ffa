// A temporary folder to collect context from.
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { HallError } from '../../src/domain/failures/errors.ts';
import { type CollectOptions, collectContext } from '../../src/material/context/collect.ts';

export interface Folder {
  readonly path: string;
  write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void>;
  collect(sources: readonly string[], options?: Partial<CollectOptions>): ReturnType<typeof collectContext>;
  refusal(sources: readonly string[], options?: Partial<CollectOptions>): Promise<HallError>;
  remove(): Promise<void>;
}

export async function makeFolder(): Promise<Folder> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'hall-context-')));
  const path = join(base, 'project');
  await mkdir(path);
  const collect: Folder['collect'] = (sources, options = {}) =>
    collectContext(sources, {
      cwd: path,
      hallFolder: join(path, 'debates'),
      maxBytes: 100_000,
      allowSecrets: false,
      signal: new AbortController().signal,
      ...options,
    });
  return {
    path,
    collect,
    async write(files) {
      for (const [name, content] of Object.entries(files)) {
        const file = join(path, name);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
    },
    async refusal(sources, options) {
      const outcome = await collect(sources, options).catch((error: unknown) => error);
      if (outcome instanceof HallError) return outcome;
      throw new Error('The context was accepted.', { cause: outcome });
    },
    remove: () => rm(base, { recursive: true, force: true }),
  };
}

export const sourcesOf = ({ items }: Awaited<ReturnType<typeof collectContext>>) => items.map(({ source }) => source);
