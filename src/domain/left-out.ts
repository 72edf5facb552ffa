// Material that was left out of a debate: how much of it the seats were to see, and how a line names it.
import type { LeftOut } from './event-parts.ts';

/** The reason for leaving out what was given once. */
export const NOT_THERE = 'it is not there any more';

/** The reason for leaving out what a person has said is not to be reviewed. */
export const LEFT_OUT_BY_WISH = 'named in .debatehallignore';

/** The same where the change itself says so: it is left out, and excuses nobody from reviewing it. */
export const LEFT_OUT_BY_CHANGE = 'excluded only by an ignore rule of this change';

/** Rows that a ledger keeps; the last one sums up the rest. */
const MAX_KEPT = 200;
/** Rows that a line names. */
const MAX_NAMED = 3;
const REST = '…';

const countLeftOut = ({ source, reason }: LeftOut) =>
  Number((source === REST && /^\d+(?= more$)/.exec(reason)?.[0]) || 1);
const isMissed = ({ missed, reason }: LeftOut) => missed === true && reason !== LEFT_OUT_BY_WISH;
const rank = (row: LeftOut) => Number(row.missed ?? false) + Number(isMissed(row));
const sortMissed = (rows: readonly LeftOut[]) => rows.toSorted((one, other) => rank(other) - rank(one));
const countRows = (rows: readonly LeftOut[]) => rows.reduce((sum, row) => sum + countLeftOut(row), 0);

/** At most so many rows and one that counts the rest; where it is cut, the parts that count come first. */
export function summarizeLeftOut(leftOut: readonly LeftOut[], most = MAX_KEPT): readonly LeftOut[] {
  if (leftOut.length <= most) return leftOut;
  const sorted = sortMissed(leftOut);
  const rest = sorted.slice(most);
  const counts = rest[0] !== undefined && isMissed(rest[0]);
  const row = { source: REST, reason: `${countRows(rest)} more`, ...(counts ? { missed: true as const } : {}) };
  return [...sorted.slice(0, most), row];
}

/** What the seats were to see and did not get; nobody expects what else was left out. */
export function listMissed(leftOut: readonly LeftOut[]): readonly LeftOut[] {
  return leftOut.filter(({ missed }) => missed === true);
}

/** Parts that the seats did not get although nobody had said that they need not. */
export function countMissed(leftOut: readonly LeftOut[]): number {
  return countRows(leftOut.filter(isMissed));
}

/** "big.sql (too large), logo.png (binary), a.bin (binary) and 12 more", those that count first. */
export function describeLeftOut(
  leftOut: readonly LeftOut[],
  describe: (row: LeftOut) => string = ({ source, reason }) => `${source} (${reason})`,
): string {
  const rows = sortMissed(leftOut);
  const named = rows.filter(({ source }) => source !== REST).slice(0, MAX_NAMED);
  const more = countRows(rows) - named.length;
  const names = named.map(describe).join(', ');
  return more === 0 ? names : `${names} and ${more} more`;
}
