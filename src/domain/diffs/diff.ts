// Reads git's unified diffs: which files, which hunks, and which lines with which numbers they show.
import type { EventData } from '../events.ts';
import { readSealed } from '../sealed/sealed.ts';
import { gitNames, nameIn, sideName } from './name-bytes.ts';

export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'context';
  /** Without the mark in front and without the line end. */
  readonly text: string;
  /** 1-based, on the new side; of the old side for a removed line (of the first parent that has it, in a merge). */
  readonly number: number;
}

export interface Hunk {
  readonly lines: readonly DiffLine[];
}

export interface DiffFile {
  /** Relative to the root of the repository, with "/"; `undefined` for a new file. */
  readonly oldPath: string | undefined;
  /** `undefined` for a deleted file. */
  readonly newPath: string | undefined;
  readonly status: 'added' | 'deleted' | 'modified' | 'renamed' | 'copied';
  /** As git writes it: `100644`, `100755`, `120000` for a link, `160000` for a submodule; absent where it says nothing. */
  readonly mode: string | undefined;
  /** Git's id of the new content, usually shortened; absent where it says nothing, all 0 where git has no such content. */
  readonly newId: string | undefined;
  readonly binary: boolean;
  readonly hunks: readonly Hunk[];
  /** Text of every line of the new side that a hunk shows, added or context, by its number. */
  readonly shown: ReadonlyMap<number, string>;
  /** Text of every removed line by its number on the old side. */
  readonly removed: ReadonlyMap<number, string>;
  /** How many lines are added; `removed.size` are removed. */
  readonly added: number;
  /** Where the file's part begins and ends in the text that was read, as offsets of its characters. */
  readonly start: number;
  readonly end: number;
}

export interface Diff {
  readonly files: readonly DiffFile[];
}

interface OpenFile {
  start: number;
  /** Absent until a line says it; `null` for /dev/null. */
  oldPath?: string | null;
  newPath?: string | null;
  status?: DiffFile['status'];
  mode?: string;
  newId?: string;
  binary: boolean;
  hunks: Hunk[];
  shown: Map<number, string>;
  removed: Map<number, string>;
  added: number;
}

function readHeader(file: OpenFile, line: string): void {
  const mode = /^(?:new file mode|deleted file mode|new mode|mode (?:[0-7]+,)*[0-7]+\.\.) ?([0-7]+)/.exec(line)?.[1];
  if (mode !== undefined) file.mode = mode;
  if (line.startsWith('new file mode')) {
    file.status = 'added';
  } else if (line.startsWith('deleted file mode')) {
    file.status = 'deleted';
  } else if (/^(?:rename|copy) (?:from|to) /.test(line)) {
    const [, verb, side, name = ''] = /^(rename|copy) (from|to) (.*)$/s.exec(line) ?? [];
    file.status = verb === 'copy' ? 'copied' : 'renamed';
    file[side === 'from' ? 'oldPath' : 'newPath'] = nameIn(name);
  } else if (line.startsWith('index ')) {
    const [, newId, indexMode] = /^index [0-9a-f,]+\.\.([0-9a-f]+)(?: ([0-7]+))?$/.exec(line) ?? [];
    if (newId !== undefined) file.newId = newId;
    if (indexMode !== undefined) file.mode = indexMode;
  } else if (line.startsWith('--- ')) {
    file.oldPath = sideName(line.slice('--- '.length), 'a/');
  } else if (line.startsWith('+++ ')) {
    file.newPath = sideName(line.slice('+++ '.length), 'b/');
  } else if (line === 'GIT binary patch' || /^Binary files .* differ$/s.test(line)) {
    file.binary = true;
  }
}

function closeFile(file: OpenFile, end: number): DiffFile | undefined {
  const isNew = file.status === 'added' || file.oldPath === null;
  const isGone = file.status === 'deleted' || file.newPath === null;
  const oldPath = isNew ? undefined : (file.oldPath ?? undefined);
  const newPath = isGone ? undefined : (file.newPath ?? undefined);
  if (oldPath === undefined && newPath === undefined) return undefined;
  const { mode, newId, binary, hunks, shown, removed, added, start } = file;
  const status = isNew ? 'added' : isGone ? 'deleted' : (file.status ?? 'modified');
  return { oldPath, newPath, status, mode, newId, binary, hunks, shown, removed, added, start, end };
}

/** What a hunk still has to show, by its header: one old side, several in the diff of a merge. */
interface OpenHunk {
  readonly lines: DiffLine[];
  readonly old: { next: number; left: number }[];
  readonly new: { next: number; left: number };
}

function openHunk(file: OpenFile, line: string): OpenHunk | undefined {
  const [, marks = '', ranges = ''] = /^(@@@*) ((?:[-+]\d+(?:,\d+)? )+)@@/.exec(line) ?? [];
  const sides = ranges
    .trimEnd()
    .split(' ')
    .map((range) => {
      const [start, count] = range.slice(1).split(',');
      return { next: Number(start), left: Number(count ?? 1) };
    });
  const newSide = sides.pop();
  if (newSide === undefined || sides.length === 0 || sides.length !== marks.length - 1) return undefined;
  const lines: DiffLine[] = [];
  file.hunks.push({ lines });
  return { lines, old: sides, new: newSide };
}

/** Takes in one line of a hunk; false when the line does not belong to it. */
function readHunkLine(file: OpenFile, hunk: OpenHunk, line: string): boolean {
  const columns = hunk.old.length;
  // Some programs strip the blank that marks an empty line of context.
  const marks = line === '' ? ' '.repeat(columns) : line.slice(0, columns);
  if (!/^[-+ ]+$/.test(marks) || marks.length < columns) return false;
  const text = line.slice(columns);
  const isRemoved = marks.includes('-');
  let oldNumber: number | undefined;
  for (const [column, side] of hunk.old.entries()) {
    if (marks[column] !== (isRemoved ? '-' : ' ')) continue;
    oldNumber ??= side.next;
    side.next += 1;
    side.left -= 1;
  }
  if (isRemoved) {
    const number = oldNumber ?? 0;
    hunk.lines.push({ kind: 'removed', text, number });
    file.removed.set(number, text);
    return true;
  }
  const number = hunk.new.next;
  const kind = marks.includes('+') ? 'added' : 'context';
  hunk.lines.push({ kind, text, number });
  file.shown.set(number, text);
  if (kind === 'added') file.added += 1;
  hunk.new.next += 1;
  hunk.new.left -= 1;
  return true;
}

const isComplete = (hunk: OpenHunk) => hunk.new.left <= 0 && hunk.old.every(({ left }) => left <= 0);

/** The lines of a text with where each begins; a line end is `\n` or `\r\n`. */
function* splitLines(text: string): Generator<{ line: string; start: number }> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    yield { line: text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end), start };
    start = end + 1;
  }
}

/**
 * Reads a unified diff as git writes it, with the prefixes `a/` and `b/`; one without `diff --git` lines and the
 * combined diff of a merge are read too. Never throws: anything that is not a diff yields no files, and a diff that ends early yields
 * what it shows.
 */
export function parseDiff(text: string): Diff {
  const files: DiffFile[] = [];
  let file: OpenFile | undefined;
  let hunk: OpenHunk | undefined;

  const close = (end: number) => {
    const done = file === undefined ? undefined : closeFile(file, end);
    if (done !== undefined) files.push(done);
    hunk = undefined;
  };
  const open = (start: number, names: { oldPath?: string; newPath?: string }): OpenFile => {
    close(start);
    return { start, ...names, binary: false, hunks: [], shown: new Map(), removed: new Map(), added: 0 };
  };

  for (const { line, start } of splitLines(text)) {
    if (hunk !== undefined && file !== undefined) {
      // "\ No newline at end of file" counts on no side.
      if (line.startsWith('\\')) continue;
      if (!isComplete(hunk) && readHunkLine(file, hunk, line)) continue;
      hunk = undefined;
    }
    if (line.startsWith('diff --git ')) {
      file = open(start, gitNames(line.slice('diff --git '.length)));
    } else if (/^diff --(?:cc|combined) /.test(line)) {
      const name = nameIn(line.replace(/^diff --\w+ /, ''));
      file = open(start, { oldPath: name, newPath: name });
    } else if (line.startsWith('--- ') && (file === undefined || file.hunks.length > 0)) {
      file = open(start, {});
      readHeader(file, line);
    } else if (file !== undefined && line.startsWith('@@')) {
      hunk = openHunk(file, line);
    } else if (file !== undefined && file.hunks.length === 0) {
      readHeader(file, line);
    }
  }
  close(text.length);
  return { files };
}

/** The name by which a file is spoken of: the new one, and the old one when it is gone. */
export function getPath(file: DiffFile): string {
  return file.newPath ?? file.oldPath ?? '';
}

/** As git writes the mode of a submodule. */
export const SUBMODULE = '160000';

/** Why nobody can judge what is in a file whose name the diff shows; `undefined` where its lines are there, or it is gone. */
export function whyUnseen({ status, mode, binary }: DiffFile): string | undefined {
  if (status === 'deleted') return undefined;
  if (binary) return 'binary';
  return mode === SUBMODULE ? 'a submodule: only its commit is named' : undefined;
}

const DIFF_SOURCE = 'git:';

export const isDiff = ({ source }: { readonly source: string }) => source.startsWith(DIFF_SOURCE);

export function listDiffs(context: EventData<'debate-opened'>['context']): readonly string[] {
  return context.filter(isDiff).map(({ content }) => readSealed(content) ?? '');
}

/** Each path once. */
export function listPaths(diffs: readonly Diff[]): readonly string[] {
  return [...new Set(diffs.flatMap(({ files }) => files.map(getPath)))];
}
