// How a debate can end: the words for it, what each of them promises, and what a program makes of it.
import { EXIT, type ExitCode } from './failures/exit-codes.ts';

/**
 * The rules that say which outcome a debate gets; event 0 names them. 1, where it names none: `agreed` is whatever every vote
 * approved or every point agreed with, and `decided` is any decision without a vote, also a manual one.
 */
export const RULES_VERSION = 2;

/** The first five are as old as ledgers; the others say apart what `agreed` and `decided` once had to cover. */
export const OUTCOMES = [
  'agreed',
  'decided',
  'stable-disagreement',
  'stopped-by-limit',
  'force-closed',
  'accepted',
  'majority',
  'judged',
  'closed-manually',
  'not-settled',
] as const;

export type OutcomeKind = (typeof OUTCOMES)[number];

interface OutcomeWords {
  /** As a heading: "Agreed". */
  readonly title: string;
  /** What the outcome promises, and no more, in one sentence. */
  readonly meaning: string;
  /** Of a run that ends so with a full panel. */
  readonly exit: ExitCode;
}

export const OUTCOME_WORDS: Readonly<Record<OutcomeKind, OutcomeWords>> = {
  agreed: {
    title: 'Agreed',
    meaning: 'Every seat that was asked gave the same answer in a blind ballot, and no argued objection stands.',
    exit: EXIT.ok,
  },
  accepted: {
    title: 'Accepted',
    meaning:
      'No seat rejects the decision, which is not the same as agreeing: some gave another answer, or joined the majority.',
    exit: EXIT.ok,
  },
  majority: {
    title: 'Majority',
    meaning: 'Most seats gave this answer; others gave another one, or object to the decision.',
    exit: EXIT.ok,
  },
  judged: { title: 'Judged', meaning: 'The judges decided; the sides were not asked.', exit: EXIT.ok },
  decided: { title: 'Decided', meaning: 'One seat decided, without a vote.', exit: EXIT.ok },
  'closed-manually': {
    title: 'Closed manually',
    meaning: 'Someone outside the seats wrote the decision and closed the debate.',
    exit: EXIT.ok,
  },
  'stable-disagreement': {
    title: 'Stable disagreement',
    meaning: 'The seats disagree, and the rules give them no further turn.',
    exit: EXIT.disagreement,
  },
  'not-settled': {
    title: 'Not settled',
    meaning: 'What the judges or the seats said points in different directions, so nobody should act on it.',
    exit: EXIT.disagreement,
  },
  'stopped-by-limit': { title: 'Stopped by a limit', meaning: 'A limit of the debate was reached.', exit: EXIT.limit },
  'force-closed': { title: 'Force-closed', meaning: 'Someone ended the debate.', exit: EXIT.ok },
};

/** Of a debate that somebody closes in words of their own; `isExhausted`: a limit had ended it. */
export function getManualOutcome(rulesVersion: number, isExhausted: boolean): OutcomeKind {
  if (isExhausted) return 'stopped-by-limit';
  return rulesVersion === 1 ? 'decided' : 'closed-manually';
}

/** Whether the debate came to something that people can act on. */
export function isSettled(outcome: OutcomeKind | null): boolean {
  return outcome !== null && OUTCOME_WORDS[outcome].exit === EXIT.ok && outcome !== 'force-closed';
}
