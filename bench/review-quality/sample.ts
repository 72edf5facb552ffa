// Changes whose bugs are known, as diffs, with the words in which reviewers may report what is wrong, and what is not.

/** One way to put it: title, then detail. */
type Saying = readonly [title: string, detail: string];

export interface Planted {
  /** 1-based, in the new file. */
  readonly line: number;
  readonly severity: 'P0' | 'P1' | 'P2';
  /** Several ways to put the same. */
  readonly says: readonly Saying[];
}

export interface Sample {
  readonly name: string;
  readonly file: string;
  /** Lines of the new file's end of a hunk: " " as before, "+" added, "-" removed. */
  readonly code: string;
  readonly bugs: readonly Planted[];
  /** What is not wrong although it may look so, where a reviewer may raise a false alarm with a real quote. */
  readonly alarms: readonly Planted[];
}

export function diffOf({ file, code }: Sample): string {
  const lines = code.split('\n');
  const old = lines.filter((line) => !line.startsWith('+')).length;
  const fresh = lines.filter((line) => !line.startsWith('-')).length;
  return [
    `diff --git a/${file} b/${file}`,
    'index 1111111..2222222 100644',
    `--- a/${file}`,
    `+++ b/${file}`,
    `@@ -1,${old} +1,${fresh} @@`,
    ...lines,
    '',
  ].join('\n');
}

/** The text of a line of the new file. */
export function lineOf({ code }: Sample, line: number): string {
  const fresh = code.split('\n').filter((each) => !each.startsWith('-'));
  return (fresh[line - 1] ?? '').slice(1).trim();
}
