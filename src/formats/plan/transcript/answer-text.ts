// Answers as people and seats read them, with the ids of steps.
import { REDACTED } from '../../../domain/sealed/sealed.ts';
import { formatStepId } from '../steps/ids.ts';
import type { AnsweredTurn, StepText } from '../steps/texts.ts';

export const formatList = (heading: string, items: readonly string[] | null | undefined) =>
  (items ?? []).length === 0 ? [] : [`${heading}:`, ...(items ?? []).map((item) => `- ${item}`), ''];
const formatRemark = (mark: string, words: string | null | undefined) =>
  (words ?? '').trim() === '' ? [] : [`  ${mark}: ${words}`];

interface ListedStep {
  readonly id: string;
  readonly phase: number;
  readonly needs: readonly string[];
}

function formatStep({ id, phase, needs }: ListedStep, words: StepText | undefined, remark = ''): string[] {
  const files = words?.files ?? [];
  return [
    `- ${id} (phase ${phase}${remark}): ${words?.title ?? REDACTED}`,
    ...((words?.description ?? '').trim() === '' ? [] : [`  ${words?.description}`]),
    ...(files.length === 0 ? [] : [`  Files: ${files.join(', ')}`]),
    ...(needs.length === 0 ? [] : [`  Needs: ${needs.join(', ')}`]),
  ];
}

function formatComposition(
  { data, answer }: Extract<AnsweredTurn, { act: 'compose' }>,
  words: ReadonlyMap<string, StepText>,
): string[] {
  const remarks = {
    composed: '',
    'put-back': ', put back: the common plan did not mention it',
    invented: ', in no plan',
  };
  const steps = data.steps.flatMap(({ from, phase, needs, origin }, index) => {
    const id = formatStepId(index + 1);
    const remark = `${from.length === 0 ? '' : `, from ${from.join(', ')}`}${remarks[origin]}`;
    return formatStep({ id, phase, needs }, words.get(id), remark);
  });
  const reasons = (answer?.eliminated ?? []).map(({ step, reason }) => `${step}: ${reason}`);
  return [...(answer === undefined ? [] : [answer.summary, '']), ...steps, '', ...formatList('Left out', reasons)];
}

export function formatAnswer(told: AnsweredTurn, words: ReadonlyMap<string, StepText>): string[] {
  const { answer } = told;
  switch (told.act) {
    case 'plan':
      return [
        ...(answer === undefined ? [] : [told.answer?.summary ?? '', '']),
        ...told.data.steps.flatMap((step) => formatStep(step, words.get(step.id))),
        '',
        ...formatList('Risks', told.answer?.risks),
        ...formatList('Open questions', told.answer?.open_questions),
      ];
    case 'critique':
      return [
        ...(told.answer?.common_ground ? [`Common ground: ${told.answer.common_ground}`, ''] : []),
        ...(told.answer?.reviews ?? []).flatMap(({ step, vote, reason, suggestion }) => [
          `- ${step}: ${vote}`,
          ...formatRemark('Because', reason),
          ...(suggestion === reason ? [] : formatRemark('Instead', suggestion)),
        ]),
        '',
        ...(told.answer?.weakest ? [`Weakest is ${told.answer.weakest.step}: ${told.answer.weakest.attack}`, ''] : []),
        ...(told.data.missing.length === 0 ? [] : ['Missing:']),
        ...told.data.missing.flatMap((step) => formatStep(step, words.get(step.id))),
        ...(told.answer?.overall ? [told.answer.overall] : []),
      ];
    case 'compose':
      return [
        ...formatComposition(told, words),
        ...formatList('Risks', told.answer?.risks),
        ...formatList('Open questions', told.answer?.open_questions),
      ];
    case 'validate':
      return (told.answer?.votes ?? []).flatMap(({ step, vote, reason }) => [
        `- ${step}: ${vote}`,
        ...formatRemark('Because', reason),
      ]);
  }
}
