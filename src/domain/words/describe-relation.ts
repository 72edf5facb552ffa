// What a debate is to an earlier one, in words.
import type { Relation } from '../events.ts';

/** "Continues 2026-11-20-rust, which settled nothing" */
export function describeRelation({ kind, of }: Relation): string {
  return kind === 'escalation' ? `Continues ${of}, which settled nothing` : `Blind answers to compare with ${of}`;
}
