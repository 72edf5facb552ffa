// What an agent did, or was not let do, beside answering: kept for the reader of the record, within bounds.
import { shorten } from '../../domain/words/cut-line.ts';
import { stripControl } from '../../support/control-characters.ts';

const MAX_REMARKS = 12;
const MAX_NAME = 120;

/** An agent's own words inside a remark: one short line. */
export function quoteName(words: string | null | undefined): string {
  const line = stripControl(words ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return line === '' ? 'something unnamed' : `"${shorten(line, MAX_NAME)}"`;
}

export type Remarks = ReturnType<typeof createRemarks>;

export function createRemarks() {
  let remarks = new Map<string, number>();
  return {
    add(remark: string): void {
      remarks.set(remark, (remarks.get(remark) ?? 0) + 1);
    },
    /** Everything since the last call. */
    takeAll(): readonly string[] {
      const all = [...remarks].map(([remark, times]) => (times === 1 ? remark : `${remark} (${times} times)`));
      remarks = new Map();
      return all.length <= MAX_REMARKS
        ? all
        : [...all.slice(0, MAX_REMARKS), `and ${all.length - MAX_REMARKS} more like these`];
    },
  };
}
