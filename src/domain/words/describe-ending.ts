// How a debate ended and how far that can be trusted: one description, which every door only lays out.
import { readInfluence } from '../claims.ts';
import { FAILURES } from '../failures/failures.ts';
import { OUTCOME_WORDS, type OutcomeKind, titleOutcome } from '../outcomes.ts';
import { toPhrase } from '../question/format-answer.ts';
import type { DebateRecord } from '../record.ts';
import { type OpinionsResult, readOpinions } from '../results/opinions-result.ts';
import { reviewResultSchema } from '../results/review-result.ts';
import { REDACTED } from '../sealed/sealed.ts';
import { cutLine } from './cut-line.ts';
import { describeAlarm, describeAuthority } from './describe-authority.ts';
import { adviseMerge } from './describe-reviewed.ts';
import { labelSeats } from './label-seats.ts';
import { endSentence, uncapitalize } from './sentence.ts';

export interface Ending {
  /** "Yes, by majority. Openings 2 to 1, final ballot 3 to 0, one seat moved." A seat can have written parts of it. */
  readonly headline: string;
  /** Why that is so, from what the seats did; `undefined` while the debate is open. */
  readonly why: string | undefined;
  /** Who moved for no reason that was new to it, in a sentence each. */
  readonly alarms: readonly string[];
  /** "full panel", or exactly what is missing; loud where nobody should miss it. */
  readonly authority: string;
  /** It may pass for the word of a whole panel of real agents that got all material. */
  readonly isWhole: boolean;
}

/** How an answer stands: "Yes, by majority". */
function nameAnswer(answer: string, outcome: OutcomeKind, reason: string): string {
  switch (outcome) {
    case 'agreed':
      return `${answer}, agreed ${reason === 'same-from-the-start' ? 'from the start' : 'after the debate'}`;
    case 'majority':
      return `${answer}, by majority`;
    default:
      return `${answer}, ${OUTCOME_WORDS[outcome].title.toLowerCase()}`;
  }
}

/** The label, the answer and both tallies, or what the format itself has to say first. */
function describeHeadline(record: DebateRecord, opinions: OpinionsResult | undefined): string {
  const { status, outcome, outcomeMeaning, result } = record;
  if (outcome === null) {
    const soFar = result === null || result.headline === '' ? '' : ` ${endSentence(result.headline)}`;
    return `No outcome yet: the debate is ${status}.${soFar}`;
  }
  const title = titleOutcome(outcome, record.endedBy);
  if (result === null) return `${title}. ${endSentence(outcomeMeaning ?? OUTCOME_WORDS[outcome].meaning)}`;
  const start = `${opinions?.answer}: `;
  if (opinions?.answer == null || !result.headline.startsWith(start))
    return `${title}. ${endSentence(result.headline)}`;
  const answer = nameAnswer(opinions.answer, outcome, opinions.reason);
  return `${answer}. ${endSentence(result.headline.slice(start.length))}`;
}

function describePanel(record: DebateRecord): string {
  const { panel, gaps, rehearsal, notes } = describeAuthority(record, { label: labelSeats(record.seats) });
  const lacks = gaps.length === 0 ? '' : ` (${gaps.join('; ')})`;
  const also = [rehearsal?.replace('rehearsal', 'REHEARSAL'), ...notes].filter((each) => each !== undefined);
  return [`${panel.replace(/^(?:degraded|unknown)/, (word) => word.toUpperCase())}${lacks}`, ...also].join(', ');
}

function listAlarms(record: DebateRecord): string[] {
  const influence = readInfluence(record);
  const alarm = influence && describeAlarm(influence, labelSeats(record.seats));
  return alarm === undefined ? [] : [alarm];
}

const QUOTED = 80;

/** What each seat answers in its own words, which votes on a decision must not outshine; nothing where answers are counted. */
function quoteAnswers({ seats }: DebateRecord, opinions: OpinionsResult | undefined): string | undefined {
  if (opinions?.question.answer !== 'text') return undefined;
  const label = labelSeats(seats);
  const given = opinions.ballot.seats.length > 0 ? opinions.ballot.seats : opinions.openings.seats;
  const quotes = given.map(({ seat, answer }) => {
    return `${label(seat)} “${cutLine(toPhrase(answer ?? REDACTED), QUOTED)}”`;
  });
  return quotes.length === 0 ? undefined : `In their own words: ${quotes.join(', ')}.`;
}

/** "Not ready to merge: 1 P0. Majority: 4 findings …", of a review that somebody made and that is over. */
function describeReviewEnd(record: DebateRecord): string | undefined {
  const { format, outcome, result } = record;
  if (format !== 'review' || outcome === null || result === null) return undefined;
  const { data } = reviewResultSchema.safeParse(result.data, { jitless: true });
  if (data?.reviewed !== true) return undefined;
  const advice = adviseMerge(data, outcome);
  if (advice === undefined) return undefined;
  const found = uncapitalize(result.headline);
  return `${advice.title}. ${titleOutcome(outcome, record.endedBy)}: ${found}`;
}

export function describeEnding(record: DebateRecord): Ending {
  const { outcome, outcomeMeaning, authority } = record;
  const opinions = readOpinions(record);
  const why = [outcomeMeaning ?? undefined, quoteAnswers(record, opinions)].filter((part) => part !== undefined);
  return {
    headline: describeReviewEnd(record) ?? describeHeadline(record, opinions),
    why: outcome === null || why.length === 0 ? undefined : why.join(' '),
    alarms: listAlarms(record),
    authority: describePanel(record),
    isWhole: authority.full && authority.rehearsal.length === 0,
  };
}

/** Why each seat failed, as far as all may know in a blind phase, and what a person should do about it, one line for each. */
export function nextSteps({ authority, entries, seats }: DebateRecord): string[] {
  const label = labelSeats(seats);
  const failures = entries.filter((entry) => entry.kind === 'failure');
  return authority.failed.flatMap((seat) => {
    const last = failures.findLast((entry) => entry.seat === seat);
    if (last === undefined) return [];
    const { meaning, nextStep } = FAILURES[last.failure.code];
    return [`${label(seat)} (${last.agent.agent}): ${meaning}. ${nextStep}`];
  });
}
