import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answer, isAnswerTo, isSameAnswer } from '../../src/domain/question/answer.ts';
import { classifyTopic } from '../../src/domain/question/classify.ts';
import { formatAnswer } from '../../src/domain/question/format-answer.ts';
import type { Question } from '../../src/domain/question/question.ts';
import { readAnswerTo } from '../../src/domain/question/read-answer.ts';
import { tallyAnswers, type Voice } from '../../src/domain/question/tally.ts';
import { readPlain } from '../../src/formats/common/opinions/answers.ts';
import { inCampaign, times } from '../support/campaign.ts';
import { cpuSeconds, MUCH_TOO_LONG_S } from '../support/cpu-time.ts';

const YES_NO: Question = { answer: 'yes-no', options: ['Yes', 'No'] };
const LANGUAGES: Question = { answer: 'choice', options: ['Rust', 'Go', 'C++ 23'] };
const RANKING: Question = { answer: 'ranking', options: ['Rust', 'Go', 'Zig'] };
const NUMBER: Question = { answer: 'number', options: [] };
const DAYS: Question = { answer: 'number', options: [], unit: 'days' };
const PERCENTAGE: Question = { answer: 'number', options: [], unit: '%' };
const PROBABILITY: Question = { answer: 'probability', options: [] };
const WORDS: Question = { answer: 'text', options: [] };
const QUESTIONS = [YES_NO, LANGUAGES, RANKING, NUMBER, PROBABILITY, WORDS];

const option = (number: number): Answer => ({ kind: 'option', option: number });

describe('the kind of a question, by the form of the topic', () => {
  it.each([
    ['Should we split the engine?', 'yes-no'],
    ['We have grown. Is the retry logic right?', 'yes-no'],
    ['How likely is it that we ship in May?', 'probability'],
    ['How should we store sessions?', 'text'],
    ['Migrate to Postgres', 'text'],
    ['Should we?\n\nMore words.', 'yes-no'],
    ['Is it safe to drop users.legacy_id in 2.5?', 'yes-no'],
  ])('%j asks for %s', (topic, answer) => {
    expect(classifyTopic(topic)).toEqual({ answer });
  });

  it('never throws and never makes up an option', () => {
    fc.assert(
      fc.property(fc.string(), (topic) => {
        for (const each of classifyTopic(topic).options ?? []) expect(topic).toContain(each);
      }),
    );
  });
});

describe('an answer', () => {
  it.each<[Question, string, Answer]>([
    [YES_NO, 'Yes', option(1)],
    [YES_NO, '**no.**', option(2)],
    [YES_NO, 'none of these', { kind: 'none' }],
    [YES_NO, 'Not enough to say.', { kind: 'unsure' }],
    [LANGUAGES, 'go', option(2)],
    [LANGUAGES, '3', option(3)],
    [LANGUAGES, '3. C++ 23', option(3)],
    [LANGUAGES, 'option 1', option(1)],
    [RANKING, '2 > 1 > 3', { kind: 'ranking', order: [2, 1, 3] }],
    [RANKING, 'Zig > Go > Rust', { kind: 'ranking', order: [3, 2, 1] }],
    [NUMBER, '12.5', { kind: 'number', value: '12.5', range: null }],
    [NUMBER, '12 ± 3', { kind: 'number', value: '12', range: { low: '9', high: '15' } }],
    [PROBABILITY, '70 %', { kind: 'probability', percent: 70 }],
    [PROBABILITY, '0.7', { kind: 'probability', percent: 70 }],
    ...['%70', '٪70', '٧٠٪', '７０％', 'yüzde 70', '百分之70', '70 persen', '70 Prozent', '70 퍼센트'].map(
      (said): [Question, string, Answer] => [PROBABILITY, said, { kind: 'probability', percent: 70 }],
    ),
    ...['70', '70%', '%70', '٧٠٪', '70 Prozent', '70 percent'].map((said): [Question, string, Answer] => [
      PERCENTAGE,
      said,
      { kind: 'number', value: '70', range: null },
    ]),
    [PROBABILITY, '%1', { kind: 'probability', percent: 1 }],
    ...['a 70% chance', '70 % likely', '70 % Wahrscheinlichkeit', '70 % de probabilité', '70% kans'].map(
      (said): [Question, string, Answer] => [PROBABILITY, said, { kind: 'probability', percent: 70 }],
    ),
    ...['Yes, definitely.', 'Ja, auf jeden Fall!', 'Oui, absolument', 'Sí, por supuesto.', 'Tak – zdecydowanie'].map(
      (said): [Question, string, Answer] => [YES_NO, said, option(1)],
    ),
    ...['No, definitely not.', 'Nein, auf keinen Fall', 'Non. Pas du tout.', 'Nee, absoluut niet'].map(
      (said): [Question, string, Answer] => [YES_NO, said, option(2)],
    ),
    ...['12 days', '12 Tage', '12 jours', 'about 12 días', '12 giorni', '12 dni', '12 dias', '12 dagen'].map(
      (said): [Question, string, Answer] => [DAYS, said, { kind: 'number', value: '12', range: null }],
    ),
    [DAYS, '12 Tage (10 bis 20 Tage)', { kind: 'number', value: '12', range: { low: '10', high: '20' } }],
    [NUMBER, 'None of these', { kind: 'none' }],
    [NUMBER, 'keine davon', { kind: 'none' }],
    [NUMBER, '以上都不是', { kind: 'none' }],
    [LANGUAGES, 'none', { kind: 'none' }],
    [WORDS, 'Wait a month.', { kind: 'text' }],
  ])('to %j reads %j', (question, said, answer) => {
    expect(readAnswerTo(question, said)).toEqual({ ok: true, answer });
    expect(isAnswerTo(question, answer)).toBe(true);
  });

  it.each<[Question, string]>([
    [YES_NO, 'It depends'],
    [YES_NO, 'yes and no'],
    [LANGUAGES, 'Java'],
    [LANGUAGES, '4'],
    [RANKING, 'Rust > Go'],
    [RANKING, '1 > 1 > 2'],
    [NUMBER, 'many'],
    ...['12 Wochen', '12 weeks', '12 Arbeitstage', '10 bis 20 Tage', '12 or 14 days', 'a day'].map(
      (said): [Question, string] => [DAYS, said],
    ),
    [NUMBER, '12 Tage'],
    ...[
      'Yes, probably',
      'Yes, definitely not',
      'No, definitely',
      'Yes, I think',
      'Yes, absolutely, if it rains',
      'Definitely',
    ].map((said): [Question, string] => [YES_NO, said]),
    ...[
      '70% chance that it fails',
      '70% unlikely',
      '60-70% chance',
      '70 chance',
      '70% of the chance',
      '70% 80% chance',
    ].map((said): [Question, string] => [PROBABILITY, said]),
    // As many as 0, or no such number.
    ...['none', 'None.', 'keine', 'aucun', 'ninguno', 'geen', 'ingen', 'жоден', 'κανένα'].map(
      (said): [Question, string] => [NUMBER, said],
    ),
    [NUMBER, '5 (6 to 9)'],
    [PROBABILITY, '140'],
    [WORDS, '  '],
  ])('to %j refuses %j and says why', (question, said) => {
    expect(readAnswerTo(question, said)).toMatchObject({ ok: false, issue: expect.stringMatching(/\w/) });
  });

  it('in words is read back as the same', () => {
    for (const question of QUESTIONS.filter(({ answer }) => answer !== 'text')) {
      for (const said of ['1', '2', '2 > 3 > 1', '12 ± 3', '70', 'none of these', 'unsure']) {
        const read = readAnswerTo(question, said);
        if (!read.ok) continue;
        expect(readAnswerTo(question, formatAnswer(question, read.answer))).toEqual(read);
      }
    }
  });

  it('is never read in two ways, nor into one that the question does not have', () => {
    fc.assert(
      fc.property(fc.constantFrom(...QUESTIONS), fc.string(), (question, said) => {
        const read = readAnswerTo(question, said);
        if (read.ok) expect(isAnswerTo(question, read.answer)).toBe(true);
      }),
    );
  });
});

describe('a hostile topic', () => {
  it.each(['「', '"', '“', '„', '«', '‹', '`', '(', '[', '? ', '？', '؟a', '- x\n'])(
    'of %j over and over costs little more than a short one',
    async (piece) => {
      const cost = await cpuSeconds(() => {
        for (const end of ['', '?', '\nx']) classifyTopic(`Should we? ${piece.repeat(20_000)}${end}`);
      });
      expect(cost).toBeLessThan(3);
    },
  );
});

describe('a hostile answer', () => {
  it.runIf(inCampaign).each(['\t', '. ', '、', 'a ', '9,', '<9', '(1) ', ', ', '> a\n'])(
    'of %j over and over costs little',
    async (piece) => {
      for (const end of ['', 'x', '\n\nx']) {
        const text = `answer${piece.repeat(Math.ceil(times(400_000, 200_000) / piece.length))}${end}`;
        const cost = await cpuSeconds(() => {
          for (const question of QUESTIONS) {
            readAnswerTo(question, text);
            readPlain(text, question);
          }
        });
        expect(cost).toBeLessThan(MUCH_TOO_LONG_S);
      }
    },
  );
});

describe('sameness', () => {
  it('of numbers is each within the other range, of probabilities ten points', () => {
    const number = (value: string, low: string, high: string): Answer => ({
      kind: 'number',
      value,
      range: { low, high },
    });
    expect(isSameAnswer(number('10', '8', '12'), number('11', '9', '13'))).toBe(true);
    expect(isSameAnswer(number('10', '0', '20'), number('15', '14', '16'))).toBe(false);
    expect(isSameAnswer({ kind: 'probability', percent: 60 }, { kind: 'probability', percent: 70 })).toBe(true);
    expect(isSameAnswer({ kind: 'probability', percent: 60 }, { kind: 'probability', percent: 71 })).toBe(false);
    expect(isSameAnswer({ kind: 'probability', percent: 45 }, { kind: 'probability', percent: 55 })).toBe(false);
    expect(isSameAnswer({ kind: 'text' }, { kind: 'text' })).toBe(false);
  });
});

const voices = (...answers: readonly Answer[]): Voice[] =>
  answers.map((answer, index) => ({ seat: `s${index}`, answer, weight: 1 }));
const [yes, no] = [option(1), option(2)];
const number = (value: string): Answer => ({ kind: 'number', value, range: null });
const ranking = (...order: number[]): Answer => ({ kind: 'ranking', order });

describe('a tally', () => {
  it('has a majority only where more than half of all seats gave an answer, silent ones counted', () => {
    expect(tallyAnswers(voices(yes, no)).majority).toBeUndefined();
    expect(tallyAnswers(voices(yes, no, yes))).toMatchObject({ majority: yes, unanimous: false });
    expect(tallyAnswers(voices(no, no))).toMatchObject({ majority: no, unanimous: true });
    const silent = { seat: 's9', answer: undefined, weight: 1 };
    expect(tallyAnswers([...voices(yes, yes), silent, { ...silent, seat: 's8' }]).majority).toBeUndefined();
    expect(tallyAnswers([])).toMatchObject({ unanimous: false, majority: undefined });
    expect(tallyAnswers(voices({ kind: 'unsure' }, { kind: 'unsure' })).majority).toBeUndefined();
  });

  it('describes numbers by their median and rankings by Borda’s count, which are no majority', () => {
    const numbers = tallyAnswers(voices(number('1'), number('100'), number('3')));
    expect(numbers).toMatchObject({ majority: undefined, summary: { middle: number('3') } });
    expect(numbers.summary?.spread).toEqual({ low: number('1'), high: number('100') });
    const ranked = tallyAnswers(voices(ranking(1, 2, 3), ranking(2, 1, 3), ranking(2, 3, 1)));
    expect(ranked).toMatchObject({ majority: undefined, summary: { middle: ranking(2, 1, 3) } });
    expect(tallyAnswers(voices(ranking(1, 2), ranking(2, 1))).summary?.middle).toBeUndefined();
  });

  it('counts weights where votes have them', () => {
    const [first, second, third] = voices(yes, no, no);
    const weighted = [
      { ...first, weight: 90 },
      { ...second, weight: 30 },
      { ...third, weight: 40 },
    ] as Voice[];
    expect(tallyAnswers(weighted).majority).toEqual(yes);
  });
});
