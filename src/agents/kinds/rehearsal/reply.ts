// Reads what the rehearsal program printed into a reply. The last result counts, whatever the exit code says.
import * as z from 'zod';
import { defined } from '../../../domain/defined.ts';
import { FAILURES, type FailureCode } from '../../../domain/failures/failures.ts';
import type { ProcessResult } from '../../../process/process.ts';
import type { Reply, ReplyDetails } from '../../agent.ts';
import { processFailure } from '../../failures/process-failure.ts';

const lineSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('answer'), text: z.string() }),
  z.object({
    type: z.literal('failure'),
    code: z.enum(Object.keys(FAILURES) as [FailureCode, ...FailureCode[]]),
    message: z.string(),
    retryAfterMs: z.number().int().min(0).optional(),
  }),
]);

export type Line = z.infer<typeof lineSchema>;

/** `undefined` for a line that is not of the protocol. */
export function parseLine(line: string): Line | undefined {
  try {
    return lineSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

export interface ReadOutput {
  /** What was streamed. */
  readonly partial: string;
  /** The last line that was an answer or a failure. */
  readonly result: Exclude<Line, { type: 'text' }> | undefined;
  readonly firstTextMs?: number;
}

const redact = (text: string): string => text;

export function buildReply(argv: readonly string[], ended: ProcessResult, output: ReadOutput): Reply {
  const { partial, result } = output;
  const completeDespite = result?.type === 'answer' && !(ended.end.reason === 'exited' && ended.end.code === 0);
  const details: ReplyDetails = {
    argv,
    durationMs: Math.round(ended.durationMs),
    ...(output.firstTextMs === undefined ? {} : { firstTextMs: Math.round(output.firstTextMs) }),
    usage: { costMicroUsd: 0 },
    notes: completeDespite ? [`the answer was complete, but the program ${describeEnd(ended)}`] : [],
  };
  const failed = (reply: Omit<Extract<Reply, { status: 'failed' }>, 'status' | 'details' | 'partial'>): Reply => ({
    status: 'failed',
    ...reply,
    ...(partial === '' ? {} : { partial }),
    details,
  });

  if (result?.type === 'answer') {
    if (result.text.trim() === '')
      return failed({ failure: { code: 'empty', message: 'The rehearsal said nothing.' } });
    return { status: 'answered', text: result.text, details };
  }
  if (result?.type === 'failure') {
    return failed({
      failure: { code: result.code, message: result.message },
      ...defined({ retryAfterMs: result.retryAfterMs }),
    });
  }
  if (ended.end.reason === 'exited' && ended.end.code === 0) {
    return failed({
      failure: { code: 'unreadable', message: 'The rehearsal ended without a readable result.' },
    });
  }
  return failed({ failure: processFailure('rehearsal', ended, redact) });
}

function describeEnd({ end }: ProcessResult): string {
  return end.reason === 'exited' ? `ended with exit code ${end.code}` : `was ended (${end.reason})`;
}
