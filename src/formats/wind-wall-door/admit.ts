// Whether a contribution is legal, and what is read out of it: the cognition of a turn, the vote, the pick.

import type { EventData, RuleData } from '../../domain/events.ts';
import type { Problem } from '../../domain/failures/errors.ts';
import { answerSchema, isAnswerTo } from '../../domain/question/answer.ts';
import { readAnswerTo } from '../../domain/question/read-answer.ts';
import { accept, notDue, refuse, refuseViolation, tooLong } from '../common/admission.ts';
import { readAnswerLine } from '../common/answer-line.ts';
import { countRefusals } from '../common/base-state.ts';
import { admitClaims } from '../common/claims/admit.ts';
import { admitSynthesis, isRuled, manualOutcome, refuseManualOutcome, refuseOutcome } from '../common/closing.ts';
import type { Admission, Contribution } from '../format.ts';
import { readPick, readVote } from './answers.ts';
import { COGNITIONS, checkCognition, parseCognition } from './cognition.ts';
import { findAnswerToCarryOut, findSpeaker, isDebated, isDue, isOutOfPatience, next } from './next.ts';
import { COGNITION_OF, needsAnswerLine } from './requests.ts';
import { DEBATERS, type Debater, isDebater, LABELS, PANEL } from './seats.ts';
import { hasPlannedRounds, isLast, PATIENCE, type State } from './state.ts';

/** Shorter syntheses that a person writes are not held to the form of a decision. */
const SYNTHESIS_CHECKED_FROM = 100;

function checkTiming(state: State, contribution: Contribution): Problem | undefined {
  const { seat, act, byHand } = contribution;
  if (isDue(state, seat, act)) return undefined;
  const due = next(state);
  const { order, rounds } = state.options;
  const debating = due.kind === 'ask' && !isDebated(state);
  // Manual turns in mediated order: anyone may be picked again where a pick counts, and without a pick anyone may speak.
  const pickCounts = findSpeaker({ ...state, picked: undefined }) === undefined;
  if (debating && byHand && pickCounts && act === 'pick' && seat === 'mediator') return undefined;
  if (debating && order === 'mediated' && rounds === null && act === 'turn' && isDebater(seat) && !findSpeaker(state)) {
    return undefined;
  }
  return notDue(due, contribution, 'Nobody has a turn left: close the debate.');
}

function checkLength({ options }: State, content: string): Problem | undefined {
  const wrong = tooLong(content, options.maxContent);
  if (wrong === undefined) return undefined;
  const message = `The contribution ${wrong}`;
  return { code: 'rule-violation', message, hint: 'Shorten it.', issues: [`It ${wrong}`] };
}

function admitTurn(state: State, { content, data, byHand }: Contribution): Admission {
  const { cognition: named, ...rest } = data;
  if (named === undefined) {
    return state.options.strictCognition ? refuseViolation(['The turn has no cognition.']) : accept(rest);
  }
  const cognition = typeof named === 'string' ? parseCognition(named) : undefined;
  if (cognition === undefined) {
    return refuseViolation([`Unknown cognition "${String(named)}"; choose from ${COGNITIONS.join(', ')}.`]);
  }
  const result = { ...rest, cognition };
  // Unless it is strict, no agent was asked for this form.
  if (content === undefined || !(byHand || state.options.strictCognition)) return accept(result);
  const { violations, advice } = checkCognition(cognition, content);
  if (violations.length > 0 && state.options.strictCognition) return refuseViolation(violations);
  return accept(result, [...violations, ...advice]);
}

/** A seat whose cognition is not its own speaks out of role: a warning, or a refusal in strict debates. */
function checkRole(contribution: Contribution): string | undefined {
  const { seat, data } = contribution;
  const named = typeof data['cognition'] === 'string' ? parseCognition(data['cognition']) : undefined;
  if (!isDebater(seat) || named === undefined || named === COGNITION_OF[seat]) return undefined;
  return `${LABELS[seat]} speaks with ${COGNITION_OF[seat]}.`;
}

function admitVote(state: State, { seat, content, data, byHand }: Contribution): Admission {
  const given = data['vote'];
  if (given !== undefined && given !== 'approve' && given !== 'reject' && given !== 'unclear') {
    return refuseViolation(['A vote must be "approve" or "reject".']);
  }
  if (content === undefined) return accept({ ...data, vote: given ?? 'unclear' });
  const read = readVote(content);
  if (byHand && (given === 'approve' || given === 'reject')) {
    if (read === 'unclear' || read === given) return accept({ ...data, vote: given });
    return refuseViolation([`The vote is set to "${given}", but its text says "${read}".`]);
  }
  if (read !== 'unclear') return accept({ ...data, vote: read });
  if (!isOutOfPatience(state, seat)) {
    return refuseViolation(['The vote needs one line that says exactly "VOTE: APPROVE" or "VOTE: REJECT".']);
  }
  return accept({ ...data, vote: 'unclear' }, ['The vote is unreadable, so it does not count as approval.']);
}

/** Where the question is closed, a decision says which answer it gives. */
function admitDecision(state: State, contribution: Contribution): Admission {
  const { seat, act, content, data, byHand } = contribution;
  const { opinions } = state;
  const decides = act === 'revision' || (seat === 'door' && act === 'turn' && isLast(state, state.turns + 1));
  if (!decides || opinions === undefined || !needsAnswerLine(state)) return accept(data);
  if (content === undefined) {
    const recorded = answerSchema.safeParse(data['answer']);
    return data['answer'] === undefined || (recorded.success && isAnswerTo(opinions.question, recorded.data))
      ? accept(data)
      : refuseViolation(['The answer of the decision does not fit the question.']);
  }
  const { answer: _, ...rest } = data;
  const carried = findAnswerToCarryOut(state);
  if (act === 'revision' && carried !== undefined) return accept({ ...rest, answer: carried as RuleData });
  const line = readAnswerLine(content);
  const read = line === undefined ? undefined : readAnswerTo(opinions.question, line);
  if (read?.ok === true) return accept({ ...rest, answer: read.answer as RuleData });
  const issue =
    read?.ok === false ? read.issue : 'The decision needs a line "ANSWER: …" that names the answer it gives.';
  if (byHand || countRefusals(state, seat, act) >= PATIENCE - 1) return accept(rest, [issue]);
  return refuseViolation([issue]);
}

function isPick(value: unknown): value is Debater | 'close' {
  return typeof value === 'string' && (isDebater(value) || value === 'close');
}

function admitPick(state: State, { content, data, byHand }: Contribution): Admission {
  if (state.options.order !== 'mediated') {
    return refuse({
      code: 'rule-violation',
      message: 'You can pick speakers only in a mediated debate; this one has a fixed order.',
      issues: ['This debate has a fixed order.'],
    });
  }
  const given = typeof data['next'] === 'string' ? data['next'].toLowerCase() : undefined;
  const read = content === undefined ? undefined : readPick(content);
  if (byHand && given !== undefined && read !== undefined && read !== given) {
    return refuseViolation([`The pick is set to "${given}", but its text says "${read}".`]);
  }
  const pick = read ?? (byHand || content === undefined ? given : undefined);
  if (!isPick(pick)) {
    const known = `${DEBATERS.join(', ')} or close`;
    return refuseViolation([`Pick one of ${known}; an agent does it with a line such as "NEXT: wall".`]);
  }
  if (pick === 'close') {
    const unheard = hasPlannedRounds(state) ? PANEL.find((seat) => state.spoken[seat] === 0) : undefined;
    if (unheard !== undefined) {
      return refuseViolation([`The debate can end only after ${LABELS[unheard]} has spoken; pick ${unheard} first.`]);
    }
    if (!hasPlannedRounds(state) && state.last !== 'door') {
      return refuseViolation(['The debate can end only after Door has spoken; pick door first.']);
    }
  }
  return accept({ ...data, next: pick });
}

export function admit(state: State, contribution: Contribution): Admission {
  const { act, content, data } = contribution;
  const problem = checkTiming(state, contribution);
  if (problem !== undefined) return refuse(problem);
  if (content !== undefined && act !== 'pick' && content.trim() === '') {
    return refuseViolation(['The contribution is empty.']);
  }
  const long = content === undefined ? undefined : checkLength(state, content);
  if (long !== undefined) return refuse(long);
  if (act === 'vote') return admitVote(state, contribution);
  if (act === 'pick') return admitPick(state, contribution);
  if (data['vote'] !== undefined || data['next'] !== undefined) {
    return refuseViolation(['It is not time for a vote or a pick.']);
  }
  const claimed = admitClaims(state, contribution);
  const answered = claimed.ok ? admitDecision(state, { ...contribution, data: claimed.data }) : claimed;
  if (!answered.ok || act === 'revision') return answered;
  return admitDebating(state, { ...contribution, data: answered.data });
}

function admitDebating(state: State, contribution: Contribution): Admission {
  const { data } = contribution;
  const role = checkRole(contribution);
  if (role === undefined) return admitTurn(state, contribution);
  if (state.options.strictCognition) return refuseViolation([role]);
  return accept({ ...data, cognition: String(data['cognition']).trim().toUpperCase() }, [role]);
}

/** Closing by the rules, or manually with a synthesis, which needs the form of a decision. */
export function admitClose(state: State, close: EventData<'debate-closed'>, text: string | undefined): Admission {
  const { decision, outcome } = close;
  if (decision !== null && 'turn' in decision) return isRuled(next(state), close) ? accept({}) : refuseOutcome(outcome);
  const expected = manualOutcome(state);
  if (outcome !== expected) return refuseManualOutcome(expected, outcome);
  if (decision === null) return refuse({ code: 'rule-violation', message: 'Closing a debate needs a decision.' });
  if (text === undefined) return accept({});
  const long = checkLength(state, text);
  if (long !== undefined) return refuse(long);
  if (text.trim() === '') return admitSynthesis(text);
  const { strictCognition } = state.options;
  if (!strictCognition && text.trim().length < SYNTHESIS_CHECKED_FROM) return accept({});
  const { violations, advice } = checkCognition('LOGOS', text);
  if (strictCognition && violations.length > 0) return refuseViolation(violations);
  return accept({}, [...violations, ...advice]);
}
