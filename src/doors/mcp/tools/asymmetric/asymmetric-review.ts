// debate_human_review: what a person says at a pause of an asymmetric debate between agents, which then continues.
import * as z from 'zod';
import { defined } from '../../../../domain/defined.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { refuseReentry } from '../../../../hall/operations/debate/running/reentry.ts';
import { say } from '../../../../hall/operations/debate/take-part/manual-turns.ts';
import { runShape, takeAnswers } from '../../runs/run-and-tell.ts';
import { runJudged } from '../../runs/run-judged.ts';
import { step, threadId, words } from '../shapes.ts';
import { defineTool, RUNS_AGENTS, type ToolCall } from '../tool.ts';
import { getStanding, giveUpSilent } from './asymmetric-debate.ts';

const inputSchema = z.strictObject({
  debate_id: threadId,
  action: z.enum(['approve', 'override', 'reject']),
  override_content: words.optional().describe('With override: replaces what that side said'),
  side: z.enum(['experienced', 'fresh']).optional().describe('With override'),
  override_action: z
    .enum(['agree', 'challenge', 'propose_alternative', 'synthesize'])
    .optional()
    .describe('For plain text at challenges; default challenge'),
  step,
  wait: z.boolean().optional().describe('false: return at once'),
});

async function review(call: ToolCall, args: z.output<typeof inputSchema>): Promise<void> {
  const { hall, gate, author } = call;
  const { debate_id, action, override_content = '', side, override_action } = args;
  const { pausedBefore } = getStanding(await giveUpSilent(hall, debate_id, author));
  if (pausedBefore === undefined) {
    throw new HallError('not-your-turn', `Debate "${debate_id}" is not waiting for a review.`, {
      hint: 'See debate_status.',
    });
  }
  if (action === 'override' && override_content.trim() === '') {
    throw new HallError('bad-input', 'An override needs override_content.', { hint: 'Pass the full text.' });
  }
  const beside = { override_content: override_content.trim() || undefined, side, override_action };
  const [more] = action === 'override' ? [] : Object.keys(defined(beside));
  if (more !== undefined) {
    throw new HallError('bad-input', `The action "${action}" takes no ${more}.`, {
      hint: 'Nothing is recorded. Leave it out, or override.',
    });
  }
  await say(hall, gate, {
    threadId: debate_id,
    seat: 'reviewer',
    act: 'review',
    content: action === 'override' ? override_content : action.toUpperCase(),
    data: {
      action,
      ...defined({ side: action === 'override' ? side : undefined, move: override_action }),
    },
    author,
    ...defined({ step: args.step }),
  });
}

export const debateHumanReview = defineTool({
  name: 'debate_human_review',
  title: 'Review a paused debate',
  description:
    'For a debate_auto stopped by pause_at: approve continues, override replaces one ' +
    "side's position or challenges with your words and continues, reject ends the debate as rejected. A pause survives a restart.",
  input: inputSchema,
  output: z.object(runShape),
  operation: 'judge-decision',
  hints: RUNS_AGENTS,
  async run(args, call) {
    refuseReentry(call.hall);
    const input = { threadId: args.debate_id };
    const earlier = await takeAnswers(call, call.hall);
    if (earlier !== undefined && 'result' in earlier) return earlier.result;
    if (earlier === undefined) await review(call, args);
    return await runJudged(call, call.hall, input, args.wait);
  },
});
