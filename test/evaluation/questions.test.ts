// Questions as files have them: which targets can be right answers, and what is refused, with the field and the reason.
import { describe, expect, it } from 'vitest';
import { isRight, toOriginal } from '../../src/domain/evaluation/marks.ts';
import { readSample } from '../../src/domain/evaluation/question.ts';
import type { Answer } from '../../src/domain/question/answer.ts';
import { mapRow, readFieldMap, readRows } from '../../src/exchange/evaluation/read-rows.ts';
import { pickAnswer } from '../../src/hall/operations/evaluation/mark-answers.ts';

const LANGUAGES = ['Rust', 'Go', 'Zig'];
const read = (sample: object) => readSample({ input: 'Which?', ...sample }, 1);

describe('a target', () => {
  it.each<[string, object, Answer]>([
    ['the words of a choice', { choices: LANGUAGES, target: 'Go' }, { kind: 'option', option: 2 }],
    ['in another case', { choices: LANGUAGES, target: 'go.' }, { kind: 'option', option: 2 }],
    ['a letter', { choices: LANGUAGES, target: 'C' }, { kind: 'option', option: 3 }],
    ['a letter in brackets', { choices: LANGUAGES, target: '(b)' }, { kind: 'option', option: 2 }],
    ['a list of one', { choices: LANGUAGES, target: ['A'] }, { kind: 'option', option: 1 }],
    [
      'a letter that is the same choice by its words',
      { choices: ['A', 'B'], target: 'B' },
      { kind: 'option', option: 2 },
    ],
    ['a number among numbers', { choices: ['404', '410'], target: 410 }, { kind: 'option', option: 2 }],
    ['words that look like an order', { choices: ['x < 0', 'x > 0'], target: 'x > 0' }, { kind: 'option', option: 2 }],
    ['none of them', { choices: LANGUAGES, target: 'none of these' }, { kind: 'none' }],
    ['yes', { target: 'Yes' }, { kind: 'option', option: 1 }],
    ['false', { target: false }, { kind: 'option', option: 2 }],
    ['a number', { target: 1.5 }, { kind: 'number', value: '1.5', range: null }],
    [
      'a number that could be a thousand elsewhere',
      { target: '1.500' },
      { kind: 'number', value: '1.500', range: null },
    ],
    [
      'a number with groups',
      { target: '1,384,400 km', metadata: { answer: 'number', unit: 'km' } },
      { kind: 'number', value: '1384400', range: null },
    ],
    [
      'whether it happened',
      { target: 'yes', metadata: { answer: 'probability' } },
      { kind: 'probability', percent: 100 },
    ],
    ['an order as a list', { choices: LANGUAGES, target: ['Go', 'A', 'Zig'] }, { kind: 'ranking', order: [2, 1, 3] }],
    ['an order in words', { choices: LANGUAGES, target: 'Zig > Go > Rust' }, { kind: 'ranking', order: [3, 2, 1] }],
  ])('can be %s', (_, sample, truth) => expect(read(sample)).toMatchObject({ ok: true, question: { truth } }));

  it.each<[string, object, string, RegExp]>([
    ['missing', {}, 'target', /./],
    ['no choice', { choices: LANGUAGES, target: 'D' }, 'target', /none of the choices/],
    ['an index, which may count from 0', { choices: LANGUAGES, target: 1 }, 'target', /from 0 or from 1/],
    [
      'a letter and the words of another',
      { choices: ['B', 'A'], target: 'A' },
      'target',
      /letter of one choice and the words of another/,
    ],
    ['two right answers', { target: ['yes', 'no'] }, 'target', /more than one right answer/],
    ['half an order', { choices: LANGUAGES, target: ['Go', 'Zig'] }, 'target', /every choice once/],
    ['words', { target: 'because' }, 'target', /words of its own/],
    [
      'a share for what happened',
      { target: 0.3, metadata: { answer: 'probability' } },
      'target',
      /whether it happened/,
    ],
    ['of an unknown kind', { target: 'x', metadata: { answer: 'essay' } }, 'metadata.answer', /none of/],
    ['with a tolerance in words', { target: 1, metadata: { tolerance: 'some' } }, 'metadata.tolerance', /5%/],
    [
      'with choices that do not belong',
      { choices: LANGUAGES, target: 'yes', metadata: { answer: 'yes-no' } },
      'choices',
      /do not belong/,
    ],
    ['for a machine', { target: 'yes', sandbox: 'docker' }, 'sandbox', /only the question/],
    [
      'in a conversation',
      {
        input: [
          { role: 'user', content: 'a' },
          { role: 'assistant', content: 'b' },
        ],
        target: 'yes',
      },
      'input',
      /conversation/,
    ],
    ['of an empty question', { input: ' ', target: 'yes' }, 'input', /empty/],
  ])('is refused that is %s', (_, sample, field, reason) => {
    const reading = read(sample);
    expect(reading.ok).toBe(false);
    expect(!reading.ok && reading.problems[0]).toMatchObject({ field, reason: expect.stringMatching(reason) });
  });
});

describe('an answer', () => {
  const number = (value: string): Answer => ({ kind: 'number', value, range: { low: '0', high: '99999' } });
  it.each([
    ['100', { by: 0 }, '100', true],
    ['100', { by: 0 }, '100.1', false],
    ['100', { by: 0.1 }, '100.1', true],
    ['100', { share: 0.05 }, '95', true],
    ['100', { share: 0.05 }, '94.9', false],
    ['-100', { share: 0.05 }, '-104', true],
    ['0', { share: 0.5 }, '0.1', false],
    ['0.3', { by: 0 }, '0.3', true],
    ['0.3', { by: 0.1 }, '0.2', true],
    ['0.3', { by: 0.1 }, '0.199999999', false],
    ['1', { share: 0.1 }, '1.1', true],
    ['0.000000001', { by: 0 }, '0.000000002', false],
    ['0.000000001', { by: 1e-9 }, '0.000000002', true],
    ['100000000000000', { by: 0 }, '100000000000000.1', false],
  ])('to %s with tolerance %o: %s is right: %s', (truth, tolerance, given, right) =>
    expect(isRight(number(given), { truth: { kind: 'number', value: truth, range: null }, tolerance })).toBe(right),
  );

  it.each(['0.7%', '1.1%', '14.1%', '29%', '57%', '0.00001%'])('%s off is within that tolerance', (tolerance) => {
    const reading = read({ input: 'How far?', target: 100, metadata: { tolerance } });
    if (!reading.ok) throw new Error(reading.problems[0]?.reason);
    for (const [more, right] of [
      [0, true],
      [1e-6, false],
    ] as const)
      expect(isRight(number((100 + Number.parseFloat(tolerance) + more).toFixed(6)), reading.question)).toBe(right);
  });

  it('keeps its meaning in whatever order the options were asked', () => {
    expect(toOriginal({ kind: 'option', option: 1 }, [3, 1, 2])).toEqual({ kind: 'option', option: 3 });
    expect(toOriginal({ kind: 'ranking', order: [2, 3, 1] }, [3, 1, 2])).toEqual({ kind: 'ranking', order: [1, 2, 3] });
    expect(toOriginal({ kind: 'unsure' }, [2, 1])).toEqual({ kind: 'unsure' });
  });
});

describe('a vote', () => {
  const option = (number: number): Answer => ({ kind: 'option', option: number });
  const percent = (value: number): Answer => ({ kind: 'probability', percent: value });
  const unsure: Answer = { kind: 'unsure' };
  it.each<[string, readonly (Answer | undefined)[], Answer | undefined, boolean]>([
    ['most', [option(1), option(2), option(1)], option(1), true],
    ['the most frequent, without a majority', [option(1), option(1), option(2), option(3)], option(1), false],
    ['a tie', [option(1), option(2)], undefined, false],
    ['doubt beside one answer', [option(1), unsure, unsure], option(1), false],
    ['doubt alone', [unsure, unsure], undefined, false],
    ['nobody', [], undefined, false],
    ['somebody who failed', [option(1), option(1), undefined], option(1), true],
    ['the median of probabilities', [percent(10), percent(60), percent(90)], percent(60), false],
  ])('of %s', (_, answers, answer, isMajority) =>
    expect(pickAnswer(answers)).toMatchObject({ ...(answer === undefined ? {} : { answer }), isMajority }),
  );
});

describe('a file', () => {
  const rowsOf = async (name: string, text: string, map?: string) => {
    const { rows } = await readRows(name, text);
    return rows.map(({ number, value }) =>
      readSample(mapRow(value, map === undefined ? undefined : readFieldMap(map)), number),
    );
  };
  const RIGHT = { ok: true, question: { topic: 'Which?', question: { options: ['x, y', 'z'] }, truth: { option: 2 } } };

  it('can be a table, whose columns are named', async () => {
    const csv = '\ufeffquestion,A,B,answer,subject\nWhich?,"x, y",z,B,letters\n';
    const map = 'question=input,A=choices,B=choices,answer=target,subject=metadata.group';
    expect(await rowsOf('q.csv', csv, map)).toMatchObject([
      { ...RIGHT, question: { ...RIGHT.question, group: 'letters' } },
    ]);
    expect(await rowsOf('q.tsv', 'input\tchoices\ttarget\nWhich?\t["x, y", "z"]\tz\n')).toMatchObject([RIGHT]);
  });

  it('can be the tests of promptfoo', async () => {
    const yaml =
      'prompts: [a]\ntests:\n  - vars: {question: "Which?", choices: ["x, y", z]}\n    assert: [{type: equals, value: z}]\n';
    expect(await rowsOf('promptfooconfig.yaml', yaml)).toMatchObject([RIGHT]);
    const named = yaml.replace('equals', 'icontains').replace('question', 'q');
    expect(await rowsOf('p.yml', named, 'q=input,assert.icontains=target')).toMatchObject([RIGHT]);
  });

  it.each([
    ['other usual names', { question: 'Which?', options: ['x, y', 'z'], answer: 'z' }],
    [
      'both names',
      { input: 'Which?', question: 'Q', choices: ['x, y', 'z'], options: ['a'], target: 'z', answer: 'a' },
    ],
  ])('with %s is read without a map', async (_, sample) =>
    expect(await rowsOf('q.json', JSON.stringify([sample]))).toMatchObject([RIGHT]),
  );

  it('can be a list in JSON, and lines with gaps', async () => {
    const sample = { input: 'Which?', choices: ['x, y', 'z'], target: 'z' };
    expect(await rowsOf('q.json', JSON.stringify([sample]))).toMatchObject([RIGHT]);
    expect(await rowsOf('q.jsonl', `\n${JSON.stringify(sample)}\n\n`)).toMatchObject([RIGHT]);
  });

  it.each([
    ['q.txt', '', /extension/],
    ['q.json', '{"a": 1}', /no list/],
    ['q.yaml', 'a: [', /cannot be read/],
    ['q.yaml', '# later', /no list/],
    ['q.yaml', '[]\n---\n[]', /cannot be read/],
    ['q.csv', 'a,b\n"1', /cannot be read/],
  ])('%s that is none is refused', async (name, text, why) => await expect(readRows(name, text)).rejects.toThrow(why));

  it.each(['', 'a', 'a=b', 'a=input,b', '=input'])('is not mapped by "%s"', (map) =>
    expect(readFieldMap(map)).toBeUndefined(),
  );
});
