// Keeps a text that a person wrote and that the debate did not take, in a file of their own.
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { stateFolder } from '../../../hall/config/sources/state-folder.ts';
import { systemClock } from '../../../support/clock.ts';

async function writeIn(folder: string, name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, `${text.trimEnd()}\n`, { mode: 0o600, flag: 'wx' });
  return file;
}

/**
 * Where it is kept: in the user's state folder, or in a temporary one when that cannot be written. Outside of the hall, as nobody
 * has published these words: no ledger, export or repository gets them.
 */
export async function saveText(threadId: string, seat: string, text: string): Promise<string> {
  const time = new Date(systemClock.now()).toISOString().replace(/[:.]/g, '-');
  const name = `${threadId}-${seat}-${time}.md`;
  try {
    const folder = path.join(stateFolder(process.env, homedir()), 'kept');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await writeIn(folder, name, text);
  } catch {
    return await writeIn(await mkdtemp(path.join(tmpdir(), 'debate-hall-kept-')), name, text);
  }
}
