// init_debate: a debate whose seats are taken by hand, by whoever calls add_turn.
import { z } from 'zod';
import { openDebate } from '../../operations/open-debate.ts';
import { words } from '../shapes.ts';
import { defineTool, WRITES } from '../tool.ts';
import { statusOf, turnCount } from '../view.ts';

const count = z.number().int().min(1).max(100_000);

export const initDebate = defineTool({
  name: 'init_debate',
  title: 'Open a debate',
  description:
    'Opens a debate whose turns you or others add with add_turn. To let agents debate by themselves, use debate_auto. ' +
    'Example: {"topic": "Should we rewrite our backend in Rust?"}',
  input: z.strictObject({
    topic: words,
    thread_id: z.string().max(200).optional().describe('Default: date and topic'),
    mode: z.enum(['fixed', 'mediated']).optional().describe('fixed: Wind, Wall, Door in turn; mediated: you pick'),
    max_turns: count.optional(),
    max_rounds: count.optional(),
    strict_cognition: z.boolean().optional().describe('Refuse turns that break the rules of their cognition'),
    octave_mode: z.boolean().optional(),
  }),
  output: z.object({
    thread_id: z.string(),
    topic: z.string(),
    mode: z.string(),
    status: z.string(),
    max_turns: z.number(),
    max_rounds: z.number(),
    strict_cognition: z.boolean(),
    octave_preamble: z.boolean(),
    octave_mode: z.boolean(),
    turn_count: z.number(),
    next_role: z.string().nullable(),
  }),
  hints: WRITES,
  async run(args, { hall, signal }) {
    const { topic, thread_id, mode, max_turns, max_rounds, strict_cognition } = args;
    const snapshot = await openDebate(hall, {
      topic,
      ...(thread_id === undefined ? {} : { threadId: thread_id }),
      options: {
        ...(mode === undefined ? {} : { order: mode }),
        ...(max_turns === undefined ? {} : { maxTurns: max_turns }),
        ...(max_rounds === undefined ? {} : { maxRounds: max_rounds }),
        ...(strict_cognition === undefined ? {} : { strictCognition: strict_cognition }),
      },
      seating: 'by-hand',
      signal,
    });
    const { options } = snapshot.debate.opened;
    const mediated = options['order'] === 'mediated';
    const structured = {
      thread_id: snapshot.threadId,
      topic: topic.slice(0, 2_000),
      mode: mediated ? 'mediated' : 'fixed',
      status: statusOf(snapshot),
      max_turns: Number(options['maxTurns']),
      max_rounds: Number(options['maxRounds']),
      strict_cognition: options['strictCognition'] === true,
      // Any debate can be given out as OCTAVE, whatever was asked for.
      octave_preamble: true,
      octave_mode: true,
      turn_count: turnCount(snapshot),
      next_role: mediated ? null : 'Wind',
    };
    const step = mediated ? 'Pick a speaker with pick_next_speaker.' : 'Wind speaks first: add_turn with role "Wind".';
    return { structured, text: `Opened debate ${snapshot.threadId}. ${step}` };
  },
});
