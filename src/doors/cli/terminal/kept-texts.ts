// Texts that a person wrote at the terminal and the debate did not take, each in a file.
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { requireHome } from '../../../domain/failures/storage-error.ts';
import { systemClock } from '../../../support/clock.ts';
import { homeFolder, stateFolder } from '../../../support/home-folder.ts';

async function writeIn(folder: string, name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, `${text.trimEnd()}\n`, { mode: 0o600, flag: 'wx' });
  return file;
}

const keptFolder = () => path.join(requireHome(stateFolder(process.env, homeFolder())), 'kept');

/** The time at the end of a name. */
const TIME = /^\d{4}-\d{2}-\d{2}T[\dZ-]+\.md$/;

/**
 * Keeps a text that a person wrote and the debate did not take: in the user's state folder, or in a temporary one when that cannot be
 * written. Outside of the hall, as nobody has published these words: no ledger, export or repository gets them.
 */
export async function saveText(threadId: string, seat: string, text: string): Promise<string> {
  const time = new Date(systemClock.now()).toISOString().replace(/[:.]/g, '-');
  const name = `${threadId}-${seat}-${time}.md`;
  try {
    const folder = keptFolder();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await writeIn(folder, name, text);
  } catch {
    return await writeIn(await mkdtemp(path.join(tmpdir(), 'debate-hall-kept-')), name, text);
  }
}

export interface KeptText {
  readonly file: string;
  readonly text: string;
}

/** What was last kept for this seat, in this program or an earlier one. */
export async function findKeptText(threadId: string, seat: string): Promise<KeptText | undefined> {
  const start = `${threadId}-${seat}-`;
  try {
    const names = await readdir(keptFolder());
    const [last] = names
      .filter((name) => name.startsWith(start) && TIME.test(name.slice(start.length)))
      .sort()
      .slice(-1);
    if (last === undefined) return undefined;
    const file = path.join(keptFolder(), last);
    return { file, text: (await readFile(file, 'utf8')).trimEnd() };
  } catch {
    // Nothing was kept, or nobody may read it: it is an offer and no more.
    return undefined;
  }
}
