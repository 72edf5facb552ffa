// Copies of ledgers and records that a killed write of an earlier version left next to them. This version writes its
// drafts into the hidden folder, where the next write clears them.
import fs from 'node:fs';
import path from 'node:path';

const LEDGER = '.jsonl';
/** `d.jsonl.4711.new` was a draft of a new ledger, `d.jsonl.3021` and `d.oct.md.3021` those of a replacement. */
const DRAFT = /^(?<id>.+?)\.(?:jsonl\.\d+\.new|(?:jsonl|oct\.md)\.\d{4,10})$/;
/** Draft of a report, which ended in a random number of 32 bits. Somebody's `notes.md.20241231` looks the same, but has no ledger. */
const REPORT_DRAFT = /^(?<id>.+?)\.md\.\d{7,10}$/;

/** A draft that was linked in place and not removed is the ledger itself, under a second name. */
function otherNames(folder: string, ledger: string, names: readonly string[]): readonly string[] {
  const { nlink, ino, dev } = fs.statSync(path.join(folder, ledger), { throwIfNoEntry: false }) ?? { nlink: 0 };
  if (nlink < 2) return [];
  return names.filter((name) => {
    const other = name === ledger ? undefined : fs.lstatSync(path.join(folder, name), { throwIfNoEntry: false });
    return other?.ino === ino && other?.dev === dev;
  });
}

/** The debate that a file is a draft of. */
function findDebateOf(name: string, names: readonly string[]): string | undefined {
  const report = REPORT_DRAFT.exec(name)?.groups?.['id'];
  if (report !== undefined && names.includes(`${report}${LEDGER}`)) return report;
  return DRAFT.exec(name)?.groups?.['id'];
}

/** Names of the leftovers of this debate, or of all. */
export function findLeftovers(folder: string, id?: string): readonly string[] {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const drafts = names.filter((name) => {
    const debate = findDebateOf(name, names);
    return debate !== undefined && (id === undefined || debate === id);
  });
  const ledgers = id === undefined ? names.filter((name) => name.endsWith(LEDGER)) : [`${id}${LEDGER}`];
  const linked = ledgers.flatMap((ledger) => otherNames(folder, ledger, names));
  return [...new Set([...drafts, ...linked])].sort();
}

export function removeLeftovers(folder: string, id: string): void {
  for (const name of findLeftovers(folder, id)) fs.rmSync(path.join(folder, name), { force: true });
}
