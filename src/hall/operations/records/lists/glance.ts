// What a past decision is compared by. Whatever is shown of a decision is read from its ledger.
import * as z from 'zod';
import { type Relation, relationSchema } from '../../../../domain/event-parts.ts';
import type { Comparable } from '../../../../domain/memory/rank.ts';
import { isDecision, NOT_RECALLED } from '../../../../domain/outcomes.ts';
import { parseJson } from '../../../../domain/parse-json.ts';
import { readSealed, type Sealed } from '../../../../domain/sealed/sealed.ts';
import { readSearchTerms } from '../../../../formats/common/search-terms.ts';
import { getWrittenDecision, type Snapshot } from '../../../../ledger/engine/snapshot.ts';
import type { Decided } from '../../../../ledger/stores/store.ts';
import { cutBeforeRun } from '../../../../support/secrets/find-secret.ts';

export interface Glance extends Comparable {
  readonly threadId: string;
  readonly relation: Relation | undefined;
}

/** As it stood in one version of its ledger. */
export interface VersionedGlance extends Glance {
  readonly version: string;
}

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

/** `undefined` where nothing was decided. */
export function toGlance(snapshot: Snapshot): Glance | undefined {
  const { threadId, debate } = snapshot;
  const { opened, closed } = debate;
  if (closed === undefined || NOT_RECALLED.has(opened.format) || !isDecision(closed)) return undefined;
  const written = getWrittenDecision(snapshot) ?? '';
  return {
    threadId,
    relation: opened.relation,
    topic: read(opened.topic),
    options: cut((opened.question?.options ?? []).map((option) => readSealed(option) ?? '').join(' ')),
    tags: (opened.tags ?? []).join(' '),
    decision: cut(written),
    terms: cut(readSearchTerms(written).join(' ')),
  };
}

/** As a search index keeps it. */
export function writeGlance(glance: Glance): Decided {
  const { topic, options, tags, decision, terms, relation } = glance;
  const compared = [topic, options, tags, decision, terms].join('\n').toLowerCase();
  return { compared, glance: JSON.stringify(glance), relatedTo: relation?.of };
}

/** `undefined` for what is none. */
export function readGlance(kept: string): Glance | undefined {
  const { success, data } = glanceSchema.safeParse(parseJson(kept));
  return success ? (data as Glance) : undefined;
}
