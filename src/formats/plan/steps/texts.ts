// The words of proposals and of the composition, by their ids, read from the log; redacted ones have none.
import type { EventData } from '../../../domain/events.ts';
import { textOf } from '../../../domain/sealed/sealed.ts';
import { readComposition, readCritique, readPlan, readValidation } from '../answers/readers.ts';
import type { ComposeAnswer, CritiqueAnswer, PlanAnswer, PlannedStep, ValidateAnswer } from '../answers.ts';
import type { TurnData } from '../state.ts';
import { formatStepId } from './ids.ts';

/** A turn with its data and, unless it was redacted, its answer. */
export type AnsweredTurn =
  | { readonly act: 'plan'; readonly data: TurnData['plan']; readonly answer: PlanAnswer | undefined }
  | { readonly act: 'critique'; readonly data: TurnData['critique']; readonly answer: CritiqueAnswer | undefined }
  | { readonly act: 'compose'; readonly data: TurnData['compose']; readonly answer: ComposeAnswer | undefined }
  | { readonly act: 'validate'; readonly data: TurnData['validate']; readonly answer: ValidateAnswer | undefined };

export interface StepText {
  readonly title: string;
  readonly description: string;
  readonly files: readonly string[];
}

const toStepText = ({ title, description, files }: PlannedStep): StepText => ({
  title,
  description,
  files: files ?? [],
});

export function readTurn(turn: EventData<'turn-recorded'>): AnsweredTurn | undefined {
  const { act, content, data, by } = turn;
  const text = textOf(content);
  const byHand = by.author !== undefined;
  const value = <T>(read: (words: string) => { ok: true; value: T } | { ok: false }) => {
    const answer = text === undefined ? undefined : read(text);
    return answer?.ok === true ? answer.value : undefined;
  };
  switch (act) {
    case 'plan':
      return { act, data: data as TurnData['plan'], answer: value((words) => readPlan(words, byHand)) };
    case 'critique':
      return { act, data: data as TurnData['critique'], answer: value((words) => readCritique(words, byHand)) };
    case 'compose':
      return { act, data: data as TurnData['compose'], answer: value(readComposition) };
    case 'validate':
      return { act, data: data as TurnData['validate'], answer: value((words) => readValidation(words, byHand)) };
    default:
      return undefined;
  }
}

/** Takes in what a turn tells; keys are ids of proposals and of composed steps. */
export function collectTexts(words: Map<string, StepText>, told: AnsweredTurn): void {
  const keep = (id: string, step: PlannedStep | undefined) => {
    if (step !== undefined) words.set(id, toStepText(step));
  };
  if (told.act === 'plan') for (const [at, { id }] of told.data.steps.entries()) keep(id, told.answer?.steps[at]);
  if (told.act === 'critique') {
    for (const [at, { id }] of told.data.missing.entries()) keep(id, told.answer?.missing_steps?.[at]);
  }
  if (told.act !== 'compose') return;
  for (const [at, { from, origin }] of told.data.steps.entries()) {
    const id = formatStepId(at + 1);
    const back = origin === 'put-back' ? words.get(from[0] as string) : undefined;
    if (back !== undefined) words.set(id, back);
    else if (origin !== 'put-back') keep(id, told.answer?.steps[at]);
  }
}
