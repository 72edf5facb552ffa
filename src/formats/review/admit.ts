// Whether an answer is legal, and what is read out of it into the data of its turn.

import { OUT_OF_WORDS } from '../../domain/answers/json-in-text.ts';
import { type ReadAnswer, readAnswer } from '../../domain/answers/read-answer.ts';
import type { Problem } from '../../domain/errors.ts';
import type { EventData } from '../../domain/events.ts';
import { accept, EMPTY_SYNTHESIS, notDue, refuse } from '../admission.ts';
import type { Admission, Contribution } from '../format.ts';
import { readCross, readReview } from './admit/claims.ts';
import { readComposition } from './admit/composition.ts';
import { readDispute, readReportVotes } from './admit/votes.ts';
import {
  composeAnswer,
  crossAnswer,
  disputeAnswer,
  type ReviewAnswer,
  reviewAnswer,
  validateAnswer,
} from './answers.ts';
import { type Act, DATA } from './data.ts';
import { actDue, next } from './next.ts';
import type { Reading } from './reading.ts';
import type { State } from './state.ts';

function unusableAnswer(issues: readonly string[]): Problem {
  return { code: 'rule-violation', message: `The answer cannot be used: ${issues.join('; ')}.`, issues };
}

const ONLY_IN_PASSING =
  'findings: is empty, in the middle of other words; answer with the JSON alone, and put what you found into it';

type ReadContribution = { readonly issues: readonly string[] } | (Reading & { readonly repairs: readonly string[] });

/** That nothing is wrong has to be the answer: the words around it may say otherwise, or only tell what the form is. */
function requireDeliberateAnswer(answer: ReadAnswer<ReviewAnswer>): ReadAnswer<ReviewAnswer> {
  const inPassing = answer.ok && answer.value.findings.length === 0 && answer.repairs.includes(OUT_OF_WORDS);
  return inPassing ? { ok: false, issues: [ONLY_IN_PASSING] } : answer;
}

function readContribution(state: State, act: Act, seat: string, text: string): ReadContribution {
  const answered = <T>(answer: ReadAnswer<T>, take: (value: T) => Reading): ReadContribution =>
    answer.ok ? { ...take(answer.value), repairs: answer.repairs } : { issues: answer.issues };
  switch (act) {
    case 'review':
      return answered(requireDeliberateAnswer(readAnswer(text, reviewAnswer, state.reading)), (value) =>
        readReview(state, seat, value),
      );
    case 'cross':
      return answered(readAnswer(text, crossAnswer, state.reading), (value) => readCross(state, seat, value));
    case 'dispute':
      return answered(readAnswer(text, disputeAnswer, state.reading), (value) => readDispute(state, value));
    case 'compose':
      return answered(readAnswer(text, composeAnswer, state.reading), (value) => readComposition(state, value));
    case 'validate':
      return answered(readAnswer(text, validateAnswer, state.reading), (value) => readReportVotes(state, value));
  }
}

export function admit(state: State, contribution: Contribution): Admission {
  const { seat, content, data } = contribution;
  const act = actDue(state, seat);
  if (act === undefined || act !== contribution.act) return refuse(notDue(next(state), contribution));
  if (content === undefined) {
    // The text was redacted; what was read out of it stands.
    const parsed = DATA[act].safeParse(data);
    return parsed.success
      ? accept(data)
      : refuse({ code: 'rule-violation', message: 'The data of the turn do not fit.' });
  }
  const reading = readContribution(state, act, seat, content);
  if ('issues' in reading) return refuse(unusableAnswer(reading.issues));
  const { doubts, warnings, repairs } = reading;
  const first = (state.refused[seat]?.length ?? 0) === 0;
  if (first && doubts.length > 0) return refuse(unusableAnswer(doubts));
  return accept(reading.data, [...repairs, ...doubts, ...warnings]);
}

/** As the rules have it; by hand only what a limit has stopped, as nobody else may say that something was reviewed. */
export function admitClose(state: State, close: EventData<'debate-closed'>, text: string | undefined): Admission {
  const due = next(state);
  const { decision, outcome } = close;
  if (due.kind === 'close' && decision === null && outcome === due.close.outcome) {
    return accept({});
  }
  if (state.over === 'limit' && outcome === 'stopped-by-limit' && decision !== null && 'text' in decision) {
    if (text === undefined || text.trim() !== '') return accept({});
    return refuse(EMPTY_SYNTHESIS);
  }
  return refuse({
    code: 'rule-violation',
    message: 'A review is closed by its rules, when its votes are in.',
    hint: 'Resume it, or end it with "debate-hall close --force".',
  });
}
