// Keys of a hall in a folder: one small file each in its hidden folder, which only their owner can read. When a key was last used stands in a
// file of its own: a server notes it at any time, and must not write back what a person has just taken from the key.
import path from 'node:path';
import * as z from 'zod';
import { HallError } from '../../domain/failures/errors.ts';
import { placeError } from '../../domain/failures/storage-error.ts';
import { makeFolder } from '../../support/make-folder.ts';
import { readBytes } from '../../support/read-bytes.ts';
import { readNames } from '../../support/stat-if-there.ts';
import { ROLES } from '../access/principal.ts';
import type { KeptKey, KeyStore } from './credentials.ts';

const schema = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{12}$/),
  hall: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  created: z.coerce.date(),
  expires: z.coerce.date(),
  revoked: z.coerce.date().optional(),
});
const usedSchema = z.coerce.date();

/** How often it looks whether a key was revoked, while somebody waits to hear of it. */
const LOOK_EVERY_MS = 2_000;

/** Of a key, which is a few lines. */
const MAX_BYTES = 64 * 1024;

export function openKeyFiles(hallFolder: string): KeyStore {
  const folder = path.join(hallFolder, '.hall', 'keys');
  const toFile = (id: string) => path.join(folder, `${id}.json`);
  const toUseFile = (id: string) => path.join(folder, `${id}.used`);
  const unusable = (cause: unknown): HallError => placeError(cause, `read or write the keys in ${folder}`, 'new');

  async function read(file: string): Promise<string | undefined> {
    try {
      const bytes = await readBytes(file, MAX_BYTES);
      // What is so long is no key, as what is empty is none.
      return bytes === 'too-large' ? '' : bytes?.toString('utf8');
    } catch (error) {
      throw unusable(error);
    }
  }

  async function write(file: string, text: string): Promise<void> {
    const { default: writeFileAtomic } = await import('write-file-atomic');
    try {
      makeFolder(folder);
      // The hall's own rules for git are written with its first debate, which may come later.
      await writeFileAtomic(path.join(folder, '.gitignore'), '*\n');
      await writeFileAtomic(file, `${text}\n`, { mode: 0o600 });
    } catch (error) {
      throw unusable(error);
    }
  }

  const add = async ({ used: _, ...key }: KeptKey) => await write(toFile(key.id), JSON.stringify(key, null, 2));

  async function find(id: string): Promise<KeptKey | undefined> {
    const [text, used] = await Promise.all([read(toFile(id)), read(toUseFile(id))]);
    if (text === undefined) return undefined;
    try {
      const key = schema.parse(JSON.parse(text));
      return used === undefined ? key : { ...key, used: usedSchema.parse(used.trim()) };
    } catch (cause) {
      throw new HallError('storage', `The key "${id}" cannot be read: its file in ${folder} is damaged.`, {
        hint: 'Restore it, or remove it and make a new key with "debate-hall keys add".',
        cause,
      });
    }
  }

  /** Writes what is to be different in it. `false` where there is no such key. */
  async function change(id: string, toChange: (key: KeptKey) => Partial<KeptKey> | undefined): Promise<boolean> {
    const key = await find(id);
    const changed = key && toChange(key);
    if (key !== undefined && changed !== undefined) await add({ ...key, ...changed });
    return key !== undefined;
  }

  return {
    add,
    find,
    list: async () => {
      let names: readonly string[];
      try {
        names = readNames(folder);
      } catch (error) {
        throw unusable(error);
      }
      const ids = names.filter((name) => name.endsWith('.json')).map((name) => path.basename(name, '.json'));
      const keys = await Promise.all(ids.map(find));
      return keys
        .filter((key) => key !== undefined)
        .sort((one, other) => one.created.getTime() - other.created.getTime());
    },
    revoke: async (_hall, id, at) =>
      await change(id, ({ revoked }) => (revoked === undefined ? { revoked: at } : undefined)),
    endAt: async (_hall, id, at) => await change(id, ({ expires }) => (at < expires ? { expires: at } : undefined)),
    noteUse: async (id, at) => {
      if ((await find(id)) !== undefined) await write(toUseFile(id), at.toISOString());
    },
    watch: (listener) => {
      const timer = setInterval(() => listener(undefined), LOOK_EVERY_MS).unref();
      return { close: () => clearInterval(timer) };
    },
    close: async () => {},
  };
}
