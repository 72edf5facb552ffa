// close_debate and force_close_debate: a decision in words, or an immediate end.
import * as z from 'zod';
import { isEvent } from '../../../../domain/events.ts';
import { REDACTED_MARK, readSealed, readText } from '../../../../domain/sealed/sealed.ts';
import { close, describeKilled, kill } from '../../../../hall/operations/debate/take-part/end-debate.ts';
import { exportDebate, RECORD_FORMAT } from '../../../../hall/operations/records/copies/export-debate.ts';
import { clip } from '../../texts/text.ts';
import { getStatus } from '../../texts/view.ts';
import { threadId, words } from '../shapes.ts';
import { DESTROYS, defineTool, WRITES } from '../tool.ts';

const OCTAVE_CHARACTERS = 28_000;
const SYNTHESIS_CHARACTERS = 9_000;

export const closeDebate = defineTool({
  name: 'close_debate',
  title: 'Close with a decision',
  description: 'Ends a debate with your decision and writes its record.',
  input: z.strictObject({
    thread_id: threadId,
    synthesis: words,
    output_format: z.enum(['json', 'octave', 'both']).optional().describe('Default: octave'),
  }),
  output: z.object({
    thread_id: z.string(),
    status: z.string(),
    synthesis: z.string(),
    validation_warnings: z.array(z.string()).optional(),
    octave: z.string().optional(),
    json: z.looseObject({}).optional(),
  }),
  operation: 'close-debate',
  hints: WRITES,
  async run({ thread_id, synthesis, output_format = 'octave' }, { hall, author }) {
    const { snapshot, events } = await close(hall, { threadId: thread_id, synthesis, author });
    const closed = events.find((event) => isEvent(event, 'debate-closed'));
    const warnings = closed?.data.warnings.map(readText) ?? [];
    const result = {
      thread_id,
      status: getStatus(snapshot),
      synthesis: clip(synthesis, SYNTHESIS_CHARACTERS),
      ...(warnings.length === 0 ? {} : { validation_warnings: warnings }),
    };
    if (output_format === 'json') return { structured: result, text: `Closed debate ${thread_id}.` };
    const whole = await exportDebate(hall, thread_id, RECORD_FORMAT);
    const octave = clip(whole, OCTAVE_CHARACTERS);
    return {
      structured: { ...result, octave, ...(output_format === 'both' ? { json: result } : {}) },
      text: octave,
      links: octave === whole ? [] : [{ threadId: thread_id, part: 'octave' }],
    };
  },
});

export const forceCloseDebate = defineTool({
  name: 'force_close_debate',
  title: 'End a debate immediately',
  description: 'Ends a running debate_ask; else the debate, in any state, without a decision.',
  input: z.strictObject({ thread_id: threadId, reason: z.string().max(10_000) }),
  output: z.object({ thread_id: z.string(), status: z.string(), reason: z.string(), audit_event_index: z.number() }),
  operation: 'force-close',
  hints: DESTROYS,
  async run({ thread_id, reason }, { hall, author }) {
    const before = await hall.engine.snapshot(thread_id);
    const isOver = getStatus(before) === 'force_closed' && before.debate.followUp === undefined;
    // A switch that is pulled twice has done what was wanted; what ended the debate stands.
    const killed = isOver ? undefined : await kill(hall, { threadId: thread_id, reason, author });
    const { snapshot } = killed ?? { snapshot: before };
    if (killed?.ended === 'question') {
      const audit_event_index = snapshot.debate.nextSeq - 1;
      return {
        structured: { thread_id, status: getStatus(snapshot), reason, audit_event_index },
        text: `Ended the question to debate ${thread_id}, which stays as it was.`,
      };
    }
    const ended = snapshot.log.findLast((event) => isEvent(event, 'debate-force-closed'));
    const stands = ended === undefined ? reason : (readSealed(ended.data.reason) ?? REDACTED_MARK);
    return {
      structured: {
        thread_id,
        status: getStatus(snapshot),
        reason: stands,
        audit_event_index: ended?.seq ?? 0,
      },
      text: [
        isOver ? `Debate ${thread_id} was already ended.` : `Ended debate ${thread_id}.`,
        (killed && describeKilled(killed)) ?? [],
      ]
        .flat()
        .join(' '),
    };
  },
});
