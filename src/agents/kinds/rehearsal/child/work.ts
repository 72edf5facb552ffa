// What a rehearsed author does to the files: a comment beside each finding that it fixes, and nothing outside of its folder.
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  realpathSync,
  writeSync,
} from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';

/** Where a finding is, and what it is called. */
export interface FindingPlace {
  readonly id: string;
  readonly file: string;
  /** 1-based; at the end of the file where it is not known. */
  readonly line: number | null;
}

/** Files to change before it answers, in this folder. */
export interface Work {
  readonly folder: string;
  readonly places: readonly FindingPlace[];
}

const HASH = new Set(['.py', '.sh', '.rb', '.yml', '.yaml', '.toml', '.pl', '.r', '.tf']);

function comment(file: string, text: string): string {
  const ending = extname(file).toLowerCase();
  if (['.md', '.html', '.xml', '.svg', '.vue'].includes(ending)) return `<!-- ${text} -->`;
  if (['.css', '.scss', '.c', '.h'].includes(ending)) return `/* ${text} */`;
  if (['.sql', '.lua', '.hs'].includes(ending)) return `-- ${text}`;
  return `${HASH.has(ending) ? '#' : '//'} ${text}`;
}

/** A link on the way, or in the place of the file, is left alone. */
function openInside(folder: string, file: string): number | undefined {
  try {
    const root = realpathSync(folder);
    const parent = realpathSync(dirname(join(root, file)));
    const inside = relative(root, parent);
    if (inside.startsWith('..')) return undefined;
    const descriptor = openSync(join(root, file), constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if (fstatSync(descriptor).isFile()) return descriptor;
    closeSync(descriptor);
  } catch {
    // The finding is about a file that is not there.
  }
  return undefined;
}

function change(folder: string, { id, file, line }: FindingPlace): void {
  const descriptor = openInside(folder, file);
  if (descriptor === undefined) return;
  try {
    const lines = readFileSync(descriptor, 'utf8').split('\n');
    const at = Math.min(line ?? lines.length, lines.length);
    const text = [...lines.slice(0, at), comment(file, `${id} was rehearsed here.`), ...lines.slice(at)].join('\n');
    ftruncateSync(descriptor, 0);
    writeSync(descriptor, text, 0, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

export function doWork({ folder, places }: Work): void {
  for (const place of places) change(folder, place);
}
