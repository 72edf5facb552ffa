// tombstone_turn: removes the text of a turn; its place in the chain stays.
import * as z from 'zod';
import { isEvent } from '../../../../domain/events.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { redact } from '../../../../hall/operations/debate/related/redact.ts';
import { isTurn } from '../../texts/view.ts';
import { threadId } from '../shapes.ts';
import { DESTROYS, defineTool } from '../tool.ts';

export const tombstoneTurn = defineTool({
  name: 'tombstone_turn',
  title: 'Redact a turn',
  description: 'Removes the text of one turn for good, also from exports; the hash chain still verifies.',
  input: z.strictObject({
    thread_id: threadId,
    turn_index: z.number().int().min(-1_000_000).max(1_000_000).describe('From 0, as in the transcript'),
    reason: z.string().max(1_000),
  }),
  output: z.object({
    thread_id: z.string(),
    turn_index: z.number(),
    reason: z.string(),
    audit_event_index: z.number(),
    original_content_hash: z.string(),
  }),
  operation: 'redact',
  hints: DESTROYS,
  async run({ thread_id, turn_index, reason }, { hall, author }) {
    const turns = (await hall.engine.snapshot(thread_id)).log.filter(isTurn);
    const turn = turn_index < 0 ? undefined : turns[turn_index];
    if (turn === undefined) {
      throw new HallError('not-found', `There is no turn ${turn_index}.`, {
        hint: turns.length === 0 ? 'Nobody has spoken yet.' : `Turns are numbered from 0 to ${turns.length - 1}.`,
      });
    }
    const { snapshot, forks, quotedIn } = await redact(hall, {
      threadId: thread_id,
      event: turn.seq,
      reason,
      author,
    });
    return {
      structured: {
        thread_id,
        turn_index,
        reason,
        audit_event_index:
          snapshot.log.findLast((each) => isEvent(each, 'texts-redacted') && each.data.target === turn.seq)?.seq ?? 0,
        original_content_hash: turn.data.content.sha256,
      },
      text: [
        `Turn ${turn_index} of ${thread_id} is redacted.`,
        ...quotedIn.map(({ threadId: id, events }) => `Event ${events.join(', ')} of ${id} quotes it, and stays.`),
        ...forks.map(({ threadId: fork, problem }) =>
          problem === undefined ? `So is its copy in ${fork}.` : `${fork} may still hold the text: ${problem}`,
        ),
      ].join(' '),
    };
  },
});
