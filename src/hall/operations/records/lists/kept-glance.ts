// What a past decision is compared by, as a search index keeps it: made of the checked ledger, where `ledger-glance.ts` reads unchecked lines.
import * as z from 'zod';
import { isEvent, type Relation, relationSchema } from '../../../../domain/events.ts';
import { isSettled } from '../../../../domain/outcomes.ts';
import { type Sealed, textOf } from '../../../../domain/sealed/sealed.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';
import type { Decided } from '../../../../ledger/stores/store.ts';
import type { Glance } from './ledger-glance.ts';

/** Of each text. */
const MOST_CHARACTERS = 2_000;

const cut = (text: string) => text.slice(0, MOST_CHARACTERS);
const read = (sealed: Sealed | undefined) => cut((sealed && textOf(sealed)) ?? '');

const glanceSchema = z.lazy(() =>
  z.strictObject({
    threadId: z.string(),
    relation: relationSchema.optional(),
    topic: z.string(),
    options: z.string(),
    tags: z.string(),
    decision: z.string(),
  }),
);

function glanceOf({ threadId, debate, log }: Snapshot): Glance | undefined {
  const { opened, closed } = debate;
  // What is decided about one change only, no later question resembles.
  if (debate.status !== 'closed' || closed === undefined || opened.format === 'review' || !isSettled(closed.outcome)) {
    return undefined;
  }
  const { decision } = closed;
  const turn = decision !== null && 'turn' in decision ? log[decision.turn] : undefined;
  const content = turn !== undefined && isEvent(turn, 'turn-recorded') ? turn.data.content : undefined;
  return {
    threadId,
    relation: opened.relation as Relation | undefined,
    topic: read(opened.topic),
    options: cut((opened.question?.options ?? []).map((option) => textOf(option) ?? '').join(' ')),
    tags: (opened.tags ?? []).join(' '),
    decision: read(decision !== null && 'text' in decision ? decision.text : content),
  };
}

/** `undefined` where nothing was decided. */
export function writeGlance(snapshot: Snapshot): Decided | undefined {
  const glance = glanceOf(snapshot);
  if (glance === undefined) return undefined;
  const { topic, options, tags, decision, relation } = glance;
  const compared = [topic, options, tags, decision].join('\n').toLowerCase();
  return { compared, glance: JSON.stringify(glance), relatedTo: relation?.of };
}

export const readGlance = (kept: string): Glance => glanceSchema.parse(JSON.parse(kept)) as Glance;
