// add_turn and pick_next_speaker: manual turns of one seat.
import * as z from 'zod';
import { defined } from '../../../../domain/defined.ts';
import type { RuleData } from '../../../../domain/event-parts.ts';
import { isEvent } from '../../../../domain/events.ts';
import { readText } from '../../../../domain/sealed/sealed.ts';
import { describeReadAnswer } from '../../../../domain/words/describe-read-answer.ts';
import { pick, resolveSeat, say } from '../../../../hall/operations/debate/take-part/manual-turns.ts';
import { isTurn } from '../../../../hall/operations/records/lists/summarize.ts';
import type { Dispatched } from '../../../../ledger/engine/engine.ts';
import { readLabels } from '../../../../ledger/engine/snapshot.ts';
import { type DueView, formLines, getStatus, listDue, turnCount } from '../../texts/view.ts';
import { step, threadId, words } from '../shapes.ts';
import { defineTool, WRITES } from '../tool.ts';

const COGNITIONS = ['PATHOS', 'ETHOS', 'LOGOS'] as const;
const name = z.string().max(128);

function nextLine(due: readonly DueView[], { snapshot }: Dispatched): string {
  if (due.length > 0) return `Next: ${due.map(({ label }) => label).join(', ')}.`;
  const status = getStatus(snapshot);
  if (status === 'active') return 'Nobody has a turn left: end it with resume_debate or close_debate.';
  return status === 'exhaustion'
    ? 'A limit was reached: end it with close_debate and a synthesis.'
    : 'The debate is over.';
}

export const addTurn = defineTool({
  name: 'add_turn',
  title: 'Take a turn',
  description: 'Records a turn of a seat, or its vote ("VOTE: APPROVE" or "VOTE: REJECT" as the first line).',
  input: z.strictObject({
    thread_id: threadId,
    role: z.string().max(128).describe('Wind, Wall or Door'),
    content: words,
    agent_role: name.optional(),
    model: name.optional(),
    cognition: z.string().max(20).optional().describe('PATHOS, ETHOS or LOGOS'),
    step,
    key: z.string().min(1).max(200).optional().describe('For retries'),
  }),
  output: z.object({
    thread_id: z.string(),
    turn_count: z.number(),
    role: z.string(),
    status: z.string(),
    cognition_warnings: z.array(z.string()).optional(),
    turn_hash: z.string(),
    seq: z.number(),
    next_role: z.string().nullable(),
  }),
  operation: 'say',
  hints: WRITES,
  async run(args, { hall, gate, author }) {
    const { thread_id, content, agent_role, model, key } = args;
    const named = args.cognition?.trim().toUpperCase();
    const known = COGNITIONS.find((cognition) => cognition === named);
    const data: RuleData | undefined =
      named === undefined || named === '' ? undefined : { cognition: known ?? String(args.cognition) };
    const done = await say(hall, gate, {
      threadId: thread_id,
      seat: args.role,
      content,
      author,
      ...defined({ data, key, step: args.step }),
      ...(agent_role === undefined || agent_role.trim() === '' ? {} : { agentRole: agent_role }),
      ...(model === undefined || model.trim() === '' ? {} : { model }),
    });
    const event = done.events.find((each) => isEvent(each, 'turn-recorded'));
    if (event === undefined) throw new TypeError('A recorded turn is missing from what was recorded.');
    const due = listDue(done.snapshot);
    const warnings = event.data.warnings.map(readText);
    const { seat } = event.data;
    const role = readLabels(done.snapshot)(seat);
    const readAs = describeReadAnswer(done.events, done.snapshot.debate.opened.question);
    const structured = {
      thread_id,
      ...defined({ read_as: readAs }),
      turn_count: turnCount(done.snapshot),
      role,
      status: getStatus(done.snapshot),
      ...(warnings.length === 0 ? {} : { cognition_warnings: warnings }),
      turn_hash: event.hash,
      seq: event.seq,
      next_role: due.find(({ act }) => act !== 'pick')?.role ?? null,
      due,
    };
    const recorded = isTurn(event)
      ? `Recorded turn ${structured.turn_count} by ${role}`
      : `Recorded the pick of ${role}`;
    const confirmation = done.repeated ? 'This turn was already recorded' : recorded;
    const lines = [
      `${confirmation}. ${readAs === undefined ? '' : `${readAs} `}${nextLine(due, done)}`,
      ...warnings.map((warning) => `Warning: ${warning}`),
      ...formLines(due),
    ];
    return { structured, text: lines.join('\n') };
  },
});

export const pickNextSpeaker = defineTool({
  name: 'pick_next_speaker',
  title: 'Pick the next speaker',
  description: 'Picks who speaks next in a mediated debate; a later pick replaces it.',
  input: z.strictObject({ thread_id: threadId, role: z.string().max(128).describe('Wind, Wall or Door') }),
  output: z.object({ thread_id: z.string(), next_role: z.string(), mode: z.string(), seq: z.number() }),
  operation: 'pick-speaker',
  hints: WRITES,
  async run({ thread_id, role }, { hall, gate, author }) {
    const seat = resolveSeat(await hall.engine.snapshot(thread_id), role);
    const { snapshot, events } = await pick(hall, gate, { threadId: thread_id, seat, author });
    const next = readLabels(snapshot)(seat);
    return {
      structured: { thread_id, next_role: next, mode: 'mediated', seq: events.at(-1)?.seq ?? 0 },
      text: `${next} speaks next: add_turn with role "${next}".`,
    };
  },
});
