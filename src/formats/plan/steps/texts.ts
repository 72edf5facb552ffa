// The words of steps by their ids, and how steps, lists and remarks read.
import { REDACTED } from '../../../domain/sealed/sealed.ts';
import { indentLines, inOneParagraph } from '../../common/wording.ts';
import { listWords, type PlannedStep } from '../answers.ts';
import type { Ordered } from './order.ts';

export interface StepText {
  readonly title: string;
  readonly description: string;
  readonly files: readonly string[];
}

/** Keys are ids of proposals and of composed steps; redacted ones have no words. */
export type StepTexts = Map<string, StepText>;

export function keepText(texts: StepTexts, id: string, step: PlannedStep | undefined): void {
  if (step !== undefined)
    texts.set(id, { title: step.title, description: step.description, files: listWords(step.files) });
}

export const formatList = (heading: string, items: readonly string[] | null | undefined) =>
  listWords(items).length === 0
    ? []
    : [`${heading}:`, ...listWords(items).map((item) => `- ${inOneParagraph(item)}`), ''];

export const formatRemark = (mark: string, words: string | null | undefined) =>
  (words ?? '').trim() === '' ? [] : [`  ${mark}: ${indentLines(words ?? '')}`];

export function formatStep({ id, phase, needs }: Ordered, texts: StepTexts, remark = ''): string[] {
  const words = texts.get(id);
  const files = words?.files ?? [];
  return [
    `- ${id} (phase ${phase}${remark}): ${inOneParagraph(words?.title ?? REDACTED)}`,
    ...((words?.description ?? '').trim() === '' ? [] : [`  ${indentLines(words?.description ?? '')}`]),
    ...(files.length === 0 ? [] : [`  Files: ${inOneParagraph(files.join(', '))}`]),
    ...(needs.length === 0 ? [] : [`  Needs: ${needs.join(', ')}`]),
  ];
}
