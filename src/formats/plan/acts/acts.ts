// The acts of a planning debate, and what a turn of any of them says.
import type { EventData } from '../../../domain/events.ts';
import type { StepTexts } from '../steps/texts.ts';
import { compose } from './compose.ts';
import { critique } from './critique.ts';
import { plan } from './plan.ts';
import { validate } from './validate.ts';

export const ACTS = { plan, critique, compose, validate } as const;
type Name = keyof typeof ACTS;

/** A turn with its data and, unless it was redacted, its answer. */
export type AnsweredTurn = { [A in Name]: { readonly act: A } & ReturnType<(typeof ACTS)[A]['readTurn']> }[Name];

export function readTurn(turn: EventData<'turn-recorded'>): AnsweredTurn | undefined {
  if (!Object.hasOwn(ACTS, turn.act)) return undefined;
  const act = turn.act as Name;
  return Object.assign(ACTS[act].readTurn(turn), { act }) as AnsweredTurn;
}

/** Takes in what a turn tells of steps. */
export function collectTexts(texts: StepTexts, told: AnsweredTurn): void {
  ACTS[told.act].collectTexts(told as never, texts);
}

/** As people and seats read it, with the ids of steps. */
export function writeTurn(told: AnsweredTurn, texts: StepTexts): string {
  return ACTS[told.act]
    .write(told as never, texts)
    .join('\n')
    .trim();
}
