// What waits for a person in a debate, and in which form every door asks for it.
import { defined } from '../../../../domain/defined.ts';
import type { TurnKind, WaitingTurn } from '../../../../domain/hall-page/debate.ts';
import { readQuestion } from '../../../../domain/question/question.ts';
import type { Step } from '../../../../formats/format.ts';
import { isBlind, type Snapshot } from '../../../../ledger/engine/snapshot.ts';
import { findJudgment, listNamedClaims, listPersonSteps } from './person-steps.ts';

export const PICK = 'pick';

/** A form is for steps whose answer the rules let a person say outright; everything else is written as the step says. */
function chooseKind({ format }: Snapshot, { act }: Step): TurnKind {
  if (act === 'opening' || act === 'ballot') return act;
  if (act === 'reply') return 'claims';
  if (act === 'challenge') return 'points';
  return findJudgment(format, act) ?? 'text';
}

/** The form of a step, and what it chooses between. */
export function chooseForm(snapshot: Snapshot, step: Step): WaitingTurn {
  const { seats, opened } = snapshot.debate;
  const { id, seat, act, label, plainForm, blankForm, task, choices = {} } = step;
  const kind = chooseKind(snapshot, step);
  const asks = kind === 'opening' || kind === 'ballot';
  return {
    step: id,
    seat,
    act,
    label,
    kind,
    ...defined({
      ...(kind === 'text' || kind === 'claims' ? { form: plainForm, blankForm } : {}),
      claims: listNamedClaims(step),
      targets: choices['target'],
      sides: choices['side'],
      question: asks && opened.question !== undefined ? readQuestion(opened.question) : undefined,
    }),
    ...(asks || isBlind(snapshot) ? { blind: true as const } : {}),
    ...(task === 'ballot-and-vote' ? { votes: true } : {}),
    ...(seats[seat]?.keySha256 === undefined ? {} : { held: true }),
  };
}

/** A pick of the next speaker is no turn that is written. */
export function listWaitingTurns(snapshot: Snapshot): readonly WaitingTurn[] {
  return listPersonSteps(snapshot)
    .filter(({ act }) => act !== PICK)
    .map((step) => chooseForm(snapshot, step));
}
