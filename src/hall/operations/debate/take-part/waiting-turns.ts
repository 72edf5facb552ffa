// What waits for a person in a debate, the form in which every door asks for it, and the turn that is made of what they fill in.
import { argumentationSchema } from '../../../../domain/claims.ts';
import { defined } from '../../../../domain/defined.ts';
import { collapseSpace } from '../../../../domain/evidence/quote-in-text.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import type { WaitingTurn } from '../../../../domain/hall-page/debate.ts';
import type { SayRequest } from '../../../../domain/hall-page/writes.ts';
import { onceForEach } from '../../../../domain/once.ts';
import { readQuestion } from '../../../../domain/question/question.ts';
import type { AskedClaim } from '../../../../domain/turn-form/claims.ts';
import { findFault } from '../../../../domain/turn-form/fields.ts';
import { listFields, type TurnKind, writeTurn } from '../../../../domain/turn-form/kinds.ts';
import type { Step } from '../../../../formats/format.ts';
import { getVisibleResult } from '../../../../ledger/engine/record/visibility.ts';
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

/** `undefined` where the rules follow no claims. */
const readClaims = onceForEach(
  (snapshot: Snapshot) => argumentationSchema.safeParse(getVisibleResult(snapshot)?.data).data?.claims,
);

/** Those that the step names, then those of its seat that it has not given up. */
function listClaims(snapshot: Snapshot, step: Step): readonly AskedClaim[] | undefined {
  const known = readClaims(snapshot);
  const named = listNamedClaims(step);
  if (named === undefined || (known === undefined && named.length === 0)) return undefined;
  const owners = new Map(named.map(({ name, owner }) => [name, owner]));
  const own = known?.filter(({ seat, fate }) => seat === step.seat && fate !== 'withdrawn').map(({ id }) => id) ?? [];
  return [...new Set([...owners.keys(), ...own])].map((name) => {
    const claim = known?.find(({ id }) => id === name);
    const isOwn = claim?.seat === step.seat;
    const owner = isOwn ? 'your own' : owners.get(name);
    const words =
      claim?.text === null ? 'the text was redacted' : collapseSpace(claim?.text ?? '').replaceAll('**', '');
    return { name, isOwn, about: `${name}${owner === undefined ? '' : `, ${owner}`}: ${words}` };
  });
}

export function chooseForm(snapshot: Snapshot, step: Step): WaitingTurn {
  const { seats, opened } = snapshot.debate;
  const { id, seat, act, label, plainForm: form, blankForm, task, choices = {} } = step;
  const kind = chooseKind(snapshot, step);
  const asks = kind === 'opening' || kind === 'ballot';
  const asked = defined({
    ...{ form, blankForm, claims: listClaims(snapshot, step), targets: choices['target'], sides: choices['side'] },
    question: opened.question === undefined ? undefined : readQuestion(opened.question),
    votes: task === 'ballot-and-vote' ? (true as const) : undefined,
  });
  return {
    ...{ step: id, seat, act, label, kind, fields: listFields(kind, asked) },
    ...(asks || isBlind(snapshot) ? { blind: true as const } : {}),
    ...(seats[seat]?.keySha256 === undefined ? {} : { held: true }),
  };
}

/** What a person filled in, as a turn. Throws `bad-input` for what does not fit the form, as long as the step waits. */
export function writeFilled(
  snapshot: Snapshot,
  { step: id, kind, filled }: Pick<SayRequest, 'step' | 'kind' | 'filled'>,
): ReturnType<typeof writeTurn> {
  const step = listPersonSteps(snapshot).find((each) => each.id === id);
  const form = step && chooseForm(snapshot, step);
  const fault = form && findFault(form.fields, filled);
  if (fault !== undefined) throw new HallError('bad-input', fault, { hint: 'Fill in the form again.' });
  return writeTurn(form?.kind ?? kind, filled);
}

/** A pick of the next speaker is no turn that is written. */
export function listWaitingTurns(snapshot: Snapshot): readonly WaitingTurn[] {
  return listPersonSteps(snapshot)
    .filter(({ act }) => act !== PICK)
    .map((step) => chooseForm(snapshot, step));
}
