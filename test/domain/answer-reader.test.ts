// Every way to write an answer that came up, with what it means or that nobody can tell: a table that knows nothing of how it is read.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answer, isAnswerTo } from '../../src/domain/question/answer.ts';
import { formatAnswer } from '../../src/domain/question/format-answer.ts';
import { findOwnWords } from '../../src/domain/question/match-options.ts';
import type { Question } from '../../src/domain/question/question.ts';
import { readAnswerTo } from '../../src/domain/question/read-answer.ts';
import { opening } from '../../src/formats/common/opinions/acts/opening.ts';

/** An opening as the rules of this question read it. */
function readOpening(text: string, { byHand, question }: { readonly byHand: boolean; readonly question: Question }) {
  const read = opening.parse?.(text, { state: { opinions: { question } } as never, byHand });
  if (read === undefined) throw new Error('An opening is read by its act.');
  return read;
}

const NUMBER: Question = { answer: 'number', options: [] };
const DAYS: Question = { answer: 'number', options: [], unit: 'days' };
const PERCENT: Question = { answer: 'number', options: [], unit: '%' };
const EURO: Question = { answer: 'number', options: [], unit: '€' };
const inUnit = (unit: string): Question => ({ answer: 'number', options: [], unit });
const METRES: Question = { answer: 'number', options: [], unit: 'm' };
const PROBABILITY: Question = { answer: 'probability', options: [] };
const YES_NO: Question = { answer: 'yes-no', options: ['Yes', 'No'] };
const LANGUAGES: Question = { answer: 'choice', options: ['Rust', 'Go', 'C++ 23'] };
const SPANS: Question = { answer: 'choice', options: ['1 day', '2 days', '3 days', '5 days', '10 days'] };
const TENS: Question = { answer: 'choice', options: ['10', '20', '30'] };
const CUTS: Question = { answer: 'choice', options: ['Cut by 20 %', 'Keep', 'Café'] };
const SEATS: Question = { answer: 'choice', options: ['wind-wall-door', '2026-1-5', '-5'] };
/** What a mark that turns letters around makes of another option. */
const REVERSED: Question = { answer: 'choice', options: ['oG', 'Rust'] };
const RANKING: Question = { answer: 'ranking', options: ['Rust', 'Go', 'Zig'] };

/** As people would write down the meaning: "15 (10 to 20)". */
const meaning = (question: Question, said: string) => {
  const read = readAnswerTo(question, said);
  return read.ok ? formatAnswer(question, read.answer) : null;
};

const NUMBERS: Readonly<Record<string, readonly string[]>> = {
  '5': [
    '5',
    '5.',
    '**5**',
    ' 5 ',
    '"5"',
    '５',
    '٥',
    '५',
    '+5',
    '~5',
    '≈ 5',
    'about 5',
    'circa 5',
    'etwa 5',
    '5.0',
    '5,0',
    '5.00',
    '05',
    '_5_',
  ],
  '-5': ['-5', '−5', '-5.0'],
  '0.7': ['0.7', '0,7', '.7', '0.70', '٠٫٧'],
  '12.5': ['12.5', '12,5', '12.50', '12,50'],
  '3.14': ['3.14', '3,14'],
  '0.125': ['0.125', '0,125'],
  '1234.5': ['1,234.5', '1.234,5', '1234,5', "1'234.5", '1\u00a0234,5', '1_234.5'],
  '1234567': ['1,234,567', '1.234.567', '1\u00a0234\u00a0567', "1'234'567", '1’234’567', '1234567'],
  '12000': [
    '12 000',
    '12k',
    '12 k',
    '12K',
    '12 thousand',
    '12 Tsd.',
    '12 тыс.',
    '12e3',
    "12'000",
    '1.2e4',
    '12 000',
    '1.2万',
  ],
  '2000000': [
    '2 million',
    '2 Mio.',
    '2M',
    '2 millions',
    '2 Millionen',
    '2 млн',
    '2 millones',
    '2 milhões',
    '2 000 000',
    '2e6',
    '200万',
  ],
  '1500000': ['1.5M', '1,5 Mio', '1.5 million', '1500k'],
  '3000000000': ['3 billion', '3bn', '3 Mrd.', '3 milliards', '3 млрд', '30億'],
  '120000': ['1,20,000', '1.2 lakh', '120 000'],
  '15 (10 to 20)': [
    ...[
      '15 (10 to 20)',
      '15 (10-20)',
      '15 (10–20)',
      '15 (10 – 20)',
      '15 (10..20)',
      '15 [10 to 20]',
      '15 (between 10 and 20)',
    ],
    ...[
      '15, 10 to 20',
      '15; 10–20',
      '15, between 10 and 20',
      '15 between 10 and 20',
      '15 (range 10 to 20)',
      '15 (range: 10-20)',
    ],
    ...[
      '15 ± 5',
      '15 +/- 5',
      '15 (±5)',
      'about 15 (10 to 20)',
      '15 (10 bis 20)',
      '15 (zwischen 10 und 20)',
      '15 (entre 10 et 20)',
      '15 (10 to\n20)',
      '<15> (<10> to <20>)',
    ],
  ],
  '12.5 (10 to 15)': ['12.5 (10 to 15)', '12,5 (10 to 15)', '12,5 (10,0 – 15,0)', '12.5 ± 2.5'],
  '-5 (-10 to -2)': ['-5 (-10 to -2)', '-5 (-10 - -2)', '−5 (−10 to −2)'],
  '2500000 (2000000 to 3000000)': ['2.5M (2M to 3M)', '2.5 million (2 million to 3 million)'],
};

const NO_NUMBERS: readonly string[] = [
  ...[
    '10-20',
    '10–20',
    '10—20',
    '10 to 20',
    '20-30',
    '100-200',
    '15-25',
    '50 to 100',
    'between 10 and 20',
    'from 10 to 20',
    '10 - 20 people',
  ],
  ...[
    '10..20',
    '10 … 20',
    '10 bis 20',
    '10 à 20',
    'zwischen 10 und 20',
    'entre 10 y 20',
    '20 to 10',
    '10 or 20',
    '10/20',
    '10:20',
    '10 and 20',
  ],
  ...[
    '1.500',
    '12.500',
    '12,500',
    '1,200',
    '1,200 (1,000 to 1,500)',
    '123.456',
    '15 (1.000 to 2.000)',
    '1.500 million',
  ],
  ...['1, 2', '7 8', '100 200', '12 500', '1 2 3', '1,2,3', '1.200.50', '1,2000,000', '1 234 567', '1 234,5', '1.2.3'],
  ...[
    '5 days',
    '2 weeks',
    '10 people',
    '5%',
    '5 %',
    '$5',
    '5 €',
    '€ 5',
    '3 GB',
    '14 mil',
    '1 Billion',
    '2 Billionen',
    '3B',
    '1.5m',
    '5 x',
    'x 5',
  ],
  ...[
    '5+',
    '>5',
    '<5',
    '≥ 5',
    'at least 5',
    'up to 5',
    'more than 5',
    'under 5',
    'nearly 5',
    '5 or more',
    '5?',
    'not 5',
    '5 not',
  ],
  ...[
    '5½',
    '½',
    '10²',
    '5³',
    'Ⅴ',
    '1/2',
    'five',
    'ten',
    'many',
    '',
    '?',
    '-',
    '--5',
    '5-',
    '- 5 -',
    '5 5',
    '5;6',
    'both',
    'it depends',
    '\u202e51\u202c',
    '\u202d15\u202c',
    '[10, 20)',
    '(10, 20]',
    '15 [10, 20)',
    '≥10 and <20',
    '10 ≤ x ≤ 20',
    '–5',
    '(5)',
    'minus 5',
    '-5 to 5',
    '2026-01-05',
    '01/05/2026',
    '5.1.2026',
    'May 5',
    '12:30',
    '15 USD',
    '￥15',
    '15 of 20',
    '5️⃣',
    '十五',
    '1万5000',
    'NaN',
    'Infinity',
    '1e',
    '1e400',
  ],
  ...[
    '2.5 (2 to 3 million)',
    '2.5 million (2 to 3)',
    '15 (10 to 20k)',
    '5 (6 to 9)',
    '15 (20 to 10)',
    '15 (10)',
    '15 (10 to)',
    '15 (10 to 20',
    '15 10 to 20)',
  ],
  ...[
    '15 (10 to 20) or so',
    '15 (10 to 20) (5 to 25)',
    '15 (80 % CI 10 to 20)',
    '12 ± 3 ± 4',
    '12 ± -3',
    '12 ± 1k',
    '1000000000000000000',
    '0.0000000001',
  ],
  ...['10 (8 to 12), maybe', 'I say 10', '10 because of load', '7 in 10', '10 of 20', '1.234.567.8', "12'50"],
];

describe('a number', () => {
  it.each(Object.entries(NUMBERS).flatMap(([value, all]) => all.map((said) => [said, value])))(
    '%j is %s',
    (said, value) => {
      expect(meaning(NUMBER, said ?? '')).toBe(value);
    },
  );

  it.each(NO_NUMBERS)('%j is sent back with what is wrong', (said) => {
    expect(readAnswerTo(NUMBER, said)).toMatchObject({ ok: false, issue: expect.stringMatching(/\w{4}/) });
  });

  it.each<[Question, string, string | null]>([
    ...(['5', '5 days', '5 day', '5 Days', '5days', 'days 5'] as const).map((said): [Question, string, string] => [
      DAYS,
      said,
      '5 days',
    ]),
    [DAYS, '5 (3 to 8)', '5 days (3 to 8)'],
    [DAYS, '5 days (3 to 8 days)', '5 days (3 to 8)'],
    [DAYS, '5 (3 to 8) days', '5 days (3 to 8)'],
    [DAYS, '5 (3 to 8 days)', '5 days (3 to 8)'],
    [DAYS, '2 million days', '2000000 days'],
    ...(['2 weeks', '5 h', '5 d', '5 days late', '5 working days', '5 %', '5 days or 6', '10 to 20 days'] as const).map(
      (said): [Question, string, null] => [DAYS, said, null],
    ),
    [PERCENT, '12 %', '12 %'],
    [PERCENT, '12%', '12 %'],
    [PERCENT, '12 percent', '12 %'],
    [PERCENT, '12 (10 to 15 %)', '12 % (10 to 15)'],
    [PERCENT, '12 points', null],
    [EURO, '€5', '5 €'],
    [EURO, '1,50 €', '1.5 €'],
    [EURO, '5k €', '5000 €'],
    [EURO, '$5', null],
    [METRES, '5 m', '5 m'],
    [METRES, '5 M', '5000000 m'],
    [METRES, '5 km', null],
    [inUnit('servers'), '12 server', '12 servers'],
    [inUnit('server'), '12 servers', '12 server'],
    [inUnit('Stunden'), '12 hours', '12 Stunden'],
    [inUnit('EUR'), '12 Euro', '12 EUR'],
    [inUnit('дней'), '12 days', '12 дней'],
    [inUnit('hodin'), '12 часов', '12 hodin'],
    [inUnit('hari'), '12 ngày', '12 hari'],
    [inUnit('months'), '12 شهرا', '12 months'],
    [inUnit('kUSD'), '12 kUSD', '12 kUSD'],
    [inUnit('kUSD'), '12 k kUSD', '12000 kUSD'],
  ])('to %j reads %j as %j', (question, said, value) => {
    expect(meaning(question, said)).toBe(value);
  });

  it.each([
    ['Servers', '5 servers (3 to 8)'],
    ['GPUs', '8 GPU (6 to 10)'],
    ['GPUs', '1 gpu'],
    ['GPU', '8 GPUs'],
    ['VMs', '5 vms'],
    ['VM', '5 vms'],
    ['Engineers', '4 engineers'],
    ['users', '5 Users'],
    ['usd', '5 USD'],
    ['USD', '5 usd'],
    ['story points', '5 Story Points'],
    ['Story Points', '1 story point'],
    ['nodes', '1 node'],
    ['Nodes', '5 NODES'],
    ['boxes', '1 box'],
    ['GBs', '1 GB'],
    ['GB', '5 GBs'],
    ['kW', '5 KW'],
    ['kB', '5 KB'],
    ['MW', '5 Mw'],
    ['MHz', '5 Mhz'],
    ['kg', '5 Kg'],
    ['Mbit', '5 MBit'],
    ['Mbit/s', '5 MBit/s'],
    ['Mbps', '5 mbps'],
    ['ml', '5 mL'],
    ['GB per month', '5 GB per Month'],
  ])('of %s is %s: the case of words, and of what no other unit is called, does not count', (unit, said) => {
    expect(readAnswerTo(inUnit(unit), said).ok).toBe(true);
  });

  it.each([
    ['Gb', 'GB'],
    ['Gb/s', 'GB/s'],
    ['Gbs', 'GBs'],
    ['GiB', 'Gib'],
    ['Mbps', 'MBps'],
    ['mbps', 'MBps'],
    ['b', 'B'],
    ['bps', 'Bps'],
    ['mmol', 'Mmol'],
    ['mmol/l', 'Mmol/l'],
    ['mW', 'MW'],
    ['mWh', 'MWh'],
    ['mHz', 'MHz'],
    ['ms', 'Ms'],
    ['mg', 'Mg'],
    ['mm', 'MM'],
    ['mPa', 'MPa'],
    ['pF', 'PF'],
    ['t', 'T'],
    ['m', 'ms'],
    ['GB', 'Gbit'],
    ['GB', 'GBps'],
    ['kW', 'kWh'],
    ['USD', 'kUSD'],
  ])('of %s is none of %s, nor the other way round', (one, other) => {
    expect(readAnswerTo(inUnit(one), `5 ${other}`).ok).toBe(false);
    expect(readAnswerTo(inUnit(other), `5 ${one}`).ok).toBe(false);
  });

  it.each([
    ['kUSD', '12k', '12 or 12000'],
    ['kUSD', '12K (10K to 15K)', '12 or 12000'],
    ['k€', '1.5k', '1.5 or 1500'],
    ['kEuro', '12k', '12 or 12000'],
    ['KB', '12k', '12 or 12000'],
    ['kg', '12 k', '12 or 12000'],
    ['km/h', '12k', '12 or 12000'],
    ['MB', '12M', '12 or 12000000'],
    ['MWh', '12M', '12 or 12000000'],
    ['Mbit/s', '12M', '12 or 12000000'],
    ['万円', '12万', '12 or 120000'],
  ])('where %s are asked for, %s can be two numbers, which the issue names', (unit, said, either) => {
    const read = readAnswerTo(inUnit(unit), said);
    expect(read.ok || read.issue).toContain(` can be ${either} ${unit}; write it without a letter: ${either}.`);
  });

  it.each([
    ['keys', '5k', '5000 keys'],
    ['Kunden', '12k', '12000 Kunden'],
    ['kilometers', '12k', '12000 kilometers'],
    ['knowledge workers', '3k', '3000 knowledge workers'],
    ['KPIs', '2k', '2000 KPIs'],
    ['kids', '2k', '2000 kids'],
    ['Mitarbeiter', '2M', '2000000 Mitarbeiter'],
    ['messages', '2M', '2000000 messages'],
    ['MB', '12k', '12000 MB'],
    ['users', '12k', '12000 users'],
    ['人', '5千', '5000 人'],
  ])('of %s is %s, whose letter begins no unit', (unit, said, value) => {
    expect(meaning(inUnit(unit), said)).toBe(value);
  });

  it('names both meanings of a separator, so that whoever wrote it can say which', () => {
    expect(readAnswerTo(NUMBER, '1.500')).toMatchObject({ issue: expect.stringContaining('1500 or 1.5') });
    expect(readAnswerTo(NUMBER, '12,500')).toMatchObject({ issue: expect.stringContaining('12500 or 12.5') });
  });
});

describe('a probability', () => {
  it.each<[string, readonly string[]]>([
    [
      '70%',
      [
        '70',
        '70 %',
        '70%',
        '70 percent',
        '0.7',
        '0,7',
        '.7',
        '7 in 10',
        '7 out of 10',
        '7/10',
        '7 of 10',
        '7 von 10',
        '7 из 10',
        '７０％',
        '٧٠٪',
        'about 70 %',
        '70.4 %',
        '70 Prozent',
      ],
    ],
    ['75%', ['3/4', '3 in 4', '0.75', '75']],
    ['50%', ['10 of 20', '1/2', '0.5', '0,5', '50']],
    ['1%', ['1 %', '0.01', '0.4 %', '1 in 1000', '1 of 100', '0.0000000001', '1 in 1000000000']],
    ['99%', ['99', '99.9 %', '999 in 1000', '99.999999999 %', '999999999 in 1000000000']],
    ['100%', ['100', '100 %', '10 of 10']],
    ['0%', ['0', '0 %', '0.0', '0 of 10']],
    ['2%', ['1.5', '2', '1.5 %']],
  ])('of %s is written %j', (value, all) => {
    for (const said of all) expect([said, meaning(PROBABILITY, said)]).toEqual([said, value]);
  });

  it.each([
    ...[
      '1',
      '1.0',
      '1,0',
      '1000',
      '101 %',
      '-5 %',
      '140',
      '2:1',
      '2 to 1',
      '1/0',
      '50/50',
      '40/60',
      '1/1',
      '4/3',
      '60-70 %',
      '60 to 70',
      '1.500',
    ],
    ...[
      '60 % (50 to 70)',
      '60 ± 5',
      '>90 %',
      '<5 %',
      'at least 70 %',
      '70 % or so',
      '70 % unlikely',
      '7 8',
      '7 in 10 or 8 in 10',
      'high',
      'likely',
      'Yes',
      '\u202e07\u202c %',
      '70‰',
      'fifty-fifty',
      '7割',
    ],
    ...['50 % 60 %', '7 in', 'in 10', '7 in ten', '½', '70 %, 80 %', '5 stars', '3/4/5'],
  ])('cannot be read out of %j', (said) => {
    expect(readAnswerTo(PROBABILITY, said)).toMatchObject({ ok: false, issue: expect.stringMatching(/\w{4}/) });
  });

  it.each<[unknown, string]>([
    [1, '100%'],
    [0.95, '95%'],
    [0.07, '7%'],
    [0, '0%'],
    [70, '70%'],
    ['1 %', '1%'],
    [0.01, '1%'],
  ])('as the JSON value %j is %s, and the same as a confidence', (said, value) => {
    const text = JSON.stringify({ answer: said, confidence: said, claims: ['a'] });
    const read = readOpening(text, { byHand: false, question: PROBABILITY });
    if (!read.ok) throw new Error(read.issues.join(' '));
    expect(meaning(PROBABILITY, read.value.answer)).toBe(value);
    expect(`${read.value.confidence}%`).toBe(value);
  });

  it.each([150, -1, '150 %', 'high', '70-80 %', '1'])('a confidence of %j says nothing', (confidence) => {
    const read = readOpening(JSON.stringify({ answer: 'Yes', confidence, claims: [] }), {
      byHand: false,
      question: YES_NO,
    });
    expect(read.ok ? read.value.confidence : undefined).toBeNaN();
  });
});

describe('an option', () => {
  it.each<[Question, string, string | null]>([
    [LANGUAGES, 'go', 'Go'],
    [LANGUAGES, '**Go.**', 'Go'],
    [LANGUAGES, '“Go”', 'Go'],
    [LANGUAGES, '2', 'Go'],
    [LANGUAGES, '２', 'Go'],
    [LANGUAGES, 'option 1', 'Rust'],
    [LANGUAGES, '#2', 'Go'],
    [LANGUAGES, '3. C++ 23', 'C++ 23'],
    [LANGUAGES, '2) Go', 'Go'],
    ...[
      '(2)',
      '[2]',
      '<Go>',
      '2 (Go)',
      'Option 2 (Go)',
      '2 - Go',
      '2 – Go',
      'Go (2)',
      'Go（2）',
      '2。Go',
      'Go (option 2)',
      '[2. Go]',
    ].map((said): [Question, string, string] => [LANGUAGES, said, 'Go']),
    ...['2 (Rust)', 'Rust (2)', '2 - Rust', '2 (Go) or 1', '2 Go', '(Rust) (Go)', 'Go (fast)', '2 (1)', '[1, 2]'].map(
      (said): [Question, string, null] => [LANGUAGES, said, null],
    ),
    [TENS, '(20)', '20'],
    [TENS, '2 - 20', null],
    [SPANS, '2 - 3 days', null],
    [LANGUAGES, 'None of the above.', 'None of these'],
    [LANGUAGES, '0', null],
    [LANGUAGES, '23', null],
    [LANGUAGES, '2. Rust', null],
    [LANGUAGES, '4', null],
    [LANGUAGES, 'Go with Rust', null],
    [LANGUAGES, 'Go, because of the team', null],
    [LANGUAGES, 'Rust or Go', null],
    [LANGUAGES, 'C++', null],
    [LANGUAGES, 'not Go', null],
    [LANGUAGES, 'Golang', null],
    [SPANS, '5 days', '5 days'],
    [SPANS, '5. 10 days', '10 days'],
    [SPANS, '5', null],
    [SPANS, '4', null],
    [SPANS, 'option 5', null],
    [TENS, '20', '20'],
    [TENS, '2', null],
    [CUTS, 'Cut by 20 %', 'Cut by 20 %'],
    [CUTS, 'cut by 20%', 'Cut by 20 %'],
    [CUTS, 'Café', 'Café'],
    [CUTS, 'Cafe', null],
    [CUTS, '20', null],
    [SEATS, 'wind\u2011wall\u2011door', 'wind-wall-door'],
    [SEATS, '2026\u20131\u20135', '2026-1-5'],
    [SEATS, '\u22125', '-5'],
    [SEATS, '5', null],
    [LANGUAGES, 'both', null],
    [LANGUAGES, 'either', null],
    [LANGUAGES, 'it depends', null],
    [LANGUAGES, 'neither', 'None of these'],
    [LANGUAGES, '\u202eoG\u202c', null],
    [REVERSED, '\u202eoG\u202c', null],
    [LANGUAGES, 'Gо', null],
    [LANGUAGES, 'Ｇｏ', 'Go'],
    [LANGUAGES, 'Go\u200f', 'Go'],
    [YES_NO, '\u200fنعم', 'Yes'],
    [YES_NO, '\u202eoN\u202c', null],
    [YES_NO, 'Yеs', null],
    [YES_NO, 'both', null],
    [YES_NO, 'Yes?', null],
    ...['1. Yes', '(Yes)', '<yes>', '[Yes.]', '¡Sí!', 'y', 'true', 'Yes (1)'].map(
      (said): [Question, string, string] => [YES_NO, said, 'Yes'],
    ),
    ...['2. No', 'n', 'False'].map((said): [Question, string, string] => [YES_NO, said, 'No']),
    ...['1. No', '(1)', '(Yes', '(yes) (no)', 'true or false'].map((said): [Question, string, null] => [
      YES_NO,
      said,
      null,
    ]),
    [YES_NO, '~~Yes~~', null],
    [YES_NO, 'Yes', 'Yes'],
    [YES_NO, '1', null],
    [YES_NO, 'Yes, but only on Monday', null],
    [YES_NO, 'yes and no', null],
    [YES_NO, 'It depends', null],
    [YES_NO, 'yes no', null],
    [YES_NO, 'none of these', 'None of these'],
    [YES_NO, 'keine davon', 'None of these'],
    [YES_NO, '以上都不是', 'None of these'],
    [YES_NO, 'Not enough to say.', 'Not enough to say'],
    [YES_NO, '不确定', 'Not enough to say'],
    [LANGUAGES, 'unsure', 'Not enough to say'],
    [NUMBER, 'not sure', 'Not enough to say'],
    [RANKING, 'Zig > Go > Rust', 'Zig > Go > Rust'],
    [RANKING, '2 > 1 > 3', 'Go > Rust > Zig'],
    [RANKING, '1. Go\n2. Rust\n3. Zig', 'Go > Rust > Zig'],
    [RANKING, '1. Go / 2. Rust / 3. Zig', 'Go > Rust > Zig'],
    [RANKING, '1) Zig\n2) Rust\n3) Go', 'Zig > Rust > Go'],
    [RANKING, 'Go, Rust, Zig', 'Go > Rust > Zig'],
    [RANKING, 'Go → Rust → Zig', 'Go > Rust > Zig'],
    [RANKING, 'Go\nRust\nZig', 'Go > Rust > Zig'],
    [RANKING, '- Go\n- Rust\n- Zig', 'Go > Rust > Zig'],
    [RANKING, '• Go\n• Rust\n• Zig', 'Go > Rust > Zig'],
    [RANKING, 'Rust ＞ Go ＞ Zig', 'Rust > Go > Zig'],
    [RANKING, '3. Zig\n2. Go\n1. Rust', null],
    [RANKING, '2. Go\n1. Rust\n3. Zig', null],
    [RANKING, '2. Go > 1. Rust > 3. Zig', 'Go > Rust > Zig'],
    [RANKING, '2, 3, 1', null],
    [RANKING, '2\n3\n1', null],
    [RANKING, 'Rust < Go < Zig', null],
    [RANKING, 'Rust ≥ Go ≥ Zig', null],
    [RANKING, 'Rust > Go = Zig', null],
    [RANKING, 'Rust, Go, Zig (tie)', null],
    [RANKING, 'Rust > Go, Zig', null],
    [RANKING, 'all equal', null],
    [RANKING, 'Rust > Go', null],
    [RANKING, '1 > 1 > 2', null],
    [RANKING, 'Rust > Go > Zig > Rust', null],
    [RANKING, 'Rust = Go > Zig', null],
    [RANKING, '1 2 3', null],
    [RANKING, 'Rust > Go > Java', null],
    [RANKING, 'Rust first', null],
  ])('of %j in %j is %j', (question, said, value) => {
    expect(meaning(question, said)).toBe(value);
  });
});

it.each<[string, string, string | undefined]>([
  ...['Go', '**go.**', '(Go)', '2. Go', 'Go (2)', '[2 - Go]'].map((said): [string, string, undefined] => [
    'Go',
    said,
    undefined,
  ]),
  ['Yes', 'oui', 'oui'],
  ['Go', '2', '2'],
])('whoever gives %j in the words %j has own words %j', (answer, said, own) => {
  expect(findOwnWords(answer, said)).toBe(own);
});

describe('plain lines of a person', () => {
  const opening = (question: Question, text: string) => {
    const read = readOpening(text, { byHand: true, question });
    if (!read.ok) throw new Error(read.issues.join(' '));
    const { answer, confidence, claims } = read.value;
    return [meaning(question, answer) ?? answer, confidence, claims];
  };
  const WORDS: Question = { answer: 'text', options: [] };

  it.each<[Question, string, readonly unknown[]]>([
    [YES_NO, 'Yes, 80 %\nIt works.', ['Yes', 80, ['It works.']]],
    [YES_NO, 'Ja (80 % sure)\nEs geht.', ['Yes', 80, ['Es geht.']]],
    [YES_NO, 'はい、80％\n動く。', ['Yes', 80, ['動く。']]],
    [YES_NO, 'نعم، 80 %\nيعمل', ['Yes', 80, ['يعمل']]],
    [YES_NO, 'Answer: Yes\n80 %\nIt works.', ['Yes', 80, ['It works.']]],
    [YES_NO, '**Answer:**\nYes\nConfidence: 80 %\nIt works.', ['Yes', 80, ['It works.']]],
    ...['Confidence: 80', 'Confidence 80 %', '**Confidence:** 80%', '- Confidence: 0.8', 'confidence：80％'].map(
      (line): [Question, string, readonly unknown[]] => [YES_NO, `Yes\n${line}\nIt works.`, ['Yes', 80, ['It works.']]],
    ),
    ...['Confidence: high', 'Confidence in 80 of 100 tests', '80 of 100 tests pass', '80'].map(
      (line): [Question, string, readonly unknown[]] => [YES_NO, `Yes\n${line}`, ['Yes', null, [line]]],
    ),
    [LANGUAGES, 'Answer: Go\nThe team knows it.', ['Go', null, ['The team knows it.']]],
    [CUTS, 'Cut by 20 %, 80 %\nx', ['Cut by 20 %', 80, ['x']]],
    [CUTS, 'Cut by 20 %\nx', ['Cut by 20 %', null, ['x']]],
    [CUTS, 'Cafe\u0301, 60 %\nx', ['Café', 60, ['x']]],
    [NUMBER, '12.5 (10 to 15), 80 %\nx', ['12.5 (10 to 15)', 80, ['x']]],
    [PERCENT, '12 %\nx', ['12 %', null, ['x']]],
    [PERCENT, '12 %, 80 %\nx', ['12 %', 80, ['x']]],
    [PROBABILITY, '70 %\nx', ['70%', null, ['x']]],
    [PROBABILITY, '70 %, 80 % sure\nx', ['70%', 80, ['x']]],
    [PROBABILITY, '70 %, 80 %\nx', ['70 %, 80 %', null, ['x']]],
    [RANKING, '1. Go\n2. Rust\n3. Zig\n80 %\nx', ['Go > Rust > Zig', 80, ['x']]],
    [RANKING, 'Answer:\n1. Go\n2. Rust\n3. Zig\n- x', ['Go > Rust > Zig', null, ['x']]],
    [RANKING, '2 > 1 > 3, 80 %\nx', ['Go > Rust > Zig', 80, ['x']]],
    [WORDS, 'Try it first, 80 %\nx', ['In words', 80, ['x']]],
    [WORDS, 'Cut the budget by 20 %\nx', ['In words', null, ['x']]],
  ])('to %j %j is %j', (question, text, expected) => {
    expect(opening(question, text)).toEqual(expected);
  });
});

describe('whatever is read', () => {
  const QUESTIONS = [NUMBER, DAYS, PERCENT, PROBABILITY, YES_NO, LANGUAGES, SPANS, TENS, CUTS, RANKING];
  const digits = fc.integer({ min: -1_000_000, max: 1_000_000 });
  const decimal = fc.tuple(digits, fc.integer({ min: 0, max: 6 })).map(([whole, scale]) => {
    const text = (whole / 10 ** scale).toFixed(scale);
    return scale === 0 ? text.replace('-0', '0') : text.replace(/\.?0+$/, '').replace(/^-0$/, '0');
  });
  const numbers: fc.Arbitrary<Answer> = fc
    .tuple(decimal, decimal, decimal, fc.boolean())
    .map(([one, two, three, ranged]) => {
      const [low, value, high] = [one, two, three].toSorted((a, b) => Number(a) - Number(b)) as [
        string,
        string,
        string,
      ];
      return { kind: 'number', value, range: ranged ? { low, high } : null };
    });

  it('is read back as the same from what is shown of it', () => {
    fc.assert(
      fc.property(fc.constantFrom(NUMBER, DAYS, PERCENT, EURO), numbers, (question, answer) => {
        expect(readAnswerTo(question, formatAnswer(question, answer))).toEqual({ ok: true, answer });
      }),
    );
    for (let percent = 0; percent <= 100; percent += 1) {
      const answer: Answer = { kind: 'probability', percent };
      expect(readAnswerTo(PROBABILITY, formatAnswer(PROBABILITY, answer))).toEqual({ ok: true, answer });
    }
    for (const question of [YES_NO, LANGUAGES, SPANS, TENS, CUTS]) {
      for (const [index] of question.options.entries()) {
        const answer: Answer = { kind: 'option', option: index + 1 };
        expect(readAnswerTo(question, formatAnswer(question, answer))).toEqual({ ok: true, answer });
      }
    }
  });

  const piece = fc.constantFrom(
    ...[
      '5',
      '10',
      '1.5',
      '0,7',
      '20 %',
      ' ',
      ' to ',
      '-',
      ' in ',
      '/',
      '(',
      ')',
      'k',
      ' million',
      ' days',
      'Go',
      '>',
      ',',
      '.',
      'Yes',
      '±',
      '\n',
    ],
  );
  const phrase = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join('')),
  );

  it('is an answer to the question, and shows as one that is read the same', () => {
    fc.assert(
      fc.property(fc.constantFrom(...QUESTIONS), phrase, (question, said) => {
        const read = readAnswerTo(question, said);
        if (!read.ok) return;
        expect(isAnswerTo(question, read.answer)).toBe(true);
        expect(readAnswerTo(question, formatAnswer(question, read.answer))).toEqual(read);
      }),
      { numRuns: 3_000 },
    );
  });

  it('leaves nothing over: a word more is never ignored', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...QUESTIONS),
        phrase,
        fc.constantFrom('zzz', '99', 'not', '> 3'),
        (question, said, more) => {
          if (!readAnswerTo(question, said).ok) return;
          expect([said, readAnswerTo(question, `${said} ${more}`).ok]).toEqual([said, false]);
          if (more !== '99') expect([said, readAnswerTo(question, `${more} ${said}`).ok]).toEqual([said, false]);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('is never one value out of two numbers', () => {
    const plain = fc.integer({ min: 0, max: 999 });
    const between = fc.constantFrom(' ', '-', '–', ' to ', ' or ', ' and ', '; ', ', ', ' .. ', ' x ', ':');
    fc.assert(
      fc.property(plain, between, plain, (one, mark, two) => {
        fc.pre(!(mark === ' ' && two === 0));
        for (const question of [NUMBER, DAYS, PERCENT, PROBABILITY]) {
          expect([one, mark, two, readAnswerTo(question, `${one}${mark}${two}`).ok]).toEqual([one, mark, two, false]);
        }
      }),
    );
  });
});
