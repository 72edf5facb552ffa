// How a debate can end: the words for it, what each of them promises, and what a program makes of it.
import { EXIT, type ExitCode } from './failures/exit-codes.ts';

/**
 * The rules that say which outcome a debate gets; event 0 names them, and 1 where it names none. Of a debate that was opened under
 * older ones the recorded outcome stands, and only the chain is verified: this program has no rules but its own.
 */
export const RULES_VERSION = 7;

/** Who did what an import cannot name. */
export const IMPORTED_AGENT = { agent: 'imported', kind: 'open' };

/** Whose rules made a debate that those of this program do not hold for. */
export type OtherRules = 'older' | 'imported';

interface OpenedBy {
  readonly rulesVersion?: number | undefined;
  readonly seats: readonly { readonly agent: { readonly agent: string; readonly kind: string } }[];
}

/** Whether it was held elsewhere. */
export const isImported = ({ seats }: OpenedBy): boolean =>
  seats.every(({ agent: { agent, kind } }) => agent === IMPORTED_AGENT.agent && kind === IMPORTED_AGENT.kind);

/** Undefined where the rules of this program hold. */
export function findOtherRules(opened: OpenedBy): OtherRules | undefined {
  const { rulesVersion = 1 } = opened;
  if (rulesVersion >= RULES_VERSION) return undefined;
  return isImported(opened) ? 'imported' : 'older';
}

const SO = 'so chain and texts were checked, and not whether each event was legal.';

/** What a check of the ledger says of such a debate. */
export const OTHER_RULES: Readonly<Record<OtherRules, string>> = {
  older: `The debate was opened under older rules, ${SO}`,
  imported: `The debate was imported, ${SO}`,
};

/** What a debate is: open, open with nothing left to ask, or ended in one of two ways. */
export const DEBATE_STATUSES = ['open', 'exhausted', 'closed', 'force-closed'] as const;

interface OutcomeWords {
  /** As a heading: "Agreed". */
  readonly title: string;
  /** What the outcome promises, and no more, in one sentence. */
  readonly meaning: string;
  /** Of a run that ends so with a full panel. */
  readonly exit: ExitCode;
}

export const OUTCOME_WORDS = {
  agreed: {
    title: 'Agreed',
    meaning: 'Every seat gave the same answer blind, before the debate or after it, and nobody objects.',
    exit: EXIT.ok,
  },
  decided: { title: 'Decided', meaning: 'One seat decided, without a vote.', exit: EXIT.ok },
  'stable-disagreement': {
    title: 'Stable disagreement',
    meaning: 'The seats disagree, and the rules give them no further turn.',
    exit: EXIT.disagreement,
  },
  'stopped-by-limit': { title: 'Stopped by a limit', meaning: 'A limit of the debate was reached.', exit: EXIT.limit },
  'force-closed': {
    title: 'Force-closed',
    meaning: 'Someone ended the debate, so nothing that it had come to stands.',
    exit: EXIT.ok,
  },
  accepted: {
    title: 'Accepted',
    meaning:
      'No seat rejects the decision, which is not the same as agreeing: some would have chosen otherwise, or joined the others.',
    exit: EXIT.ok,
  },
  majority: {
    title: 'Majority',
    meaning: 'More than half of the seats hold this in the end; others do not, or object to the decision.',
    exit: EXIT.ok,
  },
  judged: { title: 'Judged', meaning: 'The judges decided; the sides were not asked.', exit: EXIT.ok },
  'closed-manually': {
    title: 'Closed manually',
    meaning: 'Someone wrote the decision, and no seat was asked about it.',
    exit: EXIT.ok,
  },
  'not-settled': {
    title: 'Not settled',
    meaning: 'No answer stands, or the judges differ, so nobody should act on it.',
    exit: EXIT.disagreement,
  },
} as const satisfies Readonly<Record<string, OutcomeWords>>;

export type OutcomeKind = keyof typeof OUTCOME_WORDS;
export const OUTCOMES = Object.keys(OUTCOME_WORDS) as [OutcomeKind, ...OutcomeKind[]];

/** How the name of whoever ended the debate follows, where that was not for its rules. */
const ENDED: Readonly<Partial<Record<OutcomeKind, string>>> = {
  'closed-manually': ' by',
  'force-closed': ' by',
  'stopped-by-limit': ', closed by',
};

/** "Closed manually by Ada"; as a heading, and with a name as in the record. */
export function titleOutcome(outcome: OutcomeKind, endedBy: string | null): string {
  const how = ENDED[outcome];
  return `${OUTCOME_WORDS[outcome].title}${how === undefined || endedBy === null ? '' : `${how} ${endedBy}`}`;
}

/** Of a debate that somebody closes in words of their own; `isExhausted`: a limit had ended it. */
export function getManualOutcome(isExhausted: boolean): OutcomeKind {
  return isExhausted ? 'stopped-by-limit' : 'closed-manually';
}

/** Whether the debate came to something that people can act on. */
export function isSettled(outcome: OutcomeKind | null): boolean {
  return outcome !== null && OUTCOME_WORDS[outcome].exit === EXIT.ok && outcome !== 'force-closed';
}

/** Whoever closes a debate where a run comes to the end of its rules. */
export const CLOSED_BY_RUN = 'runner';

/** The person who ended a debate; null where a run did, or an import does not say who. */
export const findEnder = ({ by }: { readonly by: string }): string | null =>
  by === CLOSED_BY_RUN || by === IMPORTED_AGENT.agent ? null : by;

interface Close {
  readonly decision: { readonly turn: number } | { readonly text: object } | null;
  readonly outcome: OutcomeKind;
}

/**
 * Whose decision a debate was closed with: that of its seats, as the rules count what they answered, or of a person who wrote it, about
 * which no seat was asked. `undefined` where the rules gave up. Whatever says what a debate has come to says it by this.
 */
export function findDecider({ decision, outcome }: Close): 'seats' | 'person' | undefined {
  if (decision !== null && 'text' in decision) return 'person';
  return outcome === 'stopped-by-limit' ? undefined : 'seats';
}

/** Whether something was decided: what the rules settled, or what a person wrote, also after a limit. */
export const isDecision = (close: Close): boolean => findDecider(close) === 'person' || isSettled(close.outcome);

/** Whether it was stopped before its rules could say what it comes to. */
export const wasStopped = (outcome: OutcomeKind | null): boolean =>
  outcome === null || outcome === 'stopped-by-limit' || outcome === 'force-closed';

/** Whether it came to the end of its rules, so that what it came to is the word of its seats and can be compared. */
export const isOfSeats = (outcome: OutcomeKind | null): boolean =>
  !wasStopped(outcome) && outcome !== 'closed-manually';

/** Formats that decide about one change only, or nothing: no later question resembles what they came to. */
export const NOT_RECALLED: ReadonlySet<string> = new Set(['review', 'fix', 'ask']);
