// debate_cancel and debate_delete: a debate is ended and kept, or gone for good.
import * as z from 'zod';
import { HallError } from '../../../../domain/failures/errors.ts';
import { kill } from '../../../../hall/operations/debate/take-part/end-debate.ts';
import { deleteDebate, describeLeftCopies } from '../../../../hall/operations/records/delete-debate.ts';
import { threadId } from '../shapes.ts';
import { DESTROYS, defineTool, type Hints } from '../tool.ts';
import { asymmetricDebate, getStanding, giveUpSilent } from './asymmetric-debate.ts';

const ENDS: Hints = { ...DESTROYS, idempotentHint: true };
const output = z.object({ debate_id: z.string(), status: z.string() });

export const debateCancel = defineTool({
  name: 'debate_cancel',
  title: 'Cancel an asymmetric debate',
  description: 'Ends a debate without an outcome and keeps what was said; running agents are stopped.',
  input: z.strictObject({ debate_id: threadId, reason: z.string().max(10_000).optional() }),
  output,
  operation: 'force-close',
  hints: ENDS,
  async run({ debate_id, reason = 'Cancelled.' }, { hall, author }) {
    const { debate } = await giveUpSilent(hall, debate_id, author);
    const isAsking = debate.followUp !== undefined;
    if (debate.status === 'closed' && !isAsking) {
      throw new HallError('not-active', `Debate "${debate_id}" is complete.`, {
        hint: 'Read it with debate_status, or delete it with debate_delete.',
      });
    }
    if (isAsking || debate.status !== 'force-closed') {
      const { ended, snapshot } = await kill(hall, { threadId: debate_id, reason, author });
      if (ended === 'question') {
        const text = `Ended the question to debate ${debate_id}, which stays as it was.`;
        return { structured: { debate_id, status: getStanding(snapshot).phase }, text };
      }
    }
    return { structured: { debate_id, status: 'cancelled' }, text: `Cancelled debate ${debate_id}.` };
  },
});

export const debateDelete = defineTool({
  name: 'debate_delete',
  title: 'Delete an asymmetric debate',
  description: 'Permanently deletes a debate in any phase: ledger and record. Refuses while agents are running it.',
  input: z.strictObject({ debate_id: threadId }),
  output: output.extend({
    forks: z.array(z.string()),
    unreadable: z.array(z.string()),
    files: z.array(z.string()),
    evaluations: z.array(z.object({ threadId: z.string(), folder: z.string(), problem: z.string().optional() })),
  }),
  operation: 'delete-debate',
  hints: ENDS,
  async run({ debate_id }, { hall }) {
    await asymmetricDebate(hall, debate_id);
    const copies = await deleteDebate(hall, debate_id);
    const left = describeLeftCopies(copies);
    return {
      structured: { debate_id, status: 'deleted', ...copies },
      text: `Deleted debate ${debate_id}.${left === '' ? '' : ` ${left}`}`,
    };
  },
});
