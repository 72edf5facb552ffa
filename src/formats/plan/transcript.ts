// What was said, in readable form with the ids of steps, and which part of it a seat may see: nothing that others say in
// the same phase, and while plans are made in the blind no other plan.
import type { LedgerEvent } from '../../domain/events.ts';
import { textOf } from '../../domain/sealed.ts';
import type { Step, TranscriptEntry } from '../format.ts';
import { interjectionEntry } from '../interjection.ts';
import { labelOf, stepId } from './ids.ts';
import { remember, type Told, toldIn, type Words } from './material.ts';

interface Spoken extends TranscriptEntry {
  readonly act: string;
}

const REDACTED = '(redacted)';

const list = (heading: string, items: readonly string[] | null | undefined) =>
  (items ?? []).length === 0 ? [] : [`${heading}:`, ...(items ?? []).map((item) => `- ${item}`), ''];

const marked = (mark: string, words: string | null | undefined) =>
  (words ?? '').trim() === '' ? [] : [`  ${mark}: ${words}`];

interface ShownStep {
  readonly id: string;
  readonly phase: number;
  readonly needs: readonly string[];
}

function stepLines({ id, phase, needs }: ShownStep, words: Words | undefined, remark = ''): string[] {
  const files = words?.files ?? [];
  return [
    `- ${id} (phase ${phase}${remark}): ${words?.title ?? REDACTED}`,
    ...((words?.description ?? '').trim() === '' ? [] : [`  ${words?.description}`]),
    ...(files.length === 0 ? [] : [`  Files: ${files.join(', ')}`]),
    ...(needs.length === 0 ? [] : [`  Needs: ${needs.join(', ')}`]),
  ];
}

function composedLines(
  { data, answer }: Extract<Told, { act: 'compose' }>,
  words: ReadonlyMap<string, Words>,
): string[] {
  const remarks = {
    composed: '',
    'put-back': ', put back: the common plan did not mention it',
    invented: ', in no plan',
  };
  const steps = data.steps.flatMap(({ from, phase, needs, origin }, index) => {
    const id = stepId(index + 1);
    const remark = `${from.length === 0 ? '' : `, from ${from.join(', ')}`}${remarks[origin]}`;
    return stepLines({ id, phase, needs }, words.get(id), remark);
  });
  const reasons = (answer?.eliminated ?? []).map(({ step, reason }) => `${step}: ${reason}`);
  return [...(answer === undefined ? [] : [answer.summary, '']), ...steps, '', ...list('Left out', reasons)];
}

function lines(told: Told, words: ReadonlyMap<string, Words>): string[] {
  const { answer } = told;
  switch (told.act) {
    case 'plan':
      return [
        ...(answer === undefined ? [] : [told.answer?.summary ?? '', '']),
        ...told.data.steps.flatMap((step) => stepLines(step, words.get(step.id))),
        '',
        ...list('Risks', told.answer?.risks),
        ...list('Open questions', told.answer?.open_questions),
      ];
    case 'critique':
      return [
        ...(told.answer?.common_ground ? [`Common ground: ${told.answer.common_ground}`, ''] : []),
        ...(told.answer?.reviews ?? []).flatMap(({ step, vote, reason, suggestion }) => [
          `- ${step}: ${vote}`,
          ...marked('Because', reason),
          ...(suggestion === reason ? [] : marked('Instead', suggestion)),
        ]),
        '',
        ...(told.answer?.weakest ? [`Weakest is ${told.answer.weakest.step}: ${told.answer.weakest.attack}`, ''] : []),
        ...(told.data.missing.length === 0 ? [] : ['Missing:']),
        ...told.data.missing.flatMap((step) => stepLines(step, words.get(step.id))),
        ...(told.answer?.overall ? [told.answer.overall] : []),
      ];
    case 'compose':
      return [
        ...composedLines(told, words),
        ...list('Risks', told.answer?.risks),
        ...list('Open questions', told.answer?.open_questions),
      ];
    case 'validate':
      return (told.answer?.votes ?? []).flatMap(({ step, vote, reason }) => [
        `- ${step}: ${vote}`,
        ...marked('Because', reason),
      ]);
  }
}

const TITLES: Readonly<Record<string, string>> = {
  plan: 'plan',
  compose: 'composed plan',
  validate: 'votes on the common plan',
};

function collect(log: readonly LedgerEvent[]): Spoken[] {
  const words = new Map<string, Words>();
  return log.flatMap((event): Spoken[] => {
    if (event.type === 'interjection-added') {
      return [{ ...interjectionEntry(event), act: 'interjection' }];
    }
    if (event.type !== 'turn-recorded') return [];
    const { seat, act, content } = event.data;
    const told = toldIn(event.data);
    const round = told?.act === 'critique' ? told.data.round : null;
    if (told !== undefined) remember(words, told);
    const raw = textOf(content);
    const read = told?.answer === undefined ? raw : lines(told, words).join('\n').trim();
    const what = round === null ? (TITLES[act] ?? act) : `critique, round ${round}`;
    const text = raw === undefined ? undefined : read;
    return [{ seq: event.seq, title: `${labelOf(seat)}, ${what}`, seat, round, text, act }];
  });
}

export function transcript(log: readonly LedgerEvent[]): readonly TranscriptEntry[] {
  return collect(log);
}

export function view(
  log: readonly LedgerEvent[],
  { seat, act, data }: Pick<Step, 'seat' | 'act' | 'data'>,
): readonly TranscriptEntry[] {
  return collect(log).filter((entry) => {
    if (entry.seat === seat || entry.act === 'interjection') return true;
    if (act === 'plan') return data['blind'] === false && entry.act === 'plan';
    if (act === 'critique') return entry.round === null || entry.round < Number(data['round']);
    return entry.act !== act;
  });
}
