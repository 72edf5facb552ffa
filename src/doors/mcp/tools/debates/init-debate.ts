// init_debate: a debate of any format with manual turns through add_turn.
import * as z from 'zod';
import { defined } from '../../../../domain/defined.ts';
import { openDebate } from '../../../../hall/operations/debate/opening/open-debate.ts';
import { toOpenInput } from '../../../../hall/operations/debate/opening/request.ts';
import { getAsker } from '../../../../platform/access/principal.ts';
import { FORMAT_NAMES } from '../../texts/guide.ts';
import { formLines, summarize } from '../../texts/view.ts';
import { readOptions, requested } from '../shapes.ts';
import { defineTool, WRITES } from '../tool.ts';

/** The arguments behind options. */
const ARGUMENTS = {
  ...{ gate: 'gate', order: 'mode', maxTurns: 'max_turns', maxRounds: 'max_rounds' },
  strictCognition: 'strict_cognition',
} as const;

const count = z.int().min(1).max(100_000);

export const initDebate = defineTool({
  name: 'init_debate',
  title: 'Start a manual debate',
  description: 'Starts a debate with manual turns (add_turn); agents debate in debate_auto.',
  input: z.strictObject({
    topic: requested.topic,
    thread_id: requested.thread_id.describe('Default: date and topic'),
    format: requested.format.describe(FORMAT_NAMES),
    mode: z.enum(['fixed', 'mediated']).optional().describe('mediated: you pick'),
    options: requested.options,
    answer: requested.answer,
    unit: requested.unit,
    gate: requested.gate,
    tags: requested.tags,
    max_turns: count.optional(),
    max_rounds: count.optional(),
    strict_cognition: z.boolean().optional().describe('Reject turns that break cognition rules'),
    octave_mode: z.boolean().optional(),
  }),
  output: z.object({
    thread_id: z.string(),
    topic: z.string(),
    mode: z.string(),
    status: z.string(),
    format: z.string(),
    max_turns: z.number().optional(),
    max_rounds: z.number().optional(),
    strict_cognition: z.boolean(),
    octave_preamble: z.boolean(),
    octave_mode: z.boolean(),
    turn_count: z.number(),
    next_role: z.string().nullable(),
  }),
  operation: 'open-debate',
  hints: WRITES,
  async run(args, { hall, gate: { principal }, signal }) {
    const { thread_id: threadId, format, ...asked } = args;
    const request = { ...asked, threadId, rules: readOptions(ARGUMENTS, args) };
    const opening = toOpenInput(request, { optionNames: ARGUMENTS, seating: 'by-hand', signal });
    const snapshot = await openDebate(hall, { ...opening, ...getAsker(principal), ...defined({ format }) });
    const opened = summarize(snapshot);
    const { thread_id, topic, mode, status, turn_count, next_role, due, max_turns, max_rounds, question_note } = opened;
    const structured = {
      ...{ thread_id, topic, format: opened.format, mode, status },
      ...defined({ max_turns, max_rounds }),
      strict_cognition: snapshot.debate.opened.options['strictCognition'] === true,
      // Any debate can be given out as OCTAVE, whatever was asked for.
      octave_preamble: true,
      octave_mode: true,
      ...{ turn_count, next_role, due },
      ...defined({ question_note }),
    };
    const roles = due.map(({ role }) => `"${role}"`).join(', ');
    const [first] = due;
    const step =
      first?.act === 'pick' ? 'Pick a speaker with pick_next_speaker.' : `Next: add_turn with role ${roles}.`;
    return {
      structured,
      text: [
        `Opened debate ${thread_id}.${question_note === undefined ? '' : ` ${question_note}`} ${step}`,
        ...formLines(due),
      ].join('\n'),
    };
  },
});
