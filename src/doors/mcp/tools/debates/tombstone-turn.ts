// tombstone_turn: removes the text of a turn; its place in the chain stays.
import * as z from 'zod';
import { isEvent } from '../../../../domain/events.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { nameEvents } from '../../../../domain/words/format-figures.ts';
import { type RedactionReach, redact } from '../../../../hall/operations/debate/related/redact.ts';
import { isTurn } from '../../../../hall/operations/records/lists/summarize.ts';
import { threadId } from '../shapes.ts';
import { DESTROYS, defineTool } from '../tool.ts';

/** Where the text still is, or may be. */
function listRest({
  forks,
  parent,
  askedAgain,
  quotedIn,
  recalledBy,
  evaluations,
}: RedactionReach): { id: string; words: string }[] {
  const mayHold = [...askedAgain, ...recalledBy.map(({ threadId }) => threadId)];
  return [
    ...quotedIn.map(({ threadId: id, events }) => {
      return { id, words: `${id} still quotes it, in ${nameEvents(events)}.` };
    }),
    ...forks.flatMap(({ threadId: id, problem }) => {
      return problem === undefined ? [] : [{ id, words: `${id} may still hold the text: ${problem}` }];
    }),
    ...(parent === undefined
      ? []
      : [{ id: parent, words: `${parent}, from which it was copied, still holds the text.` }]),
    ...evaluations.map(({ threadId, folder, problem }) => {
      const words =
        problem === undefined
          ? `An evaluation keeps ${threadId} with the text, in ${folder}.`
          : `An evaluation may keep ${threadId} with the text, in ${folder}: ${problem}`;
      return { id: threadId, words };
    }),
    ...mayHold.map((id) => ({ id, words: `${id} may hold the text, too.` })),
  ];
}

export const tombstoneTurn = defineTool({
  name: 'tombstone_turn',
  title: 'Redact a turn',
  description: 'Removes the text of one turn for good; the hash chain still verifies.',
  input: z.strictObject({
    thread_id: threadId,
    turn_index: z.int().min(0).max(1_000_000).describe('From 0'),
    reason: z.string().max(1_000),
  }),
  output: z.object({
    thread_id: z.string(),
    turn_index: z.number(),
    reason: z.string(),
    audit_event_index: z.number(),
    original_content_hash: z.string(),
    may_remain_in: z.array(z.string()),
  }),
  operation: 'redact',
  hints: DESTROYS,
  async run({ thread_id, turn_index, reason }, { hall, author }) {
    const turns = (await hall.engine.snapshot(thread_id)).log.filter(isTurn);
    const turn = turns[turn_index];
    if (turn === undefined) {
      throw new HallError('not-found', `There is no turn ${turn_index}.`, {
        hint: turns.length === 0 ? 'Nobody has spoken yet.' : `Turns are numbered from 0 to ${turns.length - 1}.`,
      });
    }
    const done = await redact(hall, {
      threadId: thread_id,
      event: turn.seq,
      reason,
      author,
    });
    const redactedForks = done.forks.flatMap(({ threadId: id, problem }) => (problem === undefined ? [id] : []));
    const rest = listRest(done);
    return {
      structured: {
        thread_id,
        turn_index,
        reason,
        audit_event_index:
          done.snapshot.log.findLast((each) => isEvent(each, 'texts-redacted') && each.data.target === turn.seq)?.seq ??
          0,
        original_content_hash: turn.data.content.sha256,
        may_remain_in: [...new Set(rest.map(({ id }) => id))],
      },
      text: [
        `Turn ${turn_index} of ${thread_id} is redacted.`,
        ...redactedForks.map((id) => `So is its copy in ${id}.`),
        ...rest.map(({ words }) => words),
      ].join(' '),
    };
  },
});
