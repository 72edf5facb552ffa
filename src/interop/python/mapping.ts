// What the words of our records are called in the Python debate-hall-mcp.
import type { DebateRecord, TurnEntry } from '../../domain/record.ts';

export const PYTHON_SEATS: Readonly<Record<string, string>> = { Wind: 'wind', Wall: 'wall', Door: 'door' };

/** The acts that are turns there; it keeps no votes and no picks. */
const SAID = new Set(['turn', 'refinement']);

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

export function pythonMode(record: DebateRecord): 'fixed' | 'mediated' {
  return record.options['order'] === 'fixed' ? 'fixed' : 'mediated';
}

export function pythonStatus(record: DebateRecord): string {
  switch (record.status) {
    case 'open':
      return 'active';
    case 'exhausted':
      return 'exhaustion';
    case 'force-closed':
      return 'force_closed';
    case 'closed':
      if (record.outcome === 'stable-disagreement') return 'stalemate';
      return record.outcome === 'stopped-by-limit' ? 'exhaustion' : 'synthesis';
  }
}
