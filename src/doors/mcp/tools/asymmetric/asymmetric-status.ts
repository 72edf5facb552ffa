// debate_status: where an asymmetric debate stands, what may be read of it, and, once it has ended, what it came to.
import * as z from 'zod';
import { defined } from '../../../../domain/defined.ts';
import { REDACTED_MARK, readSealed } from '../../../../domain/sealed/sealed.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { assessAuthority } from '../../../../ledger/engine/record/authority.ts';
import { listSpecs, type Snapshot } from '../../../../ledger/engine/snapshot.ts';
import { includesRole } from '../../../../platform/access/principal.ts';
import { quoteLines } from '../../texts/text.ts';
import { caveatLines, summarize } from '../../texts/view.ts';
import { dueShape, threadId } from '../shapes.ts';
import { defineTool, READS } from '../tool.ts';
import { convergenceShape, convergenceText } from './asymmetric-converge.ts';
import {
  asymmetricDebate,
  getConvergence,
  getStanding,
  giveUpSilent,
  isSession,
  listMessages,
  publicSession,
} from './asymmetric-debate.ts';

function listSessions(snapshot: Snapshot) {
  const { debate, threadId } = snapshot;
  const specs = listSpecs(snapshot);
  const reasons = new Map(assessAuthority(snapshot).left.map(({ seat, reason }) => [seat, reason]));
  const findSpec = (seat: string) => specs.find(({ id }) => id === seat);
  const sessions = Object.entries(debate.seats).filter(([seat]) => isSession(seat));
  return sessions.map(([seat, { contributions }]) => ({
    session_id: publicSession(threadId, seat),
    seat,
    // As debate_join has it.
    role: (findSpec(seat)?.role ?? seat).replaceAll('-', '_'),
    label: findSpec(seat)?.label ?? seat,
    contributions,
    ...(reasons.has(seat) ? { left: reasons.get(seat) } : {}),
  }));
}

export const debateStatus = defineTool({
  name: 'debate_status',
  title: 'Show an asymmetric debate',
  description:
    'Shows the phase, who is next, and what was said in each phase; positions and challenges appear once all are in. A ' +
    'finished debate stays readable, with synthesis and points. Session IDs appear without their keys.',
  input: z.strictObject({ debate_id: threadId }),
  output: z.object({
    debate_id: z.string(),
    phase: z.string(),
    paused_before: z.string().optional(),
    prompt: z.string(),
    message_count: z.number(),
    sessions: z.array(z.looseObject({})),
    due: dueShape,
    messages: z.record(z.string(), z.array(z.looseObject({}))),
    convergence: z.looseObject(convergenceShape).optional(),
  }),
  operation: 'read-debate',
  hints: READS,
  async run({ debate_id }, { hall, parts, gate, author }) {
    const snapshot =
      parts.readOnly || !includesRole(gate.principal.role, 'speaker')
        ? await asymmetricDebate(hall, debate_id)
        : await giveUpSilent(hall, debate_id, author);
    const { phase, pausedBefore } = getStanding(snapshot);
    const { count, leftOut, messages } = listMessages(snapshot);
    const { due, panel, degraded, notes, context_left_out, rehearsal } = summarize(snapshot);
    const caveats = defined({ panel, degraded, notes, context_left_out, rehearsal });
    const convergence = getConvergence(snapshot);
    const prompt = readSealed(snapshot.debate.opened.topic) ?? REDACTED_MARK;
    const messageLines = Object.entries(messages).flatMap(([name, entries]) =>
      entries.flatMap((entry) => {
        const { session_id, content } = entry as { session_id: string; content: string | null };
        const text = content ?? '(not shown until the phase ends)';
        return [`${name}, ${session_id}:`, quoteLines(text)];
      }),
    );
    return {
      structured: {
        debate_id,
        phase,
        ...defined({ paused_before: pausedBefore }),
        prompt,
        message_count: count,
        sessions: listSessions(snapshot),
        ...caveats,
        due,
        messages,
        ...(leftOut === 0 ? {} : { messages_left_out: leftOut }),
        ...defined({ convergence }),
      },
      text: [
        `Debate ${debate_id}: ${phase}${pausedBefore === undefined ? '' : `, paused before ${pausedBefore}`}. Question:`,
        quoteLines(prompt),
        ...(due.length === 0 ? [] : [`Next: ${due.map(({ label }) => label).join(', ')}.`]),
        ...caveatLines(caveats),
        ...(leftOut === 0 ? [] : [`${countNoun(leftOut, 'earlier message')} left out here: the transcript has all.`]),
        ...(convergence === undefined ? messageLines : [convergenceText(convergence)]),
      ].join('\n'),
      links: [{ threadId: debate_id, part: 'transcript' }],
    };
  },
});
