// fork_debate: holds a debate again with something changed, and asks only what changes.
import * as z from 'zod';
import { defined } from '../../../../domain/defined.ts';
import { ruleDataSchema } from '../../../../domain/event-parts.ts';
import { countNoun, formatCallRange } from '../../../../domain/words/format-figures.ts';
import { parseSeatSpec } from '../../../../hall/config/seat-spec.ts';
import { type ForkInput, openFork, planFork } from '../../../../hall/operations/debate/related/fork-debate.ts';
import { refuseReentry } from '../../../../hall/operations/debate/running/reentry.ts';
import { getAsker } from '../../../../platform/access/principal.ts';
import { runFor, runShape, takeAnswers } from '../../runs/run-and-tell.ts';
import { requested, threadId } from '../shapes.ts';
import { defineTool, RUNS_AGENTS } from '../tool.ts';

const plan = z.object({
  copied_turns: z.number(),
  calls: z.object({ at_least: z.number(), at_most: z.number() }),
});

export const forkDebate = defineTool({
  name: 'fork_debate',
  title: 'Fork a debate',
  description:
    'Opens a new debate that copies the turns of another one and asks only what changes, and runs it; spends tokens ' +
    'for what is asked. Example: {"thread_id": "2026-11-20-rust", "seats": {"wall": "codex"}}',
  input: z.strictObject({
    thread_id: threadId,
    fork_id: z.string().max(200).optional().describe('ID for the fork'),
    at: z.int().min(0).max(1_000_000_000).optional().describe('Last event to keep; what follows is asked again'),
    seats: requested.seats,
    options: ruleDataSchema.optional().describe('Format options that differ'),
    dry_run: z.boolean().optional().describe('Only say what would be copied and asked'),
    wait: z.boolean().optional(),
  }),
  output: z.object(runShape).partial().extend({ thread_id: z.string(), plan: plan.optional() }),
  operation: 'forecast-run',
  also: ({ dry_run }) => (dry_run === true ? [] : ['start-run']),
  hints: RUNS_AGENTS,
  async run(args, call) {
    const { hall, gate, signal } = call;
    const { thread_id, fork_id, at, seats = {}, options } = args;
    refuseReentry(hall);
    const earlier = await takeAnswers(call, hall);
    if (earlier !== undefined) return 'result' in earlier ? earlier.result : await runFor(call, hall, earlier);
    const input: ForkInput = {
      threadId: thread_id,
      seats: Object.fromEntries(Object.entries(seats).map(([seat, spec]) => [seat, parseSeatSpec(spec)])),
      ...defined({ id: fork_id, at, options }),
      ...getAsker(gate.principal),
      signal,
    };
    if (args.dry_run === true) {
      const { threadId: id, copies = 0, calls } = await planFork(hall, input);
      return {
        structured: {
          thread_id: id,
          plan: { copied_turns: copies, calls: { at_least: calls.atLeast, at_most: calls.atMost } },
        },
        text: `A fork would copy ${countNoun(copies, 'turn')} of ${thread_id} and make ${formatCallRange(calls)}. Nothing was opened.`,
      };
    }
    const fork = { threadId: (await openFork(hall, input)).threadId };
    return await runFor(call, hall, fork, args.wait);
  },
});
