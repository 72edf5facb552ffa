// The names of what was given or can be read, as answers cite them: by their end, folder by folder, in any case, with blanks in them.
import { hasNoBlanks, isInWord } from '../evidence/quote-in-text.ts';
import { groupBy } from '../group-by.ts';

/** Longer ones are no names. */
export const MAX_NAME = 300;

/** Only where its length stays, since places in the one are places in the other. */
function foldName(name: string): string {
  const folded = name.toLowerCase();
  return folded.length === name.length ? folded : name;
}

/** Whether a path can continue over it. */
export const isInPath = (character: string | undefined): boolean =>
  character !== undefined && (/[/.@:~+-]/.test(character) || isInWord(character) || hasNoBlanks(character));

/** Some write @ before a file; and between a script that sets no blanks and one that does, a name can begin as well. */
function canBegin(text: string, at: number): boolean {
  const [before, first] = [text[at - 1] ?? ' ', text[at] ?? ' '];
  if (before === '@') return !isInPath(text[at - 2]);
  return !isInPath(before) || (hasNoBlanks(before) && !hasNoBlanks(first));
}

/** Without steps that lead nowhere; `undefined` where it leads out of where it begins. */
export function normalizePath(path: string): string | undefined {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return undefined;
  }
  return steps.join('/');
}

const getLast = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const getFolder = (path: string) => path.slice(0, Math.max(0, path.indexOf('/')));
const getEnding = (path: string) => /\.[^./\s]+$/.exec(path)?.[0];

export interface KnownNames {
  /** Where in a line the longest name begins that ends at `end`; after `from`. `undefined` where none does. */
  findStart(line: string, from: number, end: number): number | undefined;
  /** Whether a path is certainly meant as that of such a file, and is none: its folder is known, and so is its ending. */
  isMissing(path: string): boolean;
}

export function createKnownNames(given: readonly string[]): KnownNames {
  // A page of a PDF is cited as `:p3` of its file.
  const names = [...new Set(given.map((name) => foldName(name.normalize('NFC')).replace(/:p\d+$/, '')))];
  let byLast: ReadonlyMap<string, readonly string[]> | undefined;
  const ends = new Map<string, ReadonlySet<string>>();

  /** Of all names with this last part, what they can be called. */
  const listEnds = (last: string): ReadonlySet<string> => {
    const known = ends.get(last);
    if (known !== undefined) return known;
    byLast ??= groupBy(names, getLast);
    const found = new Set<string>();
    for (const name of byLast.get(last) ?? []) {
      const folders = name.split('/');
      for (const index of folders.keys()) found.add(folders.slice(index).join('/'));
    }
    ends.set(last, found);
    return found;
  };

  const isKnown = (path: string) => listEnds(getLast(path)).has(path);

  return {
    findStart(line, from, end) {
      for (let at = Math.max(from, end - MAX_NAME); at < end; at += 1) {
        if (!canBegin(line, at)) continue;
        const path = foldName(line.slice(at, end)).replace(/^(?:\.\/)+/, '');
        // A lone word is no place: "in these notes:3".
        if (/[./]/.test(path) && isKnown(path)) return at;
      }
      return undefined;
    },
    isMissing(path) {
      const wanted = foldName(path.normalize('NFC')).replace(/^(?:\.\/)+/, '');
      const [folder, ending] = [getFolder(wanted), getEnding(wanted)];
      if (folder === '' || ending === undefined || isKnown(wanted)) return false;
      const isInFolder = (name: string) => name.startsWith(`${folder}/`) || name.includes(`/${folder}/`);
      return names.some((name) => name.endsWith(ending)) && names.some(isInFolder);
    },
  };
}
