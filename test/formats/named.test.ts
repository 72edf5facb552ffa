// What texts name by ID, in the forms in which models write them.
import { describe, expect, it } from 'vitest';
import { createIdReader, createNameReader, readTrackedId } from '../../src/formats/common/named.ts';

const findings = createIdReader(
  Object.entries({ F1: 'one', F2: 'two', F3: 'three', '1.1': 'one', '1.2': 'three', '2.1': 'two' }),
);
const steps = createIdReader(
  Object.entries({ 'P1.1': 'one', 'P2.1': 'one', 'P2.2': 'two', 'P2.3': 'three', S1: 'first', S2: 'second' }),
);
const others = createIdReader(Object.entries({ opp_000a: 'one', opp_001: 'two', A1: 'one', 'speaker-2': 'three' }));

describe('IDs in a text', () => {
  it.each([
    ...['F1', 'f1', '[F1]', '#F1', '**F1**', 'F1.', 'F 1', 'F-1', 'F_1', 'F#1', 'F01', 'Ｆ１', '`F1`', 'F1\u200b'],
    ...[
      'Finding 1',
      'finding F1',
      'Finding #1',
      'Finding #1: 2 of 5',
      '#1: the loop',
      '#1',
      '1',
      'id: F1',
      'the finding F1',
      'this one (F1)',
    ],
    ...[
      'F1: the loop',
      'F1 (2 of 5 calls)',
      'F1 – loop',
      'F1 - 2 calls race',
      'F1 - P0',
      'F1, made as 1.1',
      'F1/1.1',
      '1.1: loop',
    ],
  ])('%j is one finding', (text) => expect(findings(text)).toEqual(['one']));

  it.each([
    'F1, F2',
    'F1 and F2',
    'F1/F2',
    'F1 + 2.1',
    '[F1; F2]',
    'F1\nF2',
    'Findings F1 and F2',
    '1, 2',
    '#1 and #2',
  ])('%j are two findings', (text) => expect(findings(text)).toEqual(['one', 'two']));

  it.each([
    ...[
      '',
      'the first one',
      'all',
      'F9',
      'F10',
      '1.9',
      'C12',
      'P1',
      'R1',
      'Reviewer 1',
      'F1, F9',
      'F1 or F2',
      'F1 vs F2',
    ],
    ...[
      'F1-F3',
      'F1–3',
      'F1..F3',
      'F1 to F3',
      'not F1, F2',
      'not F1',
      'all but F1',
      'F1?',
      'F1 (?)',
      'F1.1',
      'version 1.1.2',
    ],
  ])('%j is none, or not clear', (text) => expect(findings(text)).toBeUndefined());

  it.each([
    ...[
      ['P2.2', 'two'],
      ['P 2.2', 'two'],
      ['P2-2', 'two'],
      ['2.2', 'two'],
      ['Proposal P2.2', 'two'],
      ['P2.2: like P1.1', 'two'],
    ],
    ...[
      ['**S2**: Build', 'second'],
      ['S2 (from P1.2)', 'second'],
      ['P2.1 (also P1.1)', 'one'],
      ['S1', 'first'],
      ['Step 1', 'first'],
      ['1', 'first'],
    ],
  ])('%j is the step %j', (text, step) => expect(steps(text as string)).toEqual([step]));

  it.each([
    'Planner 2',
    'P2',
    'P2.1.4',
    'PS2',
    'either S1 or S2',
    'P2.22',
    'P2.2-P2.3',
    'P2.2 or P2.3',
    'S3',
    '1.9',
    '2-2',
  ])('%j is no step', (text) => expect(steps(text)).toBeUndefined());

  it.each([
    ...[
      ['argument opp_000a', 'one'],
      ['OPP-000A', 'one'],
      ['opp 001', 'two'],
      ['A1: title', 'one'],
      ['Speaker 2', 'three'],
    ],
    ...[
      ["Speaker 2's position", 'three'],
      ['Position, Speaker 2', 'three'],
      ['speaker‑2', 'three'],
    ],
  ])('%j is %j', (text, name) => expect(others(text as string)).toEqual([name]));

  it('without their letter are unclear where a zero at their end may have been lost', () => {
    const many = createIdReader(['P2.1', 'P2.2', 'P2.10'].map((id) => [id, id]));
    expect([many('2.1'), many('P2.1'), many('2.2'), many('2.10')]).toEqual([undefined, ['P2.1'], ['P2.2'], ['P2.10']]);
  });

  it('of which one is wanted are unclear where there are two, unless both mean the same', () => {
    const find = createNameReader(Object.entries({ F1: 'one', '1.1': 'one', F2: 'two' }));
    expect([find('F1, 1.1'), find('F1, F2')]).toEqual(['one', undefined]);
  });

  it.each([
    ['R1-F2', 'R1-F2'],
    ['[r1 f2]: fixed in part', 'R1-F2'],
    ['R01-F02', 'R1-F2'],
    ['R1-F2, R1-F3', undefined],
    ['F2', undefined],
  ])('%j is the earlier finding %j', (text, id) => expect(readTrackedId(text)).toBe(id));

  it('are read in a time that grows with the length of the text alone', () => {
    for (const part of ['F1, ', 'a', ' ', 'F1-', '1.'])
      expect(findings(part.repeat(250_000))?.length ?? 0).toBeLessThan(2);
  });
});
