// Whether an answer is legal, and what is read out of it into the data of its turn.

import { OUT_OF_WORDS } from '../../domain/answers/json-in-text.ts';
import { type ReadAnswer, readAnswer } from '../../domain/answers/read-answer.ts';
import type { EventData } from '../../domain/events.ts';
import { accept, admitRecorded, notDue, refuse, refuseAnswer } from '../common/admission.ts';
import { admitReading, type Reading } from '../common/answer-reading.ts';
import { countRefusals } from '../common/base-state.ts';
import { admitSynthesis, isRuled } from '../common/closing.ts';
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
import type { State } from './state.ts';

const MISFIT = refuse({ code: 'rule-violation', message: 'The data of the turn do not fit.' });

const ONLY_IN_PASSING =
  'findings: is empty, but there is other text around the JSON; answer with the JSON alone, and put your findings in it';

/** That nothing is wrong has to be the answer: the words around it may say otherwise, or only tell what the form is. */
function requireDeliberateAnswer(answer: ReadAnswer<ReviewAnswer>): ReadAnswer<ReviewAnswer> {
  const inPassing = answer.ok && answer.value.findings.length === 0 && answer.repairs.includes(OUT_OF_WORDS);
  return inPassing ? { ok: false, issues: [ONLY_IN_PASSING] } : answer;
}

function admitAct(state: State, act: Act, seat: string, text: string): Admission {
  const judge = <T>(answer: ReadAnswer<T>, read: (value: T) => Reading) =>
    admitReading(answer, read, { patient: countRefusals(state, seat, act) === 0, refuse: refuseAnswer });
  const { reading } = state;
  switch (act) {
    case 'review':
      return judge(requireDeliberateAnswer(readAnswer(text, reviewAnswer, reading)), (value) =>
        readReview(state, seat, value),
      );
    case 'cross':
      return judge(readAnswer(text, crossAnswer, reading), (value) => readCross(state, seat, value));
    case 'dispute':
      return judge(readAnswer(text, disputeAnswer, reading), (value) => readDispute(state, value));
    case 'compose':
      return judge(readAnswer(text, composeAnswer, reading), (value) => readComposition(state, value));
    case 'validate':
      return judge(readAnswer(text, validateAnswer, reading), (value) => readReportVotes(state, value));
  }
}

export function admit(state: State, contribution: Contribution): Admission {
  const { seat, content, data } = contribution;
  const act = actDue(state, seat);
  if (act === undefined || act !== contribution.act) return refuse(notDue(next(state), contribution));
  return content === undefined ? admitRecorded(DATA[act], data, MISFIT) : admitAct(state, act, seat, content);
}

/** As the rules have it; manually only what a limit has stopped, as nobody else may say that something was reviewed. */
export function admitClose(state: State, close: EventData<'debate-closed'>, text: string | undefined): Admission {
  const { decision, outcome } = close;
  if (decision === null && isRuled(next(state), close)) return accept({});
  if (state.ended === 'limit' && outcome === 'stopped-by-limit' && decision !== null && 'text' in decision) {
    return admitSynthesis(text);
  }
  return refuse({
    code: 'rule-violation',
    message: 'A review closes under its rules, once the votes are in.',
    hint: 'Resume it, or end it with "debate-hall close --force".',
  });
}
