// What a recorded turn changes in the state.
import type { EventOf } from '../../../domain/events.ts';
import { textOf } from '../../../domain/sealed/sealed.ts';
import { readCritique, readPlan } from '../answers/readers.ts';
import type { PlannedStep } from '../answers.ts';
import type { ProposalData } from '../data.ts';
import type { Proposal, State, TurnData } from '../state.ts';
import { normalizeTitle } from '../steps/title-key.ts';

function toProposal(data: ProposalData, seat: string, round: number, step: PlannedStep | undefined): Proposal {
  return { ...data, seat, round, title: step === undefined ? undefined : normalizeTitle(step.title) };
}

export function applyTurn(state: State, { seq, data: turn }: EventOf<'turn-recorded'>): State {
  const { seat, act, content, by } = turn;
  const text = textOf(content);
  const byHand = by.author !== undefined;
  switch (act) {
    case 'plan': {
      const { steps, blind: _, ...scores } = turn.data as TurnData['plan'];
      const read = text === undefined ? undefined : readPlan(text, byHand);
      const told = read?.ok === true ? read.value.steps : [];
      const proposals = steps.map((step, index) => toProposal(step, seat, 0, told[index]));
      return {
        ...state,
        plans: { ...state.plans, [seat]: scores },
        proposals: [...state.proposals, ...proposals],
      };
    }
    case 'critique': {
      const { missing, ...rest } = turn.data as TurnData['critique'];
      const read = text === undefined ? undefined : readCritique(text, byHand);
      const told = read?.ok === true ? (read.value.missing_steps ?? []) : [];
      const proposals = missing.map((step, index) => toProposal(step, seat, rest.round, told[index]));
      return { ...state, critiques: { ...state.critiques, [seat]: { ...rest, missing: proposals } } };
    }
    case 'compose':
      return { ...state, composition: { ...(turn.data as TurnData['compose']), seat, seq } };
    case 'validate':
      return { ...state, ballots: { ...state.ballots, [seat]: (turn.data as TurnData['validate']).votes } };
    default:
      return state;
  }
}
