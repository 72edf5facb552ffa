// Reads files of a repository as text, where they lie: on disk, or only in git.
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { describeKind, readBytes } from '../../../support/read-bytes.ts';
import { decodeText } from '../../../support/text.ts';
import type { Git } from '../git/git.ts';
import { readGitOutput } from '../git/repository.ts';

interface NamedFile {
  /** Relative to the root of the repository, with "/". */
  readonly path: string;
  /** Of its content in git. */
  readonly newId?: string | undefined;
}

export interface FileCandidate {
  readonly name: string;
  /** Of the file as it is stored. */
  readonly bytes: number;
  /** Where the content is: an absolute path, or an id of git. */
  readonly at: string;
}

export interface FileSource {
  candidates(files: readonly NamedFile[]): Promise<readonly FileCandidate[]>;
  /** One text for each, in their order; `undefined` for a file that is not text. */
  texts(chosen: readonly FileCandidate[]): Promise<readonly (string | undefined)[]>;
}

export type Leave = (name: string, reason: string) => void;

/** Files of the working tree; none outside of it and none of git's own. */
export function createDiskStore(root: string, leave: Leave): FileSource {
  const find = async (name: string): Promise<FileCandidate | string> => {
    const folder = await realpath(dirname(join(root, name)));
    if (folder !== root && !folder.startsWith(root + sep)) return 'its folder leads out of the repository';
    if (folder.slice(root.length).split(sep).includes('.git')) return 'its folder is one of git';
    const at = join(folder, basename(name));
    const status = await lstat(at);
    return status.isFile() ? { name, at, bytes: status.size } : describeKind(status);
  };
  const read = async ({ at, bytes }: FileCandidate): Promise<string | undefined> => {
    // It may have grown since it was measured, and then it is not what the budget was counted with.
    const content = await readBytes(at, bytes, true);
    return content === undefined || content === 'too-large' ? undefined : decodeText(content);
  };
  return {
    async candidates(files) {
      const found: FileCandidate[] = [];
      for (const { path } of files) {
        const candidate = await find(path).catch((error: NodeJS.ErrnoException) => `cannot be read (${error.code})`);
        if (typeof candidate === 'string') leave(path, candidate);
        else found.push(candidate);
      }
      return found;
    },
    async texts(chosen) {
      const texts: (string | undefined)[] = [];
      for (const candidate of chosen) texts.push(await read(candidate).catch(() => undefined));
      return texts;
    },
  };
}

/** Files that only git has. */
export function createGitStore(git: Git, leave: Leave): FileSource {
  const batch = async (mode: string, ids: readonly string[]): Promise<string> => {
    const stdin = ids.map((id) => `${id}\n`).join('');
    return await readGitOutput(git, 'show changed files', ['cat-file', mode], { stdin, hint: 'Run "git fsck".' });
  };
  return {
    async candidates(files) {
      const known = files.flatMap(({ path: name, newId }) => (newId === undefined ? [] : [{ name, id: newId }]));
      const answers = (
        await batch(
          '--batch-check',
          known.map(({ id }) => id),
        )
      ).split('\n');
      return known.flatMap(({ name }, index) => {
        const [at = '', type, size] = (answers[index] ?? '').split(' ');
        if (type === 'blob') return [{ name, at, bytes: Number(size) }];
        leave(name, 'git does not have it here');
        return [];
      });
    },
    async texts(chosen) {
      const output = await batch(
        '--batch',
        chosen.map(({ at }) => at),
      );
      let from = 0;
      return chosen.map(({ at, bytes }, index) => {
        const start = from + `${at} blob ${bytes}\n`.length;
        const next = chosen[index + 1];
        const end = next === undefined ? output.length - 1 : output.indexOf(`\n${next.at} blob ${next.bytes}\n`, start);
        from = end + 1;
        const text = output.slice(start, end);
        // Not UTF-8, or a file that holds what looks like the start of the next one.
        const isWhole = end !== -1 && Buffer.byteLength(text) === bytes && !text.includes('\0');
        return isWhole ? text : undefined;
      });
    },
  };
}
