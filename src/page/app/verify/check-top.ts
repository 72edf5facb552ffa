// Holds the top of the page against a ledger whose chain and texts were checked: outcome, answers, tallies, decision,
// findings. It compares what is shown with what was recorded, and repeats no rule of a format.
import type { EventOf, LedgerEvent } from '../../../domain/events.ts';
import { findDecider, findEnder } from '../../../domain/outcomes.ts';
import { parseJson } from '../../../domain/parse-json.ts';
import type { Answer } from '../../../domain/question/answer.ts';
import { YES_NO } from '../../../domain/question/choices.ts';
import { formatAnswer } from '../../../domain/question/format-answer.ts';
import type { Question } from '../../../domain/question/question.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import type { OpinionsResult } from '../../../domain/results/opinions-result.ts';
import { isSealed, readSealed } from '../../../domain/sealed/sealed.ts';
import { opinionsIn, reviewIn } from '../../report/result/result-data.ts';

type Turn = EventOf<'turn-recorded'>;

interface End {
  readonly outcome: DebateRecord['outcome'];
  readonly endedBy: string | null;
  readonly decidedBy?: ReturnType<typeof findDecider>;
}

/** By the last event that ended the debate, or opened it again. */
function findEnd(events: readonly LedgerEvent[]): End {
  for (const event of events.toReversed()) {
    if (event.type === 'debate-closed')
      return { outcome: event.data.outcome, endedBy: findEnder(event.data), decidedBy: findDecider(event.data) };
    if (event.type === 'debate-force-closed') return { outcome: 'force-closed', endedBy: findEnder(event.data) };
    if (event.type === 'limit-reached') return { outcome: 'stopped-by-limit', endedBy: null };
    if (event.type === 'limits-raised' || event.type === 'debate-extended') break;
  }
  return { outcome: null, endedBy: null };
}

/** Before what a seat says to a claim, in its words and in those of a format: "C6 refine", "C6 refined to C7". */
const CLAIM_MARKS = /\bC\d+\b(?:\s+(?:rebut|conced|refin|withdr)\w*)?(?:\s+to\s+C\d+)?/gi;

/** The same for a text and for what a format shows of it. */
const plain = (text: string) =>
  text
    .replace(CLAIM_MARKS, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** What a format writes before the words of a seat. */
const LABEL = /^Point \d+$/;

/** Clause by clause, since a structured answer is shown as sentences. */
const splitClauses = (text: string) =>
  text
    .split(/[.:;\n]+/)
    .map(plain)
    .filter((clause) => clause !== '' && !LABEL.test(clause));

/** All texts of the ledger that are still there; of structured answers each of their strings. */
function listTexts(events: readonly LedgerEvent[]): string {
  const found: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') found.push(plain(value));
    else if (isSealed(value)) {
      const text = readSealed(value) ?? '';
      found.push(plain(text));
      if (/^\s*[[{]/.test(text)) collect(parseJson(text));
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  for (const { data } of events) collect(data);
  return ` ${found.join(' | ')} `;
}

function readQuestion(events: readonly LedgerEvent[]): Question | undefined {
  const [opened] = events;
  if (opened?.type !== 'debate-opened' || opened.data.question === undefined) return undefined;
  const { answer, options = [], unit } = opened.data.question;
  const named = options.map((option) => readSealed(option) ?? '(redacted)');
  return { answer, options: answer === 'yes-no' ? YES_NO : named, unit: unit && readSealed(unit) };
}

type Given = readonly { readonly seat: string; readonly answer: string | null }[];

/** The last answer of each seat in this act, in the words of the page. */
function readAnswers(turns: readonly Turn[], act: string, question: Question): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { data } of turns) {
    const answer = data.data['answer'] as Answer | undefined;
    if (data.act === act && answer !== undefined) found.set(data.seat, formatAnswer(question, answer));
  }
  return found;
}

const isOtherAnswer = (shown: Given, recorded: ReadonlyMap<string, string>) =>
  shown.find(({ seat, answer }) => answer !== null && recorded.get(seat) !== answer);

function checkTally(
  { counts }: Pick<OpinionsResult['openings'], 'counts'>,
  answers: ReadonlyMap<string, string>,
): boolean {
  return counts.every(
    ({ answer, seats, votes }) => votes === seats.length && seats.every((seat) => answers.get(seat) === answer),
  );
}

function checkOpinions(opinions: OpinionsResult, turns: readonly Turn[], question: Question): string | undefined {
  if (question.answer === 'text') return undefined;
  const openings = readAnswers(turns, 'opening', question);
  const ballots = readAnswers(turns, 'ballot', question);
  const wrong = isOtherAnswer(opinions.openings.seats, openings) ?? isOtherAnswer(opinions.ballot.seats, ballots);
  if (wrong !== undefined) return `The answer shown for ${wrong.seat} is not that of the ledger.`;
  const last = new Map([...openings, ...ballots]);
  if (!checkTally(opinions.openings, openings) || !checkTally(opinions.ballot, last))
    return 'The tallies shown are not those of the answers in the ledger.';
  const { answer } = opinions;
  if (answer !== null && ![...last.values()].includes(answer)) return 'No seat gave the answer that is shown.';
}

/** A sentence where the top says something that the ledger does not. */
export function checkTop(record: DebateRecord, events: readonly LedgerEvent[]): string | undefined {
  const end = findEnd(events);
  if (record.outcome !== end.outcome) return 'The outcome is not that of the ledger.';
  if (record.endedBy !== end.endedBy) return 'Who ended the debate is not what the ledger says.';
  const turns = events.filter((event) => event.type === 'turn-recorded');
  const [opinions, question] = [opinionsIn(record), readQuestion(events)];
  const wrong = opinions && question && checkOpinions(opinions, turns, question);
  if (wrong !== undefined) return wrong;
  if (opinions?.answer != null && end.decidedBy !== 'seats') return 'The seats did not decide, and an answer is shown.';
  const texts = listTexts(events);
  const isThere = (text: string | null) =>
    text === null || splitClauses(text).every((clause) => texts.includes(clause));
  if (!isThere(record.decision)) return 'The decision shown is not in the ledger.';
  const shown = reviewIn(record)?.findings.find(({ title, detail }) => !isThere(title) || !isThere(detail));
  return shown && `The finding ${shown.id} is not that of the ledger.`;
}
