// What a past decision is compared by, as a search index keeps it: made of the checked ledger, where `ledger-glance.ts` reads unchecked lines.
import * as z from 'zod';
import { type Relation, relationSchema } from '../../../../domain/events.ts';
import { isSettled, NOT_RECALLED } from '../../../../domain/outcomes.ts';
import { readSealed, type Sealed } from '../../../../domain/sealed/sealed.ts';
import { readSearchTerms } from '../../../../formats/common/search-terms.ts';
import { getWrittenDecision, type Snapshot } from '../../../../ledger/engine/snapshot.ts';
import type { Decided } from '../../../../ledger/stores/store.ts';
import { cutBeforeRun } from '../../../../support/secrets/find-secret.ts';
import type { Glance } from './ledger-glance.ts';

/** Of each text. */
const MOST_CHARACTERS = 2_000;

const cut = (text: string) => cutBeforeRun(text, MOST_CHARACTERS);
const read = (sealed: Sealed | undefined) => cut((sealed && readSealed(sealed)) ?? '');

const glanceSchema = z.lazy(() =>
  z.strictObject({
    threadId: z.string(),
    relation: relationSchema.optional(),
    topic: z.string(),
    options: z.string(),
    tags: z.string(),
    decision: z.string(),
    terms: z.string(),
  }),
);

function glanceOf(snapshot: Snapshot): Glance | undefined {
  const { threadId, debate } = snapshot;
  const { opened, closed } = debate;
  if (debate.status !== 'closed' || closed === undefined) return undefined;
  if (NOT_RECALLED.has(opened.format) || !isSettled(closed.outcome)) return undefined;
  const written = getWrittenDecision(snapshot) ?? '';
  return {
    threadId,
    relation: opened.relation as Relation | undefined,
    topic: read(opened.topic),
    options: cut((opened.question?.options ?? []).map((option) => readSealed(option) ?? '').join(' ')),
    tags: (opened.tags ?? []).join(' '),
    decision: cut(written),
    terms: cut(readSearchTerms(written).join(' ')),
  };
}

/** `undefined` where nothing was decided. */
export function writeGlance(snapshot: Snapshot): Decided | undefined {
  const glance = glanceOf(snapshot);
  if (glance === undefined) return undefined;
  const { topic, options, tags, decision, terms, relation } = glance;
  const compared = [topic, options, tags, decision, terms].join('\n').toLowerCase();
  return { compared, glance: JSON.stringify(glance), relatedTo: relation?.of };
}

export const readGlance = (kept: string): Glance => glanceSchema.parse(JSON.parse(kept)) as Glance;
