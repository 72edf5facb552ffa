// resume_debate: resumes a stopped debate, and passes on a person's words about its decision.
import * as z from 'zod';
import { limitsRequest } from '../../../../domain/debate-request.ts';
import { defined } from '../../../../domain/defined.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { writeTurn } from '../../../../domain/turn-form/kinds.ts';
import { parseAgentSpec } from '../../../../hall/config/seat-spec.ts';
import { raisedLimits } from '../../../../hall/operations/debate/opening/limits.ts';
import { planChanges } from '../../../../hall/operations/debate/running/prepare-run.ts';
import { refuseReentry } from '../../../../hall/operations/debate/running/reentry.ts';
import { close } from '../../../../hall/operations/debate/take-part/end-debate.ts';
import { say } from '../../../../hall/operations/debate/take-part/manual-turns.ts';
import { runFor, runShape, takeAnswers, tellRun } from '../../runs/run-and-tell.ts';
import { runJudged } from '../../runs/run-judged.ts';
import { listDue, summarize } from '../../texts/view.ts';
import { requested, step, threadId, words } from '../shapes.ts';
import { defineTool, RUNS_AGENTS, type ToolCall } from '../tool.ts';

const REVIEWER = 'reviewer';

/** Throws `not-your-turn` when no decision waits for a person, or another one than that of this step. */
async function requireReview({ hall }: ToolCall, id: string, asked: string | undefined): Promise<void> {
  const due = listDue(await hall.engine.snapshot(id));
  const review = due.find(({ role, act }) => role.toLowerCase() === REVIEWER && act === 'vote');
  if (review !== undefined && review.step === (asked ?? review.step)) return;
  if (review !== undefined) {
    throw new HallError('not-your-turn', `Another decision of "${id}" is waiting for a review by now.`, {
      hint: 'Nothing is recorded. Read what is new first: get_debate.',
    });
  }
  throw new HallError('not-your-turn', `No decision in "${id}" is waiting for a review.`, {
    hint:
      due.length === 0 ? 'See get_debate.' : `Take the turn that is next: ${due.map(({ label }) => label).join(', ')}.`,
  });
}

function requireContent(content: string, action: string): string {
  if (content.trim() !== '') return content;
  throw new HallError('bad-input', `The action "${action}" needs content.`, {
    hint: action === 'override' ? 'Give the decision in words.' : 'Say what must change.',
  });
}

export const resumeDebate = defineTool({
  name: 'resume_debate',
  title: 'Resume or review',
  description:
    'Continues a stopped debate. If pause_at paused it: approve, reject (content: ' +
    'the reason; Door revises), or override (content: your decision).',
  input: z.strictObject({
    thread_id: threadId,
    action: z.enum(['continue', 'approve', 'reject', 'override']).optional(),
    content: words.optional(),
    step,
    seats: requested.seats.describe('Agents that take over'),
    limits: limitsRequest.omit({ turns: true, rounds: true }).optional(),
    wait: z.boolean().optional(),
  }),
  output: z.object(runShape),
  operation: 'judge-decision',
  also: ({ action = 'continue', seats, limits }) =>
    action === 'continue' || seats !== undefined || limits !== undefined ? ['resume-run'] : [],
  hints: RUNS_AGENTS,
  async run(args, call) {
    const { hall, gate, author } = call;
    const { thread_id: id, action = 'continue', content = '', seats = {}, wait } = args;
    const earlier = await takeAnswers(call, hall);
    if (earlier !== undefined && 'result' in earlier) return earlier.result;
    if (action === 'continue' && content.trim() !== '') {
      throw new HallError('bad-input', 'Nothing says what the content is: a judgment needs an action.', {
        hint: 'Nothing is recorded. Add the action: approve, reject or override.',
      });
    }
    const isFirst = earlier === undefined;
    if (isFirst && action !== 'continue') await requireReview(call, id, args.step);
    if (action === 'override') {
      const { snapshot } = await close(hall, { threadId: id, synthesis: requireContent(content, action), author });
      return tellRun(call, summarize(snapshot), 'closed');
    }
    refuseReentry(hall);
    const reseat = Object.fromEntries(Object.entries(seats).map(([seat, spec]) => [seat, parseAgentSpec(spec)]));
    const changes = isFirst ? { reseat, ...raisedLimits(args.limits) } : {};
    if (isFirst && action !== 'continue') {
      // A judgment that is recorded stays, so that what would refuse the run comes before it.
      await planChanges(hall, await hall.engine.snapshot(id), changes);
      const reason = action === 'reject' ? requireContent(content, action) : content;
      const vote = { seat: REVIEWER, act: 'vote', ...writeTurn('vote', { vote: action, reason }) };
      await say(hall, gate, { threadId: id, ...vote, author, ...defined({ step: args.step }) });
    }
    return await (action === 'continue' ? runFor : runJudged)(call, hall, { threadId: id, ...changes }, wait);
  },
});
