// record_outcome and calibration: how decisions turned out, and how well confidence was founded.
import * as z from 'zod';
import { defined } from '../../../../domain/defined.ts';
import { describeUncalibrated } from '../../../../domain/hindsight/scores.ts';
import { describeTurnedOut, titleTurnedOut } from '../../../../domain/words/describe-hindsight.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { describeUnsearched } from '../../../../hall/operations/records/lists/find-debate.ts';
import { calibrate } from '../../../../hall/operations/records/outcomes/calibration.ts';
import { recordOutcome } from '../../../../hall/operations/records/outcomes/record-outcome.ts';
import { toRecord } from '../../../../ledger/engine/record/record.ts';
import { threadId } from '../shapes.ts';
import { defineTool, READS, WRITES } from '../tool.ts';

export const recordOutcomeTool = defineTool({
  name: 'record_outcome',
  title: 'Record how a decision turned out',
  description:
    'Records what happened after a debate that is over. A later outcome corrects an earlier one. Example: {"thread_id": "which-language", "outcome": "Go", "note": "Both were built; Go was done first."}',
  input: z.strictObject({
    thread_id: threadId,
    outcome: z.string().max(1_000).describe('right, wrong, mixed, or the right answer'),
    note: z.string().max(16_000).optional().describe('What happened'),
  }),
  output: z.object({
    thread_id: z.string(),
    seq: z.number(),
    verdict: z.string().nullable(),
    answer: z.string().nullable(),
  }),
  operation: 'record-outcome',
  hints: WRITES,
  async run({ thread_id, outcome, note }, { hall, author }) {
    const input = { threadId: thread_id, turnedOut: outcome, author, ...defined({ note }) };
    const { events, snapshot } = await recordOutcome(hall, input);
    const { verdict = null, answer = null } = toRecord(snapshot).hindsight ?? {};
    const title = titleTurnedOut({ verdict }).toLowerCase();
    const seq = events.find(({ type }) => type === 'outcome-recorded')?.seq ?? 0;
    return {
      structured: { thread_id, seq, verdict, answer },
      text: `${thread_id} ${title} ${describeTurnedOut({ verdict, answer })}.`,
    };
  },
});

export const calibrationTool = defineTool({
  name: 'calibration',
  title: 'How well confidence was founded',
  description:
    'Compares how sure seats were with what turned out, by agent, format, outcome and confidence. Figures are null where there is too little data.',
  input: z.strictObject({
    format: z.string().max(100).optional(),
    agent: z.string().max(200).optional().describe('Only this agent; rehearsals count only if named'),
  }),
  output: z.object({
    ...{ debates: z.number(), enough: z.number(), all: z.looseObject({}) },
    notices: z.array(z.string()).optional(),
  }),
  operation: 'read-calibration',
  hints: READS,
  async run({ format, agent }, { hall }) {
    const calibration = await calibrate(hall, defined({ format, agent }));
    const { debates, all, enough } = calibration;
    const score = all.brier === null ? `too little data below ${enough} answers` : `Brier score ${all.brier}`;
    const figures = `Right: ${all.right} of ${countNoun(all.answers, 'answer')} in ${countNoun(debates, 'debate')} with a recorded outcome; ${score}.`;
    const notices = await describeUnsearched(hall);
    return {
      structured: { ...calibration, all: { ...all }, ...(notices.length === 0 ? {} : { notices }) },
      text: [debates === 0 ? describeUncalibrated(agent) : figures, ...notices].join('\n'),
    };
  },
});
