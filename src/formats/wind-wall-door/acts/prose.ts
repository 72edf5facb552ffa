// What a turn and a revision have alike: claims in prose, and the answer that a decision gives to a closed question.
import * as z from 'zod';
import { defined } from '../../../domain/defined.ts';
import { answerSchema, isAnswerTo } from '../../../domain/question/answer.ts';
import { isClosed, type Question } from '../../../domain/question/question.ts';
import { areEntriesDue, entriesSchema } from '../../common/claims/entries.ts';
import { describeUncounted, readClaimEntries } from '../../common/claims/prose.ts';
import { nameClaims } from '../../common/claims/recorded-words.ts';
import { readDecidedAnswer } from '../../common/opinions/answers.ts';
import { describeForm } from '../../common/opinions/opinion.ts';
import { SEARCH_LINE } from '../../common/search-terms.ts';
import type { ActReading } from '../../define-act.ts';
import type { Contribution } from '../../format.ts';
import { COGNITIONS } from '../cognition.ts';
import { findAnswerToCarryOut } from '../next.ts';
import type { State } from '../state.ts';

/** `answer`: the one that a decision names. A manual turn may bring more along. */
export const proseData = z.looseObject({
  cognition: z.enum(COGNITIONS).optional(),
  claims: entriesSchema.optional(),
  answer: answerSchema.optional(),
  vote: z.never().optional(),
  next: z.never().optional(),
});
export type ProseData = z.infer<typeof proseData>;

export function fitsProse({ numberedClaims, opinions }: State, { claims = [], answer }: ProseData): boolean {
  if (numberedClaims !== undefined && !areEntriesDue(numberedClaims, claims)) return false;
  return answer === undefined || opinions === undefined || isAnswerTo(opinions.question, answer);
}

/** The question of which a decision has to say which answer it gives. */
const findClosedQuestion = ({ opinions, options }: State): Question | undefined =>
  options.ballot && opinions !== undefined && isClosed(opinions.question) ? opinions.question : undefined;

/** What a decision needs besides its points. */
export const describeLastLines = (state: State) => ({
  search_line: SEARCH_LINE,
  answer_line: describeAnswerLine(state),
});

function describeAnswerLine(state: State): string {
  const question = findClosedQuestion(state);
  if (question === undefined) return '';
  return `The very last line is \`ANSWER: …\` with the answer that you decide for: ${describeForm(question)}.\n`;
}

/** Where the question is closed, a decision says which answer it gives. What it says stands, also where another one was asked for. */
function readDecision(
  state: State,
  text: string,
  { act, byHand }: Contribution,
): ActReading<Pick<ProseData, 'answer'>> {
  const question = findClosedQuestion(state);
  if (question === undefined) return { data: {} };
  const standing = act === 'revision' ? findAnswerToCarryOut(state) : undefined;
  const { answer, issue } = readDecidedAnswer(question, text, standing);
  const issues = issue === undefined ? [] : [issue];
  return { data: defined({ answer }), ...(byHand ? { warnings: issues } : { doubts: issues }) };
}

export function readProse(
  state: State,
  text: string,
  contribution: Contribution,
  decides: boolean,
): ActReading<ProseData> {
  const { seat, data } = contribution;
  const { numberedClaims } = state;
  const said = numberedClaims === undefined ? undefined : readClaimEntries(text, numberedClaims, seat);
  const { claims, ...other } = data;
  const kept = numberedClaims === undefined && claims !== undefined ? { claims } : {};
  const { answer: _, ...rest } = other;
  const { data: decided, ...read } = decides ? readDecision(state, text, contribution) : { data: {} };
  const made = said === undefined || said.entries.length === 0 ? kept : { claims: said.entries };
  const isLate = data['vote'] !== undefined || data['next'] !== undefined;
  return {
    ...read,
    data: { ...(decides ? rest : other), ...made, ...decided } as ProseData,
    fatal: isLate ? ['It is not time for a vote or a pick.'] : [],
    warnings: [...(read.warnings ?? []), ...(said === undefined ? [] : describeUncounted(said))],
  };
}

export const formatProse = (text: string, { claims = [] }: ProseData): string => nameClaims(text, claims);
