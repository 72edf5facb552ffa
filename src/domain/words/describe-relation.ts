// What a debate is to an earlier one, in words.
import type { Relation } from '../events.ts';

/** "Continues 2026-11-20-rust, which settled nothing" */
export function describeRelation({ kind, of, event, anew = [] }: Relation): string {
  switch (kind) {
    case 'escalation':
      return `Continues ${of}, which settled nothing`;
    case 'comparison':
      return `Blind answers to compare with ${of}`;
    case 'fork':
      return `Fork of ${of} at event ${event}${anew.length === 0 ? '' : `; asks ${anew.join(', ')} again`}`;
  }
}
