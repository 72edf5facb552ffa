// debate_start and debate_join: an asymmetric debate with manual turns, whose seats are sessions that keep their own context.
import * as z from 'zod';
import { defined } from '../../../../domain/defined.ts';
import { isEvent } from '../../../../domain/events.ts';
import { HallError, unlessRefused } from '../../../../domain/failures/errors.ts';
import { REDACTED_MARK, readSealed } from '../../../../domain/sealed/sealed.ts';
import { givenDocuments } from '../../../../hall/operations/debate/opening/given-documents.ts';
import { openDebate } from '../../../../hall/operations/debate/opening/open-debate.ts';
import { takeSeat } from '../../../../hall/operations/debate/take-part/manual-turns.ts';
import { listSpecs, type Snapshot } from '../../../../ledger/engine/snapshot.ts';
import { getAsker } from '../../../../platform/access/principal.ts';
import { clip, quoteLines } from '../../texts/text.ts';
import { requested, threadId } from '../shapes.ts';
import { defineTool, type ToolCall, WRITES } from '../tool.ts';
import { ASYMMETRIC, getStanding, giveUpSilent, KEY_DIGITS, sessionId } from './asymmetric-debate.ts';

const PROMPT_CHARACTERS = 10_000;
const DOCUMENTS = 10;
const DOCUMENT_CHARACTERS = 50_000;
const DEADLINE_MINUTES = 60;
const SUMMARY_CHARACTERS = 12_000;

/** What a manual debate is, whatever the configuration says about debates between agents. */
const BY_HAND = {
  ...{ joining: true, deepN: 1, freshN: 1, freshRole: 'fresh', delivery: 'none', pauseAt: null },
} as const;

export const debateStart = defineTool({
  name: 'debate_start',
  title: 'Start an asymmetric debate',
  description:
    'Starts a debate between you, who know the subject, and sessions that come to it fresh. Share the debate_id so ' +
    'that others can join; keep the session_id to yourself, it speaks for your seat. Then debate_position.',
  input: z.strictObject({
    prompt: z.string().min(1).max(PROMPT_CHARACTERS).describe('The question for all sides'),
    context_documents: z
      .array(z.string().max(DOCUMENT_CHARACTERS))
      .max(DOCUMENTS)
      .optional()
      .describe('Stored in the ledger; not shown to other sessions'),
    deadline_minutes: z
      .int()
      .min(1)
      .max(10_080)
      .optional()
      .describe('A seat that stays silent this long drops out; default 60'),
    tags: requested.tags,
  }),
  output: z.object({
    debate_id: z.string(),
    session_id: z.string(),
    role: z.string(),
    phase: z.string(),
    prompt: z.string(),
    message: z.string(),
  }),
  operation: 'open-debate',
  hints: WRITES,
  async run({ prompt, context_documents = [], deadline_minutes = DEADLINE_MINUTES, tags }, call) {
    const { hall, author, gate, signal } = call;
    const { threadId } = await openDebate(hall, {
      topic: prompt,
      format: ASYMMETRIC,
      options: { ...BY_HAND, deadlineMinutes: deadline_minutes },
      material: givenDocuments(hall, context_documents),
      ...defined({ tags }),
      ...getAsker(gate.principal),
      seating: 'by-hand',
      signal,
    });
    const seatKey = hall.random(KEY_DIGITS);
    const { snapshot } = await takeSeat(hall, { threadId, seat: 'experienced', seatKey, author });
    const message = `Share the debate_id ${threadId} with the sessions that should join. Keep your session_id to yourself.`;
    return {
      structured: {
        debate_id: threadId,
        session_id: sessionId(threadId, 'experienced', seatKey),
        role: 'experienced',
        phase: getStanding(snapshot).phase,
        prompt,
        message,
      },
      text: message,
    };
  },
});

/** What semi-fresh sessions may be told, in the words of the experienced side. */
function summaryIn({ log }: Snapshot): string | null {
  const last = log.filter((event) => isEvent(event, 'turn-recorded')).findLast(({ data }) => data.act === 'summary');
  const text = last && readSealed(last.data.content);
  return text === undefined ? null : clip(text, SUMMARY_CHARACTERS);
}

/** Places of a role, in the order in which they are taken. */
function listPlaces(snapshot: Snapshot, role: string): string[] {
  return listSpecs(snapshot)
    .filter((seat) => seat.joinable === true && seat.role === role)
    .map(({ id }) => id);
}

/** The first free place; whoever else joins at the same moment gets the next one. */
async function takePlace({ hall, author }: ToolCall, snapshot: Snapshot, role: string, delivery: string | undefined) {
  const seatKey = hall.random(KEY_DIGITS);
  const data = defined({ delivery });
  const all = listPlaces(snapshot, role);
  for (const seat of all) {
    if (snapshot.debate.seats[seat] !== undefined) continue;
    const place = { threadId: snapshot.threadId, seat, data, seatKey, author };
    const taken = await unlessRefused(async () => await takeSeat(hall, place), 'not-your-seat');
    if (taken !== undefined) return { ...taken, seat, seatKey };
  }
  const message = all.length === 0 ? 'This debate has no seats to join.' : 'Every seat of that role is taken.';
  throw new HallError('rule-violation', message, { hint: 'Start another debate with debate_start.' });
}

export const debateJoin = defineTool({
  name: 'debate_join',
  title: 'Join an asymmetric debate',
  description:
    'Takes one of at most four seats on the fresh side. fresh: you know only the prompt. ' +
    'semi_fresh: you may also get a summary, if the experienced side wrote one.',
  input: z.strictObject({
    debate_id: threadId,
    role: z.enum(['fresh', 'semi_fresh']).default('fresh'),
    delivery_mode: z
      .enum(['none', 'passive', 'active', 'selective'])
      .optional()
      .describe('fresh: none; semi_fresh: one of the others (default passive)'),
  }),
  output: z.object({
    debate_id: z.string(),
    session_id: z.string(),
    role: z.string(),
    delivery_mode: z.string(),
    phase: z.string(),
    prompt: z.string(),
    summary: z.string().nullable(),
  }),
  operation: 'take-seat',
  hints: WRITES,
  async run({ debate_id, role, delivery_mode }, call) {
    const before = await giveUpSilent(call.hall, debate_id, call.author);
    const name = role === 'semi_fresh' ? 'semi-fresh' : 'fresh';
    const { snapshot, events, seat, seatKey } = await takePlace(call, before, name, delivery_mode);
    const taken = events.find((event) => isEvent(event, 'seat-taken'));
    const delivery = taken?.data.data['delivery'];
    const prompt = readSealed(snapshot.debate.opened.topic) ?? REDACTED_MARK;
    const summary = role === 'semi_fresh' ? summaryIn(snapshot) : null;
    return {
      structured: {
        debate_id,
        session_id: sessionId(debate_id, seat, seatKey),
        role,
        delivery_mode: String(delivery),
        phase: getStanding(snapshot).phase,
        prompt,
        summary,
      },
      text: [
        'You have joined. The question is:',
        quoteLines(prompt),
        ...(summary === null ? [] : ['Summary from the experienced side:', quoteLines(summary)]),
        'Next step: debate_position with your own position.',
      ].join('\n'),
    };
  },
});
