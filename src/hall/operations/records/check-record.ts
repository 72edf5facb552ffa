// Compares the record that people commit (`ID.oct.md`) with the ledger next to it: a line that was changed must not pass as what was
// decided.
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { cutLine } from '../../../domain/words/cut-line.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { renderWhole, WRITTEN } from '../../../exchange/exporters/exporter.ts';
import { toRecord } from '../../../ledger/engine/record/record.ts';
import { snapshotAt } from '../../../ledger/engine/snapshot.ts';
import type { Hall } from '../hall.ts';
import { RECORD_FORMAT, toWrittenRecord } from './copies/export-debate.ts';
import { listOwn } from './own-files.ts';

export interface CheckedRecord {
  /** The first line that is not what the ledger says. */
  readonly problem?: string;
  /** Why only what decides was compared, in a sentence. */
  readonly notCompared?: string;
}

const SHOWN_CHARACTERS = 100;

/** They are the same in every version, and no redaction changes them. */
const DECIDES = /^ {2}(?:THREAD_ID|FORMAT|STATUS|OUTCOME|ANSWER|CLOSED|LEDGER_EVENTS|LEDGER_HEAD)::/;
/** Only an export has it, as other ledgers decide what is there. */
const FORKS = /^ {2}FORKS::/;

const readLines = (text: string) => text.split(/\r?\n/).map((line, at) => ({ line, number: at + 1 }));

interface Difference {
  readonly number: number;
  readonly line: string;
}

function findDifference(written: string, due: string, counts: (line: string) => boolean): Difference | undefined {
  const expected = readLines(due).filter(({ line }) => counts(line));
  const found = readLines(written).filter(({ line }) => counts(line));
  const at = expected.findIndex(({ line }, index) => line !== found[index]?.line);
  if (at === -1) return found[expected.length];
  return found[at] ?? { number: readLines(written).length, line: '' };
}

/** Why the wording may be another one than this version gives what is left of the ledger. */
function whyNotCompared({ version }: Hall, past: readonly LedgerEvent[], later: readonly LedgerEvent[]) {
  if (later.some(({ type }) => type === 'texts-redacted')) return 'texts were redacted since it was written';
  const by = past.flatMap((event) =>
    isEvent(event, 'run-started') || isEvent(event, 'debate-opened') ? [event.data.hallVersion] : [],
  );
  const last = by.at(-1);
  return last === version ? undefined : `Debate Hall ${last} wrote it, and this is ${version}`;
}

/** Of a ledger that verifies. `head`: the hash that the record names; without one, it is compared with the whole ledger. */
export async function checkRecord(hall: Hall, threadId: string, head: string | undefined): Promise<CheckedRecord> {
  const written = await hall.store.readDocument(threadId, WRITTEN.octave);
  if (written === undefined || !(await listOwn(hall, threadId)).includes(WRITTEN.octave)) return {};
  const now = await hall.engine.snapshot(threadId);
  const at = head === undefined ? undefined : now.log.find(({ hash }) => hash === head);
  const snapshot = at === undefined || at.hash === now.debate.head ? now : snapshotAt(now, at.seq);
  const why = whyNotCompared(hall, snapshot.log, now.log.slice(snapshot.log.length));
  const exporter = await hall.exporter(RECORD_FORMAT);
  const counts = (line: string) => (why === undefined ? !FORKS.test(line) : DECIDES.test(line));
  const compare = (record: DebateRecord) => findDifference(written, renderWhole(exporter, record), counts);
  const file = `${threadId}${WRITTEN.octave}`;
  const difference = compare(toWrittenRecord(snapshot));
  // A record that somebody exported has the paths of its sources, too.
  if (difference !== undefined && compare(toRecord(snapshot)) !== undefined) {
    const shown =
      difference.line === '' ? 'it ends there' : `it says "${cutLine(difference.line.trim(), SHOWN_CHARACTERS)}"`;
    const restore = `debate-hall export ${threadId} --format octave --output FILE`;
    return {
      problem: `${file} is not what the ledger says, first in line ${difference.number}: ${shown}. Restore it with git, or write it again: ${restore}`,
    };
  }
  if (why === undefined) return {};
  const count = countNoun(readLines(written).length, 'line');
  return { notCompared: `Of the ${count} of ${file} only what decides was compared: ${why}.` };
}
