// What a debate is to an earlier one, in words.
import type { Copied, Relation } from '../event-parts.ts';
import { countNoun } from './format-figures.ts';
import type { LabelSeat } from './label-seats.ts';

/** "Continues 2026-11-20-rust, which settled nothing"; without `label`, seats are counted. */
export function describeRelation({ kind, of, event, anew = [], borrowed }: Relation, label?: LabelSeat): string {
  switch (kind) {
    case 'escalation':
      return `Continues ${of}, which settled nothing`;
    case 'comparison':
      return `Blind answers to compare with ${of}`;
    case 'recheck':
      return `Asks the question of ${of} again`;
    case 'fix':
      return `Answers the findings of ${of}`;
    case 're-review':
      return `Reviews the change again, after ${of}`;
    case 'fork':
      if (borrowed !== undefined) return `Takes its openings from ${of}`;
      return `Fork of ${of} at event ${event}${anew.length === 0 ? '' : `; asks ${label === undefined ? countNoun(anew.length, 'seat') : anew.map(label).join(', ')} again`}`;
  }
}

/** "Copied from event 7 of the parent, where it answered other words" */
export function describeCopied({ event, otherWords }: Copied): string {
  return `Copied from event ${event} of the parent${otherWords === true ? ', where it answered other words' : ''}`;
}
