// The acts of a planning debate, and what their turns tell of steps.
import { type EventOf, isEvent, type LedgerEvent } from '../../../domain/events.ts';
import type { AnyAct, RecordedTurn } from '../../define-act.ts';
import type { State } from '../state.ts';
import type { StepTexts } from '../steps/texts.ts';
import { compose } from './compose.ts';
import { critique } from './critique.ts';
import { plan } from './plan.ts';
import { validate } from './validate.ts';

const PARTS = { plan, critique, compose, validate } as const;
type Name = keyof typeof PARTS;

/** A turn with its data and, unless it was redacted, its answer. */
export type AnsweredTurn = { [A in Name]: { readonly act: A } & ReturnType<(typeof PARTS)[A]['readTurn']> }[Name];

function readTurn(event: EventOf<'turn-recorded'>): AnsweredTurn {
  const act = event.data.act as Name;
  // What an answer says is read without the state.
  return Object.assign(
    PARTS[act].readTurn(event, () => undefined as never),
    { act },
  ) as AnsweredTurn;
}

export const listTurns = (log: readonly LedgerEvent[]): readonly AnsweredTurn[] =>
  log.filter((event) => isEvent(event, 'turn-recorded')).map(readTurn);

export function collectTexts(log: readonly LedgerEvent[], until = Number.POSITIVE_INFINITY): StepTexts {
  const texts: StepTexts = new Map();
  for (const turn of listTurns(log)) if (turn.seq <= until) PARTS[turn.act].collectTexts(turn as never, texts);
  return texts;
}

/** As people and seats read it, with the ids of steps. */
const withText = (act: (typeof PARTS)[Name]): AnyAct<State> => ({
  ...act,
  text: (_: unknown, turn: RecordedTurn<unknown, unknown>, { log }) =>
    act
      .write(turn as never, collectTexts(log, turn.seq))
      .join('\n')
      .trim(),
});

export const ACTS = Object.fromEntries(Object.entries(PARTS).map(([name, act]) => [name, withText(act)]));
