// debate_ask: one more question to the seats of a debate that is over.
import { isInputRequiredResult } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { limitsRequest } from '../../../../domain/debate-request.ts';
import { defined } from '../../../../domain/defined.ts';
import { REDACTED_MARK } from '../../../../domain/sealed/sealed.ts';
import { raisedLimits } from '../../../../hall/operations/debate/opening/limits.ts';
import { prepareFollowUp, readFollowUp } from '../../../../hall/operations/debate/running/follow-up.ts';
import { toRecord } from '../../../../ledger/engine/record/record.ts';
import { runFor } from '../../runs/run-and-tell.ts';
import { clip, quoteLines } from '../../texts/text.ts';
import { threadId, words } from '../shapes.ts';
import { defineTool, RUNS_AGENTS } from '../tool.ts';

/** Of all answers together. */
const CHARACTERS = 48_000;

export const debateAsk = defineTool({
  name: 'debate_ask',
  title: 'Ask a finished debate',
  description:
    'Asks the seats of a finished debate one more question, in its context. The answers are recorded after the end and change no outcome.',
  input: z.strictObject({
    thread_id: threadId,
    question: words,
    seats: z.array(z.string().max(200)).min(1).max(100).optional().describe('Default: all that agents fill'),
    limits: limitsRequest.pick({ tokens: true, usd: true }).optional(),
    wait: z.boolean().optional(),
  }),
  output: z.object({
    thread_id: z.string(),
    run: z.string(),
    next_step: z.string(),
    next_seq: z.number(),
    /** Each has `role`, `agent`, and `answer` or `problem`. */
    answers: z.array(z.looseObject({})),
  }),
  operation: 'ask-seats',
  hints: RUNS_AGENTS,
  async run({ thread_id, question, seats, limits, wait }, call) {
    const { hall, author, signal } = call;
    const asked = { threadId: thread_id, question, author, seats, ...raisedLimits(limits), signal };
    const plan = await prepareFollowUp(hall, asked);
    let number: number | undefined;
    const onAsked = (question: number) => {
      number = question;
    };
    const input = { threadId: thread_id, followUp: plan.question, onAsked };
    const result = await runFor(call, hall, input, wait);
    if (isInputRequiredResult(result)) throw new TypeError('A question after the end asks no person.');
    const { run, next_step } = result.structured;
    const snapshot = await hall.engine.snapshot(thread_id);
    const found = run === 'started' ? [] : readFollowUp(toRecord(snapshot), number);
    // An answer may be there by now that this result does not have.
    const next_seq = run === 'started' && number !== undefined ? number + 1 : snapshot.debate.nextSeq;
    const most = Math.floor(CHARACTERS / Math.max(1, found.length));
    const answers = found.map(({ label, agent, seq, text, problem }) => ({
      role: label,
      agent: agent.agent,
      ...defined({ seq: seq ?? undefined, problem }),
      ...(problem === undefined ? { answer: clip(text ?? REDACTED_MARK, most) } : {}),
    }));
    const lines = answers.map(({ role, answer, problem }) =>
      answer === undefined ? `${role} did not answer: ${problem}` : `${role}:\n${quoteLines(clip(answer, 2_000))}`,
    );
    const text = run === 'started' ? result.text : lines.join('\n\n');
    return {
      structured: { thread_id, run, next_step, next_seq, answers },
      text,
      links: [{ threadId: thread_id, part: 'transcript' }],
    };
  },
});
