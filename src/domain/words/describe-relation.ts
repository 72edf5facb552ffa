// What a debate is to an earlier one, in words.
import type { Relation } from '../events.ts';

const WORDS: Readonly<Record<Relation['kind'], (of: string) => string>> = {
  escalation: (of) => `Continues ${of}, which settled nothing`,
  comparison: (of) => `Blind answers to compare with ${of}`,
  recheck: (of) => `Asks the question of ${of} again`,
};

/** "Continues 2026-11-20-rust, which settled nothing" */
export function describeRelation({ kind, of }: Relation): string {
  return WORDS[kind](of);
}
