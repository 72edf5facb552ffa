// Keys of a hall in a folder: one small file each in its hidden folder, which only their owner can read. When a key was last used stands in a
// file of its own: a server notes it at any time, and must not write back what a person has just taken from the key.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { HallError } from '../../domain/failures/errors.ts';
import { ROLES } from '../access/principal.ts';
import type { KeptKey, KeyStore } from './api-key.ts';

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

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

export class KeyFiles implements KeyStore {
  readonly #folder: string;

  constructor(hallFolder: string) {
    this.#folder = path.join(hallFolder, '.hall', 'keys');
  }

  async add(key: KeptKey): Promise<void> {
    await this.#write(key);
  }

  async find(id: string): Promise<KeptKey | undefined> {
    const [text, used] = await Promise.all([this.#read(this.#toFile(id)), this.#read(this.#toUseFile(id))]);
    if (text === undefined) return undefined;
    try {
      const key = schema.parse(JSON.parse(text));
      return used === undefined ? key : { ...key, used: usedSchema.parse(used.trim()) };
    } catch (error) {
      throw this.#unusable(error);
    }
  }

  async #read(file: string): Promise<string | undefined> {
    try {
      return await readFile(file, 'utf8');
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw this.#unusable(error);
    }
  }

  async list(): Promise<readonly KeptKey[]> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw this.#unusable(error);
    });
    const ids = names.filter((name) => name.endsWith('.json')).map((name) => path.basename(name, '.json'));
    const keys = await Promise.all(ids.map(async (id) => await this.find(id)));
    return keys
      .filter((key) => key !== undefined)
      .sort((one, other) => one.created.getTime() - other.created.getTime());
  }

  async revoke(_hall: string, id: string, at: Date): Promise<boolean> {
    const key = await this.find(id);
    if (key === undefined) return false;
    if (key.revoked === undefined) await this.#write({ ...key, revoked: at });
    return true;
  }

  async endAt(_hall: string, id: string, at: Date): Promise<boolean> {
    const key = await this.find(id);
    if (key === undefined) return false;
    if (at < key.expires) await this.#write({ ...key, expires: at });
    return true;
  }

  async noteUse(id: string, at: Date): Promise<void> {
    if ((await this.find(id)) !== undefined) await this.#writeFile(this.#toUseFile(id), at.toISOString());
  }

  watch(listener: (id: string | undefined) => void): { close(): void } {
    const timer = setInterval(() => listener(undefined), LOOK_EVERY_MS).unref();
    return { close: () => clearInterval(timer) };
  }

  async close(): Promise<void> {}

  #toFile(id: string): string {
    return path.join(this.#folder, `${id}.json`);
  }

  #toUseFile(id: string): string {
    return path.join(this.#folder, `${id}.used`);
  }

  async #write({ used: _, ...key }: KeptKey): Promise<void> {
    await this.#writeFile(this.#toFile(key.id), JSON.stringify(key, null, 2));
  }

  async #writeFile(file: string, text: string): Promise<void> {
    const { default: writeFileAtomic } = await import('write-file-atomic');
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      // The hall's own rules for git are written with its first debate, which may come later.
      await writeFile(path.join(this.#folder, '.gitignore'), '*\n');
      await writeFileAtomic(file, `${text}\n`, { mode: 0o600 });
    } catch (error) {
      throw this.#unusable(error);
    }
  }

  #unusable(cause: unknown): HallError {
    return new HallError('storage', `The keys in ${this.#folder} cannot be read or written.`, {
      hint: 'Check who owns the folder and its files.',
      cause,
    });
  }
}
