// The prompt for a question after the end.
import type { Prompt } from '../agents/agent.ts';
import { FOLLOW_UP } from '../domain/calls.ts';
import type { Step } from '../formats/format.ts';
import { transcribeFollowUps } from '../ledger/engine/record/follow-ups.ts';
import { getVisibleTranscript } from '../ledger/engine/record/visibility.ts';
import { readLabels, type Snapshot } from '../ledger/engine/snapshot.ts';
import { fence } from '../material/prompts/fence.ts';
import type { Prompts } from '../material/prompts/load.ts';
import { buildSystemText, composePrompt, getMarker } from './build-prompt.ts';

/** A question that somebody asks after the end. */
export interface LateQuestion {
  readonly seat: string;
  /** Number of the event that asks. */
  readonly seq: number;
  readonly text: string;
  /** How the debate ended, in words. */
  readonly outcome: string;
}

/** Names of the texts that such a question needs beyond those of its debate. */
export const LATE_TEXTS: readonly string[] = [FOLLOW_UP];

/**
 * The prompt for a question after the end: what the seat was given, all that was said, the outcome, and earlier questions with
 * their answers. Nothing can be looked up any more.
 */
export function buildLatePrompt(
  snapshot: Snapshot,
  question: LateQuestion,
  texts: Prompts,
  window = Number.POSITIVE_INFINITY,
): Prompt {
  const { seat, seq } = question;
  const marker = getMarker(snapshot);
  const label = readLabels(snapshot)(seat);
  const step: Step = {
    ...{ id: `follow-up ${seq} ${seat}`, seat, act: FOLLOW_UP, task: FOLLOW_UP, label: `${label} answers` },
    ...{ data: {}, corrections: [] },
    values: {
      seat: label,
      question: fence(marker, 'question', question.text),
      outcome: fence(marker, 'outcome', question.outcome),
    },
    sample: ({ question }) =>
      `This is a rehearsal: no model was called. A real agent in the seat ${label} would answer here from what was said about ${question}.`,
  };
  const entries = [...getVisibleTranscript(snapshot), ...transcribeFollowUps(snapshot)].filter(
    (entry) => entry.seq < seq,
  );
  return composePrompt(snapshot, step, texts, {
    entries,
    system: buildSystemText(snapshot, seat, texts, false),
    window,
  });
}
