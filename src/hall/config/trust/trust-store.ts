// Remembers which projects a person trusts, and which not: one small file for each folder and digest, in the person's own state
// folder, so that two processes never write the same file at once. Where nobody can be asked, DEBATE_HALL_TRUST names those that are.
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import * as z from 'zod';
import { placeError, requireHome } from '../../../domain/failures/storage-error.ts';
import { sha256Hex } from '../../../support/canonical.ts';
import { escapeInvisible } from '../../../support/control-characters.ts';
import type { Environment } from '../../../support/environment.ts';
import { stateFolder } from '../../../support/home-folder.ts';
import { readBytes } from '../../../support/read-bytes.ts';
import { TRUST_VARIABLE } from '../sources/variables.ts';
import { claimLines, type TrustRequest } from './trust-request.ts';

const MAX_BYTES = 4 * 1024 * 1024;
const MOST_LINES = 1_000;

const rememberedSchema = z.lazy(() =>
  z.object({
    version: z.literal(1),
    folder: z.string(),
    digest: z.string().regex(/^[0-9a-f]{64}$/),
    decision: z.enum(['trusted', 'refused']),
    decidedAt: z.string(),
    /** As they were shown. */
    allows: z.array(z.string()),
  }),
);

type Remembered = Omit<z.infer<typeof rememberedSchema>, 'version'>;

export interface TrustStore {
  find(request: TrustRequest): Promise<Remembered['decision'] | undefined>;
  remember(request: TrustRequest, decision: Remembered['decision'], now: number): Promise<void>;
  /** Whether nobody was told of the request yet on this day in UTC; so it is also where that cannot be kept. */
  isFirstToday(request: TrustRequest, now: number): Promise<boolean>;
  /** Sorted by folder; files that are none of ours are left out. */
  list(): Promise<readonly Remembered[]>;
  /** Forgets every decision about a folder; returns how many there were. */
  forget(folder: string): Promise<number>;
}

/** Where nobody knows the person's home, nothing is trusted. */
const NOTHING_REMEMBERED: TrustStore = {
  find: async () => undefined,
  remember: async () => void requireHome(undefined),
  isFirstToday: async () => true,
  list: async () => [],
  forget: async () => 0,
};

export function trustStore({
  env,
  home,
}: {
  readonly env: Environment;
  readonly home: string | undefined;
}): TrustStore {
  const state = stateFolder(env, home);
  return state === undefined ? NOTHING_REMEMBERED : openTrustStore(state);
}

const fileName = (folder: string, digest: string) => `${sha256Hex(`${folder}\0${digest}`)}.json`;

/** A file that was damaged, or put there by something else, trusts nothing. */
async function readRemembered(path: string): Promise<Remembered | undefined> {
  const bytes = await readBytes(path, MAX_BYTES).catch(() => undefined);
  if (bytes === undefined || bytes === 'too-large') return undefined;
  try {
    return rememberedSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return undefined;
  }
}

function openTrustStore(state: string): TrustStore {
  const folder = join(state, 'trust');
  const warned = join(state, 'told');
  const names = async () => {
    try {
      return (await readdir(folder)).filter((name) => /^[0-9a-f]{64}\.json$/.test(name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw placeError(error, `read what is trusted from ${folder}`, 'state');
    }
  };
  const all = async () => {
    const read = (await names()).map(async (name) => ({ name, entry: await readRemembered(join(folder, name)) }));
    // A file under another name than its own content has would answer for something else.
    return (await Promise.all(read)).flatMap(({ name, entry }) =>
      entry !== undefined && name === fileName(entry.folder, entry.digest) ? [entry] : [],
    );
  };
  return {
    async find(request) {
      const entry = await readRemembered(join(folder, fileName(request.folder, request.digest)));
      return entry?.folder === request.folder && entry.digest === request.digest ? entry.decision : undefined;
    },
    async remember(request, decision, now) {
      const entry: Remembered = {
        folder: request.folder,
        digest: request.digest,
        decision,
        decidedAt: new Date(now).toISOString(),
        allows: claimLines(request).slice(0, MOST_LINES),
      };
      const text = `${JSON.stringify({ version: 1, ...entry }, null, 2)}\n`;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await chmod(folder, 0o700);
        const { default: writeFileAtomic } = await import('write-file-atomic');
        await writeFileAtomic(join(folder, fileName(entry.folder, entry.digest)), text, { mode: 0o600 });
      } catch (error) {
        throw placeError(error, `write what is trusted to ${folder}`, 'state');
      }
    },
    async isFirstToday({ folder: project, digest }, now) {
      const today = new Date(now).toISOString().slice(0, 10);
      const file = join(warned, fileName(project, digest).replace(/\.json$/, ''));
      const before = await readBytes(file, MAX_BYTES).catch(() => undefined);
      if (before?.toString() === today) return false;
      try {
        await mkdir(warned, { recursive: true, mode: 0o700 });
        await writeFile(file, today, { mode: 0o600 });
      } catch {
        // Without a place to keep it everybody sees it again.
      }
      return true;
    },
    async list() {
      const key = ({ folder: of, decidedAt }: Remembered) => `${of}\0${decidedAt}`;
      return (await all()).sort((a, b) => (key(a) < key(b) ? -1 : 1));
    },
    async forget(project) {
      const found = (await all()).filter((entry) => entry.folder === project);
      for (const { digest } of found) await rm(join(folder, fileName(project, digest)), { force: true });
      return found.length;
    },
  };
}

const DIGEST = /^[0-9a-f]{64}$/i;

/** A relative folder would be trusted wherever one is, so it is none. */
export function readTrustVariable(env: Environment) {
  const entries = (env[TRUST_VARIABLE] ?? '').split(delimiter).filter((entry) => entry !== '');
  const digests = entries.filter((entry) => DIGEST.test(entry)).map((entry) => entry.toLowerCase());
  const folders = entries.filter(isAbsolute);
  const others = entries.filter((entry) => !DIGEST.test(entry) && !isAbsolute(entry));
  return { digests, folders, others };
}

/** For entries that trust nothing. */
export function listVariableWarnings(env: Environment): readonly string[] {
  return readTrustVariable(env).others.map(
    (entry) =>
      `${TRUST_VARIABLE} ignores "${escapeInvisible(entry).slice(0, 80)}": it is neither the absolute path of a project nor a digest.`,
  );
}
