// What the words of our records are called in the Python debate-hall-mcp.
import * as z from 'zod';
import { HallError } from '../../../domain/failures/errors.ts';
import { IMPORTED_STALEMATE } from '../../../domain/failures/import-damage.ts';
import { IMPORTED_FORMAT } from '../../../domain/ids.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import type { TurnEntry } from '../../../domain/record-entries.ts';
import { labelSeats } from '../../../domain/words/label-seats.ts';

/** The only rules that it has. */
export const PYTHON_FORMAT = 'wind-wall-door';
/** Whoever spoke as a rehearsal, under whatever name: nothing else in the file says that no model was called. */
export const REHEARSAL_ROLE = 'rehearsal';
/** The program, as an imported history names it. */
export const PYTHON_SOURCE = 'debate-hall-mcp';

const text = z.string().nullable();

/** What a history keeps of its file; written by the import, so it is there in every one. */
const fileSchema = z.looseObject({
  mode: z.string(),
  status: z.string(),
  max_turns: z.number(),
  max_rounds: z.number(),
  strict_cognition: z.boolean(),
  expected_next_role: text,
  octave_mode: z.boolean(),
  github_binding: z.looseObject({}).nullable(),
  audit_log: z.array(z.looseObject({})),
  injected_context: z.array(z.looseObject({})),
});

/** What the file of an imported history says beside its turns; `undefined` for every other debate. */
export function readImported({ format, options }: Pick<DebateRecord, 'format' | 'options'>) {
  if (format !== IMPORTED_FORMAT || options['source'] !== PYTHON_SOURCE) return undefined;
  return fileSchema.parse(options['file']);
}

const originalSchema = z.object({
  role: z.string(),
  timestamp: z.string(),
  hash: text,
  previous_hash: text,
  cognition: text,
});

/** A turn of an imported history as its file has it, without its text. */
export function readOriginal({ data }: TurnEntry) {
  const parsed = originalSchema.safeParse(data['original']);
  return parsed.success ? parsed.data : undefined;
}

/** Throws `bad-input` for a debate of another format, which would come out without its contributions. */
export function refuseOtherFormats(record: Pick<DebateRecord, 'threadId' | 'format' | 'options'>): void {
  const { threadId, format } = record;
  if (format === PYTHON_FORMAT || readImported(record) !== undefined) return;
  throw new HallError(
    'bad-input',
    `"${threadId}" cannot be exported for the Python debate-hall-mcp: its format is ${format}.`,
    {
      hint: 'Export it as html, markdown, octave or json.',
    },
  );
}

/** Our seat for each role there. */
export const PYTHON_SEATS: ReadonlyMap<string, string> = new Map([
  ['Wind', 'wind'],
  ['Wall', 'wall'],
  ['Door', 'door'],
]);

/** The acts that are turns there; it keeps no votes and no picks. */
const SAID = new Set(['turn', 'revision']);

export function pythonTurns(record: DebateRecord): readonly TurnEntry[] {
  return record.entries.filter((entry) => entry.kind === 'turn').filter((turn) => SAID.has(turn.act));
}

/** Openings, votes, final answers and picks. */
export const countLeftOut = (record: DebateRecord): number =>
  record.entries.filter(({ kind }) => kind === 'turn').length - pythonTurns(record).length;

export function pythonRole(record: DebateRecord, turn: TurnEntry): string {
  return readOriginal(turn)?.role ?? labelSeats(record.seats)(turn.seat);
}

/** As that program writes them; its loader refuses every other word. */
export const PYTHON_COGNITIONS: readonly string[] = ['PATHOS', 'ETHOS', 'LOGOS'];

export function pythonCognition(turn: TurnEntry): string | null {
  const original = readOriginal(turn);
  if (original !== undefined) return original.cognition;
  const cognition = String(turn.data['cognition']).toUpperCase();
  return PYTHON_COGNITIONS.includes(cognition) ? cognition : null;
}

/** A revision follows out of turn, which only mediated order allows there. */
export function pythonMode(record: DebateRecord): string {
  const file = readImported(record);
  if (file !== undefined) return file.mode;
  const inTurn = pythonTurns(record).every((turn) => turn.act === 'turn');
  return record.options['order'] === 'fixed' && inTurn ? 'fixed' : 'mediated';
}

/** Whether an imported history was closed or force-closed after its import. */
function endedSince({ status, options }: DebateRecord, before: string): boolean {
  const ended = options['outcome'] === null ? 'exhausted' : 'closed';
  return status !== (before === 'force_closed' ? 'force-closed' : ended);
}

export type PythonStatus = 'active' | 'synthesis' | 'exhaustion' | 'force_closed' | 'stalemate';

interface Standing extends Pick<DebateRecord, 'status' | 'outcome'> {
  readonly importedStalemate?: boolean | undefined;
}

/** The word of the Python server for where a debate stands, the same in exports and in every tool and list of ours. */
export function toPythonStatus({ status, outcome, importedStalemate = false }: Standing): PythonStatus {
  switch (status) {
    case 'open':
      return 'active';
    case 'exhausted':
      return 'exhaustion';
    case 'closed':
      return outcome === 'stable-disagreement' || outcome === 'not-settled' ? 'stalemate' : 'synthesis';
    case 'force-closed':
      return importedStalemate ? 'stalemate' : 'force_closed';
  }
}

export function pythonStatus(record: DebateRecord): string {
  const file = readImported(record);
  if (file !== undefined && !endedSince(record, file.status)) return file.status;
  const { status, outcome, entries } = record;
  const importedStalemate = entries.some((entry) => entry.kind === 'note' && entry.code === IMPORTED_STALEMATE);
  return toPythonStatus({ status, outcome, importedStalemate });
}
