// The names of pages of a PDF, each of which is a document of its own, and of those that were left out: written and read here alone.

/** Some pages of a file. */
export interface NamedPages {
  readonly file: string;
  readonly runs: readonly (readonly [from: number, to: number])[];
}

/** "spec.pdf:p3", "spec.pdf:p2,4-6", "spec.pdf:p2 (part)" */
const PAGES = /^(.+\.pdf):p(\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*)(?: \(part\))?$/i;

export function namePages(file: string, numbers: readonly number[], isPart = false): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  const written = runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
  return `${file}:p${written}${isPart ? ' (part)' : ''}`;
}

/** `undefined` for the name of a file. */
export function readPages(name: string): NamedPages | undefined {
  const [, file, written = ''] = PAGES.exec(name) ?? [];
  if (file === undefined) return undefined;
  const runs = written.split(',').map((run) => {
    const [from = 0, to = from] = run.split('-').map(Number);
    return [from, to] as const;
  });
  return { file, runs };
}

export const hasPage = ({ runs }: NamedPages, number: number): boolean =>
  runs.some(([from, to]) => from <= number && number <= to);

/**
 * The file that a page came from, by the name of the page; `undefined` for what is a file itself, which is recorded with "./" before its
 * name where that is one of a page.
 */
export function fileOfPage(source: string): string | undefined {
  return source.startsWith('./') || !/:p[1-9]\d*$/.test(source) ? undefined : readPages(source)?.file;
}
