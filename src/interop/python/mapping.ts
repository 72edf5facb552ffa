// What the words of our records are called in the Python debate-hall-mcp.
import { HallError } from '../../domain/errors.ts';
import type { DebateRecord, TurnEntry } from '../../domain/record.ts';

/** The only rules that it has. */
export const PYTHON_FORMAT = 'wind-wall-door';

/** Throws `bad-input` for a debate of another format, which would come out without its contributions. */
export function refuseOtherFormats({ threadId, format }: Pick<DebateRecord, 'threadId' | 'format'>): void {
  if (format === PYTHON_FORMAT) return;
  throw new HallError('bad-input', `The Python debate-hall-mcp cannot hold "${threadId}": its format is ${format}.`, {
    hint: 'Export it as markdown, octave or json.',
  });
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

export function pythonRole(record: DebateRecord, seat: string): string {
  return record.seats.find((item) => item.seat === seat)?.label ?? seat;
}

export function pythonCognition(turn: TurnEntry): string | null {
  const { cognition } = turn.data;
  return typeof cognition === 'string' ? cognition : null;
}

/** A revision follows out of turn, which only mediated order allows there. */
export function pythonMode(record: DebateRecord): 'fixed' | 'mediated' {
  const inTurn = pythonTurns(record).every((turn) => turn.act === 'turn');
  return record.options['order'] === 'fixed' && inTurn ? 'fixed' : 'mediated';
}

/** Marks an imported stalemate, which no rule of ours can end a debate in without votes. */
export const STALEMATE_NOTE = 'imported-stalemate';

export function pythonStatus(record: DebateRecord): string {
  switch (record.status) {
    case 'open':
      return 'active';
    case 'exhausted':
      return 'exhaustion';
    case 'closed':
      return record.outcome === 'stable-disagreement' ? 'stalemate' : 'synthesis';
    case 'force-closed': {
      const stalemate = record.entries.some((entry) => entry.kind === 'note' && entry.code === STALEMATE_NOTE);
      return stalemate ? 'stalemate' : 'force_closed';
    }
  }
}
