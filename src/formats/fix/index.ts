// An author fixes or disputes the findings of a review, one answer for each; what became of the files is for the next review to judge.
import * as z from 'zod';
import { isBlank } from '../../domain/answers/nothing.ts';
import type { ReadAnswer } from '../../domain/answers/read-answer.ts';
import { type EventData, isEvent, type LedgerEvent } from '../../domain/events.ts';
import type { Problem } from '../../domain/failures/errors.ts';
import type { FormatResult } from '../../domain/record.ts';
import {
  FIX_ANSWERS,
  type FixAnswer,
  type FixOptions,
  type FixResult,
  fixOptionsSchema,
  trackedIdSchema,
} from '../../domain/results/fix-result.ts';
import { REDACTED } from '../../domain/sealed/sealed.ts';
import { quoteBlock } from '../../domain/words/markdown-safe.ts';
import { ask } from '../common/admission.ts';
import type { BaseState } from '../common/base-state.ts';
import { closeByRules } from '../common/closing.ts';
import { readTrackedId } from '../common/named.ts';
import { readWordLines } from '../common/word-lines.ts';
import {
  indentLines,
  inOneParagraph,
  optionalList,
  optionalText,
  readWord,
  withOtherNames,
} from '../common/wording.ts';
import { defineAct } from '../define-act.ts';
import { defineFormat } from '../define-format.ts';

const AUTHOR = 'author';

interface State extends BaseState {
  readonly options: FixOptions;
  readonly answered: boolean;
}

const written = z.object({
  id: withOtherNames(z.string(), 'finding', 'finding_id'),
  lines: withOtherNames(optionalList(z.string()), 'places', 'files'),
  reason: withOtherNames(optionalText, 'explanation', 'rationale', 'detail'),
  answer: z.string().meta({ enum: [...FIX_ANSWERS], otherNames: ['status', 'verdict'] }),
});

const form = z.object({ answers: withOtherNames(z.array(written), 'findings', 'fixes') });
type Answer = z.infer<typeof form>;
type Written = Answer['answers'][number];

const data = z.strictObject({
  answers: z.array(z.strictObject({ id: trackedIdSchema, answer: z.enum(FIX_ANSWERS) })),
});

const WORDS: ReadonlyMap<string, FixAnswer> = new Map([
  ...(['fixed', 'fix', 'done', 'resolved'] as const).map((word) => [word, 'fixed'] as const),
  ...(['disputed', 'dispute', 'disputes', 'rejected'] as const).map((word) => [word, 'disputed'] as const),
]);

const readAnswerWord = (text: string): FixAnswer | undefined => WORDS.get(readWord(text));

const ANSWER_LINES = {
  id: 'r\\d+[\\s._/-]{0,2}f\\d+',
  front: 'r\\d',
  consent: /^(?:fix|done|resolved)/i,
  wanted: 'the ID of a finding and "fixed" or "disputed"',
};

/** One answer a line, such as "R1-F2 disputed: the caller checks it (src/cart.ts:12)". */
function readPlain(text: string): ReadAnswer<Answer> | undefined {
  const lines = readWordLines(text, ANSWER_LINES);
  if (lines?.ok !== true) return lines;
  const answers = lines.value.map(({ id, word, reason }): Written => {
    return { id, answer: word, reason, lines: reason.match(/[\w./-]+:\d+(?:-\d+)?/g) };
  });
  return { ok: true, value: { answers }, repairs: [] };
}

/** The first answer to each finding that was given. */
function matchAnswers({ options: { findings } }: Pick<State, 'options'>, { answers }: Answer) {
  return findings.map((finding) => ({
    ...finding,
    written: answers.find(({ id }) => readTrackedId(id) === finding.id),
  }));
}

function read(state: State, answer: Answer) {
  const fatal: string[] = [];
  const doubts: string[] = [];
  const answers = matchAnswers(state, answer).flatMap(({ id, written: each }) => {
    const word = each && readAnswerWord(each.answer);
    if (each === undefined) fatal.push(`answers: has none for ${id}`);
    else if (word === undefined) fatal.push(`answers: ${id} is neither fixed nor disputed`);
    else if (word === 'disputed' && isBlank(each.reason)) fatal.push(`answers: ${id} is disputed without a reason`);
    return word === undefined ? [] : [{ id, answer: word }];
  });
  const known = state.options.findings.map(({ id }) => id);
  const ids = answer.answers.map(({ id }) => readTrackedId(id) ?? '');
  const warnings = ids.flatMap((id, index) => {
    if (!known.includes(id)) return [`answers[${index}]: ${id || 'it'} is none of the findings`];
    const first = answer.answers[ids.indexOf(id)] as Written;
    if (ids.indexOf(id) === index) return [];
    if (readAnswerWord(first.answer) !== readAnswerWord((answer.answers[index] as Written).answer)) {
      doubts.push(`answers: ${id} has two answers that contradict each other; the first counts`);
    }
    return [`answers[${index}]: ${id} was answered before, and that counts`];
  });
  return { data: { answers }, fatal, doubts, warnings };
}

/** One of three is disputed, so that a rehearsal shows both. */
function sample({ options: { findings, round } }: State): string {
  const answers = findings.map(({ id }, index) =>
    round === 1 && index % 3 === 1
      ? { id, lines: [], reason: 'The caller rules this case out. (Rehearsed.)', answer: 'disputed' }
      : { id, lines: [], reason: 'The case is handled now. (Rehearsed.)', answer: 'fixed' },
  );
  return JSON.stringify({ answers }, null, 2);
}

const answer = defineAct<State, Answer, z.infer<typeof data>>({
  answer: form,
  parse: (text, { byHand }) => (byHand ? readPlain(text) : undefined),
  data,
  request: (state) => ({
    id: 'answer-author',
    task: 'answer',
    label: 'Author fixes or disputes the findings',
    values: { findings: state.options.findings.map(({ id, severity }) => `- ${id}: ${severity}`).join('\n') },
    plainForm: 'One line for each finding: "R1-F1 fixed: what you changed (src/cart.ts:12)", or "R1-F2 disputed: why".',
    sample: () => sample(state),
  }),
  read,
  apply: (state) => ({ ...state, answered: true }),
  title: () => 'Author',
  text: ({ answers }) =>
    answers
      .map(({ id, answer: word, reason, lines }) => {
        const places = (lines ?? []).length === 0 ? '' : ` (${inOneParagraph((lines ?? []).join(', '))})`;
        return `- ${readTrackedId(id) ?? inOneParagraph(id)}: ${word}${places}${isBlank(reason) ? '' : `. ${indentLines(reason ?? '')}`}`;
      })
      .join('\n'),
});

function buildData(log: readonly LedgerEvent[], state: State): FixResult {
  const { round, findings, work } = state.options;
  const turn = log.findLast((event) => isEvent(event, 'turn-recorded'));
  const told = turn && answer.readTurn(turn, () => state);
  const words = told?.answer && matchAnswers(state, told.answer);
  return {
    kind: 'fix',
    round,
    branch: work?.branch ?? null,
    answers: (told?.data.answers ?? []).map(({ id, answer: word }) => {
      const given = findings.find((finding) => finding.id === id);
      const written = words?.find((each) => each.id === id)?.written;
      return {
        id,
        severity: given?.severity ?? 'P2',
        answer: word,
        reason: words === undefined ? REDACTED : (written?.reason?.trim() ?? ''),
        lines: written?.lines ?? [],
      };
    }),
  };
}

function result(log: readonly LedgerEvent[], state: State): FormatResult {
  const data = buildData(log, state);
  const counts = FIX_ANSWERS.map(
    (word) => `${data.answers.filter(({ answer: each }) => each === word).length} ${word}`,
  );
  const unanswered = `The author has not answered${state.ended === 'closed' ? '' : ' yet'}`;
  const headline = data.answers.length === 0 ? unanswered : counts.join(', ');
  const lines = data.answers.map(
    ({ id, severity, answer: word, reason, lines: places }) =>
      `### ${id} (${severity}): ${word}\n\n${quoteBlock([places.join(', '), reason].filter((text) => text !== '').join('\n\n'))}`,
  );
  const where = data.branch === null ? [] : [`Branch: \`${data.branch}\``];
  return {
    data: data as unknown as FormatResult['data'],
    headline,
    markdown: [...where, ...lines].join('\n\n'),
  };
}

function admitOpening({ options }: EventData<'debate-opened'>): Problem | undefined {
  if (fixOptionsSchema.parse(options).findings.length > 0) return undefined;
  return {
    code: 'bad-input',
    message: 'The format "fix" answers the findings of a review, and there are none here.',
    hint: 'Have a change reviewed and fixed with "debate-hall review --fix --author AGENT".',
  };
}

export const format = defineFormat<FixOptions, State>({
  id: 'fix',
  title: 'Fix',
  summary: 'An author fixes or disputes each finding of a review, in a working tree of its own.',
  options: fixOptionsSchema,
  ownCommand: true,
  recipes: {
    quick: { summary: 'One round of fixing.', options: { rounds: 1 } },
    standard: { summary: 'At most three rounds.', options: { rounds: 3 } },
    deep: { summary: 'At most six rounds.', options: { rounds: 6 } },
  },
  prompts: ['author', 'working', 'answer'],
  seats: () => [{ id: AUTHOR, label: 'Author', role: 'author', works: true }],
  calls: () => ({ atLeast: 1, atMost: 1 }),
  acts: { answer },
  admitOpening,
  initial: (options) => ({ options, answered: false }),
  next: ({ answered }) => (answered ? closeByRules('decided') : ask('answer', [AUTHOR])),
  explainOutcome: (_, outcome) =>
    outcome === 'decided' ? 'The author has answered every finding; the next review judges the answers.' : undefined,
  result,
});
