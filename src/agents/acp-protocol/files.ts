// The one folder that an agent may read files of through the hall, and nothing beyond it: no way out by "..", by an absolute
// path or by a link, and none of the files that are hidden from every agent.
import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type * as z from 'zod';
import { createHiddenCheck } from '../../material/context/files/hidden-files.ts';
import { readBytes } from '../../support/read-bytes.ts';
import { findSecret } from '../../support/secrets/find-secret.ts';
import { decodeText, withSlashes } from '../../support/text.ts';
import type { readFileSchema } from './messages.ts';

const MAX_FILE_BYTES = 1024 * 1024;
const OUTSIDE = 'it is outside the folder that may be read';

export type FileRequest = z.infer<typeof readFileSchema>;

type FileReply = { readonly text: string; readonly name: string } | { readonly refused: string };

export type FileReader = (request: FileRequest) => Promise<FileReply>;

/** The part of a path below a folder; `undefined` when it leads out of it. */
function relativeInside(folder: string, path: string): string | undefined {
  const part = relative(folder, path);
  return part === '..' || part.startsWith(`..${sep}`) || isAbsolute(part) ? undefined : part;
}

function selectLines(text: string, { line, limit }: FileRequest): string {
  const from = (line ?? 1) - 1;
  if (from === 0 && typeof limit !== 'number') return text;
  const lines = text.split('\n');
  return lines.slice(from, typeof limit === 'number' ? from + limit : undefined).join('\n');
}

/** `path` has no links. */
async function readContents(path: string, request: FileRequest, name: string): Promise<FileReply> {
  const bytes = await readBytes(path, MAX_FILE_BYTES, true);
  if (bytes === undefined) return { refused: 'it is not there any more' };
  if (bytes === 'too-large') return { refused: `it has more than ${MAX_FILE_BYTES} bytes` };
  const text = decodeText(bytes);
  if (text === undefined) return { refused: 'it is not text' };
  const secret = findSecret(text);
  if (secret !== undefined) return { refused: `line ${secret.line} looks like ${secret.kind}` };
  return { text: selectLines(text, request), name };
}

export interface FolderToRead {
  /** What may be read. */
  readonly root: string;
  /** Keeps the debates, of which nothing may be read. */
  readonly hallFolder: string;
}

/**
 * `cwd` is the folder that the agent takes for its own: paths in it stand for the same ones in `root`, so that the agent
 * need not know where that is.
 */
export function openReadableFolder({ root, hallFolder }: FolderToRead, cwd: string): FileReader {
  return async (request) => {
    const requestedPath = resolve(cwd, request.path);
    const pathInCwd = relativeInside(cwd, requestedPath);
    const realCandidate = pathInCwd === undefined ? requestedPath : join(root, pathInCwd);
    const asNamed = relativeInside(root, realCandidate);
    if (asNamed === undefined) return { refused: OUTSIDE };
    try {
      const realRoot = await realpath(root);
      const real = await realpath(realCandidate);
      const name = relativeInside(realRoot, real);
      if (name === undefined) return { refused: OUTSIDE };
      const findHiddenReason = await createHiddenCheck(realRoot, hallFolder);
      // By the name of a link as well as by that of what it leads to.
      for (const path of [asNamed, name]) {
        const reason = await findHiddenReason(withSlashes(path));
        if (reason !== undefined) return { refused: reason };
      }
      return await readContents(real, request, withSlashes(name));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      return { refused: `it cannot be read (${code})` };
    }
  };
}
